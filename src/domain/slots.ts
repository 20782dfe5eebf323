/** A bound on how much goes on at once, first come first served. */
export interface Slots {
  /** Waits for a place; call what it resolves to once, to give the place back. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

/** `count` places. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: Array<() => void> = [];

  function give(): void {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  }

  function once(): () => void {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      give();
    };
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve, reject) => {
        const enter = () => {
          signal.removeEventListener('abort', leave);
          resolve(once());
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
