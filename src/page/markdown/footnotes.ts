import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from '../tree.ts';

const noteSection = /(?:^|[\s_-])(?:footnotes?|endnotes?|references?|reflist)(?:$|[\s_-])/i;
const noteId = /^(?:fn|footnote|note|endnote|cite_note|user-content-fn|_ftn)/i;

/**
 * Numbers of footnotes by the ids that references to them point at: items with a note's id, in a list that stands in a section
 * of notes or names all its items so.
 */
export function footnotesOf(tree: Tree, roots: readonly number[]): Map<string, string> {
  const notes = new Map<string, string>();
  for (const root of roots) {
    const end = tree.end[root] as number;
    for (let node = root; node < end; node++) {
      if (tree.tag[node] !== tag.li) continue;
      const id = attributeOf(tree, node, attribute.id);
      if (id === null || !noteId.test(id) || notes.has(id) || !isInNotes(tree, node)) continue;
      notes.set(id, '');
    }
  }
  return notes.size === 0 ? notes : referredTo(tree, roots, notes);
}

/** The notes that a link leads to, numbered; a parser drops what nothing refers to. */
function referredTo(tree: Tree, roots: readonly number[], notes: Map<string, string>): Map<string, string> {
  const ids = new Set<string>();
  for (const root of roots) {
    for (let node = root; node < (tree.end[root] as number); node++) {
      if (tree.tag[node] !== tag.a) continue;
      const reference = attributeOf(tree, node, attribute.href) ?? '';
      const hash = reference.indexOf('#');
      if (hash !== -1 && isNoteMark(subtreeText(tree, node, 40))) ids.add(reference.slice(hash + 1).trim());
    }
  }
  const numbered = new Map<string, string>();
  for (const id of notes.keys()) if (ids.has(id)) numbered.set(id, String(numbered.size + 1));
  return numbered;
}

/** Whether an item stands in a section of notes. */
function isInNotes(tree: Tree, item: number): boolean {
  let up = tree.parent[item] as number;
  for (let level = 0; level < 4 && up > 0; level++, up = tree.parent[up] as number) {
    const role = attributeOf(tree, up, attribute.role);
    if (role === 'doc-endnotes') return true;
    if (noteSection.test(attributeOf(tree, up, attribute.class) ?? '')) return true;
    if (noteSection.test(attributeOf(tree, up, attribute.id) ?? '')) return true;
  }
  return false;
}

/** Whether a text is what a link to a note is written as: a number or a sign. */
export function isNoteMark(text: string): boolean {
  return /^\W*[\w*†‡]{1,6}\W*$/u.test(text);
}

/** Whether a link only leads from a note back to its reference. */
export function isBackLink(text: string, reference: string): boolean {
  const plain = text.replace(/\ufe0e|\ufe0f/g, '').trim();
  return reference.includes('#') && /^(?:[↩↵⤴^↑←⏎]|\[?(?:back|return)\]?)\d*$/iu.test(plain);
}
