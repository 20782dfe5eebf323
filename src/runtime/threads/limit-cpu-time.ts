import type { Worker } from 'node:worker_threads';

/** Milliseconds until the first check: most work is done before. */
const firstCheckMs = 100;
/** Minimum milliseconds between checks. */
const minCheckMs = 20;
/** Wall time after which a thread that gets hardly any processor time, or does not answer, counts as hanging. */
const maxSlowdown = 10;

/** Returns the processor time of a thread in milliseconds; null if it has ended. */
async function cpuMs(worker: Worker): Promise<number | null> {
  // A thread that ended has none; its `exit` event is handled.
  const usage = await worker.cpuUsage().catch(() => null);
  return usage === null ? null : (usage.user + usage.system) / 1_000;
}

/**
 * Calls `onExceeded` once, with the reason, if the work that a thread begins now takes more than `ms` milliseconds of processor time, or ten
 * times as much by the clock: on a busy machine a page must not fail for the work of other processes. Returns a function
 * that ends the limit.
 */
export function limitCpuTime(worker: Worker, ms: number, onExceeded: (reason: string) => void): () => void {
  let isOver = false;
  let base: number | null = null;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
    clearTimeout(last);
  };
  const exceed = (reason: string) => {
    if (isOver) return;
    end();
    onExceeded(reason);
  };
  const check = async () => {
    const total = await cpuMs(worker);
    if (isOver || total === null) return;
    base ??= total;
    const left = ms - (total - base);
    if (left <= 0) exceed(`no result within ${ms} ms of processor time`);
    else timer = setTimeout(() => void check(), Math.max(minCheckMs, left)).unref();
  };
  let timer = setTimeout(() => void check(), Math.min(firstCheckMs, ms)).unref();
  const last = setTimeout(() => exceed(`no result within ${ms * maxSlowdown} ms`), ms * maxSlowdown).unref();
  return end;
}
