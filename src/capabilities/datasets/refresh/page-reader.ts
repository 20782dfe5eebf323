import type { Warning } from '../../../domain/pages/outcome.ts';
import type { DataRecord } from '../../../domain/resources/dataset.ts';
import { itemPrices, routePrices } from '../../../domain/resources/rate-card.ts';
import { dayMs } from '../../../domain/values/day-ms.ts';
import { type ChargedWork, type ChargePorts, runCharged } from '../../../fetching/charged-work.ts';
import type { FetchPage } from '../../../fetching/fetch-request.ts';
import type { FetchedPage } from '../../../fetching/fetched-page.ts';
import {
  isSentOverHttp,
  pageRequestSchema,
  toRequestOptions,
} from '../../../operations/schemas/page-request.ts';
import { extractBody, toExtractCommand } from '../../extract/extract-request.ts';
import { pageRecords } from './page-records.ts';
import type { PageState } from './page-states.ts';
import type { ReadSource, SourceRequest, SourceResult } from './read-source.ts';
import type { SitemapDatesRequest } from './sitemap-dates.ts';

/** Dependencies for reading the pages of a dataset. */
export interface ReadPagesPorts extends ChargePorts {
  /** Reads pages with the requested values. */
  fetchPage: FetchPage;
  /** Returns the pages of a dataset as they were read last, by URL. */
  findStates(datasetId: string, urls: readonly string[]): Promise<Map<string, PageState>>;
  /** Returns the latest times of change that sitemaps state, in ms, by URL. */
  readDates(request: SitemapDatesRequest): Promise<Map<string, number>>;
  /** True when a model may be called, whose cost is then reserved per page. */
  hasModel(): boolean;
}

/** Maximum number of warnings of one refresh. */
const maxWarnings = 20;
/** Maximum number of concurrent pages of one refresh. */
const maxConcurrentPages = 8;
/** Statuses that count as read. A page that does not exist is read; one that failed is not. */
const readStatuses: readonly string[] = ['ok', 'not_found'];

/** Time after which a page is requested although its sitemap states no change, in ms. */
const maxUnrequestedMs = 7 * dayMs;
/** Time by which the clock of a site may differ from ours, in ms. */
const clockToleranceMs = 10 * 60_000;

/** A page of a refresh. */
interface PageReading {
  /** Null if the page was not requested. */
  fetched: FetchedPage | null;
  records: DataRecord[];
  isUnchanged: boolean;
  /** State for the next refresh; null if the page was not read. */
  state: PageState | null;
}

/** What is known of the pages before a refresh; empty if all pages are read. */
interface KnownPages {
  states: ReadonlyMap<string, PageState>;
  /** Pages that have not changed, as their sitemap states. */
  unchanged: ReadonlySet<string>;
}

async function findKnownPages(
  { datasetId, source, country, strictCountry }: SourceRequest,
  ports: ReadPagesPorts,
  signal: AbortSignal,
): Promise<KnownPages> {
  const nothing: KnownPages = { states: new Map(), unchanged: new Set() };
  if (source.kind !== 'extract' || source.only_changed !== true) return nothing;
  const states = await ports.findStates(datasetId, source.urls);
  if (states.size === 0) return nothing;
  const oldest = ports.clock.now().getTime() - maxUnrequestedMs;
  const fresh = [...states.values()].filter(({ readAt }) => readAt.getTime() > oldest);
  const dates = await ports.readDates({
    urls: fresh.map(({ url }) => url),
    country,
    strictCountry,
    signal,
  });
  const isUnchanged = ({ url, readAt }: PageState) =>
    (dates.get(url) ?? Number.POSITIVE_INFINITY) + clockToleranceMs < readAt.getTime();
  return { states, unchanged: new Set(fresh.filter(isUnchanged).map(({ url }) => url)) };
}

/** Returns the records of a fetched page, or those of the last reading if the site confirms that it is unchanged. */
function toReading(fetched: FetchedPage, url: string, known: PageState | undefined, now: Date): PageReading {
  if (fetched.isNotModified === true && known !== undefined) {
    const validators = fetched.validators ?? known;
    const { etag, lastModified } = validators;
    const state = {
      ...known,
      etag: etag ?? known.etag,
      lastModified: lastModified ?? known.lastModified,
      readAt: now,
    };
    return { fetched, records: known.records, isUnchanged: true, state };
  }
  const { page, validators } = fetched;
  if (page.status !== 'ok') return { fetched, records: [], isUnchanged: false, state: null };
  const records = pageRecords(page.url, page.json ?? null);
  const { etag, lastModified } = validators ?? { etag: null, lastModified: null };
  return { fetched, records, isUnchanged: false, state: { url, etag, lastModified, readAt: now, records } };
}

