import { listAddresses } from './address-groups.ts';
import type { Archive, ArchiveFault, ArchiveOrder, Capture, CaptureList, CaptureQuery } from './archive.ts';
import type { ArchiveHost } from './archive-host.ts';
import type { AskIndex } from './index-questions.ts';
import { factsOf, type IndexRow, resolveRevisits, usualFields } from './index-rows.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { replay } from './replay.ts';
import { instantOf } from './timestamps.ts';
import { withoutDefaultPort } from './url-key.ts';

/** What the Wayback Machine's client is made of. */
export interface WaybackOptions {
  name: string;
  title: string;
  host: ArchiveHost;
  ask: AskIndex;
  kept: KeptAnswers;
  /** Most bytes of a page. */
  maxBytes: number;
}

export const cdxPath = '/cdx/search/cdx';
/** Rows of one answer. */
const group = 5_000;
const indexWithinMs = 45_000;
/** Filters run before revisits are resolved: a revisit has no status, and would be lost with 200 alone. */
const readableFilter = 'statuscode:(200|-)';

type Parameters = Array<readonly [string, string]>;

function windowOf({ from, until }: Pick<CaptureQuery, 'from' | 'until'>): Parameters {
  return [
    ...(from === null ? [] : [['from', from] as const]),
    ...(until === null ? [] : [['to', until] as const]),
  ];
}

/** The Wayback Machine: its index (CDX server) and its replay. */
export function createWayback({ name, title, host, ask, kept, maxBytes }: WaybackOptions): Archive {
  const base = host.base.href.replace(/\/+$/, '');
  const archiveUrlOf = (timestamp: string, original: string) => `${base}/web/${timestamp}/${original}`;

  function captureOf(row: IndexRow): Capture[] {
    const facts = factsOf(row);
    if (facts === null) return [];
    const { timestamp, urlKey: _key, ...rest } = facts;
    const original = withoutDefaultPort(facts.original);
    return [
      {
        source: name,
        timestamp,
        at: instantOf(timestamp),
        ...rest,
        original,
        truncated: null,
        archiveUrl: archiveUrlOf(timestamp, original),
      },
    ];
  }

  function parametersOf(query: CaptureQuery): Parameters {
    const { order, limit, statuses } = query;
    const common: Parameters = [
      ['url', query.url],
      ['output', 'json'],
      ['fl', usualFields.join(',')],
      ...windowOf(query),
      ...(statuses === 'readable' ? [['filter', readableFilter] as const] : []),
    ];
    if (order === 'newest')
      return [
        ...common,
        ['limit', String(-limit)],
        ...(query.until === null ? [['fastLatest', 'true'] as const] : []),
      ];
    if (order === 'oldest')
      return [...common, ['limit', String(Math.min(limit, group))], ['showResumeKey', 'true']];
    // Only a neighbourhood is listed, so that the originals of revisits may not be among its rows.
    return [
      ...common,
      ['sort', 'closest'],
      ['closest', order.closest],
      ['limit', String(limit)],
      ['resolveRevisits', 'true'],
    ];
  }

  async function captures(query: CaptureQuery, order: ArchiveOrder): Promise<CaptureList | ArchiveFault> {
    const parameters = parametersOf(query);
    const rows = new Map<string, Capture>();
    let ageSeconds = 0;
    let resumeKey: string | null = null;
    do {
      const going: Parameters = resumeKey === null ? parameters : [...parameters, ['resumeKey', resumeKey]];
      const answer = await ask({ path: cdxPath, parameters: going, withinMs: indexWithinMs }, order);
      if (answer.kind === 'fault') return answer;
      ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
      // The row at the seam of two groups may come twice.
      for (const capture of answer.rows.flatMap(captureOf))
        rows.set(`${capture.timestamp} ${capture.original}`, capture);
      resumeKey = answer.rows.length === 0 ? null : answer.resumeKey;
    } while (resumeKey !== null && rows.size < query.limit);
    const listed = [...rows.values()].sort((one, other) => one.timestamp.localeCompare(other.timestamp));
    const hasMore = query.order === 'oldest' ? resumeKey !== null : rows.size >= query.limit;
    return {
      kind: 'captures',
      captures: resolveRevisits(listed.map((one) => ({ ...one, urlKey: null }))).map(
        ({ urlKey: _, ...one }) => one,
      ),
      isComplete: !hasMore,
      ageSeconds,
    };
  }

  return {
    name,
    captures,
    async read(capture, order) {
      const known = await kept.findCapture(capture);
      if (known !== null) return known;
      const played = await replay(
        capture,
        {
          host,
          title,
          archiveUrlOf,
          maxBytes,
          pathOf: (timestamp, original) => `/web/${timestamp}id_/${original}`,
        },
        order,
      );
      if (played.kind === 'archived') await kept.keepCapture(capture, played);
      return played;
    },
    addresses: (query, visit, order) => listAddresses(ask, query, visit, order),
  };
}
