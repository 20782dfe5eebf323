import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import { type Leaves, wordsOf } from './leaves.ts';
import { finishHash, hashStart, maxHashedWords, updateHash } from './word-counter.ts';

/** Size of a token in bits. */
export const tokenBits = 20;
const mask = (1 << tokenBits) - 1;

/** Seeds by the source of a token: the same word has a different meaning in each source. */
const seeds = {
  part: 1,
  whole: 2,
  role: 3,
  item: 4,
  tag: 5,
  text: 6,
  line: 7,
  heading: 8,
  path: 9,
  opening: 10,
};

/** Maximum number of tokens of one element or leaf. */
export const maxTokens = 48;
/** Maximum length of an attribute that is tokenized, in UTF-16 code units. */
const maxAttributeLength = 400;

function token(seed: number, hash: number): number {
  return finishHash(updateHash(hash, seed)) & mask;
}

const attributeSeeds = new Uint8Array(128);
attributeSeeds[attribute.class] = seeds.part;
attributeSeeds[attribute.id] = seeds.part;
attributeSeeds[attribute.role] = seeds.role;
attributeSeeds[attribute.itemprop] = seeds.item;
attributeSeeds[attribute.dataTestid] = seeds.part;
attributeSeeds[attribute.ariaLabel] = seeds.part;

/** Writes the tokens of an element's names to `out` and returns their number. */
export function writeElementTokens(tree: Tree, node: number, out: Int32Array): number {
  let count = 0;
  out[count++] = token(seeds.tag, tagOf(tree, node));
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to && count < maxTokens - 2; row++) {
    const name = integerAt(tree.attributeName, row);
    const seed = name < 128 ? byteAt(attributeSeeds, name) : 0;
    if (seed === 0) continue;
    count = writeNameTokens(
      tree.source,
      integerAt(tree.attributeFrom, row),
      integerAt(tree.attributeTo, row),
      seed,
      out,
      count,
    );
  }
  return count;
}

function isCapital(unit: number): boolean {
  return unit >= 65 && unit <= 90;
}

/** Returns true for a lower-case ASCII letter or any non-ASCII code unit. */
function isLowerOrNonAscii(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || unit > 127;
}

/** Converts capitals to lower case and all digits to 0. */
function foldUnit(unit: number): number {
  if (isCapital(unit)) return unit + 32;
  return unit >= 48 && unit <= 57 ? 48 : unit;
}

/** Writes tokens of whole names, with digits folded, and of their words, split at hyphens, underscores and capitals. */
function writeNameTokens(
  source: string,
  from: number,
  to: number,
  seed: number,
  out: Int32Array,
  startCount: number,
): number {
  let count = startCount;
  let whole = hashStart;
  let part = hashStart;
  let partLength = 0;
  let wholeLength = 0;
  let parts = 0;
  let wasLower = false;
  const end = Math.min(to, from + maxAttributeLength);
  for (let at = from; at <= end && count < maxTokens - 2; at++) {
    const unit = at === end ? 32 : source.charCodeAt(at);
    const isUpper = isCapital(unit);
    const isLetter = isUpper || isLowerOrNonAscii(unit);
    if (partLength > 0 && (!isLetter || (isUpper && wasLower))) {
      if (partLength > 1 && partLength < 24) out[count++] = token(seed, part);
      parts++;
      part = hashStart;
      partLength = 0;
    }
    wasLower = isLetter && !isUpper;
    if (unit <= 32) {
      if (parts > 1 && wholeLength > 0 && count < maxTokens - 1) out[count++] = token(seeds.whole, whole);
      whole = hashStart;
      wholeLength = 0;
      parts = 0;
      continue;
    }
    const folded = foldUnit(unit);
    whole = updateHash(whole, folded);
    wholeLength++;
    if (!isLetter) continue;
    part = updateHash(part, folded);
    partLength++;
  }
  return count;
}

/** Maximum number of words of a leaf that is tokenized completely; of longer ones, only the start is. */
const maxFullWords = 8;

/** Writes the tokens of a leaf's words to `out` and returns their number. */
export function writeTextTokens(leaves: Leaves, leaf: number, out: Int32Array): number {
  const words = wordsOf(leaves, leaf);
  if (words === 0) return 0;
  const base = leaf * maxHashedWords;
  let count = 0;
  if (words <= maxFullWords) {
    for (let i = 0; i < words; i++) out[count++] = token(seeds.text, integerAt(leaves.words, base + i));
    out[count++] = token(seeds.line, integerAt(leaves.hash, leaf));
    return count;
  }
  out[count++] = token(seeds.opening, integerAt(leaves.words, base));
  out[count++] = token(
    seeds.opening,
    Math.imul(integerAt(leaves.words, base), 31) + integerAt(leaves.words, base + 1),
  );
  return count;
}

/** Writes the tokens of the heading of a leaf to `out` and returns their number. */
export function writeHeadingTokens(leaves: Leaves, heading: number, out: Int32Array): number {
  const words = Math.min(wordsOf(leaves, heading), maxHashedWords);
  for (let i = 0; i < words; i++) {
    out[i] = token(seeds.heading, integerAt(leaves.words, heading * maxHashedWords + i));
  }
  return words;
}

/** Writes tokens of the names of two to five nested ancestors of a leaf to `out` and returns their number. */
export function writePathTokens(tree: Tree, block: number, out: Int32Array): number {
  let hash = hashStart;
  let count = 0;
  for (let node = block, level = 0; node > 0 && level < 5; node = parentOf(tree, node), level++) {
    hash = updateHash(hash, tagOf(tree, node));
    if (level > 0) out[count++] = token(seeds.path, hash);
  }
  return count;
}
