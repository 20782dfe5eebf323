import { setTimeout as pause } from 'node:timers/promises';
import type { Warning } from '../../domain/pages/outcome.ts';
import type {
  CountryEffect,
  FoundResult,
  SearchError,
  SearchProviderName,
} from '../../domain/resources/search.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { ProviderLimiter } from '../../integrations/search/provider-limiter.ts';
import type { SearchPage, SearchProvider, SearchReply } from '../../integrations/search/search-provider.ts';
import { createMergedResults, type MergedResults } from './merge-results.ts';
import type { SearchCommand } from './search-request.ts';

/** Dependencies of {@link queryProvider}. */
export interface QueryPorts {
  turns: ProviderLimiter;
  clock: Clock;
}

/** Account and time limits of a search. */
export interface SearchContext {
  accountId: string;
  /** Maximum time to wait for a turn with the provider, in milliseconds. */
  maxWaitMs: number;
  /** Deadline on the clock of `performance.now()`. */
  deadline: number;
  signal: AbortSignal;
}

/** Result of a provider. */
export interface SearchOutcome {
  provider: SearchProviderName;
  results: FoundResult[];
  countryEffect: CountryEffect;
  isComplete: boolean;
  /** `offset` of the following results; null if there are none. Absent in results that an older version cached. */
  nextOffset?: number | null;
  warnings: Warning[];
  licence: string | null;
}

/** Outcome of a query to one provider; `retryAfterMs` if it is known. */
export type QueryResult = { kind: 'found'; found: SearchOutcome } | ({ kind: 'failed' } & SearchError);

function toFailure(error: SearchError): QueryResult {
  return { ...error, kind: 'failed' };
}

/** Results collected from the pages of one provider. */
interface CollectedResults {
  merged: MergedResults;
  warnings: Map<string, Warning>;
  licence: string | null;
  isPartial: boolean;
  /** True if the provider may have more results than were read. */
  hasMore: boolean;
  /** Reason for not requesting further pages, although there may be more. */
  stopReason: string | null;
}

/** Returns the number of results to read: those before the offset are read again, so that none is returned twice. */
function neededResults({ offset = 0, limit }: SearchCommand): number {
  return offset + limit;
}

function addWarning({ warnings }: CollectedResults, code: string, message: string): void {
  warnings.set(`${code} ${message}`, { code, message });
}

