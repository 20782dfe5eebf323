/** How many pages may be open in browsers at once. */
export interface Admission {
  /** Waits for a place; call what it resolves to once, to give it back. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<() => void>;
  /** Pages inside now. */
  inside(): number;
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

/**
 * Admits pages first come first served: no more than may work at once, and no more than there is memory for. One page is
 * always admitted.
 */
export function createAdmission({ mostPages, availableMemory }: AdmissionOptions): Admission {
  const waiting: Array<() => void> = [];
  let inside = 0;
  let timer: NodeJS.Timeout | null = null;
  /** When the last ones were admitted: what they will take is not seen to be gone yet. */
  let growing: number[] = [];

  function hasPlace(): boolean {
    if (inside === 0) return true;
    const since = performance.now() - growsForMs;
    growing = growing.filter((at) => at > since);
    const room = availableMemory() - spareMemory - Math.min(growing.length, inside) * contextMemory;
    return inside < mostPages && room >= contextMemory;
  }

  function admit(): void {
    while (waiting.length > 0 && hasPlace()) {
      inside += 1;
      growing.push(performance.now());
      waiting.shift()?.();
    }
    if (waiting.length === 0 || timer !== null) return;
    // Memory comes back without anybody telling.
    timer = setTimeout(() => {
      timer = null;
      admit();
    }, lookAgainMs).unref();
  }

  function leaveOnce(): () => void {
    let isGone = false;
    return () => {
      if (isGone) return;
      isGone = true;
      inside -= 1;
      admit();
    };
  }

  return {
    inside: () => inside,
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        const enter = () => {
          signal.removeEventListener('abort', giveUp);
          resolve(leaveOnce());
        };
        signal.addEventListener('abort', giveUp, { once: true });
        waiting.push(enter);
        admit();
      });
    },
  };
}
