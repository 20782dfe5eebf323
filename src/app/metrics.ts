import type { FetchPage } from '../fetching/fetch-request.ts';
import type { ContentThreadPool } from '../runtime/threads/content-threads.ts';
import type { AppContext, ServiceContext } from './app-context.ts';

/** Counts the pages of the fetcher. */
export function countPages(fetchPage: FetchPage, { metrics }: Pick<AppContext, 'metrics'>): FetchPage {
  return async (command, request) => {
    const fetched = await fetchPage(command, request);
    const { route, credits } = fetched.observation;
    metrics.pageCompleted({ status: fetched.page.status, route: route ?? 'none', credits });
    return fetched;
  };
}

const states = ['busy', 'idle', 'waiting'] as const;

/** Registers the gauges of the parts of this process and of the capabilities. */
export function watchParts(
  app: ServiceContext,
  threads: Pick<ContentThreadPool, 'getLoad'>,
  browsers: () => number,
): void {
  const { metrics, disk, databaseLoad, databaseSize } = app;
  for (const { metrics: gauges } of app.capabilities) {
    for (const gauge of gauges?.(app) ?? []) metrics.addSampledMetric(gauge);
  }
  metrics.addSampledMetric({
    name: 'webdata_database_connections',
    help: 'Connections to the database that are busy or idle, and queries waiting for one',
    labelNames: ['state'],
    sample: () => states.map((state) => ({ labels: { state }, value: databaseLoad()[state] })),
  });
  metrics.addSampledMetric({
    name: 'webdata_content_threads',
    help: 'Threads that read pages, busy and idle, and pages waiting for one',
    labelNames: ['state'],
    sample: () => states.map((state) => ({ labels: { state }, value: threads.getLoad()[state] })),
  });
  metrics.addSampledMetric({
    name: 'webdata_browsers',
    help: 'Browsers that run',
    sample: () => [{ labels: {}, value: browsers() }],
  });
  metrics.addSampledMetric({
    name: 'webdata_database_bytes',
    help: 'Size of the database, without the write-ahead log; equal in all processes',
    sample: async () => [{ labels: {}, value: await databaseSize() }],
  });
  metrics.addSampledMetric({
    name: 'webdata_disk_free_bytes',
    help: 'Free room on the fullest disk that holds data',
    sample: () => [{ labels: {}, value: disk.freeBytes() }],
  });
}
