import { sql } from 'kysely';
import type { FetchPage } from '../fetching/page-fetcher.ts';
import type { RunningContentThreads } from '../runtime/content-threads.ts';
import type { Sample } from '../runtime/metrics.ts';
import type { Footing } from './footing.ts';

/** Counts the pages that a fetcher ends. */
export function countPages(fetchPage: FetchPage, { metrics }: Pick<Footing, 'metrics'>): FetchPage {
  return async (command, order) => {
    const fetched = await fetchPage(command, order);
    const { route, credits } = fetched.observation;
    metrics.pageEnded({ status: fetched.page.status, route: route ?? 'none', credits });
    return fetched;
  };
}

const states = ['busy', 'idle', 'waiting'] as const;

/** What is looked up of the database itself; one that does not answer is left out. */
function watchDatabase({ metrics, database, databaseLoad }: Footing): void {
  metrics.watch({
    name: 'webdata_database_connections',
    help: 'Connections to the database that are busy or idle, and queries waiting for one',
    labelNames: ['state'],
    sample: () => states.map((state) => ({ labels: { state }, value: databaseLoad()[state] })),
  });
  metrics.watch({
    name: 'webdata_jobs',
    help: 'Jobs of all accounts that have not ended',
    labelNames: ['type', 'status'],
    sample: async () => {
      const { rows } = await sql<{ type: string; status: string; jobs: number }>`
        select type, status, count(*)::int as jobs from jobs where status in ('queued', 'running') group by 1, 2
      `.execute(database);
      return rows.map(({ type, status, jobs }): Sample => ({ labels: { type, status }, value: jobs }));
    },
  });
}

/** Watches the parts of this process that have something to tell. */
export function watchParts(
  footing: Footing,
  threads: Pick<RunningContentThreads, 'load'>,
  browsers: () => number,
): void {
  const { metrics, disk } = footing;
  watchDatabase(footing);
  metrics.watch({
    name: 'webdata_content_threads',
    help: 'Threads that read pages, busy and idle, and pages waiting for one',
    labelNames: ['state'],
    sample: () => states.map((state) => ({ labels: { state }, value: threads.load()[state] })),
  });
  metrics.watch({
    name: 'webdata_browsers',
    help: 'Browsers that run',
    sample: () => [{ labels: {}, value: browsers() }],
  });
  metrics.watch({
    name: 'webdata_disk_free_bytes',
    help: 'Free room on the fullest disk that holds data',
    sample: () => [{ labels: {}, value: disk.free() }],
  });
}
