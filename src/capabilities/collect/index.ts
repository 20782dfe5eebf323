import { createNamedSubject } from '../../account/requests/request-subjects.ts';
import { type CapabilityPorts, defineCapability } from '../capability.ts';
import { collectTools } from './agent-tools.ts';
import { type CollectPorts, collectOperation } from './collect.ts';
import { createCollector } from './collector.ts';
import { recipeOperations } from './recipes/recipe-operations.ts';
import type { RecipePorts } from './recipes/recipe-ports.ts';
import {
  createRecipe,
  deleteRecipe,
  findRecipe,
  listRecipes,
  recordRun,
  saveRecipeSource,
} from './recipes/recipe-store.ts';

function recipePorts(ports: CapabilityPorts): RecipePorts & CollectPorts {
  const { database, clock, signer, fetchPage, threads, reservations, findModel, targets } = ports;
  return {
    collector: createCollector({ fetchPage, threads, findModel, now: () => clock.now() }),
    reservations,
    signer,
    clock,
    addressErrors: targets.addressErrors,
    hasModel: () => findModel() !== null,
    saveRecipeOf: (accountId, command, known) =>
      saveRecipeSource(database, accountId, command, known, clock.now()),
    createRecipe: (accountId, recipe, commit) =>
      createRecipe(database, accountId, recipe, clock.now(), commit),
    listRecipes: (accountId, part) => listRecipes(database, accountId, part),
    findRecipe: (accountId, rid) => findRecipe(database, accountId, rid),
    deleteRecipe: (accountId, rid) => deleteRecipe(database, accountId, rid),
    recordRun: (accountId, rid, note) => recordRun(database, accountId, rid, note, clock.now()),
  };
}

/** Collects the records of listings, and runs recipes. */
export const collectCapability = defineCapability({
  name: 'collect',
  requestSubject: createNamedSubject({
    kind: 'recipe',
    field: 'rid',
    noun: 'recipe',
    table: 'recipes',
    key: 'recipe_id',
  }),
  topic: 'Pages and sites',
  tags: {
    collect: 'Records of listings',
    recipes: { description: 'Saved recipes for listings', topic: 'Recipes for listings' },
  },
  agentTools: collectTools,
  operations(ports) {
    const recipes = recipePorts(ports);
    return [collectOperation(recipes), ...recipeOperations(recipes)];
  },
});
