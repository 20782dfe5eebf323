import { tagSet } from '../../page/parse/tag-sets.ts';
import { tag } from '../../page/parse/tags.ts';
import { type Tree, textFlag, textOf } from '../../page/tree.ts';
import { isBlock } from '../../page/visible.ts';

/** Elements whose text is not the page's. */
const isMute = tagSet('script style template noscript noframes noembed textarea select option iframe');
/** Elements that part the texts beside them though they are no blocks. */
const isBreak = tagSet('br td th option img');
const plainAscii = /^[\x00-\x7f]*$/;

/** Letters and digits alone, in lower case and one form (Unicode NFKC): what texts are found and compared by. */
export function lettersOf(text: string): string {
  if (plainAscii.test(text)) return text.toLowerCase().replace(/[^a-z\d]+/g, '');
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '');
}

/** The text of a page as one run of letters and digits, in which every node is a range. */
export interface PageLetters {
  tree: Tree;
  letters: string;
  /** Where each node's range starts and ends in `letters`, one entry a node; starts never fall in document order. */
  from: Int32Array;
  to: Int32Array;
  /** Text nodes that say something, in document order. */
  texts: Int32Array;
}

/** The letters of a page, hidden parts among them, scripts and styles not. */
export function pageLettersOf(tree: Tree): PageLetters {
  const from = new Int32Array(tree.count);
  const to = new Int32Array(tree.count);
  const texts = new Int32Array(tree.count);
  const pieces: string[] = [];
  let length = 0;
  let textCount = 0;
  let muteEnd = 0;
  for (let node = 0; node < tree.count; node++) {
    from[node] = length;
    const tagId = tree.tag[node] as number;
    if (tagId !== tag.text) {
      if (isMute[tagId] === 1 && node >= muteEnd) muteEnd = tree.end[node] as number;
      continue;
    }
    if (node >= muteEnd && ((tree.flags[node] as number) & textFlag.blank) === 0) {
      const piece = lettersOf(textOf(tree, node));
      if (piece !== '') {
        pieces.push(piece);
        length += piece.length;
      }
      texts[textCount++] = node;
    }
    to[node] = length;
  }
  // A subtree ends where the next node begins.
  for (let node = 0; node < tree.count; node++) {
    const end = tree.end[node] as number;
    if (tree.tag[node] !== tag.text) to[node] = end < tree.count ? (from[end] as number) : length;
  }
  return { tree, letters: pieces.join(''), from, to, texts: texts.slice(0, textCount) };
}

/** The first index in a rising column whose value is at least `wanted`. */
export function firstAtLeast(column: Int32Array, wanted: number): number {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What an element says, white space as one space, blocks and cells apart; cut after `limit` UTF-16 units. */
export function elementText(tree: Tree, node: number, limit = 20_000): string {
  if (tree.tag[node] === tag.text) return textOf(tree, node).replace(/\s+/g, ' ').trim();
  let text = '';
  let muteEnd = 0;
  const ends: number[] = [];
  const end = tree.end[node] as number;
  for (let inner = node + 1; inner < end && text.length < limit; inner++) {
    while (ends.length > 0 && (ends.at(-1) as number) <= inner) {
      ends.pop();
      text += ' ';
    }
    const tagId = tree.tag[inner] as number;
    if (tagId === tag.text) {
      if (inner >= muteEnd) text += textOf(tree, inner);
    } else if (isMute[tagId] === 1) {
      muteEnd = Math.max(muteEnd, tree.end[inner] as number);
    } else if (isBlock[tagId] === 1 || isBreak[tagId] === 1) {
      text += ' ';
      ends.push(tree.end[inner] as number);
    }
  }
  return text.replace(/\s+/g, ' ').trim();
}

/** How many texts under a node say something. */
export function textsWithin(page: PageLetters, node: number): number {
  return firstAtLeast(page.texts, page.tree.end[node] as number) - firstAtLeast(page.texts, node);
}
