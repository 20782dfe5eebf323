import { attribute } from '../parse/attributes.ts';
import type { Tree } from '../tree.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { finish, keptWords, mix, mixStart } from './word-scan.ts';

/** Tokens are numbers of so many bits. */
export const tokenBits = 20;
const mask = (1 << tokenBits) - 1;

/** What a token was made of; the same word means another thing in another place. */
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

/** Most tokens of one element or leaf. */
export const maxTokens = 48;
/** Longest attribute that is cut into tokens, in UTF-16 units. */
const maxValue = 400;

function token(seed: number, hash: number): number {
  return finish(mix(hash, seed)) & mask;
}

const namedBy = new Uint8Array(128);
namedBy[attribute.class] = seeds.part;
namedBy[attribute.id] = seeds.part;
namedBy[attribute.role] = seeds.role;
namedBy[attribute.itemprop] = seeds.item;
namedBy[attribute.dataTestid] = seeds.part;
namedBy[attribute.ariaLabel] = seeds.part;

/** Writes the tokens of an element's own names to `out` and returns how many there are. */
export function elementTokens(tree: Tree, node: number, out: Int32Array): number {
  let count = 0;
  out[count++] = token(seeds.tag, tree.tag[node] as number);
  const to = tree.to[node] as number;
  for (let row = tree.from[node] as number; row < to && count < maxTokens - 2; row++) {
    const name = tree.attributeName[row] as number;
    const seed = name < 128 ? (namedBy[name] as number) : 0;
    if (seed === 0) continue;
    count = nameTokens(
      tree.source,
      tree.attributeFrom[row] as number,
      tree.attributeTo[row] as number,
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

/** A small ASCII letter, or any unit beyond ASCII. */
function isSmall(unit: number): boolean {
  return (unit >= 97 && unit <= 122) || unit > 127;
}

/** A capital as a small letter, every digit as zero. */
function foldedUnit(unit: number): number {
  if (isCapital(unit)) return unit + 32;
  return unit >= 48 && unit <= 57 ? 48 : unit;
}

/** Whole names with digits folded, and the words that hyphens, underscores and capitals part them into. */
function nameTokens(
  source: string,
  from: number,
  to: number,
  seed: number,
  out: Int32Array,
  already: number,
): number {
  let count = already;
  let whole = mixStart;
  let part = mixStart;
  let partLength = 0;
  let wholeLength = 0;
  let parts = 0;
  let wasLower = false;
  const end = Math.min(to, from + maxValue);
  for (let at = from; at <= end && count < maxTokens - 2; at++) {
    const unit = at === end ? 32 : source.charCodeAt(at);
    const isUpper = isCapital(unit);
    const isLetter = isUpper || isSmall(unit);
    if (partLength > 0 && (!isLetter || (isUpper && wasLower))) {
      if (partLength > 1 && partLength < 24) out[count++] = token(seed, part);
      parts++;
      part = mixStart;
      partLength = 0;
    }
    wasLower = isLetter && !isUpper;
    if (unit <= 32) {
      if (parts > 1 && wholeLength > 0 && count < maxTokens - 1) out[count++] = token(seeds.whole, whole);
      whole = mixStart;
      wholeLength = 0;
      parts = 0;
      continue;
    }
    const folded = foldedUnit(unit);
    whole = mix(whole, folded);
    wholeLength++;
    if (!isLetter) continue;
    part = mix(part, folded);
    partLength++;
  }
  return count;
}

/** Leaves with more words than this give only how they begin. */
const shortLeaf = 8;

/** Writes the tokens of a leaf's own words to `out` and returns how many there are. */
export function textTokens(leaves: Leaves, leaf: number, out: Int32Array): number {
  const words = leaves.counts[leaf * columns + column.words] as number;
  if (words === 0) return 0;
  const base = leaf * keptWords;
  let count = 0;
  if (words <= shortLeaf) {
    for (let i = 0; i < words; i++) out[count++] = token(seeds.text, leaves.words[base + i] as number);
    out[count++] = token(seeds.line, leaves.hash[leaf] as number);
    return count;
  }
  out[count++] = token(seeds.opening, leaves.words[base] as number);
  out[count++] = token(
    seeds.opening,
    Math.imul(leaves.words[base] as number, 31) + (leaves.words[base + 1] as number),
  );
  return count;
}

/** Writes the tokens of the heading that a leaf stands under to `out` and returns how many there are. */
export function headingTokens(leaves: Leaves, heading: number, out: Int32Array): number {
  const words = Math.min(leaves.counts[heading * columns] as number, keptWords);
  for (let i = 0; i < words; i++) {
    out[i] = token(seeds.heading, leaves.words[heading * keptWords + i] as number);
  }
  return words;
}

/** Writes tokens of the names of the elements around a leaf, two to four of them together, to `out`; returns how many. */
export function pathTokens(tree: Tree, block: number, out: Int32Array): number {
  let hash = mixStart;
  let count = 0;
  for (let node = block, level = 0; node > 0 && level < 5; node = tree.parent[node] as number, level++) {
    hash = mix(hash, tree.tag[node] as number);
    if (level > 0) out[count++] = token(seeds.path, hash);
  }
  return count;
}
