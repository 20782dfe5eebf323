import type { Json } from '../../domain/extraction.ts';
import type { ListingSource, Paging } from '../../domain/listing.ts';
import type { PageError, Warning } from '../../domain/outcome.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { FieldRule, PageFindings, ReadRecords, RecordReading } from '../../domain/records.ts';
import { nextPage, type PageRequest, saysMore } from '../../site/paging.ts';
import type { FetchedPage } from '../fetched-page.ts';
import {
  callCommand,
  fetchKept,
  type ListingOrder,
  type ListingPorts,
  pageCommand,
  pagedAnswer,
  type RecordsPage,
  recordsOn,
  requestOf,
} from './page-of-records.ts';
import { freshHeaders } from './replay-call.ts';

/** Where a walk goes on. */
export interface Position {
  request: PageRequest;
  /** Pages before it. */
  done: number;
}

/** What a walk brings in. */
export interface WalkOrder extends ListingOrder {
  fields: string[];
  source: ListingSource;
  paging: Paging;
  limit: number;
  maxPages: number;
  /** No page is begun after this. */
  until: Date;
  now(): Date;
  /** The first page where it was read already, with its records. */
  first: { page: RecordsPage; read: ReadRecords } | null;
  startAt: Position | null;
  /** Whether the first page has to bring what the source brought when it was found; else the walk ends there. */
  isStrict: boolean;
}

/** One page that brought records. */
export interface WalkedPage {
  fetched: FetchedPage;
  records: number;
}

/** Why a walk ended. */
export type WalkEnd = 'end' | 'limit' | 'max_pages' | 'time' | 'credits' | 'failed' | 'misfit';

/** What a walk brought. */
export interface Walked {
  records: Record<string, Json>[];
  unverified: string[];
  checked: number;
  /** Those that brought records, in order. */
  pages: WalkedPage[];
  /** Pages that were asked for and brought none. */
  empty: FetchedPage[];
  /** The rules as they stand at the end: names that the site gave to keys meanwhile are among their paths. */
  rules: Record<string, FieldRule>;
  end: WalkEnd;
  /** Where it goes on; null at the end. */
  next: Position | null;
  error: PageError | null;
  warnings: Warning[];
  attempts: Attempt[];
}

/** A field that is filled less often than this part of what it was at first is lost. */
const lostBelow = 0.7;

/** How often fields hold a value. */
export function filledOf(
  records: readonly Record<string, Json>[],
  fields: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    fields.map((name) => [
      name,
      records.length === 0 ? 0 : records.filter((record) => record[name] !== null).length / records.length,
    ]),
  );
}

/** Fields of which a page holds much less than it should. */
export function lostFields(source: ListingSource, records: readonly Record<string, Json>[]): string[] {
  const filled = filledOf(records, Object.keys(source.rules));
  return Object.keys(source.rules).filter(
    (name) =>
      (filled[name] ?? 0) < (source.filled[name] ?? 0) * lostBelow && (source.filled[name] ?? 0) > 0.3,
  );
}

/** Follows a listing page by page. */
export async function walkPages(ports: ListingPorts, order: WalkOrder): Promise<Walked> {
  return new Walk(ports, order).run();
}

class Walk {
  readonly #ports: ListingPorts;
  readonly #order: WalkOrder;
  readonly #walked: Walked;
  readonly #seen = new Set<string>();
  #headers: Record<string, string> | null = null;

