import { attributeCrash, type Crash } from '../../domain/resources/crash.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { addPageCrashes, pageKey, readPageCrashes } from '../../store/pages/page-crashes.ts';
import { noteCrashedBy } from './frontier-leases.ts';

/**
 * Attributes crashes of earlier processes to pages and rows of the frontier, in one transaction. Earlier crashes of the
 * same pages count from `since` on.
 */
export async function recordCrashes(
  { database, log }: { database: Database; log: Log },
  crashes: readonly Crash[],
  now: Date,
  since: Date,
): Promise<void> {
  if (crashes.length === 0) return;
  await database.transaction().execute(async (transaction) => {
    for (const crash of crashes) {
      const known = await readPageCrashes(transaction, since);
      const { alone, together, rowId } = attributeCrash(crash, (page) => known.get(pageKey(page)) ?? null);
      await addPageCrashes(transaction, 'alone', alone, now);
      await addPageCrashes(transaction, 'together', together, now);
      const workerId = crash.culprit?.row?.workerId ?? crash.workerId;
      if (workerId !== null && rowId !== null) await noteCrashedBy(transaction, workerId, rowId);
      const hosts = [...new Set(alone.map(({ host }) => host))];
      log.info(
        { attributed_to: hosts, in_flight: crash.inFlight.length, job: crash.culprit?.jobId ?? undefined },
        'an earlier process of the service did not shut down cleanly',
      );
    }
  });
}
