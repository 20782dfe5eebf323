import { z } from 'zod';
import { missingResource } from '../../../domain/resources/missing-resource.ts';
import { throwIfInvalid } from '../../../domain/system/failure.ts';
import { agentTimeoutMs } from '../../../operations/declaration/continuation.ts';
import { defineListOperation, offsetQuery } from '../../../operations/declaration/list-operation.ts';
import {
  defineOperation,
  freeOutcome,
  type Operation,
  type OperationContext,
  type Outcome,
} from '../../../operations/declaration/operation.ts';
import {
  defineDeleteOperation,
  defineGetOperation,
} from '../../../operations/declaration/resource-operations.ts';
import { exitFields } from '../../../operations/schemas/page-options.ts';
import { estimateOf, runListing } from '../collect.ts';
import { createCollectOutcome } from '../collect-outcome.ts';
import { fieldsSchema, limitShape } from '../collect-request.ts';
import { type CollectResponse, collectResponseSchema } from '../collect-response.ts';
import { collectView } from '../collect-view.ts';
import { parseRecipeSource, recipeSchema, recipeSourceSchema, toRecipeDocument } from './recipe-document.ts';
import type { RecipePorts } from './recipe-ports.ts';
import {
  exampleId,
  otherListingSchema,
  path,
  recipeKind,
  recipeResource,
  runExitFields,
} from './recipe-resource.ts';
import type { NewRecipe } from './recipe-store.ts';
import { recipeTargets } from './recipe-targets.ts';
import { recipesView, recipeView } from './recipe-view.ts';
import { type RecipeRunRequest, runRecipe } from './run-recipe.ts';
import { testOperation } from './test-recipe.ts';

function createOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'create_recipe',
    title: 'Create a recipe',
    description:
      'Saves a recipe: a URL, the fields to return per record, and optionally their source in the form of another recipe. Without a source, the first run discovers one. POST /v1/collect creates recipes automatically.',
    price: 'free',
    method: 'POST',
    path: '/v1/recipes',
    scope: 'write',
    writesToDisk: true,
    annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
    agent: { tool: 'recipe', action: 'create' },
    input: {
      body: z.strictObject({
        name: z.string().trim().min(1).max(200).nullish().describe('Name of the recipe.'),
        url: z.string().min(1).max(8_192).describe('URL of the listing page.'),
        fields: fieldsSchema,
        ...exitFields,
        source: recipeSourceSchema
          .nullish()
          .describe(
            'Source of the records, as another recipe contains it. Default: the first run discovers one.',
          ),
      }),
    },
    toCommand: ({ body }): NewRecipe => ({
      name: body.name ?? null,
      url: body.url,
      fields: body.fields,
      country: body.country ?? null,
      strictCountry: body.strict_country,
      savedSource: body.source == null ? null : parseRecipeSource(body.source),
    }),
    output: recipeSchema,
    view: recipeView,
    example: { body: { name: 'Products', url: 'https://example.com/products', fields: ['name', 'date'] } },
    run: async (recipe, { principal, commit }) => {
      throwIfInvalid(await ports.addressErrors(recipeTargets(recipe)));
      return freeOutcome(await ports.createRecipe(principal.accountId, recipe, commit));
    },
  });
}

function listRecipesOperation(ports: RecipePorts): Operation {
  return defineListOperation({
    name: 'list_recipes',
    title: 'List recipes',
    description: 'Returns the recipes of this account with their health, newest first.',
    path: '/v1/recipes',
    agent: { tool: 'recipe', action: 'list' },
    input: { query: z.strictObject(offsetQuery({ defaultLimit: 50, maxLimit: 500 })) },
    toCommand: ({ query }) => query,
    items: 'recipes',
    item: recipeSchema,
    view: recipesView,
    example: {},
    list: async (accountId, page) => {
      const { recipes, total } = await ports.listRecipes(accountId, page);
      return { recipes: recipes.map(toRecipeDocument), total };
    },
  });
}