/** Sends one request when it is the turn of this account with the provider. */
async function queryInTurn(
  provider: SearchProvider,
  command: SearchCommand,
  page: number,
  withOperators: boolean,
  ports: QueryPorts,
  { accountId, maxWaitMs, signal }: SearchContext,
): Promise<SearchReply> {
  const { name, id, intervalMs } = provider;
  const now = ports.clock.now();
  const turn = await ports.turns.acquire(id, intervalMs, maxWaitMs);
  if (turn.kind === 'busy') {
    const message = `${name} has too many concurrent requests`;
    return { kind: 'fault', code: 'rate_limited', message, retryAfterMs: intervalMs };
  }
  if (turn.kind === 'rests') {
    const message = `${turn.reason} (no requests until ${turn.until.toISOString()})`;
    const retryAfterMs = Math.max(0, turn.until.getTime() - now.getTime());
    return { kind: 'fault', code: 'unreachable', message, retryAfterMs };
  }
  if (turn.waitMs > 0) {
    // The pause rejects only if the signal aborts; then the reason of the signal is thrown.
    await pause(turn.waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const request = {
    query: command.query,
    page,
    wanted: neededResults(command),
    withOperators,
    accountId,
    now,
  };
  const reply = await provider.search(request, signal);
  if (reply.kind === 'fault') await ports.turns.recordFailure(id, reply);
  else if (turn.enginesFailed !== null && reply.results.length === 0) {
    // Some providers omit failed engines from later responses, which are then empty.
    return {
      kind: 'fault',
      code: 'engines',
      message: `${turn.enginesFailed} recently, and no results were found since`,
    };
  } else {
    await ports.turns.recordSuccess(id);
    if (reply.pauseMs !== undefined) await ports.turns.pause(id, reply.pauseMs);
  }
  return reply;
}

function addPage(collected: CollectedResults, page: SearchPage): number {
  for (const { code, message } of page.warnings) addWarning(collected, code, message);
  for (const { engine, reason } of page.failedEngines) {
    addWarning(collected, 'engine_failed', `The engine ${engine} failed: ${reason}`);
    collected.isPartial = true;
  }
  collected.licence ??= page.licence ?? null;
  return collected.merged.add(page.results);
}

function createOutcome(
  provider: SearchProvider,
  command: SearchCommand,
  collected: CollectedResults,
): SearchOutcome {
  const { query, limit, offset = 0 } = command;
  const countryEffect = provider.countryEffect(query);
  const found = collected.merged.all();
  const end = offset + limit;
  const results = found.slice(offset, end);
  const hasFewer = results.length < limit;
  const nextOffset = found.length > end || (found.length === end && collected.hasMore) ? end : null;
  if (found.length > end)
    addWarning(
      collected,
      'limit_reached',
      `${found.length} results were read and ${results.length} are returned; the provider may have more. Increase \`limit\`, or continue with \`offset\` ${end}.`,
    );
  if (query.country !== null && countryEffect === 'ignored') {
    addWarning(
      collected,
      'country_ignored',
      `${provider.name} does not support a preference for ${query.country}.`,
    );
  }
  for (const field of provider.ignores(query)) {
    const isDate = field === 'since' || field === 'until';
    const effect = isDate ? ' Results with a date were checked here; those without one are included.' : '';
    const message = `${provider.name} does not support the option ${field}.${effect}`;
    addWarning(collected, `${field}_ignored`, message);
  }
  if (hasFewer && collected.stopReason !== null) addWarning(collected, 'fewer', collected.stopReason);
  if (hasFewer && collected.merged.rejectedCount > 0) {
    const message = `${collected.merged.rejectedCount} results outside the requested domains were removed.`;
    addWarning(collected, 'filtered', message);
  }
  if (hasFewer && collected.merged.outdatedCount > 0) {
    const message = `${collected.merged.outdatedCount} results from other days were removed.`;
    addWarning(collected, 'filtered', message);
  }
  const isProviderLimited = [...collected.warnings.values()].some(({ code }) => code === 'provider_limit');
  return {
    provider: provider.name,
    results,
    countryEffect,
    isComplete: !collected.isPartial && !(hasFewer && (collected.stopReason !== null || isProviderLimited)),
    nextOffset,
    warnings: [...collected.warnings.values()],
    licence: collected.licence,
  };
}

/**
 * Requests page after page from a provider until there are enough results. An error on the first page is an error
 * of the provider; on a later page, the results are fewer, with a warning.
 */
async function collectPages(
  provider: SearchProvider,
  command: SearchCommand,
  withOperators: boolean,
  ports: QueryPorts,
  order: SearchContext,
): Promise<CollectedResults | SearchError> {
  const merged = createMergedResults(command.query);
  const collected: CollectedResults = {
    merged,
    warnings: new Map(),
    licence: null,
    isPartial: false,
    hasMore: false,
    stopReason: null,
  };
  for (let page = 1; ; page += 1) {
    const reply = await queryInTurn(provider, command, page, withOperators, ports, order);
    if (reply.kind === 'fault') {
      if (page === 1) return reply;
      collected.stopReason = `No further results could be read: ${reply.message}`;
      collected.isPartial = true;
      return collected;
    }
    const newResults = addPage(collected, reply);
    collected.hasMore = reply.hasMore;
    const hasEnough = merged.all().length >= neededResults(command);
    // Some providers repeat results instead of stating that there are no more.
    const isRepeating = newResults === 0 && merged.rejectedCount + merged.outdatedCount === 0;
    if (hasEnough || !reply.hasMore || isRepeating) return collected;
    if (page === provider.maxPages)
      collected.stopReason = `At most ${page} pages are requested from ${provider.name}.`;
    if (performance.now() > order.deadline)
      collected.stopReason = 'The time limit of the request was reached before further results were read.';
    if (collected.stopReason !== null) return collected;
  }
}

/** Queries one provider. Rejects only if the signal aborts or the database fails. */
export async function queryProvider(
  provider: SearchProvider,
  command: SearchCommand,
  ports: QueryPorts,
  order: SearchContext,
): Promise<QueryResult> {
  const { name, categories } = provider;
  const { query } = command;
  if (!categories.includes(query.category)) {
    return toFailure({ code: 'unfit', message: `${name} does not support the category ${query.category}` });
  }
  let collected = await collectPages(provider, command, true, ports, order);
  // Some engines do not support operators such as `site:` and search for them as words.
  if ('merged' in collected && collected.merged.all().length === 0 && provider.usesOperators(query)) {
    collected = await collectPages(provider, command, false, ports, order);
  }
  return 'merged' in collected
    ? { kind: 'found', found: createOutcome(provider, command, collected) }
    : toFailure(collected);
}
