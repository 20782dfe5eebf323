/** Returns a generator of numbers from 0 to below 1, determined by the seed: mulberry32, in the public domain. */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Seeded choices. */
export interface Choices {
  /** Returns a number from `from` to below `to`. */
  between(from: number, to: number): number;
  /** Returns an integer from `from` to `to`, inclusive. */
  whole(from: number, to: number): number;
  /** Returns true with this probability. */
  chance(probability: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** Returns seeded choices; several seeds are mixed into one. */
export function seededChoices(...seeds: readonly number[]): Choices {
  const mixed = seeds.reduce((state, seed) => Math.imul(state ^ seed, 0x9e3779b1) ^ (state >>> 15), 0x51ed27);
  const random = seededRandom(mixed);
  const between = (from: number, to: number) => from + random() * (to - from);
  return {
    between,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    chance: (probability) => random() < probability,
    pick: (values) => {
      if (values.length === 0) throw new RangeError('there is nothing to pick from');
      return values[Math.floor(random() * values.length)] as (typeof values)[number];
    },
  };
}
