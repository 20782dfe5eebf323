import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';

/** A line of a page; the cells of a row, or the parts of a list entry, are one line. */
export interface RowLine {
  node: number;
  text: string;
  from: number;
}

/** Maximum length of a row that consists of elements without the tags of tables and lists. */
const maxRowLength = 160;

/** Returns the row or list entry around a node, or the node itself. */
function rowOf(page: PageView, node: number): number {
  const { tree } = page;
  for (let at = node, steps = 0; at > 0 && steps < 6; at = parentOf(tree, at), steps++) {
    const kind = tagOf(tree, at);
    if (kind === tag.tr || kind === tag.li) return at;
    if (at !== node && isRepeated(page, at)) return page.textOf(at).length <= maxRowLength ? at : node;
  }
  return node;
}

/** Returns true if an element with a class has a neighbour of the same tag and class. */
function isRepeated({ tree }: PageView, node: number): boolean {
  const names = attributeOf(tree, node, attribute.class);
  if (names === null || names === '') return false;
  const isAlike = (other: number) =>
    other > 0 && tree.tag[other] === tree.tag[node] && attributeOf(tree, other, attribute.class) === names;
  const parent = parentOf(tree, node);
  const next = endOf(tree, node);
  if (next < endOf(tree, parent) && isAlike(next)) return true;
  let before = -1;
  for (let child = parent + 1; child < node; child = endOf(tree, child)) before = child;
  return isAlike(before);
}

/** Returns the lines of a page, in which the cells of a row or the parts of a list entry are one line. */
export function findRowLines(page: PageView): readonly RowLine[] {
  const lines: RowLine[] = [];
  for (const { text, element, from } of page.lines()) {
    const node = rowOf(page, element);
    const last = lines.at(-1);
    if (last !== undefined && last.node === node && node !== element) last.text += ` ${text}`;
    else lines.push({ node, text, from });
  }
  return lines;
}
