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
import { type IndexRow, parseIndexRow, resolveRevisits } from '../index/index-rows.ts';
import { selectCaptures } from '../index/select-captures.ts';
import { parseTimestamp } from '../index/timestamps.ts';
import { withoutDefaultPort } from '../index/url-key.ts';
import { parseUrlRow } from './common-crawl-records.ts';
import { replayCapture } from './replay.ts';

/** Options of a client of a pywb archive. */
export interface PywbOptions {
  name: string;
  title: string;
  /** Host of the collection, such as `https://arquivo.pt/wayback`. */
  host: ArchiveHost;
  queryIndex: QueryIndex;
  cache: ArchiveCache;
  maxBytes: number;
}

const indexTimeoutMs = 45_000;
const maxRows = 20_000;

type Parameters = Array<readonly [string, string]>;

/**
 * Creates the client of a pywb archive (Arquivo.pt, national archives): an index without resume keys, and standard
 * replay.
 */
export function createPywb({ name, title, host, queryIndex, cache, maxBytes }: PywbOptions): Archive {
  const base = removeTrailingSlashes(host.base.href);
  const createArchiveUrl = (timestamp: string, original: string) => `${base}/${timestamp}/${original}`;

  function parseCapture(row: IndexRow): Capture[] {
    const facts = parseIndexRow(row);
    if (facts === null) return [];
    const { timestamp, urlKey: _key, ...rest } = facts;
    const original = withoutDefaultPort(facts.original);
    const at = parseTimestamp(timestamp);
    return [
      {
        source: name,
        at,
        ...rest,
        timestamp,
        original,
        truncated: null,
        archiveUrl: createArchiveUrl(timestamp, original),
      },
    ];
  }

  function createParameters({ url, from, until, order, limit }: CaptureQuery): Parameters {
    const sortParameters: Parameters =
      order === 'oldest'
        ? []
        : order === 'newest'
          ? [['sort', 'reverse']]
          : [
              ['sort', 'closest'],
              ['closest', order.closest],
            ];
    return [
      ['url', url],
      ['output', 'json'],
      ...(from === null ? [] : [['from', from] as const]),
      ...(until === null ? [] : [['to', until] as const]),
      ...sortParameters,
      // The filter syntax differs between versions, so rows are filtered here and more of them are requested.
      ['limit', String(Math.min(maxRows, limit * 2))],
    ];
  }

  async function captures(
    query: CaptureQuery,
    callOptions: ArchiveCallOptions,
  ): Promise<CaptureList | ArchiveAccessError> {
    const parameters = createParameters(query);
    const answer = await queryIndex({ path: '/cdx', parameters, timeoutMs: indexTimeoutMs }, callOptions);
    if (answer.kind === 'fault') return answer;
    const listed = answer.rows
      .flatMap(parseCapture)
      .sort((one, other) => one.timestamp.localeCompare(other.timestamp));
    const resolved = resolveRevisits(listed.map((one) => ({ ...one, urlKey: null }))).map(
      ({ urlKey: _, ...one }) => one,
    );
    const maxRequested = Math.min(maxRows, query.limit * 2);
    return {
      kind: 'captures',
      captures: selectCaptures(resolved, query),
      isComplete: answer.rows.length < maxRequested,
      ageSeconds: answer.ageSeconds,
    };
  }

  return {
    name,
    captures,
    async read(capture, callOptions) {
      const cached = await cache.findCapture(capture);
      if (cached !== null) return cached;
      const createPath = (timestamp: string, original: string) => `/${timestamp}id_/${original}`;
      const response = await replayCapture(
        capture,
        { host, title, createArchiveUrl, maxBytes, createPath },
        callOptions,
      );
      if (response.kind === 'archived') await cache.storeCapture(capture, response);
      return response;
    },
    async addresses({ url, match, from, until }, visit, callOptions) {
      const parameters: Parameters = [
        ['url', url],
        ['matchType', match],
        ['output', 'json'],
        ...(from === null ? [] : [['from', from] as const]),
        ...(until === null ? [] : [['to', until] as const]),
        ['limit', String(maxRows)],
      ];
      const answer = await queryIndex({ path: '/cdx', parameters, timeoutMs: indexTimeoutMs }, callOptions);
      if (answer.kind === 'fault') return answer;
      const { ageSeconds } = answer;
      if (!visit(answer.rows.flatMap(parseUrlRow)))
        return { kind: 'addresses', isComplete: false, stoppedBy: 'visitor', ageSeconds };
      const isTruncated = answer.rows.length >= maxRows;
      return {
        kind: 'addresses',
        isComplete: !isTruncated,
        stoppedBy: isTruncated ? 'archive' : null,
        ageSeconds,
      };
    },
  };
}
