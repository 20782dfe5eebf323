import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { byteAt, integerAt, lastOf } from '../../domain/values/elements.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { isBlock } from '../../page/tree/flow.ts';
import { endOf, type Tree, tagOf, textFlag, textOf } from '../../page/tree/tree.ts';

/** Elements whose text does not belong to the page. */
const isSkippedTag = tagSet('script style template noscript noframes noembed textarea select option iframe');
/** Inline elements that separate the texts beside them. */
const isBreak = tagSet('br td th option img');
const plainAscii = /^[\x00-\x7f]*$/;

/**
 * Returns the letters and digits of a text in lower case (Unicode NFKC), the form in which texts are compared.
 */
export function lettersOf(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().replace(/[^a-z\d]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** The text of a page as one string of letters and digits in which every node is a range. */
export interface PageLetters {
  tree: Tree;
  letters: string;
  /** Start and end of each node's range in `letters`, indexed by node; starts increase in document order. */
  from: Int32Array;
  to: Int32Array;
  /** Text nodes with letters or digits, in document order. */
  texts: Int32Array;
}

/** Creates the letters of a page, with hidden parts and without scripts and styles. */
export function createPageLetters(tree: Tree): PageLetters {
  const from = new Int32Array(tree.count);
  const to = new Int32Array(tree.count);
  const texts = new Int32Array(tree.count);
  const pieces: string[] = [];
  let length = 0;
  let textCount = 0;
  let skipEnd = 0;
  for (let node = 0; node < tree.count; node++) {
    from[node] = length;
    const tagId = tagOf(tree, node);
    if (tagId !== tag.text) {
      if (isSkippedTag[tagId] === 1 && node >= skipEnd) skipEnd = endOf(tree, node);
      continue;
    }
    if (node >= skipEnd && (byteAt(tree.flags, node) & textFlag.blank) === 0) {
      const piece = lettersOf(textOf(tree, node));
      if (piece !== '') {
        pieces.push(piece);
        length += piece.length;
      }
      texts[textCount++] = node;
    }
    to[node] = length;
  }
  // A subtree ends at the start of the next node.
  for (let node = 0; node < tree.count; node++) {
    const end = endOf(tree, node);
    if (tree.tag[node] !== tag.text) to[node] = end < tree.count ? integerAt(from, end) : length;
  }
  return { tree, letters: pieces.join(''), from, to, texts: texts.slice(0, textCount) };
}

/** Returns the first index of a sorted column whose value is at least the given one. */
export function findLowerBound(column: Int32Array, minimum: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (integerAt(column, middle) < minimum) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the text of an element with collapsed white space and a space between blocks and cells; cut after
 * `limit` UTF-16 units.
 */
export function elementText(tree: Tree, node: number, limit = 20_000): string {
  if (tree.tag[node] === tag.text) return collapseSpace(textOf(tree, node));
  let text = '';
  let skipEnd = 0;
  const ends: number[] = [];
  const end = endOf(tree, node);
  for (let inner = node + 1; inner < end && text.length < limit; inner++) {
    while (ends.length > 0 && lastOf(ends) <= inner) {
      ends.pop();
      text += ' ';
    }
    const tagId = tagOf(tree, inner);
    if (tagId === tag.text) {
      if (inner >= skipEnd) text += textOf(tree, inner);
    } else if (isSkippedTag[tagId] === 1) {
      skipEnd = Math.max(skipEnd, endOf(tree, inner));
    } else if (isBlock[tagId] === 1 || isBreak[tagId] === 1) {
      text += ' ';
      ends.push(endOf(tree, inner));
    }
  }
  return collapseSpace(text);
}
