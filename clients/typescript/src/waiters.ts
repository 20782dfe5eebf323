import { type CallOptions, pause } from './call.ts';
import type { Operations } from './operations.ts';
import type { CrawlRequest, FollowJobAnswer, Job, PageResult, ScrapeRequest } from './schemas.ts';

/** What a scrape is asked beside addresses. */
export type PageOptions = Omit<ScrapeRequest, 'url' | 'urls'>;

/** How to wait for a job. */
export interface WaitOptions extends CallOptions {
  /** Told of each event as it comes. */
  onEvent?(event: FollowJobAnswer): void;
}

/** What several operations do together. */
export interface Waiters {
  /** Reads one page; what became of it is its `status`. */
  scrapePage(url: string, fields?: PageOptions, options?: CallOptions): Promise<PageResult>;
  /** Reads any number of pages, up to 100 at a time, and gives them in the order asked. */
  scrapePages(
    urls: readonly string[],
    fields?: PageOptions,
    options?: CallOptions,
  ): AsyncGenerator<PageResult>;
  /** Waits until a job has ended, and gives it as it is then. */
  waitForJob(jid: string, options?: WaitOptions): Promise<Job>;
  /** Starts a crawl, once however often the call has to be sent, and waits for its end. */
  crawlAndWait(fields: CrawlRequest, options?: WaitOptions): Promise<Job>;
  /** The pages that a job has delivered, in order of completion, from `offset`. */
  jobPages(jid: string, offset?: number, options?: CallOptions): AsyncGenerator<PageResult>;
}

const maxAddresses = 100;
const pagesAtOnce = 100;
const betweenStreamsMs = 500;

function hasEnded({ status }: Job): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** Makes them over the operations. */
export function createWaiters(operations: Operations): Waiters {
  async function waitForJob(jid: string, { onEvent, ...options }: WaitOptions = {}): Promise<Job> {
    let last: string | undefined;
    for (;;) {
      // The stream ends with the job, and also when the service stops: then it goes on with the next event.
      const after = last === undefined ? {} : { last_event_id: last };
      for await (const event of operations.followJob({ jid, ...after }, options)) {
        last = event.id;
        onEvent?.(event);
      }
      const job = await operations.getJob({ jid }, options);
      if (hasEnded(job)) return job;
      await pause(betweenStreamsMs, options.signal);
    }
  }

  return {
    waitForJob,
    async scrapePage(url, fields = {}, options) {
      return (await operations.scrape({ ...fields, url }, options)) as PageResult;
    },
    async *scrapePages(urls, fields = {}, options) {
      for (let at = 0; at < urls.length; at += maxAddresses) {
        const some = urls.slice(at, at + maxAddresses);
        const answer = await operations.scrape({ ...fields, urls: some }, options);
        if ('results' in answer) yield* answer.results;
      }
    },
    async crawlAndWait(fields, { onEvent, ...options } = {}) {
      const idempotencyKey = options.idempotencyKey ?? crypto.randomUUID();
      const { jid } = await operations.crawl(fields, { ...options, idempotencyKey });
      const { signal } = options;
      return waitForJob(jid, { ...(onEvent && { onEvent }), ...(signal && { signal }) });
    },
    async *jobPages(jid, offset = 0, options) {
      for (let next: number | null = offset; next !== null; ) {
        const page = await operations.getJobResults({ jid, offset: next, limit: pagesAtOnce }, options);
        // A job over pages; what does one piece of work has no pages to wait for.
        yield* page.results as PageResult[];
        next = page.next_offset;
      }
    },
  };
}
