import type { Commit } from '../account/idempotency.ts';
import { createReservations } from '../account/reservations.ts';
import { crawlOperation } from '../capabilities/crawl/crawl.ts';
import { createCrawlWork } from '../capabilities/crawl/crawl-work.ts';
import { createJobStart } from '../capabilities/crawl/start-job.ts';
import { jobOperations } from '../capabilities/jobs/jobs.ts';
import type { JobDocument } from '../domain/job.ts';
import { createSlots } from '../domain/slots.ts';
import { createResourceFetcher } from '../fetching/fetch-resource.ts';
import { createPageFetcher, type PageFetcherPorts } from '../fetching/page-fetcher.ts';
import { actOnJob, deleteJob } from '../jobs/job-actions.ts';
import { createJob, type NewJob } from '../jobs/job-creation.ts';
import { followJob } from '../jobs/job-events.ts';
import { readResults } from '../jobs/job-results.ts';
import { startJobRunner } from '../jobs/job-runner.ts';
import { createJobSignals, type JobSignals } from '../jobs/job-signals.ts';
import { findJob, listJobs } from '../jobs/job-view.ts';
import { createTask } from '../jobs/task-creation.ts';
import type { TaskOrder } from '../jobs/task-work.ts';
import type { BackgroundCommand, StartInBackground } from '../operations/background.ts';
import type { Operation } from '../operations/operation.ts';
import type { Registry } from '../operations/registry.ts';
import { type NewContent, storeBody } from '../store/contents.ts';
import type { Database } from '../store/database.ts';
import { composeRefreshing } from './datasets.ts';
import type { Footing } from './footing.ts';
import { countPages } from './metrics.ts';
import { composeMonitorChecks } from './monitors.ts';
import { composeRunBrowsers } from './run-browser.ts';
import { keepForSearch } from './search.ts';
import { composeDesk, type SessionParts } from './sessions.ts';
import { operationTasks } from './tasks.ts';
import { toFailure } from './to-failure.ts';
import { withValues } from './values.ts';
import { composeRunning } from './workflows.ts';

/** How long a stop waits for pages of jobs that are under way. */
const stopGraceMs = 5_000;
/** Pages of jobs that wait for their site or are fetched; more than a runner ever has under way. */
const jobPagesAtOnce = 128;
/** Sitemaps held in memory at once, each of up to 50 MB. */
const filesAtOnce = 2;

/** Hears of jobs in this process until the stack is taken down. */
export function listenForJobs({ connection, log }: Footing, stack: AsyncDisposableStack): JobSignals {
  const signals = createJobSignals({ connection, log });
  stack.defer(() => signals.close());
  return signals;
}

/** Makes a job and completes the request that asked for it with the job as it is then, in one transaction. */
async function createAndShow(
  database: Database,
  job: NewJob,
  now: Date,
  commit: Commit,
): Promise<JobDocument> {
  const { promise, resolve } = Promise.withResolvers<JobDocument>();
  await createJob(database, job, now, async (transaction, jobId) => {
    const created = (await findJob(transaction, job.accountId, jobId, now)) as JobDocument;
    await commit(transaction, created);
    resolve(created);
  });
  return promise;
}

/** Starting operations that are done in the background. */
export function composeBackground({ database }: Footing): StartInBackground {
  return (asked, now, commit) =>
    database.transaction().execute(async (transaction) => {
      const { type, principal, requestId, params, operation, input } = asked;
      const command: BackgroundCommand = { operation, input };
      const order: TaskOrder = { tool: operation, principal, origin: 'job', params, command };
      const task = { type, order, requestId, url: asked.url ?? '', webhook: null };
      const jobId = await createTask(transaction, task, now);
      const created = (await findJob(transaction, principal.accountId, jobId, now)) as JobDocument;
      await commit(transaction, created);
      return created;
    });
}

/** Starting jobs over pages. */
export function composeJobStart({ database, clock }: Footing): ReturnType<typeof createJobStart> {
  return createJobStart({
    createJob: (job, now, commit) => createAndShow(database, job, now, commit),
    clock,
  });
}

/** The operations about jobs, and those that start them. */
export function composeJobOperations(footing: Footing, signals: JobSignals): Operation[] {
  const { database, clock, settings } = footing;
  const find = (accountId: string, jobId: string) => findJob(database, accountId, jobId, clock.now());
  return [
    crawlOperation(composeJobStart(footing)),
    ...jobOperations({
      listJobs: (accountId, filter) => listJobs(database, accountId, filter, clock.now()),
      findJob: find,
      readResults: (accountId, jobId, page) => readResults(database, accountId, jobId, page),
      followJob: (accountId, jobId, last) => followJob({ database, signals }, accountId, jobId, last),
      act: (accountId, jobId, action) =>
        actOnJob(database, accountId, jobId, action, { now: clock.now(), keepMs: settings.keep.pages }),
      deleteJob: (accountId, jobId) => deleteJob(database, accountId, jobId, clock.now()),
    }),
  ];
}

/** What jobs do their work with. */
export interface JobParts {
  fetching: Omit<PageFetcherPorts, 'slots'> & Pick<SessionParts, 'control' | 'logins' | 'exits' | 'threads'>;
  registry: Registry;
  signals: JobSignals;
}

/** Works on jobs until the stack is taken down. */
export async function startJobs(
  footing: Footing,
  { fetching, registry, signals }: JobParts,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { settings, database, blobs, clock, log, signer, lease } = footing;
  // Places of their own, so that a page that waits for a slow site keeps no scrape from beginning.
  const slots = createSlots(jobPagesAtOnce);
  const counted = countPages(createPageFetcher({ ...fetching, slots }), footing);
  const fetchPage = withValues(footing, keepForSearch(counted, footing));
  const storeLongBody = (content: NewContent) => storeBody({ database, blobs }, content, clock.now());
  const crawl = createCrawlWork({
    fetchPage,
    fetchResource: createResourceFetcher({ ...fetching, slots: createSlots(filesAtOnce) }),
    robots: fetching.robots,
    chooseExit: (wish, signal) => fetching.exits.choose(wish, signal),
    storeBody: storeLongBody,
    signer,
    clock,
    robotsPolicy: settings.robots,
  });
  const reservations = createReservations({ database, clock });
  stack.defer(() => reservations.close());
  const refreshing = composeRefreshing(footing, { registry, fetchPage, reservations });
  const runner = await startJobRunner({
    database,
    signals,
    clock,
    log,
    works: {
      crawl,
      batch_scrape: crawl,
      extract: crawl,
      dataset_refresh: refreshing,
      monitor_check: composeMonitorChecks(footing, fetchPage, stack),
      workflow_run: composeRunning(footing, {
        openBrowser: composeRunBrowsers(composeDesk(footing, fetching)),
        threads: fetching.threads,
        reservations,
      }),
      ...operationTasks(registry, clock),
    },
    storeBody: storeLongBody,
    toFailure,
    keepMs: settings.keep.pages,
    lease,
    // The embedded database has one owner, so that nobody else can be at work.
    isAlone: settings.databaseUrl === null,
  });
  stack.defer(() => runner.stop(stopGraceMs));
}
