/** How much of the way to even odds probabilities are drawn: they are a little too sure of themselves. */
const softening = 0.8;

/** Which leaves to keep, and how well that is likely to do. */
export interface Cut {
  isKept: Uint8Array;
  /** Expected F1 of the words kept, 0 to 1. */
  expected: number;
}

/** Keeps the likeliest leaves, as many as promise the highest F1 over words. */
export function bestCut(probabilities: Float32Array, words: (leaf: number) => number): Cut {
  const count = probabilities.length;
  const order = Array.from({ length: count }, (_, leaf) => leaf);
  order.sort((one, other) => (probabilities[other] as number) - (probabilities[one] as number));
  const soft = probabilities.map((p) => 1 / (1 + ((1 - p + 1e-6) / (p + 1e-6)) ** softening));
  let wanted = 0;
  for (let leaf = 0; leaf < count; leaf++) wanted += (soft[leaf] as number) * words(leaf);
  let hits = 0;
  let taken = 0;
  let expected = 0;
  let kept = 0;
  order.forEach((leaf, index) => {
    hits += (soft[leaf] as number) * words(leaf);
    taken += words(leaf);
    const f1 = taken + wanted === 0 ? 0 : (2 * hits) / (taken + wanted);
    if (f1 > expected) {
      expected = f1;
      kept = index + 1;
    }
  });
  const isKept = new Uint8Array(count);
  for (let index = 0; index < kept; index++) isKept[order[index] as number] = 1;
  return { isKept, expected };
}
