import type { Warning } from '../../domain/pages/outcome.ts';
import type { DiscoveredSource, Discovery } from '../../listings/discovery/discovered-source.ts';
import type { InspectedSource } from './inspect-response.ts';

/** Minimum score relative to the best source. */
const minScore = 0.08;
const maxSources = 12;
const maxFields = 60;

/** Returns the description of a source; `page` is the URL of the page. */
export function toInspectedSource(source: DiscoveredSource, id: string, page: string): InspectedSource {
  const { found, replay, call, template, paging, isRendered, credits } = source;
  const reason =
    replay?.reason ?? (call !== null && replay === null ? 'better sources were tested instead' : null);
  return {
    id,
    kind: found.kind,
    method: template?.method ?? (call?.method === 'POST' ? 'POST' : 'GET'),
    url: template?.url ?? call?.url ?? page,
    path: found.path,
    records: found.count,
    shown: found.shown === null ? null : Math.round(Math.min(1, found.shown) * 100) / 100,
    fields: found.keys.slice(0, maxFields),
    replay: {
      tested: replay?.tested ?? false,
      ok: call === null ? !isRendered : (replay?.ok ?? false),
      headers: Object.keys(template?.headers ?? {}),
      cookies: Object.keys(template?.cookies ?? {}),
      calls: replay?.calls ?? 0,
      ...(reason !== null && { reason }),
    },
    pagination: { kind: paging.way.kind, total: paging.total !== null },
    rendered: isRendered,
    credits_per_run: credits,
  };
}

/** Returns true if a source can be read again; a call that does not work without the page cannot. */
function isReadable({ call, replay }: DiscoveredSource): boolean {
  return call === null || replay?.ok === true;
}

/** Returns the cost for sorting; a browser costs the same credits but takes much longer. */
function costOf(source: DiscoveredSource): number {
  return source.credits + (source.isRendered ? 0.5 : 0) + (isReadable(source) ? 0 : 1);
}

/** The sources of a response. */
export interface RankedSources {
  /** Relevant sources: those of the main records first, and of these the cheapest. */
  sources: DiscoveredSource[];
  /** States how many further sources are not part of the response; null if it has all. */
  warning: Warning | null;
}

/** Minimum score in relation to the best source of the same records, from which only the cost counts. */
const minEqualScore = 0.5;

/** Groups the sources by the list of the page that shows their records; other sources are alone. */
function groupByList(sources: readonly DiscoveredSource[]): DiscoveredSource[][] {
  const lists = new Map<unknown, DiscoveredSource[]>();
  for (const source of sources) {
    const list = source.found.list ?? source;
    lists.set(list, [...(lists.get(list) ?? []), source]);
  }
  return [...lists.values()];
}

function bestScore(sources: readonly DiscoveredSource[]): number {
  return Math.max(0, ...sources.map(({ found }) => found.score));
}

/** Sorts the sources of the same records: the cheapest first that hold them well; of equal ones the best. */
function sortByCost(sources: readonly DiscoveredSource[]): DiscoveredSource[] {
  const best = bestScore(sources);
  const isPoor = ({ found }: DiscoveredSource) => Number(found.score < best * minEqualScore);
  return sources.toSorted(
    (one, other) =>
      isPoor(one) - isPoor(other) || costOf(one) - costOf(other) || other.found.score - one.found.score,
  );
}

/**
 * Selects the relevant sources, at most as many as a response has. The records decide before the cost: a cheap menu is no
 * substitute for an expensive list.
 */
export function rankSources({ sources }: Pick<Discovery, 'sources'>): RankedSources {
  const best = bestScore(sources);
  const relevant = groupByList(sources.filter(({ found }) => found.score >= best * minScore))
    .toSorted((one, other) => bestScore(other) - bestScore(one))
    .flatMap(sortByCost);
  const message = `${relevant.length} sources were found and the ${maxSources} best are returned. Collect with the \`fields\` that you need to find one of the others.`;
  return {
    sources: relevant.slice(0, maxSources),
    warning: relevant.length > maxSources ? { code: 'limit_reached', message } : null,
  };
}

/**
 * Returns the index of the recommended source: the first one that contains the visible records and can be read.
 */
export function findCheapest(sources: readonly DiscoveredSource[]): number {
  const best = Math.max(0, ...sources.map(({ found }) => found.score));
  const at = sources.findIndex((source) => source.found.score >= best * 0.5 && isReadable(source));
  return at;
}