function getRecipeOperation(ports: RecipePorts): Operation {
  return defineGetOperation(recipeResource, {
    name: 'get_recipe',
    title: 'Get a recipe',
    description:
      'Returns a recipe: its source, the path of each field, its pagination and the results of its runs.',
    agent: { tool: 'recipe', action: 'get' },
    output: recipeSchema,
    view: recipeView,
    find: async (accountId, rid) => {
      const recipe = await ports.findRecipe(accountId, rid);
      return recipe === null ? null : toRecipeDocument(recipe);
    },
  });
}

function deleteRecipeOperation(ports: RecipePorts): Operation {
  return defineDeleteOperation(recipeResource, {
    name: 'delete_recipe',
    title: 'Delete a recipe',
    description: 'Deletes a recipe. Datasets that use it can no longer be refreshed.',
    agent: { tool: 'recipe', action: 'delete' },
    remove: ports.deleteRecipe,
  });
}

/** Runs a recipe, records the result of the run and returns its outcome. */
async function runSavedRecipe(
  ports: Omit<RecipePorts, 'createRecipe' | 'listRecipes' | 'deleteRecipe'>,
  run: RecipeRunRequest,
  context: OperationContext,
): Promise<Outcome<CollectResponse>> {
  const { accountId } = context.principal;
  const recipe = await ports.findRecipe(accountId, run.rid);
  if (recipe === null) throw missingResource(recipeKind);
  const { maxPages } = run;
  const listing = { ports, context, maxPages, mayUseModel: false, note: 'recipe run' };
  return runListing(listing, async (collectContext, charged) => {
    const { command, collected, error, newSource } = await runRecipe(
      ports.collector,
      recipe,
      run,
      collectContext,
    );
    const { status, complete, records } = collected;
    const runSummary = { at: ports.clock.now().toISOString(), status, records: records.length, complete };
    await ports.recordRun(accountId, recipe.rid, { run: runSummary, error, savedSource: newSource });
    return createCollectOutcome(command, collected, recipe.rid, { charged, context });
  });
}

function runOperation(ports: RecipePorts): Operation {
  return defineOperation({
    name: 'run_recipe',
    title: 'Run a recipe',
    description:
      'Reads the records of a recipe again, without discovery, without a model, and without a browser unless the source needs one. If the source no longer matches (records missing, fields empty, keys renamed), the source is discovered once more; if that fails, the run fails with the reason and returns no records. `url` runs the recipe on another listing of the same site; `continue` reads on from the end of an earlier response.',
    price: '1 credit per page or API response with records',
    method: 'POST',
    path: '/v1/recipes/{rid}/run',
    scope: 'write',
    writesToDisk: true,
    background: 'collect',
    annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
    agent: { tool: 'recipe', action: 'run', defaults: { timeout_ms: agentTimeoutMs } },
    limitsTime: true,
    input: {
      path,
      body: z.strictObject({
        url: otherListingSchema,
        ...limitShape,
        ...runExitFields,
        continue: z
          .string()
          .min(1)
          .max(200_000)
          .nullish()
          .describe('Value of `continue` from an earlier response.'),
      }),
    },
    toCommand: ({ path: { rid }, body }): RecipeRunRequest => ({
      rid,
      url: body.url ?? null,
      limit: body.limit,
      maxPages: body.max_pages,
      country: body.country ?? null,
      strictCountry: body.strict_country ?? null,
      continueFrom: body.continue ?? null,
    }),
    output: collectResponseSchema,
    view: collectView,
    estimate: (run) => estimateOf(run, false),
    example: { path: { rid: exampleId }, body: { limit: 20 } },
    run: (run, context) => runSavedRecipe(ports, run, context),
  });
}

/** Creates the operations that create, list, get, run, test and delete recipes. */
export function recipeOperations(ports: RecipePorts): Operation[] {
  return [
    createOperation(ports),
    listRecipesOperation(ports),
    getRecipeOperation(ports),
    runOperation(ports),
    testOperation(ports),
    deleteRecipeOperation(ports),
  ];
}