/** Reads all pages concurrently; returns them in the order of the list. */
async function readAll(
  request: SourceRequest,
  ports: ReadPagesPorts,
  fetchRequest: ChargedWork['request'],
): Promise<PageReading[]> {
  const { source, country, strictCountry } = request;
  if (source.kind !== 'extract') return [];
  const { urls, schema, login = null } = source;
  const pageRequest = pageRequestSchema.parse(source.request ?? {});
  const isConditional = !isSentOverHttp(pageRequest);
  const { states, unchanged } = await findKnownPages(request, ports, fetchRequest.signal);
  const readings: PageReading[] = new Array(urls.length);
  const remaining = urls.entries();
  const readNext = async () => {
    for (const [at, url] of remaining) {
      const known = states.get(url);
      if (known !== undefined && unchanged.has(url)) {
        readings[at] = { fetched: null, records: known.records, isUnchanged: true, state: null };
        continue;
      }
      const { page } = toExtractCommand(extractBody.parse({ url, country, strict_country: strictCountry }));
      const json = { schema, prompt: null };
      const now = ports.clock.now();
      const fetched = await ports.fetchPage(
        { ...page, json, login, loginFor: 'datasets', ...toRequestOptions(pageRequest, page.render) },
        {
          ...fetchRequest,
          isPatient: true,
          ...(isConditional && known !== undefined && { validators: known }),
        },
      );
      readings[at] = toReading(fetched, url, known, now);
    }
  };
  await Promise.all(Array.from({ length: Math.min(maxConcurrentPages, urls.length) }, readNext));
  return readings;
}

function readErrorOf(fetched: readonly FetchedPage[]): SourceResult['error'] {
  const failed = fetched.filter(({ page }) => !readStatuses.includes(page.status));
  const [first] = failed;
  if (first === undefined) return null;
  const { url, error, status } = first.page;
  const reason = `${url}: ${error?.message ?? status}`;
  const message =
    failed.length === 1 ? reason : `${failed.length} pages could not be read. The first one is ${reason}`;
  return {
    code: error?.code ?? status,
    message,
    ...(error?.advice !== undefined && { advice: error.advice }),
  };
}

/** Returns the warnings of all pages, each once. */
function uniqueWarnings(fetched: readonly FetchedPage[]): Warning[] {
  const all = fetched.flatMap(({ page }) => page.warnings);
  return [...new Map(all.map((warning) => [warning.message, warning])).values()].slice(0, maxWarnings);
}

function createBilling(fetched: readonly FetchedPage[], charged: ChargedWork): SourceResult['billing'] {
  const pages = fetched.map(({ page }) => page);
  const [first] = pages;
  return charged.bill({
    pages: fetched.map(({ observation }) => charged.signObservation(observation)),
    status: pages.some(({ status }) => status === 'ok') ? 'ok' : (first?.status ?? 'ok'),
    url: first?.url ?? null,
    error: pages.length === 1 ? (first?.error ?? null) : null,
  });
}

/** Creates a reader of a list of pages, each of which contains one record or a list of records. */
export function createPagesReader(ports: ReadPagesPorts): ReadSource {
  return (request, context) => {
    const { source } = request;
    const pages = source.kind === 'extract' ? source.urls.length : 0;
    const pageCredits = routePrices.http + (ports.hasModel() ? itemPrices.ai_extraction : 0);
    const price = { credits: pages * pageCredits, note: 'dataset refresh' };
    return runCharged(ports, context, price, async (charged) => {
      const readings = await readAll(request, ports, charged.request);
      const fetched = readings.flatMap((reading) => reading.fetched ?? []);
      const error = readErrorOf(fetched);
      return {
        records: readings.flatMap(({ records }) => records),
        isComplete: error === null,
        error,
        recipeId: null,
        warnings: uniqueWarnings(fetched),
        ...(source.kind === 'extract' &&
          source.only_changed === true && {
            pages: {
              states: readings.flatMap(({ state }) => state ?? []),
              unchanged: readings.filter(({ isUnchanged }) => isUnchanged).length,
            },
          }),
        billing: createBilling(fetched, charged),
      };
    });
  };
}
