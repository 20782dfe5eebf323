import { accountTasks } from '../account/account-tasks.ts';
import type { PeriodicTask } from '../domain/system/periodic-task.ts';
import { integrationTasks } from '../integrations/integration-tasks.ts';
import { jobTasks } from '../jobs/job-tasks.ts';
import { startPeriodicTasks } from '../jobs/schedule/periodic-tasks.ts';
import { createScheduler } from '../jobs/schedule/scheduler.ts';
import type { StartRun } from '../jobs/schedule/schedules.ts';
import { startTicker } from '../jobs/schedule/ticker.ts';
import { createLogReclaim } from '../store/reclaim-log.ts';
import { reclaimSpace } from '../store/reclaim-space.ts';
import { storeTasks } from '../store/store-tasks.ts';
import { deleteExpiredPoliteness } from '../web/politeness/politeness-shares.ts';
import type { ServiceContext } from './app-context.ts';
import { startDeliveries } from './composition/start-deliveries.ts';
import { crashRetentionMs } from './crashes.ts';

/** Milliseconds that a stop waits for background work. */
const stopGraceMs = 10_000;
const scheduleTickMs = 1_000;

/** Returns the housekeeping of each module and capability, whose tables it concerns. */
function periodicTasks(app: ServiceContext): PeriodicTask[] {
  const { database, connection, settings, blobs, capabilities } = app;
  const { keep } = settings;
  const references = capabilities.flatMap(({ contentReferences }) => contentReferences ?? []);
  const reclaimOwnLog = settings.databaseUrl === null ? createLogReclaim(connection) : null;
  return [
    {
      name: 'reclaim-space',
      intervalMs: 15 * 60_000,
      async run(_, signal) {
        await reclaimSpace(connection, { signal });
        await reclaimOwnLog?.(signal);
        // Everything was done at once.
        return 0;
      },
    },
    { name: 'sweep-politeness', intervalMs: 10 * 60_000, run: () => deleteExpiredPoliteness(database) },
    ...storeTasks({ database, blobs, references }, crashRetentionMs),
    ...accountTasks(database, keep),
    ...jobTasks(database, keep),
    ...integrationTasks(database, keep),
    ...capabilities.flatMap((capability) => capability.periodicTasks?.(app) ?? []),
  ];
}

/** Starts scheduled work when it is due, until the stack is disposed. */
function startScheduling(app: ServiceContext, stack: AsyncDisposableStack): void {
  const { database, clock, log } = app;
  const kinds: Record<string, StartRun> = Object.assign(
    {},
    ...app.capabilities.map(({ schedules }) => schedules?.(app)),
  );
  const scheduler = createScheduler({ database, clock, log, kinds });
  const stopping = new AbortController();
  const ticker = startTicker({
    everyMs: scheduleTickMs,
    tick: async () => {
      if (scheduler.mayBeDue()) await scheduler.startDueRuns(stopping.signal);
    },
    log,
  });
  stack.defer(() => {
    stopping.abort();
    return ticker.stop();
  });
}

/** Starts housekeeping, schedules and webhook deliveries, which the stack stops. */
export async function startWorkers(
  app: ServiceContext,
  stack: AsyncDisposableStack,
  ownPort: () => number,
): Promise<void> {
  const { database, clock, log } = app;
  const housekeeping = await startPeriodicTasks({ database, tasks: periodicTasks(app), clock, log });
  stack.defer(() => housekeeping.stop(stopGraceMs));
  startScheduling(app, stack);
  startDeliveries(app, ownPort, stack);
}
