import type { StatedSet } from '../../domain/pages/records.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { endOf, isElement, parentOf } from '../../page/tree/tree.ts';

const menuRole = /^(?:menuitem|menuitemcheckbox|menuitemradio|option|tab|treeitem|radio)$/;

/** Counts the rows of a grid, or the entries of the same set beside an element. */
function countMembers(page: PageView, root: number, isMember: (node: number) => boolean): number {
  let count = 0;
  for (let at = root + 1; at < endOf(page.tree, root); at++)
    if (isElement(page.tree, at) && isMember(at)) count++;
  return count;
}

/** Returns the set that the attributes of a grid or of an entry state; null for an element without them. */
function setAt(page: PageView, node: number): StatedSet | null {
  const toSize = (text: string | null) => (text === null ? Number.NaN : Number(text));
  const rowCount = toSize(page.attributeOf(node, 'aria-rowcount'));
  if (Number.isInteger(rowCount)) {
    const isRow = (at: number) => page.tree.tag[at] === tag.tr || page.attributeOf(at, 'role') === 'row';
    return { size: rowCount === -1 ? null : rowCount, present: countMembers(page, node, isRow) };
  }
  const setSize = toSize(page.attributeOf(node, 'aria-setsize'));
  if (!Number.isInteger(setSize) || menuRole.test(page.attributeOf(node, 'role') ?? '')) return null;
  const isEntry = (at: number) => page.attributeOf(at, 'aria-setsize') === String(setSize);
  const present = countMembers(page, parentOf(page.tree, node), isEntry);
  return { size: setSize === -1 ? null : setSize, present };
}

/**
 * Returns the first set of entries of a page whose size its attributes state (WAI-ARIA 1.2, `aria-rowcount` and
 * `aria-setsize`); null if there is none.
 */
export function findStatedSet(page: PageView): StatedSet | null {
  const { tree, flow } = page;
  for (let node = 1; node < tree.count; node++) {
    if (!isElement(tree, node) || flow.kind[node] === flowKind.skipped) continue;
    const set = setAt(page, node);
    if (set !== null) return set;
  }
  return null;
}
