import { dayMs } from '../../../domain/values/day-ms.ts';
import { removeTrailingSlashes } from '../../../domain/values/trailing-slashes.ts';
import {
  type Archive,
  type ArchiveAccessError,
  type ArchiveCallOptions,
  type ArchivedResponse,
  type ArchivedUrl,
  type Capture,
  type CaptureList,
  type CaptureQuery,
  createArchiveAccessError,
  type UrlListResult,
  type UrlQuery,
} from '../archive.ts';
import type { ArchiveCache } from '../http/archive-cache.ts';
import type { ArchiveHost } from '../http/archive-host.ts';
import {
  type CrawlIndex,
  parseCrawlList,
  sampleCrawls,
  selectCrawlsForCaptures,
  selectCrawlsForUrls,
} from '../index/crawl-list.ts';
import type { IndexAnswer, QueryIndex } from '../index/index-client.ts';
import { resolveRevisits } from '../index/index-rows.ts';
import { selectCaptures } from '../index/select-captures.ts';
import { parseRecordResponse, readRecord } from '../warc/read-record.ts';
import {
  createArchivedResponse,
  findRevisitOriginal,
  parseCapture,
  parseUrlRow,
  type RevisitRecord,
} from './common-crawl-records.ts';

/** Options of the Common Crawl client. */
export interface CommonCrawlOptions {
  name: string;
  title: string;
  index: ArchiveHost;
  data: ArchiveHost;
  queryIndex: QueryIndex;
  cache: ArchiveCache;
  maxBytes: number;
}

const indexTimeoutMs = 45_000;
const recordTimeoutMs = 60_000;
/** Maximum number of indexes queried for a listing of URLs. */
const maxCrawls = 6;
/** Maximum number of rows of one index. */
const maxRows = 15_000;
/** Maximum size of a packed record. */
const maxRecordBytes = 24 * 1024 * 1024;

/** Creates the client of Common Crawl: one index per crawl, and records read from files by range requests. */
export function createCommonCrawl(options: CommonCrawlOptions): Archive {
  return new CommonCrawl(options);
}

class CommonCrawl implements Archive {
  readonly name: string;
  readonly #options: CommonCrawlOptions;
  readonly #dataUrl: string;

  constructor(options: CommonCrawlOptions) {
    this.name = options.name;
    this.#options = options;
    this.#dataUrl = removeTrailingSlashes(options.data.base.href);
  }

