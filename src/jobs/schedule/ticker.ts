import type { Log } from '../../domain/system/log.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';

/** A repeated call. */
export interface Ticker {
  /** Ends the calls and waits for the one that runs. */
  stop(): Promise<void>;
}

/**
 * Calls `tick` now and then `everyMs` after the end of each call. A failed call is logged. The timer does not keep the
 * process alive.
 */
export function startTicker(options: { everyMs: number; tick(): Promise<unknown>; log: Log }): Ticker {
  const { everyMs, tick, log } = options;
  const report = createThrottledErrorLog(log);
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function call(): Promise<void> {
    try {
      await tick();
    } catch (error) {
      if (!isStopped) report(error, 'periodic tasks could not be started');
    }
    if (isStopped) return;
    timer = setTimeout(() => {
      current = call();
    }, everyMs).unref();
  }

  let current = call();
  return {
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      await current;
    },
  };
}
