/** The time that one page has. */
export interface PageDeadline {
  /** Aborts with a `TimeoutError` when the time is over. */
  signal: AbortSignal;
  /** Milliseconds left. */
  leftMs(): number;
  /** The time stands still while this wait lasts. */
  without<Result>(wait: Promise<Result>): Promise<Result>;
  /** Ends it; it will not abort any more. */
  end(): void;
}

/** A deadline of `ms` milliseconds from now. It keeps no process alive. */
export function createPageDeadline(ms: number): PageDeadline {
  const controller = new AbortController();
  let left = ms;
  let since = performance.now();
  let waits = 0;
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;

  function run(): void {
    since = performance.now();
    const reason = () => new DOMException('The time of the page is over.', 'TimeoutError');
    timer = setTimeout(() => controller.abort(reason()), left).unref();
  }

  function stand(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  const leftMs = () => Math.max(0, timer === null ? left : left - (performance.now() - since));
  run();

  return {
    signal: controller.signal,
    leftMs,
    async without(wait) {
      left = leftMs();
      waits += 1;
      stand();
      try {
        return await wait;
      } finally {
        waits -= 1;
        if (waits === 0 && !isOver) run();
      }
    },
    end() {
      isOver = true;
      stand();
    },
  };
}
