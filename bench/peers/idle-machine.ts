import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const observedMs = 10_000;
/** Time of an observation before a row; the counters of the processors have a resolution of 10 ms. */
const observedBeforeRowMs = 500;
const maxWaitMs = 20_000;
/** Share of the processor time of all cores that other programs may use. */
export const maxBusy = 0.05;

/** Returns the processor time of the machine so far, used and in all, in ticks (proc(5), `/proc/stat`). */
function readTicks(): { used: number; all: number } {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const all = ticks.reduce((sum, one) => sum + one, 0);
  const [, , , idle = 0, waiting = 0] = ticks;
  return { used: all - idle - waiting, all };
}

/** Returns the share of the processor time of all cores that is used while this program waits. */
async function observeBusy(ms: number): Promise<number> {
  const before = readTicks();
  await delay(ms);
  const after = readTicks();
  return (after.used - before.used) / Math.max(1, after.all - before.all);
}

/** Observes the machine for ten seconds; throws if other programs use it, because no figure of time would be right. */
export async function requireIdleMachine(): Promise<void> {
  const busy = await observeBusy(observedMs);
  if (busy > maxBusy)
    throw new Error(
      `Other programs use ${Math.round(busy * 100)} % of the processors. Start the comparison on a machine without other work, or try it with --small.`,
    );
}

/**
 * Waits until the processes of the measurement before have ended and no other program uses the machine, at most 20 seconds.
 * Returns the share of the processor time of all cores that is used then.
 */
export async function waitUntilIdle(): Promise<number> {
  const deadline = performance.now() + maxWaitMs;
  let busy = await observeBusy(observedBeforeRowMs);
  while (busy > maxBusy && performance.now() < deadline) busy = await observeBusy(observedBeforeRowMs);
  return busy;
}
