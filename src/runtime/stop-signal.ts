const names = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** To be told twice within this time is to be told once: npm passes on the Ctrl-C that the terminal sends to both of us. */
const echoMs = 500;

/**
 * Listens for SIGTERM, SIGINT and SIGHUP from now on: the first one aborts the signal that is returned, another one ends
 * the process at once.
 */
export function listenForStop(): AbortSignal {
  const told = new AbortController();
  let toldAt = 0;
  const listen = () => {
    if (!told.signal.aborted) {
      toldAt = performance.now();
      told.abort();
    } else if (performance.now() - toldAt > echoMs) process.exit(1);
  };
  for (const name of names) process.on(name, listen);
  return told.signal;
}

/** Resolves when the signal is aborted, at once if it is already. */
export function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
