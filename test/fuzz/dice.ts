import { seededRandom } from '../faults/seeded-random.ts';

/** Seeded source of random choices: the same seed gives the same sequence. */
export interface Dice {
  /** Returns an integer from 0 to below `count`. */
  below(count: number): number;
  /** Returns an integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number;
  /** Returns true with the probability `share` (0 to 1). */
  chance(share: number): boolean;
  /** Returns one of the items, each with the same probability. Throws for an empty list. */
  pick<T>(items: readonly T[]): T;
  /** Returns one of the items with a probability in proportion to its weight. */
  weigh<T>(items: readonly (readonly [weight: number, item: T])[]): T;
}

/** Mixes two numbers into one 32-bit state (the finalizer of MurmurHash3), so that neighbouring seeds differ. */
function mix(seed: number, index: number): number {
  let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates the dice of request number `index` in the run with this seed. */
export function createDice(seed: number, index = 0): Dice {
  const next = seededRandom(mix(seed, index));
  const dice: Dice = {
    below: (count) => Math.floor(next() * count),
    between: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick(items) {
      if (items.length === 0) throw new Error('there is nothing to pick from');
      return items[dice.below(items.length)] as (typeof items)[number];
    },
    weigh(items) {
      let left = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, item] of items) {
        left -= weight;
        if (left < 0) return item;
      }
      return (items.at(-1) as (typeof items)[number])[1];
    },
  };
  return dice;
}
