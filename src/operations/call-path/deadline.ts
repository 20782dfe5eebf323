/** A timeout that can be cleared. */
export interface Deadline {
  /** Aborted with a `TimeoutError` after the timeout. */
  signal: AbortSignal;
  /** Clears the timer; the signal is then never aborted. */
  clear(): void;
}

/**
 * Starts a timeout. `AbortSignal.timeout` keeps its timer, and the objects it references, until the timeout ends, which
 * would keep all requests of the last two minutes in memory.
 */
export function startDeadline(ms: number): Deadline {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(new DOMException('the time limit of the request has expired', 'TimeoutError'));
  }, ms).unref();
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
}
