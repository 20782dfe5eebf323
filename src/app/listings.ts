import type { Reservations } from '../account/reservations.ts';
import { type CollectPorts, collectOperation } from '../capabilities/collect/collect.ts';
import { createCollector } from '../capabilities/collect/collector.ts';
import { type RecipePorts, recipeOperations } from '../capabilities/collect/recipe-operations.ts';
import {
  createRecipe,
  deleteRecipe,
  findRecipe,
  listRecipes,
  noteRun,
  saveFound,
} from '../capabilities/collect/recipe-store.ts';
import { inspectOperation } from '../capabilities/inspect/inspect.ts';
import type { ContentThreads } from '../domain/content.ts';
import type { ModelClient } from '../domain/model.ts';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { Operation } from '../operations/operation.ts';
import type { Exits } from '../web/exits/exits.ts';
import type { Footing } from './footing.ts';

/** What the operations about listings do their work with. */
export interface ListingParts {
  footing: Footing;
  fetchPage: FetchPage;
  threads: ContentThreads;
  reservations: Reservations;
  exits: Exits;
  /** Null when no model is set up. */
  model: ModelClient | null;
}

/** What recipes need of this process. */
function recipePorts(parts: ListingParts): RecipePorts & CollectPorts {
  const { footing, fetchPage, threads, reservations, model } = parts;
  const { database, clock, signer } = footing;
  return {
    collector: createCollector({ fetchPage, threads, model, now: () => clock.now() }),
    reservations,
    signer,
    clock,
    hasModel: model !== null,
    saveFound: (accountId, command, known) => saveFound(database, accountId, command, known, clock.now()),
    createRecipe: (accountId, recipe, commit) =>
      createRecipe(database, accountId, recipe, clock.now(), commit),
    listRecipes: (accountId, part) => listRecipes(database, accountId, part),
    findRecipe: (accountId, rid) => findRecipe(database, accountId, rid),
    deleteRecipe: (accountId, rid) => deleteRecipe(database, accountId, rid),
    noteRun: (accountId, rid, note) => noteRun(database, accountId, rid, note, clock.now()),
  };
}

/** Inspect, collect and recipes. */
export function listingOperations(parts: ListingParts): Operation[] {
  const { footing, fetchPage, threads, reservations, exits } = parts;
  const { clock, signer } = footing;
  const recipes = recipePorts(parts);
  return [
    inspectOperation({ fetchPage, threads, reservations, signer, clock, networks: exits.networks }),
    collectOperation(recipes),
    ...recipeOperations(recipes),
  ];
}
