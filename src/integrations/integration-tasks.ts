import { addMs } from '../domain/system/clock.ts';
import type { PeriodicTask } from '../domain/system/periodic-task.ts';
import type { Settings } from '../domain/system/settings.ts';
import type { Database } from '../store/database.ts';
import { deleteExpiredArchiveAnswers } from './archives/http/archive-cache.ts';
import { deleteOldTokenCounts } from './models/token-budget.ts';
import { deleteOldReadPages } from './search/local/write-pages.ts';

/** Housekeeping of the answers of archives and of the search index. */
export function integrationTasks(database: Database, keep: Settings['keep']): PeriodicTask[] {
  return [
    {
      name: 'sweep-archives',
      intervalMs: 60 * 60_000,
      run: (now) => deleteExpiredArchiveAnswers(database, now),
    },
    {
      name: 'sweep-read-pages',
      intervalMs: 60 * 60_000,
      run: (now) => deleteOldReadPages(database, addMs(now, -keep.pages)),
    },
    {
      name: 'sweep-model-tokens',
      intervalMs: 60 * 60_000,
      run: () => deleteOldTokenCounts(database),
    },
  ];
}
