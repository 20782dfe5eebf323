import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, subtreeText, type Tree, tagOf } from '../../tree/tree.ts';
import { type Leaves, wordsOf } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';

/** Mark of a footnote: a number, a letter or a sign, with or without brackets. */
const noteMark = /^[[(]?(?:\d{1,3}|[a-z*†‡§])[\])]?$/iu;
/** Maximum number of words of a note. */
const maxNoteWords = 120;
/** Share of the kept words above which notes are a list of references, whose use the model has judged. */
const maxNoteShare = 0.15;

/** Keeps the footnotes to which the kept text refers, and which link back to it. */
export function keepNotes({ tree, leaves, isKept }: Selection): void {
  const references = findReferences(tree, leaves, isKept);
  if (references.size === 0) return;
  const added: number[] = [];
  let words = 0;
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) <= tag.document || tree.from[node] === tree.to[node]) continue;
    const id = attributeOf(tree, node, attribute.id);
    const reference = id === null ? undefined : references.get(id);
    if (reference === undefined || reference > node || !linksBack(tree, node)) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    let noteWords = 0;
    for (let leaf = from; leaf < to; leaf++) noteWords += wordsOf(leaves, leaf);
    if (noteWords > maxNoteWords) continue;
    for (let leaf = from; leaf < to; leaf++) if (isKept[leaf] === 0) added.push(leaf);
    words += noteWords;
    node = endOf(tree, node) - 1;
  }
  let total = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) if (isKept[leaf] === 1) total += wordsOf(leaves, leaf);
  if (words <= total * maxNoteShare) for (const leaf of added) isKept[leaf] = 1;
}

/** Returns the links to a place on the page, in document order. */
function findLocalLinks(tree: Tree): Int32Array {
  const links: number[] = [];
  for (let node = 1; node < tree.count; node++)
    if (tree.tag[node] === tag.a && attributeOf(tree, node, attribute.href)?.startsWith('#'))
      links.push(node);
  return Int32Array.from(links);
}

/** Returns the index of the first of these ascending nodes that is not before `node`. */
function indexFrom(nodes: Int32Array, node: number): number {
  let from = 0;
  for (let to = nodes.length; from < to; ) {
    const middle = (from + to) >> 1;
    if (integerAt(nodes, middle) < node) from = middle + 1;
    else to = middle;
  }
  return from;
}

/**
 * Returns the first link with the mark of a footnote in the kept text, for each id to which such links lead. Each link is
 * looked at once: the blocks of nested leaves contain one another.
 */
function findReferences(tree: Tree, leaves: Leaves, isKept: Uint8Array): Map<string, number> {
  const references = new Map<string, number>();
  const links = findLocalLinks(tree);
  /** Of each link, itself or a later one up to which all were looked at. */
  const nextOf = Int32Array.from({ length: links.length + 1 }, (_, index) => index);
  const nextFrom = (index: number): number => {
    let next = index;
    while (nextOf[next] !== next) next = nextOf[next] = integerAt(nextOf, integerAt(nextOf, next));
    return next;
  };
  for (let leaf = 0; links.length > 0 && leaf < leaves.count; leaf++) {
    if (isKept[leaf] === 0) continue;
    const end = indexFrom(links, integerAt(leaves.last, leaf));
    let index = nextFrom(indexFrom(links, integerAt(leaves.block, leaf)));
    for (; index < end; index = nextFrom(index)) {
      const node = integerAt(links, index);
      nextOf[index] = index + 1;
      const id = (attributeOf(tree, node, attribute.href) as string).slice(1);
      if (!references.has(id) && noteMark.test(subtreeText(tree, node, 10).trim())) references.set(id, node);
    }
  }
  return references;
}

/** Maximum number of nodes of a note that are searched for a link. */
const maxSearched = 400;

function linksBack(tree: Tree, note: number): boolean {
  const end = Math.min(endOf(tree, note), note + maxSearched);
  for (let node = note; node < end; node++)
    if (tree.tag[node] === tag.a && (attributeOf(tree, node, attribute.href) ?? '').startsWith('#'))
      return true;
  return false;
}
