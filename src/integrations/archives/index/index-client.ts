import type { Clock } from '../../../domain/system/clock.ts';
import { type ArchiveAccessError, type ArchiveCallOptions, createArchiveAccessError } from '../archive.ts';
import { type ArchiveCache, cacheTtlMs } from '../http/archive-cache.ts';
import type { ArchiveHost, HostResponse } from '../http/archive-host.ts';
import { excludedError, isExcluded } from '../providers/replay.ts';
import { defaultFields, type IndexRows, parseIndexRows } from './index-rows.ts';

/** Query to a CDX index. */
export interface IndexQuery {
  /** Path relative to the host's base, without the query. */
  path: string;
  /** Names and values in order. Values are encoded, except those of `resumeKey`, which are already encoded. */
  parameters: ReadonlyArray<readonly [name: string, value: string]>;
  /** Fields of a text answer in order, if they differ from the defaults. */
  fields?: readonly string[];
  timeoutMs: number;
}

/** Rows of an index, and their age. */
export interface IndexAnswer extends IndexRows {
  kind: 'rows';
  ageSeconds: number;
}

/** Queries one index and caches its answer. */
export type QueryIndex = (
  indexQuery: IndexQuery,
  callOptions: ArchiveCallOptions,
) => Promise<IndexAnswer | ArchiveAccessError>;

/** Dependencies of an index client. */
export interface IndexClientOptions {
  source: string;
  title: string;
  host: ArchiveHost;
  cache: ArchiveCache;
  clock: Clock;
}

/** A group of 5,000 rows has about 1 MB. */
const maxIndexBytes = 32 * 1024 * 1024;

function formatQuery({ parameters }: IndexQuery): string {
  return parameters
    .map(
      ([name, value]) => `${name}=${name === 'resumeKey' ? value : encodeURIComponent(value.toWellFormed())}`,
    )
    .join('&');
}

/** Returns whether an index reports that it has no captures: a 404 with a JSON message. */
function isEmptyAnswer({ statusCode, bytes }: HostResponse): boolean {
  return statusCode === 404 && /^\s*\{\s*"(message|error)"/.test(bytes.subarray(0, 200).toString('latin1'));
}

/** Creates a client that queries an index over HTTP. */
export function createIndexClient({ source, title, host, cache, clock }: IndexClientOptions): QueryIndex {
  return async (indexQuery, callOptions) => {
    const query = formatQuery(indexQuery);
    const cached = await cache.findAnswer<IndexRows>(source, [host.base.href, indexQuery.path, query]);
    if (cached !== null) return { kind: 'rows', ...cached.value, ageSeconds: cached.ageSeconds };
    const answer = await host.send(
      {
        service: 'index',
        path: `${indexQuery.path}?${query}`,
        headers: { accept: 'application/json, text/plain, */*' },
        maxBytes: maxIndexBytes,
        timeoutMs: indexQuery.timeoutMs,
      },
      callOptions,
    );
    if (answer.kind === 'fault') return answer;
    const rows = isEmptyAnswer(answer) ? { rows: [], resumeKey: null } : await parseRows(answer, indexQuery);
    if (rows === null) {
      if (isExcluded(answer)) return excludedError(title);
      return createArchiveAccessError(
        'unreadable',
        `${title} answered ${answer.statusCode} with a response that is not an index. Try again later.`,
      );
    }
    const until = indexQuery.parameters.find(([name]) => name === 'to')?.[1] ?? null;
    await cache.storeAnswer(
      source,
      [host.base.href, indexQuery.path, query],
      rows,
      cacheTtlMs(until, clock.now()),
    );
    return { kind: 'rows', ...rows, ageSeconds: 0 };
  };
}

async function parseRows(answer: HostResponse, indexQuery: IndexQuery): Promise<IndexRows | null> {
  if (answer.statusCode !== 200) return null;
  return parseIndexRows(answer.bytes.toString('utf8'), indexQuery.fields ?? defaultFields);
}
