import { creditStanding } from '../account/credit-standing.ts';
import { readUsage } from '../account/usage.ts';
import type { MapAnswer } from '../capabilities/map/map-answer.ts';
import type { MapCommand } from '../capabilities/map/map-request.ts';
import type { ScrapeCommand } from '../capabilities/scrape/scrape-request.ts';
import type { SearchAnswer } from '../capabilities/search/search-answer.ts';
import type { SearchCommand } from '../capabilities/search/search-request.ts';
import type { PageResult } from '../domain/page.ts';
import type { Receipt } from '../domain/receipt.ts';
import { createUpgradeBaseUrl } from '../doors/http/base-url.ts';
import type { Dialect } from '../doors/http/http-door.ts';
import type { TakeUpgrade } from '../doors/http/listener.ts';
import { batchScrapeCall } from '../doors/v2/batch-scrape.ts';
import { crawlCall } from '../doors/v2/crawl.ts';
import { createV2Dialect } from '../doors/v2/dialect.ts';
import { extractCalls } from '../doors/v2/extract.ts';
import { findScrapeCall } from '../doors/v2/find-scrape.ts';
import { type JobCallPorts, jobCalls } from '../doors/v2/job-calls.ts';
import { mapCall } from '../doors/v2/map.ts';
import { scrapeCall } from '../doors/v2/scrape.ts';
import { searchCall } from '../doors/v2/search.ts';
import { teamCalls } from '../doors/v2/team.ts';
import type { WatchPorts } from '../doors/v2/watch-job.ts';
import { createWatchSocket } from '../doors/v2/watch-socket.ts';
import { actOnJob } from '../jobs/job-actions.ts';
import { jobLoad } from '../jobs/job-load.ts';
import { readFailedPages, readJobPages } from '../jobs/job-pages.ts';
import type { JobSignals } from '../jobs/job-signals.ts';
import { findJob, listJobs } from '../jobs/job-view.ts';
import type { Work } from '../operations/operation.ts';
import type { Registry } from '../operations/registry.ts';
import { findPageOfReceipt } from '../store/cached-pages.ts';
import { unpackDocument } from '../store/packed-document.ts';
import type { Footing } from './footing.ts';
import { composeJobStart } from './jobs.ts';
import { absent, declareOperations } from './operations.ts';

/** The work of one of our operations, for commands that another door made. */
function workOf<Command, Value>(registry: Registry, name: string): Work<Command, Value> {
  const operation = registry.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation is called ${name}`);
  // The registry has forgotten the types; whoever names the operation here knows them.
  return operation.obey as Work<Command, Value>;
}

async function findPage({ database, clock }: Footing, accountId: string, receiptId: string) {
  const found = await findPageOfReceipt(database, accountId, receiptId, clock.now());
  if (found === null) return null;
  const text = await unpackDocument(found.page, found.bytes);
  return { ...(JSON.parse(text.toString('utf8')) as Omit<PageResult, 'receipt'>), receipt: found.receipt };
}

function jobPorts({ database, clock, settings }: Footing): JobCallPorts {
  const keepMs = settings.keep.pages;
  return {
    findJob: (accountId, jobId) => findJob(database, accountId, jobId, clock.now()),
    listJobs: (accountId, filter) => listJobs(database, accountId, filter, clock.now()),
    readPages: (accountId, jobId, piece) => readJobPages(database, accountId, jobId, piece),
    readFailedPages: (accountId, jobId, limit) => readFailedPages(database, accountId, jobId, limit),
    act: (accountId, jobId, action) =>
      actOnJob(database, accountId, jobId, action, { now: clock.now(), keepMs }),
    keepMs,
  };
}

/** The third party's API over our operations. */
export function composeV2(footing: Footing, registry: Registry): Dialect {
  const { database, clock, settings } = footing;
  const start = composeJobStart(footing);
  const jobs = jobPorts(footing);
  return createV2Dialect([
    scrapeCall(
      workOf<ScrapeCommand, PageResult | { results: PageResult[]; receipt: Receipt }>(registry, 'scrape'),
    ),
    findScrapeCall((accountId, receiptId) => findPage(footing, accountId, receiptId)),
    crawlCall(start),
    batchScrapeCall(start),
    ...extractCalls(start, jobs),
    ...jobCalls(jobs),
    searchCall(workOf<SearchCommand, SearchAnswer>(registry, 'search')),
    mapCall(workOf<MapCommand, MapAnswer>(registry, 'map')),
    ...teamCalls({
      credits: (accountId) => creditStanding(database, accountId, clock.now()),
      usage: (accountId, from, to) => readUsage(database, accountId, from, to),
      queue: async (accountId) => ({
        ...(await jobLoad(database, accountId)),
        mostAtOnce: settings.limits.concurrent,
      }),
      now: () => clock.now(),
    }),
  ]);
}

/** Takes in those who watch jobs of the third party's API. */
export function composeWatching(
  footing: Footing,
  authenticate: WatchPorts['authenticate'],
  signals: JobSignals,
  ownUrl: () => string,
  stopping: AbortSignal,
): TakeUpgrade {
  const { settings } = footing;
  return createWatchSocket({
    ...jobPorts(footing),
    authenticate,
    nextChange: (jobId, atMostMs, signal) => signals.next(jobId, atMostMs, signal),
    baseUrl: createUpgradeBaseUrl(settings.baseUrl, settings.trustedProxies, ownUrl),
    stopping,
  });
}

/** The calls to look at, without anything that could do their work. */
export function declareV2Calls(): Registry {
  return composeV2(absent as Footing, declareOperations()).operations;
}
