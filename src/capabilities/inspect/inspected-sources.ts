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

/** Returns the cost for sorting; a browser costs the same credits but takes much longer. */
function costOf({ credits, isRendered }: DiscoveredSource): number {
  return credits + (isRendered ? 0.5 : 0);
}

/** The sources of a response. */
export interface RankedSources {
  /** Relevant sources, cheapest first; sources of equal cost by score. */
  sources: DiscoveredSource[];
  /** States how many further sources are not part of the response; null if it has all. */
  warning: Warning | null;
}

/** Selects the relevant sources, at most as many as a response has. */
export function rankSources({ sources }: Pick<Discovery, 'sources'>): RankedSources {
  const best = Math.max(0, ...sources.map(({ found }) => found.score));
  const relevant = sources
    .filter(({ found }) => found.score >= best * minScore)
    .sort((one, other) => costOf(one) - costOf(other) || other.found.score - one.found.score);
  const message = `${relevant.length} sources were found and the ${maxSources} cheapest are returned. Collect with the \`fields\` that you need to find one of the others.`;
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
  const at = sources.findIndex(
    ({ found, replay, call }) => found.score >= best * 0.5 && (call === null || replay?.ok === true),
  );
  return at;
}
