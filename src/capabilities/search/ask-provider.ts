import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../../domain/clock.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { CountryEffect, FoundResult, SearchFault, SearchProviderName } from '../../domain/search.ts';
import type { ProviderTurns } from '../../sources/search/provider-turns.ts';
import type { SearchPage, SearchProvider, SearchReply } from '../../sources/search/search-provider.ts';
import { type MergedResults, mergeResults } from './merge-results.ts';
import type { SearchCommand } from './search-request.ts';

/** What asking a provider needs of the other rooms. */
export interface AskPorts {
  turns: ProviderTurns;
  clock: Clock;
}

/** For whom is searched, and how long at most. */
export interface SearchFor {
  accountId: string;
  /** Milliseconds that a turn with the provider may be waited for. */
  patienceMs: number;
  /** On the clock of `performance.now()`. */
  deadline: number;
  signal: AbortSignal;
}

/** What a provider gave. */
export interface Found {
  provider: SearchProviderName;
  results: FoundResult[];
  countryEffect: CountryEffect;
  isComplete: boolean;
  warnings: Warning[];
  licence: string | null;
}

/** What came of asking one provider; `retryAfterMs` when it is known. */
export type Asked = { kind: 'found'; found: Found } | ({ kind: 'failed' } & SearchFault);

function failed(fault: SearchFault): Asked {
  return { ...fault, kind: 'failed' };
}

/** Everything that was learned from the pages of one provider. */
interface Gathered {
  merged: MergedResults;
  warnings: Map<string, Warning>;
  licence: string | null;
  isPartial: boolean;
  /** Why there are no further pages although there may be more. */
  stoppedBy: string | null;
}

function note({ warnings }: Gathered, code: string, message: string): void {
  warnings.set(`${code} ${message}`, { code, message });
}

/** One request, when the provider's turn has come. */
async function askInTurn(
  provider: SearchProvider,
  command: SearchCommand,
  page: number,
  withOperators: boolean,
  ports: AskPorts,
  { accountId, patienceMs, signal }: SearchFor,
): Promise<SearchReply> {
  const { name, id, gapMs } = provider;
  const now = ports.clock.now();
  const turn = await ports.turns.take(id, gapMs, patienceMs);
  if (turn.kind === 'busy') {
    const message = `${name} is asked by too many at once`;
    return { kind: 'fault', code: 'rate_limited', message, retryAfterMs: gapMs };
  }
  if (turn.kind === 'rests') {
    const message = `${turn.reason} (it is left alone until ${turn.until.toISOString()})`;
    const retryAfterMs = Math.max(0, turn.until.getTime() - now.getTime());
    return { kind: 'fault', code: 'unreachable', message, retryAfterMs };
  }
  if (turn.waitMs > 0) {
    await pause(turn.waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
  const order = { query: command.query, page, wanted: command.limit, withOperators, accountId, now };
  const reply = await provider.search(order, signal);
  if (reply.kind === 'fault') await ports.turns.failed(id, reply);
  else if (turn.enginesFailed !== null && reply.results.length === 0) {
    // Some leave out engines that failed, and then know of nothing.
    return {
      kind: 'fault',
      code: 'engines',
      message: `${turn.enginesFailed} a moment ago, and nothing was found since`,
    };
  } else {
    await ports.turns.worked(id);
    if (reply.pauseMs !== undefined) await ports.turns.pause(id, reply.pauseMs);
  }
  return reply;
}

function take(gathered: Gathered, page: SearchPage): number {
  for (const { code, message } of page.warnings) note(gathered, code, message);
  for (const { engine, reason } of page.failedEngines) {
    note(gathered, 'engine_failed', `The engine ${engine} failed: ${reason}`);
    gathered.isPartial = true;
  }
  gathered.licence ??= page.licence ?? null;
  return gathered.merged.add(page.results);
}

function foundOf(provider: SearchProvider, command: SearchCommand, gathered: Gathered): Found {
  const { query, limit } = command;
  const countryEffect = provider.countryEffect(query);
  const results = gathered.merged.all().slice(0, limit);
  const isShort = results.length < limit;
  if (query.country !== null && countryEffect === 'ignored') {
    note(gathered, 'country_ignored', `${provider.name} cannot prefer results of ${query.country}.`);
  }
  for (const field of provider.ignores(query)) {
    note(gathered, `${field}_ignored`, `${provider.name} cannot keep to the ${field} that was asked.`);
  }
  if (isShort && gathered.stoppedBy !== null) note(gathered, 'fewer', gathered.stoppedBy);
  if (isShort && gathered.merged.unwanted > 0) {
    const message = `${gathered.merged.unwanted} results that lie elsewhere than was asked were left out.`;
    note(gathered, 'filtered', message);
  }
  const isLimited = [...gathered.warnings.values()].some(({ code }) => code === 'provider_limit');
  return {
    provider: provider.name,
    results,
    countryEffect,
    isComplete: !gathered.isPartial && !(isShort && (gathered.stoppedBy !== null || isLimited)),
    warnings: [...gathered.warnings.values()],
    licence: gathered.licence,
  };
}

/**
 * Asks a provider for page after page until there is enough. What goes wrong with the first page is its failure; with a
 * later one, the results are fewer and say why.
 */
async function gather(
  provider: SearchProvider,
  command: SearchCommand,
  withOperators: boolean,
  ports: AskPorts,
  order: SearchFor,
): Promise<Gathered | SearchFault> {
  const merged = mergeResults(command.query);
  const gathered: Gathered = {
    merged,
    warnings: new Map(),
    licence: null,
    isPartial: false,
    stoppedBy: null,
  };
  for (let page = 1; ; page += 1) {
    const reply = await askInTurn(provider, command, page, withOperators, ports, order);
    if (reply.kind === 'fault') {
      if (page === 1) return reply;
      gathered.stoppedBy = `Further results could not be had: ${reply.message}`;
      gathered.isPartial = true;
      return gathered;
    }
    const added = take(gathered, reply);
    const isEnough = merged.all().length >= command.limit;
    // A page of nothing but what is known already is how some say that there is no more.
    const isRepeating = added === 0 && merged.unwanted === 0;
    if (isEnough || !reply.hasMore || isRepeating) return gathered;
    if (page === provider.mostPages)
      gathered.stoppedBy = `${provider.name} is asked for ${page} pages at most.`;
    if (performance.now() > order.deadline) gathered.stoppedBy = 'There was no time for further results.';
    if (gathered.stoppedBy !== null) return gathered;
  }
}

/** Asks one provider for as much as was wanted. Rejects only when the signal aborts, or the database is in trouble. */
export async function askProvider(
  provider: SearchProvider,
  command: SearchCommand,
  ports: AskPorts,
  order: SearchFor,
): Promise<Asked> {
  const { name, categories } = provider;
  const { query } = command;
  if (!categories.includes(query.category)) {
    return failed({ code: 'unfit', message: `${name} does not search for ${query.category}` });
  }
  let gathered = await gather(provider, command, true, ports, order);
  // Not every engine knows words such as `site:`; some take them for words of the page.
  if ('merged' in gathered && gathered.merged.all().length === 0 && provider.usesOperators(query)) {
    gathered = await gather(provider, command, false, ports, order);
  }
  return 'merged' in gathered
    ? { kind: 'found', found: foundOf(provider, command, gathered) }
    : failed(gathered);
}
