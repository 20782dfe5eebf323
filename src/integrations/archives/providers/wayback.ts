import { removeTrailingSlashes } from '../../../domain/values/trailing-slashes.ts';
import type {
  Archive,
  ArchiveAccessError,
  ArchiveCallOptions,
  Capture,
  CaptureList,
  CaptureQuery,
} from '../archive.ts';
import type { ArchiveCache } from '../http/archive-cache.ts';
import type { ArchiveHost } from '../http/archive-host.ts';
import type { QueryIndex } from '../index/index-client.ts';
import { defaultFields, type IndexRow, parseIndexRow, resolveRevisits } from '../index/index-rows.ts';
import { listUrls } from '../index/list-urls.ts';
import { parseTimestamp } from '../index/timestamps.ts';
import { withoutDefaultPort } from '../index/url-key.ts';
import { replayCapture } from './replay.ts';

/** Options of the Wayback Machine client. */
export interface WaybackOptions {
  name: string;
  title: string;
  host: ArchiveHost;
  queryIndex: QueryIndex;
  cache: ArchiveCache;
  /** Maximum number of bytes of a page. */
  maxBytes: number;
}

const cdxPath = '/cdx/search/cdx';
/** Maximum number of rows of one answer. */
const maxGroupRows = 5_000;
const indexTimeoutMs = 45_000;
/** Filters run before revisits are resolved: a revisit has no status, so a filter on 200 alone would drop it. */
const readableFilter = 'statuscode:(200|-)';

type Parameters = Array<readonly [string, string]>;

function createWindow({ from, until }: Pick<CaptureQuery, 'from' | 'until'>): Parameters {
  return [
    ...(from === null ? [] : [['from', from] as const]),
    ...(until === null ? [] : [['to', until] as const]),
  ];
}

/** Creates the client of the Wayback Machine: its index (CDX server) and its replay. */
export function createWayback({ name, title, host, queryIndex, cache, maxBytes }: WaybackOptions): Archive {
  const base = removeTrailingSlashes(host.base.href);
  const createArchiveUrl = (timestamp: string, original: string) => `${base}/web/${timestamp}/${original}`;

  function parseCapture(row: IndexRow): Capture[] {
    const facts = parseIndexRow(row);
    if (facts === null) return [];
    const { timestamp, urlKey: _key, ...rest } = facts;
    const original = withoutDefaultPort(facts.original);
    return [
      {
        source: name,
        timestamp,
        at: parseTimestamp(timestamp),
        ...rest,
        original,
        truncated: null,
        archiveUrl: createArchiveUrl(timestamp, original),
      },
    ];
  }

  function createParameters(query: CaptureQuery): Parameters {
    const { order, limit, statuses } = query;
    const common: Parameters = [
      ['url', query.url],
      ['output', 'json'],
      ['fl', defaultFields.join(',')],
      ...createWindow(query),
      ...(statuses === 'readable' ? [['filter', readableFilter] as const] : []),
    ];
    if (order === 'newest')
      return [
        ...common,
        ['limit', String(-limit)],
        ...(query.until === null ? [['fastLatest', 'true'] as const] : []),
      ];
    if (order === 'oldest')
      return [...common, ['limit', String(Math.min(limit, maxGroupRows))], ['showResumeKey', 'true']];
    // Only neighbours are listed, so the rows may not contain the originals of revisits.
    return [
      ...common,
      ['sort', 'closest'],
      ['closest', order.closest],
      ['limit', String(limit)],
      ['resolveRevisits', 'true'],
    ];
  }

  async function captures(
    query: CaptureQuery,
    callOptions: ArchiveCallOptions,
  ): Promise<CaptureList | ArchiveAccessError> {
    const parameters = createParameters(query);
    const rows = new Map<string, Capture>();
    let ageSeconds = 0;
    let resumeKey: string | null = null;
    do {
      const groupParameters: Parameters =
        resumeKey === null ? parameters : [...parameters, ['resumeKey', resumeKey]];
      const answer = await queryIndex(
        { path: cdxPath, parameters: groupParameters, timeoutMs: indexTimeoutMs },
        callOptions,
      );
      if (answer.kind === 'fault') return answer;
      ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
      // Two groups may overlap by one row.
      for (const capture of answer.rows.flatMap(parseCapture))
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
    async read(capture, callOptions) {
      const cached = await cache.findCapture(capture);
      if (cached !== null) return cached;
      const response = await replayCapture(
        capture,
        {
          host,
          title,
          createArchiveUrl,
          maxBytes,
          createPath: (timestamp, original) => `/web/${timestamp}id_/${original}`,
        },
        callOptions,
      );
      if (response.kind === 'archived') await cache.storeCapture(capture, response);
      return response;
    },
    addresses: (query, visit, callOptions) => listUrls(queryIndex, query, visit, callOptions),
  };
}
