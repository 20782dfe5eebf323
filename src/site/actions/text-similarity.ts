const maxCharacters = 60_000;
/** Buckets of a sketch. The standard error of the estimated similarity is below 0.03. */
const buckets = 256;
const empty = 0xffffffff;

/** Sketch of a text, of constant size: estimates the similarity of two texts without the texts. */
export type TextSketch = Uint32Array;

/** Continues an FNV-1a hash with the characters of a word. */
function hashWord(start: number, word: string): number {
  let hash = start;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

/** Spreads a hash over all bits (the finalizer of MurmurHash3). */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/**
 * Returns a sketch of the pairs of neighbouring words at the start of a text, in lower case. It is a MinHash with one
 * permutation (Li, Owen, Zhang: One Permutation Hashing, 2012).
 */
export function sketchText(text: string): TextSketch {
  const words =
    text
      .slice(0, maxCharacters)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const sketch = new Uint32Array(buckets).fill(empty);
  words.forEach((word, at) => {
    const hash = mix(hashWord(hashWord(0x811c9dc5, `${word} `), words[at + 1] ?? ''));
    const bucket = hash % buckets;
    const rest = Math.floor(hash / buckets);
    if (rest < (sketch[bucket] ?? empty)) sketch[bucket] = rest;
  });
  return sketch;
}

/**
 * Returns the estimated Jaccard index of the pairs of words of two texts: 1 for equal texts and for two texts without
 * words, 0 for texts without a common pair.
 */
export function similarity(one: TextSketch, other: TextSketch): number {
  let equal = 0;
  let used = 0;
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const [first, second] = [one[bucket], other[bucket]];
    if (first === empty && second === empty) continue;
    used += 1;
    if (first === second) equal += 1;
  }
  return used === 0 ? 1 : equal / used;
}
