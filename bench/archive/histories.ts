/** Number of captures of a history. */
export const captures = 400;
/** Number of content changes. */
export const changesWanted = 12;

/** Returns a generator of numbers from 0 to 1, determined by the seed: mulberry32, in the public domain. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Returns the content of each capture, and the positions of the changes; with `returns` every other change restores
 * the previous content.
 */
export function historyOf(seed: number, returns: boolean) {
  const random = seeded(seed);
  const places = new Set<number>();
  while (places.size < changesWanted) places.add(1 + Math.floor(random() * (captures - 1)));
  const sorted = [...places].sort((one, other) => one - other);
  let version = 0;
  const versions = Array.from({ length: captures }, (_, at) => {
    const index = sorted.indexOf(at);
    if (index >= 0) version = returns && index % 2 === 1 ? version - 1 : version + 1;
    return version;
  });
  return { places: sorted, versions, random };
}
