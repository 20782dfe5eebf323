/** Gives a place back; calling it again changes nothing. */
export type Leave = () => void;

/** How many pages may be open in browsers at once, and how many contexts may be held beside them. */
export interface Admission {
  /** Waits for a place for one page in a context of its own. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<Leave>;
  /** A place for a context that is held for long, without a page's place; null when those have their share. */
  hold(): Leave | null;
  /** Waits for one, first come first served. Rejects with the signal's reason. */
  waitToHold(signal: AbortSignal): Promise<Leave>;
  /** Waits for a page's place for a context that is held. Rejects with the signal's reason. */
  work(signal: AbortSignal): Promise<Leave>;
  /** Pages at work now. */
  inside(): number;
  /** Contexts held now. */
  held(): number;
}

/** What bounds the pages; memory in bytes. */
export interface AdmissionOptions {
  /** Pages that may work at once. */
  mostPages: number;
  /** Memory that the machine still has. */
  availableMemory(): number;
}

const megabyte = 2 ** 20;
/** Left to everything else. */
const spareMemory = 400 * megabyte;
/** What one more context takes. */
const contextMemory = 100 * megabyte;
const lookAgainMs = 250;
/** How long a context takes to hold what it will. */
const growsForMs = 3_000;

interface Waiting {
  isHold: boolean;
  hasPlace(): boolean;
  /** Takes the place. */
  enter(): void;
}

/**
 * Admits first come first served: no more pages than may work at once, and no more contexts than there is memory for. One
 * page is always admitted. Held contexts take at most half of all that there could be, so that they never shut pages out.
 */
export function createAdmission({ mostPages, availableMemory }: AdmissionOptions): Admission {
  let waiting: Waiting[] = [];
  let inside = 0;
  let held = 0;
  let timer: NodeJS.Timeout | null = null;
  /** When the last ones were admitted: what they will take is not seen to be gone yet. */
  let growing: number[] = [];

  function room(): number {
    const since = performance.now() - growsForMs;
    growing = growing.filter((at) => at > since);
    return availableMemory() - spareMemory - Math.min(growing.length, inside + held) * contextMemory;
  }

  const hasSlot = () => inside < mostPages;
  const hasPlace = () => inside === 0 || (hasSlot() && room() >= contextMemory);
  const mayHold = () => {
    const left = Math.floor(room() / contextMemory);
    return left >= 1 && held < Math.max(1, Math.floor((inside + held + left) / 2));
  };

  function admit(): void {
    const left: Waiting[] = [];
    for (const one of waiting) {
      if (one.hasPlace()) one.enter();
      else left.push(one);
    }
    waiting = left;
    if (waiting.length === 0 || timer !== null) return;
    // Memory comes back without anybody telling.
    timer = setTimeout(() => {
      timer = null;
      admit();
    }, lookAgainMs).unref();
  }

  function leaveOnce(change: () => void): Leave {
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      change();
      admit();
    };
  }

  function takePlace(): Leave {
    inside += 1;
    growing.push(performance.now());
    return leaveOnce(() => {
      inside -= 1;
    });
  }

  function takeSlot(): Leave {
    inside += 1;
    return leaveOnce(() => {
      inside -= 1;
    });
  }

  function takeHold(): Leave {
    held += 1;
    growing.push(performance.now());
    return leaveOnce(() => {
      held -= 1;
    });
  }

  function wait(
    canEnter: () => boolean,
    take: () => Leave,
    signal: AbortSignal,
    isHold = false,
  ): Promise<Leave> {
    if (signal.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting = waiting.filter((one) => one !== entry);
        reject(signal.reason);
      };
      const entry: Waiting = {
        isHold,
        hasPlace: canEnter,
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(take());
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      waiting.push(entry);
      admit();
    });
  }

  return {
    inside: () => inside,
    held: () => held,
    enter: (signal) => wait(hasPlace, takePlace, signal),
    work: (signal) => wait(hasSlot, takeSlot, signal),
    waitToHold: (signal) => wait(mayHold, takeHold, signal, true),
    // Nobody overtakes those who wait.
    hold: () => (!waiting.some(({ isHold }) => isHold) && mayHold() ? takeHold() : null),
  };
}
