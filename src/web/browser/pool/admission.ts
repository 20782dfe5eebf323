/** Releases a slot; further calls have no effect. */
export type ReleaseSlot = () => void;

/** Limits the pages and held contexts of all browsers. */
export interface Admission {
  /** Waits for a slot for one page in its own context. Rejects with the signal's reason. */
  acquirePage(signal: AbortSignal): Promise<ReleaseSlot>;
  /** Takes a slot for a long-lived context without a page slot; null if all are taken. */
  tryAcquireContext(): ReleaseSlot | null;
  /** Waits for such a slot in order of the calls. Rejects with the signal's reason. */
  acquireContext(signal: AbortSignal): Promise<ReleaseSlot>;
  /** Waits for a page slot for a held context. Rejects with the signal's reason. */
  acquireWork(signal: AbortSignal): Promise<ReleaseSlot>;
  /** Returns the number of working pages. */
  pageCount(): number;
  /** Returns the number of held contexts. */
  contextCount(): number;
}

/** Limits of admission; memory in bytes. */
export interface AdmissionOptions {
  /** Maximum number of pages that work concurrently. */
  maxPages: number;
  /** Returns the available memory of the machine. */
  availableMemory(): number;
}

const megabyte = 2 ** 20;
/** Memory reserved for everything else. */
const reservedMemoryBytes = 400 * megabyte;
/** Estimated memory of another context. */
const contextMemoryBytes = 100 * megabyte;
const retryIntervalMs = 250;
/** Time until a new context has reached its memory size. */
const growthPeriodMs = 3_000;

interface WaitingRequest {
  isContext: boolean;
  canAdmit(): boolean;
  /** Takes the slot. */
  admit(): void;
}

/**
 * Creates an admission control in order of the calls, limited by concurrent pages and by memory. One page is always
 * admitted. Held contexts take at most half of all possible ones, so that they never block pages.
 */
export function createAdmission({ maxPages, availableMemory }: AdmissionOptions): Admission {
  let waitingRequests: WaitingRequest[] = [];
  let pages = 0;
  let contexts = 0;
  let timer: NodeJS.Timeout | null = null;
  /** Times of recent admissions, whose memory use is not yet visible. */
  let recentAdmissions: number[] = [];

  function availableBytes(): number {
    const oldest = performance.now() - growthPeriodMs;
    recentAdmissions = recentAdmissions.filter((at) => at > oldest);
    return (
      availableMemory() -
      reservedMemoryBytes -
      Math.min(recentAdmissions.length, pages + contexts) * contextMemoryBytes
    );
  }

  const hasPageSlot = () => pages < maxPages;
  const canAdmit = () => pages === 0 || (hasPageSlot() && availableBytes() >= contextMemoryBytes);
  const canHoldContext = () => {
    const contextsLeft = Math.floor(availableBytes() / contextMemoryBytes);
    return contextsLeft >= 1 && contexts < Math.max(1, Math.floor((pages + contexts + contextsLeft) / 2));
  };

  function admit(): void {
    const stillWaiting: WaitingRequest[] = [];
    for (const one of waitingRequests) {
      if (one.canAdmit()) one.admit();
      else stillWaiting.push(one);
    }
    waitingRequests = stillWaiting;
    if (waitingRequests.length === 0 || timer !== null) return;
    // Available memory changes without an event.
    timer = setTimeout(() => {
      timer = null;
      admit();
    }, retryIntervalMs).unref();
  }

  function createRelease(change: () => void): ReleaseSlot {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      change();
      admit();
    };
  }

  function admitPage(): ReleaseSlot {
    pages += 1;
    recentAdmissions.push(performance.now());
    return createRelease(() => {
      pages -= 1;
    });
  }

  function admitWork(): ReleaseSlot {
    pages += 1;
    return createRelease(() => {
      pages -= 1;
    });
  }

  function admitContext(): ReleaseSlot {
    contexts += 1;
    recentAdmissions.push(performance.now());
    return createRelease(() => {
      contexts -= 1;
    });
  }

  function wait(
    canAdmit: () => boolean,
    onAdmitted: () => ReleaseSlot,
    signal: AbortSignal,
    isContext = false,
  ): Promise<ReleaseSlot> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waitingRequests = waitingRequests.filter((one) => one !== entry);
        reject(signal.reason);
      };
      const entry: WaitingRequest = {
        isContext,
        canAdmit,
        admit: () => {
          signal.removeEventListener('abort', onAbort);
          resolve(onAdmitted());
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waitingRequests.push(entry);
      admit();
    });
  }

  return {
    pageCount: () => pages,
    contextCount: () => contexts,
    acquirePage: (signal) => wait(canAdmit, admitPage, signal),
    acquireWork: (signal) => wait(hasPageSlot, admitWork, signal),
    acquireContext: (signal) => wait(canHoldContext, admitContext, signal, true),
    // New callers must not overtake waiting ones.
    tryAcquireContext: () =>
      !waitingRequests.some(({ isContext }) => isContext) && canHoldContext() ? admitContext() : null,
  };
}
