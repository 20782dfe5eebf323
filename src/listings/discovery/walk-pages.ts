import type { Json } from '../../domain/pages/extraction.ts';
import type { ListingSource, Paging } from '../../domain/pages/listing.ts';
import type { PageError, Warning } from '../../domain/pages/outcome.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { FieldRule, PageFindings, ReadRecords, RecordReading } from '../../domain/pages/records.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { hasMorePages, nextPage } from '../paging/pagination.ts';
import type { PageRequest } from '../paging/paging-parameters.ts';
import { computeFillRates, findLostFields } from './fill-rates.ts';
import { findEndBehind, findOpenEnd, type LastPage, type OpenEnd } from './open-end.ts';
import { readStates } from './read-states.ts';
import {
  callCommand,
  failIfUnread,
  fetchWithResponse,
  findRecordsOn,
  type ListingOptions,
  type ListingPorts,
  pageCommand,
  type RecordsPage,
  readingPost,
  toPagedAnswer,
  toPageRequest,
} from './records-page.ts';
import { getCurrentHeaders } from './replay-call.ts';

/** Position at which a walk continues. */
export interface WalkPosition {
  request: PageRequest;
  /** Number of pages before it. */
  done: number;
}

/** Options of {@link walkPages}. */
export interface WalkOptions extends ListingOptions {
  fields: string[];
  source: ListingSource;
  paging: Paging;
  limit: number;
  maxPages: number;
  /** Time after which no further page is started, and a started one is not awaited. */
  until: Date;
  now(): Date;
  /** The first page with its records, if it was already read. */
  first: { page: RecordsPage; read: ReadRecords } | null;
  startAt: WalkPosition | null;
  /** True if the first page must have the fields that the source had when it was found; else the walk ends. */
  mustMatchSource: boolean;
}

/** A page with records. */
export interface WalkedPage {
  fetched: FetchedPage;
  records: number;
}

/** Reason for the end of a walk; `end` only if the end of the listing is proven. */
export type WalkEndReason =
  | 'end'
  | OpenEnd
  | 'limit'
  | 'max_pages'
  | 'time'
  | 'credits'
  | 'failed'
  | 'misfit';

/** Result of a walk. */
export interface WalkResult {
  records: Record<string, Json>[];
  unverified: string[];
  checked: number;
  /** Pages with records, in order. */
  pages: WalkedPage[];
  /** Requested pages without records. */
  empty: FetchedPage[];
  /** Rules at the end of the walk. Their paths include keys that the site renamed meanwhile. */
  rules: Record<string, FieldRule>;
  end: WalkEndReason;
  /** Position at which the walk continues; null at the end. */
  next: WalkPosition | null;
  error: PageError | null;
  warnings: Warning[];
  attempts: Attempt[];
}

/** Reads a listing page by page. */
export async function walkPages(ports: ListingPorts, options: WalkOptions): Promise<WalkResult> {
  return new Walk(ports, options).run();
}

class Walk {
  readonly #ports: ListingPorts;
  readonly #options: WalkOptions;
  readonly #result: WalkResult;
  readonly #seenIds = new Set<string>();
  #headers: Record<string, string> | null = null;
  /** The last page with new records. */
  #last: LastPage | null = null;

