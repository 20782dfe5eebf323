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

/** Returns the first link with the mark of a footnote in the kept text, for each id to which such links lead. */
function findReferences(tree: Tree, leaves: Leaves, isKept: Uint8Array): Map<string, number> {
  const references = new Map<string, number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isKept[leaf] === 0) continue;
    const start = integerAt(leaves.block, leaf);
    for (let node = start; node < integerAt(leaves.last, leaf); node++) {
      if (tree.tag[node] !== tag.a) continue;
      const href = attributeOf(tree, node, attribute.href);
      if (href === null || !href.startsWith('#') || references.has(href.slice(1))) continue;
      if (noteMark.test(subtreeText(tree, node, 10).trim())) references.set(href.slice(1), node);
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
