/** Deadline of one page, which can be paused. */
export interface PageDeadline {
  /** Aborts with a `TimeoutError` when the time is over. */
  signal: AbortSignal;
  /** Milliseconds left. */
  getRemainingMs(): number;
  /** Pauses the deadline while `wait` is pending. */
  pauseDuring<Result>(wait: Promise<Result>): Promise<Result>;
  /** Stops the deadline; it does not abort any more. */
  end(): void;
}

/** Creates a deadline `ms` milliseconds from now. Its timer does not keep the process alive. */
export function createPageDeadline(ms: number): PageDeadline {
  const controller = new AbortController();
  let remainingMs = ms;
  let startedAt = performance.now();
  let pendingWaits = 0;
  let timer: NodeJS.Timeout | null = null;
  let hasEnded = false;

  function startTimer(): void {
    startedAt = performance.now();
    const reason = () => new DOMException('The deadline of the page has passed.', 'TimeoutError');
    timer = setTimeout(() => controller.abort(reason()), remainingMs).unref();
  }

  function pauseTimer(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  const getRemainingMs = () =>
    Math.max(0, timer === null ? remainingMs : remainingMs - (performance.now() - startedAt));
  startTimer();

  return {
    signal: controller.signal,
    getRemainingMs,
    async pauseDuring(wait) {
      remainingMs = getRemainingMs();
      pendingWaits += 1;
      pauseTimer();
      try {
        return await wait;
      } finally {
        pendingWaits -= 1;
        if (pendingWaits === 0 && !hasEnded) startTimer();
      }
    },
    end() {
      hasEnded = true;
      pauseTimer();
    },
  };
}

/** Returns whether the deadline has passed, as opposed to an abort by the caller. */
export function isTimeout(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError';
}
