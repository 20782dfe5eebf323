import { floatAt } from '../../domain/values/elements.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { once } from '../../domain/values/once.ts';
import { readOptionalAsset } from '../assets/read-optional-asset.ts';
import { readWordVectors, type WordVectors } from './word-vectors.ts';

/** The direction of a name's meaning, of length 1. */
export type Meaning = Float32Array;

/** Maximum number of words of a name that count, length of a word that is looked for, and number of names whose meanings are kept. */
const maxWords = 8;
const maxWordLength = 40;
const maxKept = 8_000;
/** Minimum length of the known parts of a word that the table does not have; a sign of Chinese or Japanese is a word. */
const minPartLength = 4;
const ideographs = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

const wordVectors = once(() => {
  const bytes = readOptionalAsset('page/words/word-vectors.bin');
  return bytes === null ? null : readWordVectors(bytes);
});

/**
 * Adds the vector of a word, or of the longest known parts that it consists of: `neuschnee`. Returns false if it is not known:
 * what a part of it means, the word need not mean.
 */
function addWord(word: string, vectors: WordVectors, sum: Float32Array): boolean {
  if (word.length > maxWordLength) return false;
  if (vectors.add(word, sum)) return true;
  const minimum = ideographs.test(word) ? 1 : minPartLength;
  const parts = new Float32Array(vectors.dimensions);
  for (let from = 0; from < word.length; ) {
    let to = word.length;
    while (to - from >= minimum && !vectors.add(word.slice(from, to), parts)) to--;
    if (to - from < minimum) return false;
    from = to;
  }
  for (let at = 0; at < sum.length; at++) sum[at] = floatAt(sum, at) + floatAt(parts, at);
  return true;
}

function computeMeaning(words: readonly string[]): Meaning | null {
  const vectors = wordVectors();
  if (vectors === null) return null;
  const sum = new Float32Array(vectors.dimensions);
  if (!words.slice(0, maxWords).every((word) => addWord(word, vectors, sum))) return null;
  const length = Math.sqrt(sum.reduce((all, one) => all + one * one, 0));
  return length === 0 ? null : sum.map((one) => one / length);
}

/** Stands between the words of a key; a word itself may contain a space. */
const separator = '\n';

const meaningOfKey = memoize((key): Meaning | null => computeMeaning(key.split(separator)), maxKept);

/** Returns the meaning of a name in folded words, which is the mean of those of its words; null if a word is not known. */
export function meaningOf(words: readonly string[]): Meaning | null {
  return meaningOfKey(words.join(separator));
}

/** Returns true if the table has a word itself, not only its parts; a name of a person often is not in it. */
export function isCommonWord(word: string): boolean {
  const vectors = wordVectors();
  return vectors === null || vectors.add(word, new Float32Array(vectors.dimensions));
}

/** Returns how close two meanings are: the cosine of their angle, 1 for the same, about 0 for unrelated ones. */
export function closeness(one: Meaning, other: Meaning): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += floatAt(one, at) * floatAt(other, at);
  return sum;
}
