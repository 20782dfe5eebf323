import { beginWait } from '../../../domain/system/activity.ts';
import { FairQueue } from '../../../domain/system/fair-queue.ts';

/** Releases a slot; further calls have no effect. */
export type ReleaseSlot = () => void;

/** Limits the pages and held contexts of all browsers. */
export interface Admission {
  /** Waits for a slot for one page in its own context. Rejects with the signal's reason. */
  acquirePage(signal: AbortSignal): Promise<ReleaseSlot>;
  /** Takes a slot for a long-lived context without a page slot; null if all are taken. */
  tryAcquireContext(): ReleaseSlot | null;
  /** Waits for such a slot; accounts take turns. Rejects with the signal's reason. */
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
  canAdmit(): boolean;
  /** Takes the slot; `leaveAccount` must be called when it is released. */
  admit(leaveAccount: () => void): void;
}

/**
 * Creates an admission control in which accounts take turns, limited by concurrent pages and by memory. One page is always
 * admitted. Held contexts take at most half of all possible ones, so that they never block pages.
 */
export function createAdmission({ maxPages, availableMemory }: AdmissionOptions): Admission {
  const waitingPages = new FairQueue<WaitingRequest>();
  const waitingContexts = new FairQueue<WaitingRequest>();
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

  function admitFrom(queue: FairQueue<WaitingRequest>, places: number): void {
    for (;;) {
      const next = queue.next(places, (one) => one.canAdmit());
      if (next === null) return;
      next.admit(queue.take(next));
    }
  }

  function admit(): void {
    admitFrom(waitingPages, maxPages);
    // Memory limits held contexts, so their number is not known.
    admitFrom(waitingContexts, Number.POSITIVE_INFINITY);
    if (waitingPages.size + waitingContexts.size === 0 || timer !== null) return;
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

  function takePage(): void {
    pages += 1;
    recentAdmissions.push(performance.now());
  }

  function takeWork(): void {
    pages += 1;
  }

  const releasePage = () => {
    pages -= 1;
  };

  function takeContext(): void {
    contexts += 1;
    recentAdmissions.push(performance.now());
  }

  const releaseContext = () => {
    contexts -= 1;
  };

  function wait(
    queue: FairQueue<WaitingRequest>,
    { canAdmit, take, release }: { canAdmit(): boolean; take(): void; release(): void },
    signal: AbortSignal,
  ): Promise<ReleaseSlot> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const endWait = beginWait('browser');
      const onAbort = () => {
        queue.delete(entry);
        admit();
        reject(signal.reason);
      };
      const entry: WaitingRequest = {
        canAdmit,
        admit: (leaveAccount) => {
          signal.removeEventListener('abort', onAbort);
          take();
          endWait();
          const releaseAll = () => {
            release();
            leaveAccount();
          };
          resolve(createRelease(releaseAll));
        },
      };
      signal.addEventListener('abort', onAbort, { once: true });
      queue.add(entry);
      admit();
    });
  }

  const page = { canAdmit, take: takePage, release: releasePage };
  const work = { canAdmit: hasPageSlot, take: takeWork, release: releasePage };
  const context = { canAdmit: canHoldContext, take: takeContext, release: releaseContext };

  return {
    pageCount: () => pages,
    contextCount: () => contexts,
    acquirePage: (signal) => wait(waitingPages, page, signal),
    acquireWork: (signal) => wait(waitingPages, work, signal),
    acquireContext: (signal) => wait(waitingContexts, context, signal),
    tryAcquireContext() {
      // New callers must not overtake waiting ones.
      if (waitingContexts.size > 0 || !canHoldContext()) return null;
      const entry = { canAdmit: canHoldContext, admit: () => {} };
      waitingContexts.add(entry);
      const leaveAccount = waitingContexts.take(entry);
      takeContext();
      return createRelease(() => {
        releaseContext();
        leaveAccount();
      });
    },
  };
}
