/** Sets of numbers by key, as they are written down. */
export type StoredSets = Array<[key: string, values: number[]]>;

/** Sets of hashes by key, bounded in keys and values: the key that was longest unused goes first. */
export interface BoundedSets {
  /** The set of a key, made when it is not there. */
  of(key: string): Set<number>;
  store(): StoredSets;
}

/** Most keys kept; `stored` is what `store` gave. */
export function createBoundedSets(mostKeys: number, stored: StoredSets = []): BoundedSets {
  const sets = new Map(stored.map(([key, values]) => [key, new Set(values)]));
  return {
    of(key) {
      const known = sets.get(key) ?? new Set<number>();
      sets.delete(key);
      sets.set(key, known);
      const oldest = sets.keys().next();
      if (sets.size > mostKeys && !oldest.done) sets.delete(oldest.value);
      return known;
    },
    store: () => [...sets].map(([key, values]) => [key, [...values]]),
  };
}

/** 32 bits of a text (FNV-1a), to remember it by. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
