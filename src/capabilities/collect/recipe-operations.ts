import { z } from 'zod';
import type { Commit } from '../../account/idempotency.ts';
import type { Json } from '../../domain/extraction.ts';
import { Failure } from '../../domain/failure.ts';
import type { Receipt } from '../../domain/receipt.ts';
import {
  defineOperation,
  freeOutcome,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../operations/operation.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { receiptSchema } from '../../operations/schemas/receipt.ts';
import { type CollectPorts, estimateOf, withCredits } from './collect.ts';
import { type CollectAnswer, collectAnswerSchema } from './collect-answer.ts';
import { collectOutcome } from './collect-outcome.ts';
import { amountShape, fieldsSchema } from './collect-request.ts';
import type { Recipe } from './recipe.ts';
import { type Check, checksOf } from './recipe-checks.ts';
import {
  knownSource,
  type RecipeDocument,
  recipeDocument,
  recipeSchema,
  recipeSourceSchema,
} from './recipe-document.ts';
import type { NewRecipe, RunNote } from './recipe-store.ts';
import { orderOfRecipe, type RunCommand, runRecipe } from './run-recipe.ts';

/** What the operations about recipes need of the other rooms. Another account's recipe is missing. */
export interface RecipePorts extends Omit<CollectPorts, 'saveFound'> {
  createRecipe(accountId: string, recipe: NewRecipe, commit: Commit): Promise<RecipeDocument>;
  listRecipes(
    accountId: string,
    part: { offset: number; limit: number },
  ): Promise<{ recipes: Recipe[]; total: number }>;
  findRecipe(accountId: string, rid: string): Promise<Recipe | null>;
  deleteRecipe(accountId: string, rid: string): Promise<boolean>;
  noteRun(accountId: string, rid: string, note: RunNote): Promise<void>;
}

const exampleId = 'rcp_06f3p8k2v1s4m7q9w5x0y2z3a4';
const path = z.strictObject({ rid: z.string().regex(/^[\w-]{1,100}$/) });
const heldPages = 20;
const sampled = 5;

function gone(): Failure {
  return new Failure('not_found', 'there is no such recipe');
}

function createOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'create_recipe',
    title: 'Make a recipe',
    description:
      'Saves a recipe: an address and the fields wanted per record, with the source to take them from where it is known (as another recipe shows it). Without a source the first run finds one. POST /v1/collect saves recipes by itself.',
    price: 'free',
    method: 'POST',
    path: '/v1/recipes',
    scope: 'write',
    stores: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    agent: { tool: 'recipe', action: 'create' },
    input: {
      body: z.strictObject({
        name: z.string().trim().min(1).max(200).nullish(),
        url: z
          .string()
          .min(1)
          .max(8_192)
          .refine((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''), 'is no web address'),
        fields: fieldsSchema,
        country: countrySchema.nullish(),
        source: recipeSourceSchema.nullish(),
      }),
    },
    toCommand: ({ body }): NewRecipe => ({
      name: body.name ?? null,
      url: body.url,
      fields: body.fields,
      country: body.country ?? null,
      known: body.source == null ? null : knownSource(body.source),
    }),
    output: recipeSchema,
    example: { body: { name: 'Products', url: 'https://example.com/products', fields: ['name', 'date'] } },
    run: async (recipe, { principal, commit }) =>
      freeOutcome(await ports.createRecipe(principal.accountId, recipe, commit)),
  });
}

function listOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'list_recipes',
    title: 'List recipes',
    description: 'The recipes of this account with their health, newest first.',
    price: 'free',
    method: 'GET',
    path: '/v1/recipes',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'recipe', action: 'list' },
    input: {
      query: z.strictObject({
        offset: z.int().min(0).max(1_000_000).default(0),
        limit: z.int().min(1).max(500).default(50),
      }),
    },
    toCommand: ({ query }) => query,
    output: z.object({ recipes: z.array(recipeSchema), total: z.int(), next_offset: z.int().nullable() }),
    example: {},
    run: async (part, { principal }) => {
      const { recipes, total } = await ports.listRecipes(principal.accountId, part);
      const next = part.offset + recipes.length;
      const nextOffset = next < total && recipes.length > 0 ? next : null;
      return freeOutcome({ recipes: recipes.map(recipeDocument), total, next_offset: nextOffset });
    },
  });
}

function getOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'get_recipe',
    title: 'See a recipe',
    description: 'A recipe: its source, where each field stands, how it is paged, and how its runs went.',
    price: 'free',
    method: 'GET',
    path: '/v1/recipes/{rid}',
    scope: 'read',
    stores: false,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    agent: { tool: 'recipe', action: 'get' },
    input: { path },
    toCommand: ({ path: { rid } }) => rid,
    output: recipeSchema,
    example: { path: { rid: exampleId } },
    run: async (rid, { principal }) => {
      const recipe = await ports.findRecipe(principal.accountId, rid);
      if (recipe === null) throw gone();
      return freeOutcome(recipeDocument(recipe));
    },
  });
}

function deleteOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'delete_recipe',
    title: 'Delete a recipe',
    description: 'Deletes a recipe. Datasets that are refreshed by it can no longer be.',
    price: 'free',
    method: 'DELETE',
    path: '/v1/recipes/{rid}',
    scope: 'write',
    stores: false,
    annotations: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    agent: { tool: 'recipe', action: 'delete' },
    input: { path },
    toCommand: ({ path: { rid } }) => rid,
    output: z.object({ rid: z.string(), deleted: z.literal(true) }),
    example: { path: { rid: exampleId } },
    run: async (rid, { principal }) => {
      if (!(await ports.deleteRecipe(principal.accountId, rid))) throw gone();
      return freeOutcome({ rid, deleted: true as const });
    },
  });
}

