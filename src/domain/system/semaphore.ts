/** Limits concurrent work; waiters are served in order of arrival. */
export interface Semaphore {
  /** Waits for a free slot; call the returned function to release it. Rejects with the signal's reason. */
  acquire(signal: AbortSignal): Promise<() => void>;
}

/** Creates a semaphore with `count` slots. */
export function createSemaphore(count: number): Semaphore {
  let free = count;
  const waiting: Array<() => void> = [];

  function release(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  function createRelease(): () => void {
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      release();
    };
  }

  return {
    acquire(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(createRelease());
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(createRelease());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(enter), 1);
          reject(signal.reason);
        };
        waiting.push(enter);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
