import { beginScheduledRefresh } from '../capabilities/datasets/start-refresh.ts';
import type { ScheduledKind } from '../domain/schedule.ts';
import { startTicker } from '../jobs/due.ts';
import { type BeginTurn, createScheduler } from '../jobs/schedules.ts';
import type { Footing } from './footing.ts';
import { beginMonitorTurn } from './monitors.ts';
import { scheduledRuns } from './workflows.ts';

const tickEveryMs = 1_000;

/** How each kind of what comes round begins its work. */
function turnsOf(footing: Footing): Partial<Record<ScheduledKind, BeginTurn>> {
  return { dataset: beginScheduledRefresh, monitor: beginMonitorTurn, workflow: scheduledRuns(footing) };
}

/** Begins what the schedules of accounts make due until the stack is taken down. */
export function startScheduling(footing: Footing, stack: AsyncDisposableStack): void {
  const { database, clock, log } = footing;
  const scheduler = createScheduler({ database, clock, log, kinds: turnsOf(footing) });
  const stopping = new AbortController();
  const ticker = startTicker({ everyMs: tickEveryMs, tick: () => scheduler.sweep(stopping.signal), log });
  stack.defer(() => {
    stopping.abort();
    return ticker.stop();
  });
}
