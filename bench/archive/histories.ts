/** Captures of a history. */
export const captures = 400;
/** Changes of its content. */
export const changesWanted = 12;

/** Numbers from 0 to 1 that are the same on every run: mulberry32, a public-domain generator. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Content by capture, and where it changes; with `returns` every other change goes back to what was there before. */
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