  async #listCrawls(callOptions: ArchiveCallOptions): Promise<CrawlIndex[] | ArchiveAccessError> {
    const cached = await this.#options.cache.findAnswer<unknown>(this.name, [
      this.#options.index.base.href,
      'collinfo',
    ]);
    const list = cached === null ? null : parseCrawlList(cached.value);
    if (list !== null) return list;
    const answer = await this.#options.index.send(
      { service: 'index', path: '/collinfo.json', maxBytes: 2_000_000, timeoutMs: indexTimeoutMs },
      callOptions,
    );
    if (answer.kind === 'fault') return answer;
    const value = parseJson(answer.bytes.toString('utf8'));
    const read = answer.statusCode === 200 ? parseCrawlList(value) : null;
    if (read === null)
      return createArchiveAccessError(
        'unreadable',
        `${this.#options.title} did not return its list of crawls. Try again later.`,
      );
    await this.#options.cache.storeAnswer(
      this.name,
      [this.#options.index.base.href, 'collinfo'],
      value,
      dayMs,
    );
    return read;
  }

  #queryCrawl(
    crawl: CrawlIndex,
    query: { url: string; from: string | null; until: string | null },
    more: ReadonlyArray<readonly [string, string]>,
    callOptions: ArchiveCallOptions,
  ): Promise<IndexAnswer | ArchiveAccessError> {
    const parameters = [
      ['url', query.url] as const,
      ['output', 'json'] as const,
      ...(query.from === null ? [] : [['from', query.from] as const]),
      ...(query.until === null ? [] : [['to', query.until] as const]),
      ...more,
    ];
    return this.#options.queryIndex({ path: crawl.path, parameters, timeoutMs: indexTimeoutMs }, callOptions);
  }

  async captures(
    query: CaptureQuery,
    callOptions: ArchiveCallOptions,
  ): Promise<CaptureList | ArchiveAccessError> {
    const list = await this.#listCrawls(callOptions);
    if ('kind' in list) return list;
    const found: Capture[] = [];
    let ageSeconds = 0;
    let fault: ArchiveAccessError | null = null;
    const selectedCrawls = selectCrawlsForCaptures(list, query);
    for (const crawl of selectedCrawls) {
      const answer = await this.#queryCrawl(crawl, query, [['limit', String(maxRows)]], callOptions);
      if (answer.kind === 'fault') {
        fault = answer;
        break;
      }
      ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
      found.push(...answer.rows.flatMap((row) => parseCapture(row, this.name, this.#dataUrl)));
    }
    if (found.length === 0 && fault !== null) return fault;
    const sorted = found.toSorted((one, other) => one.timestamp.localeCompare(other.timestamp));
    const resolved = resolveRevisits(sorted.map((one) => ({ ...one, urlKey: null }))).map(
      ({ urlKey: _, ...one }) => one,
    );
    const selected = selectCaptures(resolved, query);
    const within = sampleCrawls(list, query.from, query.until, list.length);
    return {
      kind: 'captures',
      captures: selected,
      isComplete:
        fault === null &&
        within.every((crawl) => selectedCrawls.includes(crawl)) &&
        selected.length < query.limit,
      ageSeconds,
    };
  }

  read(capture: Capture, callOptions: ArchiveCallOptions): Promise<ArchivedResponse | ArchiveAccessError> {
    return this.#readCapture(capture, callOptions, 0);
  }

  async #readCapture(
    capture: Capture,
    callOptions: ArchiveCallOptions,
    redirects: number,
  ): Promise<ArchivedResponse | ArchiveAccessError> {
    const cached = await this.#options.cache.findCapture(capture);
    if (cached !== null) return cached;
    const { record: location } = capture;
    if (location === undefined)
      return createArchiveAccessError(
        'unplayable',
        `The index of ${this.#options.title} does not state the location of this copy.`,
      );
    if (location.length > maxRecordBytes)
      return createArchiveAccessError('too_large', `The copy exceeds ${maxRecordBytes} bytes.`);
    const answer = await this.#options.data.send(
      {
        service: 'replay',
        path: `/${location.file}`,
        headers: { range: `bytes=${location.offset}-${location.offset + location.length - 1}` },
        maxBytes: location.length,
        timeoutMs: recordTimeoutMs,
      },
      callOptions,
    );
    if (answer.kind === 'fault') return answer;
    if (answer.statusCode !== 206) {
      return createArchiveAccessError(
        'unplayable',
        `${this.#options.title} answered ${answer.statusCode} instead of the record.`,
      );
    }
    const read = await this.#parseRecord(capture, answer.bytes, callOptions, redirects);
    if (read.kind === 'archived') await this.#options.cache.storeCapture(capture, read);
    return read;
  }

  async #parseRecord(
    capture: Capture,
    bytes: Uint8Array,
    callOptions: ArchiveCallOptions,
    redirects: number,
  ): Promise<ArchivedResponse | ArchiveAccessError> {
    const record = await readRecord(bytes, this.#options.maxBytes * 2);
    const response = record === null ? null : await parseRecordResponse(record, this.#options.maxBytes);
    if (response === null || response.kind === 'fault') {
      if (response?.fault === 'too_large')
        return createArchiveAccessError('too_large', `The copy exceeds ${this.#options.maxBytes} bytes.`);
      return createArchiveAccessError(
        'unplayable',
        `${this.#options.title} has no readable record of this copy.`,
      );
    }
    if (response.kind === 'revisit') return this.#readRevisit(capture, response, callOptions, redirects);
    return createArchivedResponse(capture, response);
  }

  /** Reads the capture that holds the bytes of a revisit: by digest first, then by the reference in the record. */
  async #readRevisit(
    capture: Capture,
    revisit: RevisitRecord,
    callOptions: ArchiveCallOptions,
    redirects: number,
  ): Promise<ArchivedResponse | ArchiveAccessError> {
    const noContentError = createArchiveAccessError(
      'unplayable',
      `${this.#options.title} has no content for this copy, only a note that the page had not changed.`,
    );
    if (redirects >= 3) return noContentError;
    const captureList = await this.captures(
      {
        url: revisit.refersTo.url ?? capture.original,
        from: null,
        until: capture.timestamp,
        statuses: 'any',
        order: 'newest',
        limit: 500,
      },
      callOptions,
    );
    if (captureList.kind === 'fault') return captureList;
    const original = findRevisitOriginal(captureList.captures, capture, revisit);
    if (original === undefined) return noContentError;
    const body = await this.#readCapture(original, callOptions, redirects + 1);
    if (body.kind === 'fault') return body;
    return {
      ...body,
      timestamp: capture.timestamp,
      at: capture.at,
      original: capture.original,
      archiveUrl: capture.archiveUrl,
    };
  }

  async addresses(
    query: UrlQuery,
    visit: (addresses: ArchivedUrl[]) => boolean,
    callOptions: ArchiveCallOptions,
  ): Promise<UrlListResult | ArchiveAccessError> {
    const list = await this.#listCrawls(callOptions);
    if ('kind' in list) return list;
    const selectedCrawls = selectCrawlsForUrls(list, query.from, query.until);
    const queriedCrawls = selectedCrawls.slice(0, maxCrawls);
    let ageSeconds = 0;
    let isTruncated = queriedCrawls.length < sampleCrawls(list, query.from, query.until, list.length).length;
    for (const [at, crawl] of queriedCrawls.entries()) {
      const answer = await this.#queryCrawl(
        crawl,
        query,
        [
          ['matchType', query.match],
          ['limit', String(maxRows)],
        ],
        callOptions,
      );
      if (answer.kind === 'fault') {
        return at === 0 ? answer : { kind: 'addresses', isComplete: false, stoppedBy: answer, ageSeconds };
      }
      ageSeconds = Math.max(ageSeconds, answer.ageSeconds);
      isTruncated ||= answer.rows.length >= maxRows;
      if (!visit(answer.rows.flatMap(parseUrlRow)))
        return { kind: 'addresses', isComplete: false, stoppedBy: 'visitor', ageSeconds };
    }
    return {
      kind: 'addresses',
      isComplete: !isTruncated,
      stoppedBy: isTruncated ? 'archive' : null,
      ageSeconds,
    };
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
