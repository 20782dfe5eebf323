/** Maximum number of links remembered with their depth. The frontier stores every URL. */
const maxSeenLinks = 100_000;

/** Remembers links with the smallest depth at which they were found. It only saves work, and may forget. */
export interface SeenLinks {
  /** Returns `new` or `nearer` (seen before at a greater depth); null if the link is already known at this depth. */
  record(key: string, depth: number): 'new' | 'nearer' | null;
  /** Returns false for a link that was certainly not seen. */
  mayHave(key: string): boolean;
  /** Forgets all links; from now on, a link that is not remembered may have been seen. */
  forget(): void;
  /** Starts over: no link has been seen. */
  restart(): void;
}

/** Creates a memory; `isComplete` is false if links were seen before it. `onFull` is called when it forgets. */
export function createSeenLinks(isComplete: boolean, onFull: () => void): SeenLinks {
  const depths = new Map<string, number>();
  let isWhole = isComplete;

  function forget(): void {
    depths.clear();
    isWhole = false;
  }

  return {
    record(key, depth) {
      const known = depths.get(key);
      if (known !== undefined && known <= depth) return null;
      if (depths.size >= maxSeenLinks) {
        forget();
        onFull();
      }
      depths.set(key, depth);
      return known === undefined ? 'new' : 'nearer';
    },
    mayHave: (key) => !isWhole || depths.has(key),
    forget,
    restart: () => depths.clear(),
  };
}
