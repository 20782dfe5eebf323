import type { ScheduledKind } from '../domain/resources/schedule.ts';
import { addMs } from '../domain/system/clock.ts';
import { type PeriodicTask, startPeriodicTasks } from '../jobs/schedule/periodic-tasks.ts';
import { createScheduler } from '../jobs/schedule/scheduler.ts';
import type { StartRun } from '../jobs/schedule/schedules.ts';
import { startTicker } from '../jobs/schedule/ticker.ts';
import { sweepPageCrashes } from '../store/pages/page-crashes.ts';
import { reclaimSpace } from '../store/reclaim-space.ts';
import { deleteExpiredPoliteness } from '../web/politeness/politeness-shares.ts';
import type { AppContext } from './app-context.ts';
import { capabilities } from './capabilities.ts';
import { startDeliveries } from './composition/webhooks.ts';
import { crashRetentionMs } from './crashes.ts';

/** Milliseconds that a stop waits for background work. */
const stopGraceMs = 10_000;
const scheduleTickMs = 1_000;

/** Housekeeping of tables that belong to no capability. */
function ownPeriodicTasks({ database, connection }: AppContext): PeriodicTask[] {
  return [
    {
      name: 'reclaim-space',
      intervalMs: 20 * 60_000,
      async run(_, signal) {
        await reclaimSpace(connection, { signal });
        // Everything was done at once.
        return 0;
      },
    },
    { name: 'sweep-politeness', intervalMs: 10 * 60_000, run: () => deleteExpiredPoliteness(database) },
    {
      name: 'sweep-page-crashes',
      intervalMs: 60 * 60_000,
      run: (now) => sweepPageCrashes(database, addMs(now, -crashRetentionMs)),
    },
  ];
}

/** Starts scheduled work when it is due, until the stack is disposed. */
function startScheduling(app: AppContext, stack: AsyncDisposableStack): void {
  const { database, clock, log } = app;
  const kinds: Partial<Record<ScheduledKind, StartRun>> = Object.assign(
    {},
    ...capabilities.map(({ schedules }) => schedules?.(app)),
  );
  const scheduler = createScheduler({ database, clock, log, kinds });
  const stopping = new AbortController();
  const ticker = startTicker({
    everyMs: scheduleTickMs,
    tick: () => scheduler.startDueRuns(stopping.signal),
    log,
  });
  stack.defer(() => {
    stopping.abort();
    return ticker.stop();
  });
}

/** Starts housekeeping, schedules and webhook deliveries, which the stack stops. */
export async function startWorkers(
  app: AppContext,
  stack: AsyncDisposableStack,
  ownPort: () => number,
): Promise<void> {
  const { database, clock, log } = app;
  const tasks = [
    ...ownPeriodicTasks(app),
    ...capabilities.flatMap(({ periodicTasks }) => periodicTasks?.(app) ?? []),
  ];
  const housekeeping = await startPeriodicTasks({ database, tasks, clock, log });
  stack.defer(() => housekeeping.stop(stopGraceMs));
  startScheduling(app, stack);
  startDeliveries(app, ownPort, stack);
}
