/** Serialized sets of numbers by key. */
export type StoredSets = Array<[key: string, values: number[]]>;

/** Sets of hashes by key with a maximum number of keys; the least recently used key is evicted first. */
export interface BoundedSets {
  /** Returns the set of a key and creates it if absent. */
  get(key: string): Set<number>;
  serialize(): StoredSets;
}

/** Creates sets for at most `maxKeys` keys; `stored` is a result of `serialize`. */
export function createBoundedSets(maxKeys: number, stored: StoredSets = []): BoundedSets {
  const sets = new Map(stored.map(([key, values]) => [key, new Set(values)]));
  return {
    get(key) {
      const values = sets.get(key) ?? new Set<number>();
      sets.delete(key);
      sets.set(key, values);
      const oldest = sets.keys().next();
      if (sets.size > maxKeys && !oldest.done) sets.delete(oldest.value);
      return values;
    },
    serialize: () => [...sets].map(([key, values]) => [key, [...values]]),
  };
}

/** Computes the 32-bit FNV-1a hash of a text. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