  constructor(ports: ListingPorts, options: WalkOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#result = {
      records: [],
      unverified: [],
      checked: 0,
      pages: [],
      empty: [],
      rules: structuredClone(options.source.rules),
      end: 'end',
      next: null,
      error: null,
      warnings: [],
      attempts: [],
    };
  }

  async run(): Promise<WalkResult> {
    const { first, startAt } = this.#options;
    let position: WalkPosition | null = startAt ?? { request: this.#firstRequest(), done: 0 };
    if (first !== null && startAt === null)
      position = await this.#addStates(first.page, first.read, position);
    while (position !== null) {
      const stopReason = this.#getStopReason(position);
      if (stopReason !== null) {
        this.#result.end = stopReason;
        this.#result.next = position;
        break;
      }
      position = await this.#step(position);
    }
    return this.#result;
  }

  #firstRequest(): PageRequest {
    const { source, page } = this.#options;
    return source.call === null ? { method: 'GET', url: page.url, body: null } : toPageRequest(source.call);
  }

  #getStopReason({ done }: WalkPosition): WalkEndReason | null {
    const { limit, maxPages, until, now, startAt } = this.#options;
    if (this.#result.records.length >= limit) return 'limit';
    if (done - (startAt?.done ?? 0) >= maxPages) return 'max_pages';
    return now() >= until ? 'time' : null;
  }

  async #step(position: WalkPosition): Promise<WalkPosition | null> {
    let fetched = await this.#fetch(position.request);
    if (fetched === null)
      return this.#fail(
        'dependency',
        'The page no longer provides the values that its calls need. Collect the listing again without the recipe.',
        position,
      );
    if (isUnauthorized(fetched) && this.#options.source.call !== null && this.#result.pages.length > 0) {
      // The values that the page provided may have expired.
      this.#headers = null;
      this.#result.empty.push(fetched);
      fetched = (await this.#fetch(position.request)) ?? fetched;
    }
    const { page } = fetched;
    if (page.status !== 'ok') return this.#endWithError(fetched, position);
    const findings = await this.#read(fetched, this.#result.rules);
    if (findings === null) return this.#endWithError(failIfUnread(fetched, findings), position);
    const read = await this.#readWithRenamedKeys(fetched, findings);
    const mismatch = this.#describeMismatch(read);
    if (mismatch !== null) {
      this.#result.empty.push(fetched);
      this.#result.error = { code: 'document', message: mismatch };
      this.#result.end = 'misfit';
      return null;
    }
    return this.#addStates({ fetched, findings }, read, position);
  }

  async #fetch(request: PageRequest): Promise<FetchedPage | null> {
    const { source, page } = this.#options;
    if (source.call === null) return this.#fetchInTime(this.#documentCommand(request));
    this.#headers ??= await getCurrentHeaders(this.#ports, this.#options, source.call, this.#result.attempts);
    if (this.#headers === null) return null;
    return this.#fetchInTime(callCommand(request, this.#headers, page));
  }

  /** Returns the command for a page whose records are in its document. */
  #documentCommand({ url, body }: PageRequest): PageCommand {
    const { source, page } = this.#options;
    const command = { ...pageCommand(url, page), timeoutMs: page.timeoutMs };
    if (body !== null) return { ...command, render: 'never', headers: formHeaders, sent: readingPost(body) };
    const { isRendered } = source;
    // Without captures, the browser neither scrolls nor presses the button for more records.
    return isRendered ? { ...command, render: 'always', captures: true } : { ...command, render: 'auto' };
  }

  #fetchInTime(command: PageCommand): Promise<FetchedPage> {
    const timeoutMs = Math.max(1, Math.min(command.timeoutMs, this.#remainingMs()));
    return fetchWithResponse(this.#ports, { ...command, timeoutMs }, this.#options);
  }

  #remainingMs(): number {
    const { until, now } = this.#options;
    return until.getTime() - now().getTime();
  }

  #reading(rules: Record<string, FieldRule>): RecordReading {
    const { kind, recordPath } = this.#options.source;
    return { kind, path: recordPath, rules };
  }

  #read(fetched: FetchedPage, rules: Record<string, FieldRule>): Promise<PageFindings | null> {
    const job = { fields: this.#options.fields, reading: this.#reading(rules) };
    return findRecordsOn(this.#ports, fetched, job, this.#options.signal);
  }

  /** Reads the records; for fields that disappeared, searches for renamed keys and adds them to the rules. */
  async #readWithRenamedKeys(fetched: FetchedPage, findings: PageFindings | null): Promise<ReadRecords> {
    const read = findings?.sources[0]?.read ?? noRecords;
    const { source, fields, signal } = this.#options;
    const lost = findLostFields(source, read.records);
    if (lost.length === 0 || (findings?.sources.length ?? 0) === 0) return read;
    const allFindings = await findRecordsOn(this.#ports, fetched, { fields, reading: null }, signal);
    const currentSource = allFindings?.sources.find(
      ({ kind, path }) => kind === source.kind && (path === source.recordPath || kind === 'listing'),
    );
    if (currentSource?.fields === undefined) return read;
    const rules = structuredClone(this.#result.rules);
    for (const name of lost) {
      const currentRule = currentSource.fields[name]?.rule;
      const savedRule = rules[name];
      if (currentRule === undefined || savedRule === undefined) continue;
      if (
        JSON.stringify(currentRule.transform) === JSON.stringify(savedRule.transform) &&
        currentRule.type === savedRule.type
      ) {
        savedRule.paths = [...new Set([...savedRule.paths, ...currentRule.paths])].slice(0, 5);
      }
    }
    const rereadRecords = (await this.#read(fetched, rules))?.sources[0]?.read;
    if (rereadRecords === undefined || findLostFields(source, rereadRecords.records).length >= lost.length)
      return read;
    this.#result.rules = rules;
    const message = `The site renamed the keys of these fields; they were found again: ${lost.join(', ')}.`;
    this.#result.warnings.push({ code: 'keys_renamed', message });
    return rereadRecords;
  }

  /** Describes the difference between the first page and the source; null if there is none. */
  #describeMismatch({ records }: ReadRecords): string | null {
    const { mustMatchSource, source } = this.#options;
    if (!mustMatchSource || this.#result.pages.length > 0) return null;
    if (records.length === 0) return 'the records are no longer at the saved path';
    const lost = findLostFields(source, records);
    if (lost.length === 0) return null;
    const fillRates = computeFillRates(records, lost);
    const descriptions = lost.map((name) => {
      const now = Math.round((fillRates[name] ?? 0) * records.length);
      return `${JSON.stringify(name)} is present in ${now} of ${records.length} records, before in ${Math.round((source.filled[name] ?? 0) * 100)} %`;
    });
    return descriptions.join('; ');
  }

  /** Adds the records of all states of a page and returns the position of the next page. */
  async #addStates(
    first: RecordsPage,
    read: ReadRecords,
    position: WalkPosition,
  ): Promise<WalkPosition | null> {
    const all = await readStates(first, read, (state) => this.#read(state, this.#result.rules));
    return this.#addPage(all.page, all.read, position);
  }

  /** Adds a page's records and returns the position of the next page. */
  #addPage(page: RecordsPage, read: ReadRecords, position: WalkPosition): WalkPosition | null {
    const result = this.#result;
    const { limit, paging, source } = this.#options;
    let addedCount = 0;
    read.records.forEach((record, index) => {
      const id = itemAt(read.ids, index);
      if (this.#seenIds.has(id) || result.records.length >= limit) return;
      this.#seenIds.add(id);
      const pointers = read.unverified.filter((pointer) => pointer.startsWith(`/${index}/`));
      for (const pointer of pointers)
        result.unverified.push(pointer.replace(`/${index}/`, `/${result.records.length}/`));
      result.records.push(record);
      addedCount++;
    });
    if (addedCount === 0) {
      result.empty.push(page.fetched);
      result.end = findEndBehind(this.#last, read.records.length, position) ?? 'end';
      return null;
    }
    result.checked += read.checked;
    result.pages.push({ fetched: page.fetched, records: addedCount });
    const done = position.done + 1;
    const answer = toPagedAnswer(page);
    const recordCount = this.#options.startAt === null ? this.#seenIds.size : Number.NaN;
    const more = hasMorePages(paging, answer, recordCount, done);
    const isTruncated = addedCount < read.records.length && result.records.length >= limit;
    if (isTruncated) {
      result.end = 'limit';
      return null;
    }
    if (more === false) return null;
    if (more === null && paging.way.kind === 'number' && read.records.length < paging.size) return null;
    const from = page.fetched.response?.url ?? position.request.url;
    const firstRequest = this.#firstRequest();
    const count = read.records.length;
    this.#last = { page, paging, source, request: firstRequest, count, seen: recordCount, more };
    const request = nextPage(paging, firstRequest, answer, done, from);
    if (request !== null) return { request, done };
    result.end = findOpenEnd(this.#last) ?? 'end';
    return null;
  }

  #endWithError(fetched: FetchedPage, position: WalkPosition): null {
    const { page } = fetched;
    this.#result.empty.push(fetched);
    // Some sites answer 404 after the last page. A link that the site itself states is broken instead.
    const isCounted = ['number', 'cursor'].includes(this.#options.paging.way.kind);
    if (page.status === 'not_found' && this.#result.pages.length > 0 && isCounted) return null;
    if (page.error?.code === 'timeout' && this.#remainingMs() <= 0 && this.#result.pages.length > 0) {
      this.#result.end = 'time';
      this.#result.next = position;
      return null;
    }
    const error = page.error ?? { code: 'document', message: 'the page could not be read' };
    this.#result.end = page.status === 'budget_exhausted' ? 'credits' : 'failed';
    this.#result.error = error;
    this.#result.next = position;
    return null;
  }

  #fail(code: PageError['code'], message: string, position: WalkPosition): null {
    this.#result.end = 'failed';
    this.#result.error = { code, message };
    this.#result.next = position;
    return null;
  }
}

const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' };
const noRecords: ReadRecords = { records: [], ids: [], unverified: [], checked: 0 };

function isUnauthorized({ page }: FetchedPage): boolean {
  return page.status_code === 401 || page.status_code === 403 || page.status_code === 419;
}
