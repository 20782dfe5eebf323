import { isHeading } from '../parse/names/tag-sets.ts';
import { selectNodes } from '../tree/select.ts';
import { endOf, subtreeText, type Tree, tagOf } from '../tree/tree.ts';

/** Part of a page: the elements that match selectors, or the section under a heading. */
export type PagePart = { selectors: readonly string[] } | { heading: string };

/** Rows of a tree from `from` to before `end`. */
export interface NodeRange {
  from: number;
  end: number;
}

const maxHeadingLength = 1_000;

/** Letters and digits only, because the heading of a Markdown text has other spaces and marks. */
function comparable(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** Returns the ranges of a part of a page; none if the page does not have it. */
export function rangesOf(tree: Tree, part: PagePart): NodeRange[] {
  if ('selectors' in part)
    return selectNodes(tree, part.selectors).nodes.map((from) => ({ from, end: endOf(tree, from) }));
  const title = comparable(part.heading);
  for (let node = 1; node < tree.count; node++) {
    if (isHeading[tagOf(tree, node)] !== 1) continue;
    if (comparable(subtreeText(tree, node, maxHeadingLength)) === title)
      return [{ from: node, end: endOfSection(tree, node) }];
  }
  return [];
}

/** Returns the row before which a section ends: its next heading of the same or a higher level. */
function endOfSection(tree: Tree, heading: number): number {
  const level = tagOf(tree, heading);
  // The tags of headings are numbered by level.
  for (let node = endOf(tree, heading); node < tree.count; node++)
    if (isHeading[tagOf(tree, node)] === 1 && tagOf(tree, node) <= level) return node;
  return tree.count;
}
