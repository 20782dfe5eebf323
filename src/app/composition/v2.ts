import { findCreditBalance } from '../../account/credits/credit-balance.ts';
import { readUsage } from '../../account/credits/usage.ts';
import type { CapabilityPorts } from '../../capabilities/capability.ts';
import { createPageJobStart } from '../../capabilities/crawl/page-jobs.ts';
import type { MapCommand } from '../../capabilities/map/map-request.ts';
import type { MapResponse } from '../../capabilities/map/map-response.ts';
import type { ScrapeCommand } from '../../capabilities/scrape/scrape-request.ts';
import type { SearchCommand } from '../../capabilities/search/search-request.ts';
import type { SearchResponse } from '../../capabilities/search/search-response.ts';
import type { PageResult } from '../../domain/pages/page.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import type { ApiDialect } from '../../interfaces/http/http-interface.ts';
import type { UpgradeHandler } from '../../interfaces/http/listener.ts';
import { createUpgradeBaseUrl } from '../../interfaces/http/request/base-url.ts';
import { crawlCall } from '../../interfaces/v2/crawl/crawl.ts';
import { mapCall } from '../../interfaces/v2/crawl/map.ts';
import { createV2Dialect } from '../../interfaces/v2/dialect.ts';
import { extractCalls } from '../../interfaces/v2/extract/extract.ts';
import { type JobCallPorts, jobCalls } from '../../interfaces/v2/jobs/job-calls.ts';
import type { WatchPorts } from '../../interfaces/v2/jobs/watch-job.ts';
import { createWatchSocket } from '../../interfaces/v2/jobs/watch-socket.ts';
import { batchScrapeCall } from '../../interfaces/v2/scrape/batch-scrape.ts';
import { findScrapeCall } from '../../interfaces/v2/scrape/find-scrape.ts';
import { scrapeCall } from '../../interfaces/v2/scrape/scrape.ts';
import { searchCall } from '../../interfaces/v2/search.ts';
import { createTeamCalls } from '../../interfaces/v2/team.ts';
import { runJobAction } from '../../jobs/records/job-actions.ts';
import { readFailedPages, readJobPages } from '../../jobs/records/job-pages.ts';
import type { JobSignals } from '../../jobs/records/job-signals.ts';
import { findJob, listJobs } from '../../jobs/records/job-view.ts';
import { readJobLoad } from '../../jobs/runner/job-load.ts';
import type { CommandHandler } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { findPageOfReceipt } from '../../store/pages/cached-pages.ts';
import { decompressDocument } from '../../store/pages/compressed-document.ts';
import type { AppContext } from '../app-context.ts';
import { absent, declareOperations } from '../operations/operations.ts';

/** The work of an operation, for commands that the /v2 interface builds. */
function workOf<Command, Value>(registry: Registry, name: string): CommandHandler<Command, Value> {
  const operation = registry.find((one) => one.name === name);
  if (operation === undefined) throw new Error(`no operation is called ${name}`);
  // The registry has no types of commands and answers; the callers of this function know them.
  return operation.runCommand as CommandHandler<Command, Value>;
}

async function findPage({ database, clock }: AppContext, accountId: string, receiptId: string) {
  const found = await findPageOfReceipt(database, accountId, receiptId, clock.now());
  if (found === null) return null;
  const text = await decompressDocument(found.page, found.bytes);
  return { ...(JSON.parse(text.toString('utf8')) as Omit<PageResult, 'receipt'>), receipt: found.receipt };
}

function jobPorts({ database, clock, settings }: AppContext): JobCallPorts {
  const keepMs = settings.keep.pages;
  return {
    findJob: (accountId, jobId) => findJob(database, accountId, jobId, clock.now()),
    listJobs: (accountId, filter) => listJobs(database, accountId, filter, clock.now()),
    readPages: (accountId, jobId, piece) => readJobPages(database, accountId, jobId, piece),
    readFailedPages: (accountId, jobId, limit) => readFailedPages(database, accountId, jobId, limit),
    performAction: (accountId, jobId, action) =>
      runJobAction(database, accountId, jobId, action, { now: clock.now(), keepMs }),
    keepMs,
  };
}

/** The third-party API over the operations of the service. */
export function composeV2(
  app: AppContext,
  registry: Registry,
  { targets, logins, exits: { networks } }: Pick<CapabilityPorts, 'targets' | 'logins' | 'exits'>,
): ApiDialect {
  const { database, clock, settings } = app;
  const start = createPageJobStart({ database, clock, targets, logins, networks });
  const jobs = jobPorts(app);
  return createV2Dialect([
    scrapeCall(
      workOf<ScrapeCommand, PageResult | { results: PageResult[]; receipt: Receipt }>(registry, 'scrape'),
    ),
    findScrapeCall((accountId, receiptId) => findPage(app, accountId, receiptId)),
    crawlCall(start),
    batchScrapeCall(start, targets.addressError),
    ...extractCalls(start, targets.addressError, jobs),
    ...jobCalls(jobs),
    searchCall(workOf<SearchCommand, SearchResponse>(registry, 'search')),
    mapCall(workOf<MapCommand, MapResponse>(registry, 'map')),
    ...createTeamCalls({
      credits: (accountId) => findCreditBalance(database, accountId, clock.now()),
      usage: (accountId, from, to) => readUsage(database, accountId, from, to),
      queue: async (accountId) => ({
        ...(await readJobLoad(database, accountId)),
        maxConcurrency: settings.limits.concurrent,
      }),
      now: () => clock.now(),
    }),
  ]);
}

/** Serves the WebSocket of the third-party API that reports the progress of jobs. */
export function composeJobWatching(
  app: AppContext,
  authenticate: WatchPorts['authenticate'],
  signals: JobSignals,
  ownUrl: () => string,
  stopping: AbortSignal,
): UpgradeHandler {
  const { settings } = app;
  return createWatchSocket({
    ...jobPorts(app),
    authenticate,
    nextChange: (jobId, maxWaitMs, signal) => signals.waitForChange(jobId, maxWaitMs, signal),
    baseUrl: createUpgradeBaseUrl(settings.baseUrl, settings.trustedProxies, ownUrl),
    stopping,
  });
}

/** Returns the calls with placeholder ports, for documents and tests. */
export function declareV2Calls(): Registry {
  return composeV2(absent as AppContext, declareOperations(), absent as CapabilityPorts).operations;
}
