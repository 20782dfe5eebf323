import { Failure } from '../../domain/failure.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { CollectCommand } from './collect-request.ts';
import type { Collected, Collecting, Collector, KnownSource } from './collector.ts';
import { positionOf } from './continue-token.ts';
import type { Recipe } from './recipe.ts';

/** How a recipe is to be run. */
export interface RunCommand {
  rid: string;
  url: string | null;
  limit: number;
  maxPages: number;
  country: string | null;
  /** Where an earlier answer says that it goes on, or null. */
  continueFrom: string | null;
}

/** What a run came to. */
export interface RunResult {
  command: CollectCommand;
  collected: Collected;
  /** Why it brought nothing that counts, or null. */
  error: string | null;
  /** A source that is to be kept from now on. */
  renewed: KnownSource | null;
}

/** The order that a recipe stands for. */
export function orderOfRecipe(recipe: Recipe, run: Omit<RunCommand, 'rid' | 'continueFrom'>): CollectCommand {
  return {
    url: run.url ?? recipe.url,
    fields: recipe.fields,
    limit: run.limit,
    maxPages: run.maxPages,
    country: run.country ?? recipe.country,
    strictCountry: recipe.strictCountry,
  };
}

function hostsOf(recipe: Recipe, url: string): string[] {
  const addresses = [recipe.url, url, recipe.known?.source.call?.url ?? recipe.url];
  return addresses.flatMap((address) => URL.parse(address)?.host ?? []);
}

/** Whether what was found anew holds every field that the recipe had. */
function holdsAll(found: Collected, known: KnownSource): string[] {
  return Object.keys(known.source.rules).filter((name) => {
    const was = known.source.filled[name] ?? 0;
    const now = found.mapped[name]?.filled ?? 0;
    return was > 0.3 && now < was * 0.5;
  });
}

function failed(collected: Collected, reason: string): Collected {
  const message = `The recipe no longer fits its page, and no other way was found: ${reason}.`;
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
    others: [...collected.pages, ...collected.others],
  };
}

function withWarning(collected: Collected, warning: Warning): Collected {
  return { ...collected, warnings: [warning, ...collected.warnings] };
}

/** Looks for the source once more; a model is not asked. */
async function rediscover(
  collector: Collector,
  order: CollectCommand,
  before: Collected,
  known: KnownSource,
  misfit: string,
  by: Collecting,
): Promise<RunResult> {
  const found = await collector.collect(order, { ...by, mayAsk: false });
  const together: Collected = {
    ...found,
    others: [...before.others, ...found.others],
    attempts: [...before.attempts, ...found.attempts],
  };
  if (found.status !== 'ok')
    return { command: order, collected: together, error: found.error?.message ?? misfit, renewed: null };
  const lost = found.known === null ? Object.keys(known.source.rules) : holdsAll(found, known);
  if (found.known === null || lost.length > 0) {
    const reason = found.known === null ? misfit : `${misfit}; nothing else holds ${lost.join(', ')}`;
    return { command: order, collected: failed(together, reason), error: reason, renewed: null };
  }
  const message = `The recipe no longer fitted (${misfit}), and its source was found anew.`;
  const collected = withWarning(together, { code: 'rediscovered', message });
  return { command: order, collected, error: null, renewed: found.known };
}

/** The first run of a recipe that has no source yet, or of an address that its call is not for. */
async function discover(
  collector: Collector,
  order: CollectCommand,
  isKept: boolean,
  by: Collecting,
): Promise<RunResult> {
  const collected = await collector.collect(order, { ...by, mayAsk: false });
  const error = collected.records.length > 0 ? null : (collected.error?.message ?? 'no records were found');
  return { command: order, collected, error, renewed: isKept ? collected.known : null };
}

/** Gets the records of a recipe again: by its source, or, where that no longer fits, by one found anew. */
export async function runRecipe(
  collector: Collector,
  recipe: Recipe,
  run: RunCommand,
  by: Collecting,
): Promise<RunResult> {
  const order = orderOfRecipe(recipe, run);
  const { known } = recipe;
  const isElsewhere = order.url !== recipe.url;
  if (known === null) {
    if (run.continueFrom !== null)
      throw new Failure('conflict', 'this recipe has no source yet; run it first');
    return discover(collector, order, !isElsewhere, by);
  }
  // A call is for one listing; where it stands for another cannot be told from the page's address.
  if (isElsewhere && known.source.call !== null) return discover(collector, order, false, by);
  const startAt = run.continueFrom === null ? null : positionOf(run.continueFrom, hostsOf(recipe, order.url));
  const { misfit, ...collected } = await collector.replay(order, known, startAt, by);
  if (misfit !== null && startAt === null) {
    const again = await rediscover(collector, order, collected, known, misfit, by);
    return isElsewhere ? { ...again, renewed: null } : again;
  }
  const hasGrown = JSON.stringify(collected.known?.source.rules) !== JSON.stringify(known.source.rules);
  const renewed = hasGrown && !isElsewhere && collected.known !== null ? collected.known : null;
  return { command: order, collected, error: misfit ?? collected.error?.message ?? null, renewed };
}
