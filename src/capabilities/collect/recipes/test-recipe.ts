import { z } from 'zod';
import type { Json } from '../../../domain/pages/extraction.ts';
import type { Warning } from '../../../domain/pages/outcome.ts';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import {
  defineOperation,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../../operations/declaration/operation.ts';
import { fromPage } from '../../../operations/page-origin.ts';
import { warningsSchema } from '../../../operations/schemas/page-result.ts';
import { receiptSchema } from '../../../operations/schemas/receipt.ts';
import { webDocumentView } from '../../../operations/views/web-document-view.ts';
import { runListing } from '../collect.ts';
import { createListingOutcome } from '../collect-outcome.ts';
import { type Check, createChecks, createMissingSourceChecks } from './recipe-checks.ts';
import type { RecipePorts } from './recipe-ports.ts';
import { exampleId, otherListingSchema, path, recipeKind, runExitFields } from './recipe-resource.ts';
import { type RecipeRunRequest, toCollectCommand } from './run-recipe.ts';

const maxSampleRecords = 5;

interface RecipeTestResponse {
  ok: boolean;
  checks: Check[];
  sample: Record<string, Json>[];
  warnings: Warning[];
  receipt: Receipt;
}

const recipeTestResponseSchema: z.ZodType<RecipeTestResponse> = z.object({
  ok: z.boolean().describe('True if all checks passed.'),
  checks: z
    .array(
      z.object({
        name: z.string().describe('Name of the check.'),
        ok: z.boolean().describe('True if the check passed.'),
        detail: fromPage(z.string()).describe('Explanation of the result, for people.'),
      }),
    )
    .describe('Results of the checks.'),
  sample: fromPage(
    z.array(
      z.record(
        z.string(),
        z.custom<Json>(() => true),
      ),
    ),
  ).describe(`First ${maxSampleRecords} records.`),
  warnings: warningsSchema,
  receipt: receiptSchema,
});

export function testOperation(ports: RecipePorts): Operation {
  async function testRecipe(
    { rid, ...run }: Pick<RecipeRunRequest, 'rid' | 'url' | 'country' | 'strictCountry'>,
    context: OperationContext,
  ): Promise<Outcome<RecipeTestResponse>> {
    const recipe = await ports.findRecipe(context.principal.accountId, rid);
    if (recipe === null) throw missingResource(recipeKind);
    const { savedSource } = recipe;
    const listing = { ports, context, maxPages: 1, mayUseModel: false, note: 'recipe test' };
    return runListing(listing, async (collectContext, charged) => {
      const collectCommand = toCollectCommand(recipe, { ...run, limit: 10_000, maxPages: 1 });
      const collected =
        savedSource === null
          ? { ...(await ports.collector.collect(collectCommand, collectContext)), misfit: null }
          : await ports.collector.replay(collectCommand, savedSource, null, collectContext);
      // A recipe that was never run is tested on the source that a run would find now.
      const source = savedSource ?? collected.savedSource;
      const checks = source === null ? createMissingSourceChecks(collected) : createChecks(source, collected);
      const sample = collected.records.slice(0, maxSampleRecords);
      const result = { ok: checks.every(({ ok }) => ok), checks, sample };
      return createListingOutcome(collectCommand, collected, rid, { charged, context }, ({ warnings }) => ({
        ...result,
        warnings,
      }));
    });
  }

  return defineOperation({
    name: 'test_recipe',
    title: 'Test a recipe',
    description:
      'Reads one page of a recipe and compares it with the saved source: the page is readable, contains records, has values in each field as often as before, and leads to the next page. A recipe without a source is tested on the source that is found for it. Changes nothing.',
    price: '1 credit if the page has records',
    method: 'POST',
    path: '/v1/recipes/{rid}/test',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { tool: 'recipe', action: 'test' },
    input: {
      path,
      body: z.strictObject({
        url: otherListingSchema,
        ...runExitFields,
      }),
    },
    toCommand: ({ path: { rid }, body }) => ({
      rid,
      url: body.url ?? null,
      country: body.country ?? null,
      strictCountry: body.strict_country ?? null,
    }),
    output: recipeTestResponseSchema,
    view: webDocumentView(recipeTestResponseSchema),
    example: { path: { rid: exampleId }, body: {} },
    run: testRecipe,
  });
}