  constructor(ports: ListingPorts, order: WalkOrder) {
    this.#ports = ports;
    this.#order = order;
    this.#walked = {
      records: [],
      unverified: [],
      checked: 0,
      pages: [],
      empty: [],
      rules: structuredClone(order.source.rules),
      end: 'end',
      next: null,
      error: null,
      warnings: [],
      attempts: [],
    };
  }

  async run(): Promise<Walked> {
    const { first, startAt } = this.#order;
    let position: Position | null = startAt ?? { request: this.#firstRequest(), done: 0 };
    if (first !== null && startAt === null) position = this.#take(first.page, first.read, position);
    while (position !== null) {
      const stop = this.#reasonToStop(position);
      if (stop !== null) {
        this.#walked.end = stop;
        this.#walked.next = position;
        break;
      }
      position = await this.#step(position);
    }
    return this.#walked;
  }

  #firstRequest(): PageRequest {
    const { source, page } = this.#order;
    return source.call === null ? { method: 'GET', url: page.url, body: null } : requestOf(source.call);
  }

  #reasonToStop({ done }: Position): WalkEnd | null {
    const { limit, maxPages, until, now, startAt } = this.#order;
    if (this.#walked.records.length >= limit) return 'limit';
    if (done - (startAt?.done ?? 0) >= maxPages) return 'max_pages';
    return now() >= until ? 'time' : null;
  }

  async #step(position: Position): Promise<Position | null> {
    let fetched = await this.#fetch(position.request);
    if (fetched === null)
      return this.#fail('dependency', 'The page no longer gives what its calls need.', position);
    if (isRefused(fetched) && this.#order.source.call !== null && this.#walked.pages.length > 0) {
      // What the page handed out may have run out meanwhile.
      this.#headers = null;
      this.#walked.empty.push(fetched);
      fetched = (await this.#fetch(position.request)) ?? fetched;
    }
    const { page } = fetched;
    if (page.status !== 'ok') return this.#endOn(fetched, position);
    const findings = await this.#read(fetched, this.#walked.rules);
    const read = await this.#mended(fetched, findings);
    const misfit = this.#misfitOf(read);
    if (misfit !== null) {
      this.#walked.empty.push(fetched);
      this.#walked.error = { code: 'document', message: misfit };
      this.#walked.end = 'misfit';
      return null;
    }
    return this.#take({ fetched, findings }, read, position);
  }

  async #fetch(request: PageRequest): Promise<FetchedPage | null> {
    const { source, page } = this.#order;
    if (source.call === null) {
      const render = source.isRendered ? ('always' as const) : ('auto' as const);
      return fetchKept(
        this.#ports,
        { ...pageCommand(request.url, page), render, timeoutMs: page.timeoutMs },
        this.#order,
      );
    }
    this.#headers ??= await freshHeaders(this.#ports, this.#order, source.call, this.#walked.attempts);
    if (this.#headers === null) return null;
    return fetchKept(this.#ports, callCommand(request, this.#headers, page), this.#order);
  }

  #reading(rules: Record<string, FieldRule>): RecordReading {
    const { kind, recordPath } = this.#order.source;
    return { kind, path: recordPath, rules };
  }

  #read(fetched: FetchedPage, rules: Record<string, FieldRule>): Promise<PageFindings | null> {
    const wanted = { fields: this.#order.fields, reading: this.#reading(rules) };
    return recordsOn(this.#ports, fetched, wanted, this.#order.signal);
  }

  /** The records, with rules for keys that were renamed where fields have vanished. */
  async #mended(fetched: FetchedPage, findings: PageFindings | null): Promise<ReadRecords> {
    const read = findings?.sources[0]?.read ?? nothing;
    const { source, fields, signal } = this.#order;
    const lost = lostFields(source, read.records);
    if (lost.length === 0 || (findings?.sources.length ?? 0) === 0) return read;
    const anew = await recordsOn(this.#ports, fetched, { fields, reading: null }, signal);
    const found = anew?.sources.find(
      ({ kind, path }) => kind === source.kind && (path === source.recordPath || kind === 'listing'),
    );
    if (found?.fields === undefined) return read;
    const rules = structuredClone(this.#walked.rules);
    for (const name of lost) {
      const fresh = found.fields[name]?.rule;
      const known = rules[name];
      if (fresh === undefined || known === undefined) continue;
      if (JSON.stringify(fresh.transform) === JSON.stringify(known.transform) && fresh.type === known.type) {
        known.paths = [...new Set([...known.paths, ...fresh.paths])].slice(0, 5);
      }
    }
    const again = (await this.#read(fetched, rules))?.sources[0]?.read;
    if (again === undefined || lostFields(source, again.records).length >= lost.length) return read;
    this.#walked.rules = rules;
    const message = `The site names these fields otherwise on some pages, which was noticed: ${lost.join(', ')}.`;
    this.#walked.warnings.push({ code: 'keys_renamed', message });
    return again;
  }

  /** Why the first page is not what the source was found as; null where it is. */
  #misfitOf({ records }: ReadRecords): string | null {
    const { isStrict, source } = this.#order;
    if (!isStrict || this.#walked.pages.length > 0) return null;
    if (records.length === 0) return 'no records stand any more where they were';
    const lost = lostFields(source, records);
    if (lost.length === 0) return null;
    const filled = filledOf(records, lost);
    const told = lost.map((name) => {
      const now = Math.round((filled[name] ?? 0) * records.length);
      return `${JSON.stringify(name)} is there in ${now} of ${records.length} records, and was in ${Math.round((source.filled[name] ?? 0) * 100)} %`;
    });
    return told.join('; ');
  }

  /** Adds a page's records, and says where the next page is. */
  #take(page: RecordsPage, read: ReadRecords, position: Position): Position | null {
    const walked = this.#walked;
    const { limit, paging } = this.#order;
    let added = 0;
    read.records.forEach((record, index) => {
      const id = read.ids[index] as string;
      if (this.#seen.has(id) || walked.records.length >= limit) return;
      this.#seen.add(id);
      const own = read.unverified.filter((pointer) => pointer.startsWith(`/${index}/`));
      for (const pointer of own)
        walked.unverified.push(pointer.replace(`/${index}/`, `/${walked.records.length}/`));
      walked.records.push(record);
      added++;
    });
    if (added === 0) {
      walked.empty.push(page.fetched);
      return null;
    }
    walked.checked += read.checked;
    walked.pages.push({ fetched: page.fetched, records: added });
    const done = position.done + 1;
    const answer = pagedAnswer(page);
    const seenBefore = this.#order.startAt === null ? this.#seen.size : Number.NaN;
    const more = saysMore(paging, answer, seenBefore, done);
    const isCut = added < read.records.length && walked.records.length >= limit;
    if (isCut) {
      walked.end = 'limit';
      return null;
    }
    if (more === false) return null;
    if (more === null && paging.way.kind === 'number' && read.records.length < paging.size) return null;
    const from = page.fetched.response?.url ?? position.request.url;
    const request = nextPage(paging, this.#firstRequest(), answer, done, from);
    return request === null ? null : { request, done };
  }

  #endOn(fetched: FetchedPage, position: Position): null {
    const { page } = fetched;
    this.#walked.empty.push(fetched);
    // Past the last page some sites answer 404.
    if (page.status === 'not_found' && this.#walked.pages.length > 0) return null;
    const error = page.error ?? { code: 'document', message: 'the page could not be read' };
    this.#walked.end = page.status === 'budget_exhausted' ? 'credits' : 'failed';
    this.#walked.error = error;
    this.#walked.next = position;
    return null;
  }

  #fail(code: PageError['code'], message: string, position: Position): null {
    this.#walked.end = 'failed';
    this.#walked.error = { code, message };
    this.#walked.next = position;
    return null;
  }
}

const nothing: ReadRecords = { records: [], ids: [], unverified: [], checked: 0 };

function isRefused({ page }: FetchedPage): boolean {
  return page.status_code === 401 || page.status_code === 403 || page.status_code === 419;
}
