import { sweepRequests } from '../account/history.ts';
import { sweepIdempotency } from '../account/idempotency.ts';
import { renewAccounts } from '../account/renewals.ts';
import { sweepReservations } from '../account/reservations.ts';
import { sweepChanges } from '../capabilities/datasets/sweep-changes.ts';
import { sweepExports } from '../capabilities/datasets/sweep-exports.ts';
import { sweepLayouts } from '../capabilities/extract/layout-memory.ts';
import { sweepChecks } from '../capabilities/monitors/checks.ts';
import { sweepSessions } from '../capabilities/sessions/session-table.ts';
import { sweepRuns } from '../capabilities/workflows/run-view.ts';
import { addMs } from '../domain/clock.ts';
import { createDue, startTicker } from '../jobs/due.ts';
import { sweepJobs } from '../jobs/job-actions.ts';
import { createQueue } from '../jobs/queue.ts';
import { sweepQueue, sweepWorks, workOnSweeps } from '../jobs/sweeps.ts';
import { sweepDeliveries } from '../jobs/webhooks/deliveries.ts';
import { sweepWebhookSecrets } from '../jobs/webhooks/secrets.ts';
import { sweepKeptAnswers } from '../sources/archives/kept-answers.ts';
import { sweepReadPages } from '../sources/search/page-index.ts';
import { expireBlobs, sweepBlobContents } from '../store/blobs/sweep-blobs.ts';
import { sweepCachedPages } from '../store/cached-pages.ts';
import { sweepContents } from '../store/contents.ts';
import { sweepPoliteness } from '../web/politeness-shares.ts';
import type { Footing } from './footing.ts';
import { startScheduling } from './scheduling.ts';
import { startDelivering } from './webhooks.ts';

const tickEveryMs = 5_000;
/** How long a stop waits for background work. */
const stopGraceMs = 10_000;
const staleFileMs = 60 * 60_000;

/** Runs housekeeping and, later, jobs. */
export async function startWorking(
  footing: Footing,
  stack: AsyncDisposableStack,
  ownPort: () => number,
): Promise<void> {
  const { connection, database, blobs, clock, log, settings } = footing;
  const queue = createQueue({ connection, definitions: [sweepQueue], log });
  await queue.start();
  stack.defer(() => queue.stop(stopGraceMs));
  const sweeps = {
    reservations: (now: Date) => sweepReservations(database, now),
    renewals: (now: Date) => renewAccounts(database, now),
    contents: (now: Date) => sweepContents(database, now),
    'page-cache': (now: Date) => sweepCachedPages(database, now),
    jobs: (now: Date) => sweepJobs(database, now),
    blobs: async (now: Date, signal: AbortSignal) =>
      (await sweepExports(database, now)) +
      (await expireBlobs(database, now)) +
      (await sweepBlobContents(database, blobs, now, signal)),
    requests: async (now: Date) =>
      (await sweepRequests(database, addMs(now, -settings.keep.requests))) +
      (await sweepChanges(database, addMs(now, -settings.keep.requests))) +
      (await sweepIdempotency(database, now)),
    deliveries: async (now: Date) =>
      (await sweepDeliveries(database, addMs(now, -settings.keep.deliveries))) +
      (await sweepWebhookSecrets(database, now)),
    'stale-files': () => blobs.sweepStale(staleFileMs),
    politeness: () => sweepPoliteness(database),
    layouts: (now: Date) => sweepLayouts(database, now),
    'read-pages': (now: Date) => sweepReadPages(database, addMs(now, -settings.keep.pages)),
    archives: (now: Date) => sweepKeptAnswers(database, now),
    monitors: (now: Date) => sweepChecks(database, addMs(now, -settings.keep.requests)),
    runs: (now: Date) => sweepRuns(database, now),
    sessions: (now: Date) => sweepSessions(database, now, addMs(now, -settings.keep.requests)),
  };
  await workOnSweeps({ queue, sweeps, clock, log });
  const due = createDue({ database, queue, clock, works: sweepWorks });
  await due.ensure();
  const ticker = startTicker({ everyMs: tickEveryMs, tick: () => due.sweep(), log });
  stack.defer(() => ticker.stop());
  startScheduling(footing, stack);
  startDelivering(footing, ownPort, stack);
}
