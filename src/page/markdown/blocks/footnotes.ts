import { attribute } from '../../parse/attributes.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, parentOf, subtreeText, type Tree } from '../../tree/tree.ts';

const noteSection = /(?:^|[\s_-])(?:footnotes?|endnotes?|references?|reflist)(?:$|[\s_-])/i;
const noteId = /^(?:fn|footnote|note|endnote|cite_note|user-content-fn|_ftn)/i;

/**
 * Numbers the footnotes by their ids. Footnotes are list items with a footnote's id in a notes section, to which a
 * reference links.
 */
export function numberFootnotes(tree: Tree, roots: readonly number[]): Map<string, string> {
  const notes = new Map<string, string>();
  for (const root of roots) {
    const end = endOf(tree, root);
    for (let node = root; node < end; node++) {
      if (tree.tag[node] !== tag.li) continue;
      const id = attributeOf(tree, node, attribute.id);
      if (id === null || !noteId.test(id) || notes.has(id) || !isInNotes(tree, node)) continue;
      notes.set(id, '');
    }
  }
  return notes.size === 0 ? notes : numberReferencedNotes(tree, roots, notes);
}

/** Numbers the notes to which a link leads; Markdown parsers drop unreferenced notes. */
function numberReferencedNotes(
  tree: Tree,
  roots: readonly number[],
  notes: Map<string, string>,
): Map<string, string> {
  const ids = new Set<string>();
  for (const root of roots) {
    for (let node = root; node < endOf(tree, root); node++) {
      if (tree.tag[node] !== tag.a) continue;
      const reference = attributeOf(tree, node, attribute.href) ?? '';
      const hash = reference.indexOf('#');
      if (hash !== -1 && isNoteMark(subtreeText(tree, node, 40))) ids.add(reference.slice(hash + 1).trim());
    }
  }
  const numbers = new Map<string, string>();
  for (const id of notes.keys()) if (ids.has(id)) numbers.set(id, String(numbers.size + 1));
  return numbers;
}

/** Returns true if an item is in a section of notes. */
function isInNotes(tree: Tree, item: number): boolean {
  let ancestor = parentOf(tree, item);
  for (let level = 0; level < 4 && ancestor > 0; level++, ancestor = parentOf(tree, ancestor)) {
    const role = attributeOf(tree, ancestor, attribute.role);
    if (role === 'doc-endnotes') return true;
    if (noteSection.test(attributeOf(tree, ancestor, attribute.class) ?? '')) return true;
    if (noteSection.test(attributeOf(tree, ancestor, attribute.id) ?? '')) return true;
  }
  return false;
}

/** Returns true if a text of at most 40 characters looks like a footnote mark: a number or a sign. */
export function isNoteMark(text: string): boolean {
  // regex: at most 40 characters, callers cut the text
  return /^\W*[\w*†‡]{1,6}\W*$/u.test(text);
}

/** Returns true for a link from a note back to its reference. */
export function isBackLink(text: string, reference: string): boolean {
  const plain = text.replace(/\ufe0e|\ufe0f/g, '').trim();
  return reference.includes('#') && /^(?:[↩↵⤴^↑←⏎]|\[?(?:back|return)\]?)\d*$/iu.test(plain);
}