/** Runs a recipe of the account, notes how that went, and says what it came to. */
export async function runOfRecipe(
  ports: Omit<RecipePorts, 'createRecipe' | 'listRecipes' | 'deleteRecipe'>,
  run: RunCommand,
  context: OperationContext,
): Promise<Outcome<CollectAnswer>> {
  const { accountId } = context.principal;
  const recipe = await ports.findRecipe(accountId, run.rid);
  if (recipe === null) throw gone();
  const credits = estimateOf({ maxPages: Math.min(heldPages, run.maxPages) }, false).max;
  return withCredits(ports, context, credits, false, async (by, reservationId) => {
    const { command, collected, error, renewed } = await runRecipe(ports.collector, recipe, run, by);
    const now = ports.clock.now();
    const { status, complete, records } = collected;
    const noted = { at: now.toISOString(), status, records: records.length, complete };
    await ports.noteRun(accountId, recipe.rid, { run: noted, error, known: renewed });
    return collectOutcome(command, collected, recipe.rid, {
      context,
      reservationId,
      now,
      signer: ports.signer,
      note: 'recipe run',
    });
  });
}

function runOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'run_recipe',
    title: 'Run a recipe',
    description:
      'Gets the records of a recipe again: without looking for them, without a model, and without a browser where the source needs none. A source that no longer fits (records gone, fields empty, keys renamed) is looked for once more; where none is found the run fails with the reason and gives no records. `url` runs it on another listing of the same make, `continue` goes on where an answer ended.',
    price: '1 credit a page or answer that brought records',
    method: 'POST',
    path: '/v1/recipes/{rid}/run',
    scope: 'write',
    stores: true,
    background: 'collect',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { tool: 'recipe', action: 'run' },
    input: {
      path,
      body: z.strictObject({
        url: z
          .string()
          .min(1)
          .max(8_192)
          .nullish()
          .describe('another listing of the same make; the recipe’s own when left out'),
        ...amountShape,
        country: countrySchema.nullish(),
        continue: z.string().min(1).max(200_000).nullish().describe('what an answer gave as `continue`'),
      }),
    },
    toCommand: ({ path: { rid }, body }): RunCommand => ({
      rid,
      url: body.url ?? null,
      limit: body.limit,
      maxPages: body.max_pages,
      country: body.country ?? null,
      continueFrom: body.continue ?? null,
    }),
    output: collectAnswerSchema,
    estimate: (run) => estimateOf(run, false),
    example: { path: { rid: exampleId }, body: { limit: 20 } },
    run: (run, context) => runOfRecipe(ports, run, context),
  });
}

interface TestAnswer {
  ok: boolean;
  checks: Check[];
  sample: Record<string, Json>[];
  receipt: Receipt;
}

const testAnswerSchema: z.ZodType<TestAnswer> = z.object({
  ok: z.boolean().describe('whether every check holds'),
  checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string() })),
  sample: z
    .array(
      z.record(
        z.string(),
        z.custom<Json>(() => true),
      ),
    )
    .describe(`the first ${sampled} records`),
  receipt: receiptSchema,
});

function testOperation(ports: RecipePorts): Operation {
  async function run(
    { rid, url, country }: { rid: string; url: string | null; country: string | null },
    context: OperationContext,
  ): Promise<Outcome<TestAnswer>> {
    const recipe = await ports.findRecipe(context.principal.accountId, rid);
    if (recipe === null) throw gone();
    const { known } = recipe;
    if (known === null)
      throw new Failure('conflict', 'this recipe has no source yet; its first run finds one');
    return withCredits(ports, context, 1, false, async (by, reservationId) => {
      const order = orderOfRecipe(recipe, { url, country, limit: 10_000, maxPages: 1 });
      const collected = await ports.collector.replay(order, known, null, by);
      const checks = checksOf(known, collected);
      const given = {
        context,
        reservationId,
        now: ports.clock.now(),
        signer: ports.signer,
        note: 'recipe test',
      };
      const outcome = collectOutcome(order, collected, rid, given);
      const answered = outcome.answer.kind === 'json' ? outcome.answer.value : null;
      const receipt = answered?.receipt as Receipt;
      const sample = collected.records.slice(0, sampled);
      const value = { ok: checks.every(({ ok }) => ok), checks, sample, receipt };
      return { ...outcome, answer: { kind: 'json', value } };
    });
  }

  return defineOperation({
    name: 'test_recipe',
    title: 'Test a recipe',
    description:
      'Runs one page of a recipe and checks it against what the source brought when it was found: whether it arrives, holds records, holds each field as often, and leads on. Looks for nothing and changes nothing.',
    price: '1 credit when the page brought records',
    method: 'POST',
    path: '/v1/recipes/{rid}/test',
    scope: 'write',
    stores: true,
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    refuses: ['conflict'],
    agent: { tool: 'recipe', action: 'test' },
    input: {
      path,
      body: z.strictObject({ url: z.string().min(1).max(8_192).nullish(), country: countrySchema.nullish() }),
    },
    toCommand: ({ path: { rid }, body }) => ({ rid, url: body.url ?? null, country: body.country ?? null }),
    output: testAnswerSchema,
    example: { path: { rid: exampleId }, body: {} },
    run,
  });
}

/** Making, seeing, running and deleting recipes. */
export function recipeOperations(ports: RecipePorts): Operation[] {
  return [
    createOperation(ports),
    listOperation(ports),
    getOperation(ports),
    runOperation(ports),
    testOperation(ports),
    deleteOperation(ports),
  ];
}
