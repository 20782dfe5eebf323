const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Resolves at the first SIGTERM, SIGINT or SIGHUP; a second one ends the process at once. */
export function untilToldToStop(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.once(signal, () => {
        for (const again of signals) process.on(again, () => process.exit(1));
        resolve();
      });
    }
  });
}
