import { tag } from '../../page/parse/names/tags.ts';
import { parentOf, tagOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';

/** A line of a page; the cells of a row, or the parts of a list entry, are one line. */
export interface RowLine {
  node: number;
  text: string;
  from: number;
}

/** Returns the row or list entry around a node, or the node itself. */
function rowOf({ tree }: PageView, node: number): number {
  for (let at = node, steps = 0; at > 0 && steps < 6; at = parentOf(tree, at), steps++) {
    const kind = tagOf(tree, at);
    if (kind === tag.tr || kind === tag.li) return at;
  }
  return node;
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
