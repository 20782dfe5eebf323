import type { CallOptions } from './call.ts';
import { continued, type Iteration } from './iteration.ts';
import type { Operations } from './operations.ts';
import { pause } from './pause.ts';
import type { CollectRequest, CrawlRequest, Job, PageResult, ScrapeRequest } from './schemas.ts';
import { WebdataError } from './webdata-error.ts';

/** Options of a scrape without its URLs. */
export type PageOptions = Omit<ScrapeRequest, 'url' | 'urls'>;

/** Record of a listing: the requested fields. */
export type CollectedRecord = Record<string, unknown>;

/** Methods that read pages and records of any number. */
export interface Pages {
  /** Reads one page. Its outcome is its `status`. */
  scrapePage(url: string, fields?: PageOptions, options?: CallOptions): Promise<PageResult>;
  /** Reads any number of pages, 100 at a time, and yields them in the order of the URLs. */
  scrapePages(
    urls: readonly string[],
    fields?: PageOptions,
    options?: CallOptions,
  ): AsyncGenerator<PageResult>;
  /** Yields the pages that a job has delivered, in order of completion, from `offset`. */
  jobPages(jid: string, offset?: number, options?: CallOptions): AsyncGenerator<PageResult>;
  /**
   * Starts a crawl and yields its pages while it runs, in order of completion. If the loop ends early, or `signal` is
   * aborted, the job is cancelled. Throws WebdataError `no_result` if the job failed.
   */
  crawlPages(fields: CrawlRequest, options?: CallOptions): AsyncGenerator<PageResult>;
  /** Returns the complete Markdown of a page, also if its result holds only the start. */
  markdownOf(page: PageResult, options?: CallOptions): Promise<string>;
  /**
   * Yields the records of a listing, with as many requests as are needed. `limit` and `max_pages` apply to each request.
   * Throws WebdataError `no_result` if the listing cannot be read.
   */
  collectRecords(fields: CollectRequest, options?: CallOptions): AsyncGenerator<CollectedRecord>;
  /** Returns the complete text of a long page: the `ref` of its result. */
  readAll(ref: string, options?: CallOptions): Promise<string>;
}

const maxUrlsPerCall = 100;
const resultsPerCall = 100;
const readLength = 100_000;
/** Time between two looks for new pages of a crawl. */
const crawlPollMs = 500;

function hasEnded({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Creates the methods from the operations of a client. */
export function createPages(operations: Operations, { parts, iterate }: Iteration): Pages {
  /** Reads up to 100 pages, also those that the service leaves for another call. */
  async function readChunk(urls: string[], fields: PageOptions, options: CallOptions) {
    const results = new Map<string, PageResult[]>();
    for await (const answer of parts('scrape', { ...fields, urls }, options)) {
      if (!('results' in answer)) continue;
      for (const result of answer.results) {
        results.set(result.url, [...(results.get(result.url) ?? []), result]);
      }
    }
    return urls.flatMap((url) => results.get(url)?.shift() ?? []);
  }

  async function* jobPages(jid: string, offset = 0, options: CallOptions = {}) {
    const results = iterate('getJobResults', { jid, offset, limit: resultsPerCall }, options);
    for await (const result of results) yield result as PageResult;
  }

  async function readAll(ref: string, options?: CallOptions) {
    let text = '';
    for (let offset: number | null = 0; offset !== null; ) {
      const part = await operations.read({ ref, offset, length: readLength }, options);
      text += part.content;
      offset = part.next_offset;
    }
    return text;
  }

  async function* crawlPages(fields: CrawlRequest, options: CallOptions = {}) {
    const { idempotencyKey: _key, ...later } = options;
    const { jid } = (await operations.crawl({ ...fields, dry_run: false }, options)) as Job;
    let job: Job | null = null;
    try {
      for (let offset = 0; ; await pause(crawlPollMs, options.signal)) {
        // Read before the pages, so that none is missed that came before the end.
        job = await operations.getJob({ jid }, later);
        for await (const page of jobPages(jid, offset, later)) {
          offset += 1;
          yield page;
        }
        if (hasEnded(job)) break;
      }
    } finally {
      // The error of the loop is thrown, not that of the cancellation: the job may have ended by then.
      if (job === null || !hasEnded(job))
        await operations.actOnJob({ jid, action: 'cancel' }).catch(() => {});
    }
    if (job.status !== 'failed') return;
    const message = `The job ${jid} failed: ${job.error?.message ?? 'it states no reason'}`;
    throw new WebdataError({ status: 0, code: 'no_result', message });
  }

  return {
    jobPages,
    readAll,
    crawlPages,
    async markdownOf({ ref, truncated, markdown = '' }, options) {
      return truncated && ref !== undefined ? readAll(ref, options) : markdown;
    },
    async scrapePage(url, fields = {}, options) {
      return (await operations.scrape({ ...fields, url }, options)) as PageResult;
    },
    async *scrapePages(urls, fields = {}, options = {}) {
      for (let at = 0; at < urls.length; at += maxUrlsPerCall) {
        const chunk = urls.slice(at, at + maxUrlsPerCall);
        yield* await readChunk(chunk, fields, continued(options, at));
      }
    },
    async *collectRecords(fields, options = {}) {
      let answer = await operations.collect({ ...fields, dry_run: false }, options);
      for (let call = 1; 'records' in answer; call += 1) {
        const { error, records } = answer;
        if (error !== undefined && records.length === 0) {
          const message = `${answer.url} is ${answer.status}: ${error.message}`;
          throw new WebdataError({ status: 0, code: 'no_result', message });
        }
        yield* records;
        const { rid, continue: token } = answer;
        if (token === undefined || rid === null) return;
        const { limit, max_pages, country } = fields;
        const rest = { limit, max_pages, country, continue: token };
        const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
        answer = await operations.runRecipe({ rid, ...given, dry_run: false }, continued(options, call));
      }
    },
  };
}
