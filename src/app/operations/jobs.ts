import { getHeapStatistics } from 'node:v8';
import { createReservations } from '../../account/credits/reservations.ts';
import type { CapabilityPorts, JobWorks } from '../../capabilities/capability.ts';
import { createSemaphore } from '../../domain/system/semaphore.ts';
import { createResourceFetcher } from '../../fetching/fetch-resource.ts';
import { createJobWaitRecorder } from '../../jobs/records/job-wait.ts';
import { startJobRunner } from '../../jobs/runner/job-runner.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { storeBody } from '../../store/pages/contents.ts';
import type { AppContext, ServiceContext } from '../app-context.ts';
import type { Fetching } from '../composition/fetching.ts';
import { composePagePipeline } from '../composition/page-pipeline.ts';
import type { Crashes } from '../crashes.ts';
import { toFailure } from './to-failure.ts';

/** Milliseconds that a stop waits for pages of jobs. */
const stopGraceMs = 5_000;
/** Maximum number of pages of jobs that are fetched or wait for their site; the runner limits them by the load. */
const maxPages = 10_000;
/** Maximum number of sitemaps in memory, each of up to 50 MB. */
const maxFiles = 2;

/** Parts that jobs need. */
export interface JobParts {
  fetching: Fetching;
  /** The ports of requests. */
  ports: CapabilityPorts;
  registry: Registry;
  crashes: Crashes;
}

/** The ports of jobs. Their slots are not those of requests, so that pages of slow sites delay no request. */
function jobPorts(
  app: AppContext,
  { fetching, ports, crashes }: Omit<JobParts, 'registry'>,
  stack: AsyncDisposableStack,
): CapabilityPorts {
  const { database, clock, log } = app;
  const { values } = ports;
  const onPatientWait = createJobWaitRecorder({ database, clock, log });
  const { fetchPage, fetchPageWithValues, cache } = composePagePipeline(app, {
    fetching,
    crashes,
    values,
    maxPages,
    onPatientWait,
  });
  const reservations = createReservations({ database, clock, log });
  stack.defer(() => reservations.close());
  return {
    ...ports,
    fetchPage,
    fetchPageWithValues,
    cache,
    fetchResource: createResourceFetcher({ ...fetching, slots: createSemaphore(maxFiles), onPatientWait }),
    reservations,
  };
}

/** Works on jobs until the stack is disposed. */
export async function startJobs(
  app: ServiceContext,
  parts: JobParts,
  stack: AsyncDisposableStack,
): Promise<void> {
  const { settings, database, blobs, clock, log, lease } = app;
  const ports = jobPorts(app, parts, stack);
  const works: JobWorks = Object.assign(
    {},
    ...app.capabilities.map(({ tasks }) => tasks?.(ports, () => parts.registry)),
  );
  const runner = await startJobRunner({
    database,
    signals: ports.signals,
    clock,
    log,
    works,
    storeBody: (content) => storeBody({ database, blobs }, content, clock.now()),
    toFailure,
    keepMs: settings.keep.pages,
    lease,
    // Only one process uses the embedded database.
    isAlone: settings.databaseUrl === null,
    readLoad: () => ({
      waitingPages: parts.fetching.threads.getLoad().waiting,
      // `process.memoryUsage` would open a file, which can fail.
      bufferedBytes: getHeapStatistics().external_memory,
    }),
    onWorker: parts.crashes.setWorker,
  });
  stack.defer(() => runner.stop(stopGraceMs));
}
