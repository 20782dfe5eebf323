import {
  defaultWatchdogTimes,
  startMainThreadWatchdog,
  type WatchdogTimes,
} from '../runtime/watchdog/main-thread-watchdog.ts';
import type { AppContext } from './app-context.ts';

/** Watches the main thread until the stack is disposed; `null` for no watchdog. */
export function startWatchdog(
  { settings, directory, metrics, log }: AppContext,
  times: WatchdogTimes | null = defaultWatchdogTimes,
  stack: AsyncDisposableStack,
): void {
  if (times === null) return;
  const watchdog = startMainThreadWatchdog({
    times,
    level: settings.logLevel,
    readable: process.stderr.isTTY,
    reportFolder: directory.crashes,
    log,
  });
  stack.defer(() => watchdog.close());
  metrics.addSampledMetric({
    name: 'webdata_main_thread_blocks_total',
    help: 'How often the main thread was blocked for 2 seconds or longer',
    type: 'counter',
    sample: () => [{ labels: {}, value: watchdog.blocks() }],
  });
}
