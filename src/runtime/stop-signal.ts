import { watchLauncher } from './watchdog/launcher-channel.ts';

const signalNames = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * A second signal within this time counts as the first: npm forwards the Ctrl-C that the terminal also sends to this
 * process.
 */
const repeatedSignalMs = 500;

/**
 * Listens for SIGTERM, SIGINT and SIGHUP. The first one aborts the returned signal, a later one ends the process at once.
 * The end of the launcher also aborts the signal.
 */
export function listenForStop(): AbortSignal {
  const stopping = new AbortController();
  let stoppedAt = 0;
  const stop = () => {
    stoppedAt = performance.now();
    stopping.abort();
  };
  const handleSignal = () => {
    if (!stopping.signal.aborted) stop();
    else if (performance.now() - stoppedAt > repeatedSignalMs) process.exit(1);
  };
  for (const name of signalNames) process.on(name, handleSignal);
  watchLauncher(stop);
  return stopping.signal;
}

/** Resolves when the signal is aborted, at once if it already is. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
