import type { Warning } from '../../../domain/pages/outcome.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { CollectCommand } from '../collect-request.ts';
import type { Collected, SavedSource } from '../collected.ts';
import type { Collector } from '../collector.ts';
import type { CollectContext } from '../collector-ports.ts';
import { decodePosition } from '../continue-token.ts';
import type { Recipe } from './recipe.ts';

/** Options of a recipe run. */
export interface RecipeRunRequest {
  rid: string;
  url: string | null;
  limit: number;
  maxPages: number;
  country: string | null;
  /** Null: as the recipe says. */
  strictCountry: boolean | null;
  /** Value of `continue` from an earlier response, or null. */
  continueFrom: string | null;
}

/** Result of a recipe run. */
export interface RecipeRunResult {
  command: CollectCommand;
  collected: Collected;
  /** Reason for having no valid records, or null. */
  error: string | null;
  /** New source to be saved with the recipe, or null. */
  newSource: SavedSource | null;
}

/** Returns the collect request of a recipe. */
export function toCollectCommand(
  recipe: Recipe,
  run: Omit<RecipeRunRequest, 'rid' | 'continueFrom'>,
): CollectCommand {
  return {
    url: run.url ?? recipe.url,
    fields: recipe.fields,
    limit: run.limit,
    maxPages: run.maxPages,
    country: run.country ?? recipe.country,
    strictCountry: run.strictCountry ?? recipe.strictCountry,
  };
}

function recipeHosts(recipe: Recipe, url: string): string[] {
  const addresses = [recipe.url, url, recipe.savedSource?.source.call?.url ?? recipe.url];
  return addresses.flatMap((address) => URL.parse(address)?.host ?? []);
}

/** Returns the fields that the new source fills much less often than the recipe did. */
function findLostFields(rediscovered: Collected, savedSource: SavedSource): string[] {
  return Object.keys(savedSource.source.rules).filter((name) => {
    const savedRate = savedSource.source.filled[name] ?? 0;
    const currentRate = rediscovered.mapped[name]?.filled ?? 0;
    return savedRate > 0.3 && currentRate < savedRate * 0.5;
  });
}

function toFailed(collected: Collected, reason: string): Collected {
  const message = `The recipe no longer matches its page, and no other source was found: ${reason}.`;
  return {
    ...collected,
    status: 'failed',
    error: { code: 'document', message },
    records: [],
    unverified: [],
    checked: 0,
    complete: false,
    next: null,
    pages: [],
    otherPages: [...collected.pages, ...collected.otherPages],
  };
}

function withWarning(collected: Collected, warning: Warning): Collected {
  return { ...collected, warnings: [warning, ...collected.warnings] };
}

/** Discovers the source again, without a model. */
async function rediscover(
  collector: Collector,
  command: CollectCommand,
  previous: Collected,
  savedSource: SavedSource,
  misfit: string,
  context: CollectContext,
): Promise<RecipeRunResult> {
  const rediscovered = await collector.collect(command, { ...context, mayAsk: false });
  const combined: Collected = {
    ...rediscovered,
    otherPages: [...previous.otherPages, ...rediscovered.otherPages],
    attempts: [...previous.attempts, ...rediscovered.attempts],
  };
  if (rediscovered.status !== 'ok')
    return { command, collected: combined, error: rediscovered.error?.message ?? misfit, newSource: null };
  const lostFields =
    rediscovered.savedSource === null
      ? Object.keys(savedSource.source.rules)
      : findLostFields(rediscovered, savedSource);
  if (rediscovered.savedSource === null || lostFields.length > 0) {
    const reason =
      rediscovered.savedSource === null ? misfit : `${misfit}; no other source has ${lostFields.join(', ')}`;
    return { command, collected: toFailed(combined, reason), error: reason, newSource: null };
  }
  const message = `The recipe no longer matched (${misfit}). A new source was discovered and saved.`;
  const collected = withWarning(combined, { code: 'rediscovered', message });
  return { command, collected, error: null, newSource: rediscovered.savedSource };
}

/** Runs a recipe without a source, or on a URL that its call is not for. */
async function discover(
  collector: Collector,
  command: CollectCommand,
  isSaved: boolean,
  context: CollectContext,
): Promise<RecipeRunResult> {
  const collected = await collector.collect(command, { ...context, mayAsk: false });
  const error = collected.records.length > 0 ? null : (collected.error?.message ?? 'no records were found');
  return { command, collected, error, newSource: isSaved ? collected.savedSource : null };
}

/** Reads the records of a recipe from its source, or from a newly discovered source if it no longer matches. */
export async function runRecipe(
  collector: Collector,
  recipe: Recipe,
  run: RecipeRunRequest,
  context: CollectContext,
): Promise<RecipeRunResult> {
  const command = toCollectCommand(recipe, run);
  const { savedSource } = recipe;
  const isOtherUrl = command.url !== recipe.url;
  if (savedSource === null) {
    if (run.continueFrom !== null)
      throw new Failure('conflict', 'This recipe has no source yet. Run it without `continue` first.');
    return discover(collector, command, !isOtherUrl, context);
  }
  // A call reads one listing. Its parameters for another listing cannot be derived from the URL of that page.
  if (isOtherUrl && savedSource.source.call !== null) return discover(collector, command, false, context);
  const startAt =
    run.continueFrom === null ? null : decodePosition(run.continueFrom, recipeHosts(recipe, command.url));
  const { misfit, ...collected } = await collector.replay(command, savedSource, startAt, context);
  if (misfit !== null && startAt === null) {
    const rediscovery = await rediscover(collector, command, collected, savedSource, misfit, context);
    return isOtherUrl ? { ...rediscovery, newSource: null } : rediscovery;
  }
  const hasNewRules =
    JSON.stringify(collected.savedSource?.source.rules) !== JSON.stringify(savedSource.source.rules);
  const newSource =
    hasNewRules && !isOtherUrl && collected.savedSource !== null ? collected.savedSource : null;
  return { command, collected, error: misfit ?? collected.error?.message ?? null, newSource };
}
