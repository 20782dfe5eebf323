import { noCommit } from '../../account/requests/idempotency.ts';
import type { Network } from '../../domain/resources/exit.ts';
import type { Clock } from '../../domain/system/clock.ts';
import type { PageLogins } from '../../fetching/browser/page-logins.ts';
import type { TargetCheck } from '../../fetching/target-check.ts';
import { createJob } from '../../jobs/records/create-job.ts';
import type { Database } from '../../store/database.ts';
import { createJobStarter } from './start-job.ts';

/** Starts jobs that read pages: crawls, batches of pages, and extractions of `/v2`. */
export function createPageJobStart({
  database,
  clock,
  targets,
  logins,
  networks,
}: {
  database: Database;
  clock: Clock;
  targets: TargetCheck;
  logins: Pick<PageLogins, 'findFor'>;
  /** Networks for which exits exist. */
  networks: readonly Network[];
}): ReturnType<typeof createJobStarter> {
  return createJobStarter({
    createJob: (job, now, commit) => createJob(database, job, now, commit === noCommit ? null : commit),
    addressErrors: targets.addressErrors,
    loginErrors: targets.loginErrors,
    findLogin: (accountId, url) => logins.findFor(accountId, 'crawl', url),
    clock,
    networks,
  });
}
