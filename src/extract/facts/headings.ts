import { isHeading } from '../../page/parse/names/tag-sets.ts';
import { flowKind } from '../../page/tree/flow.ts';
import { tagOf } from '../../page/tree/tree.ts';
import type { PageView } from '../page-view/page-view.ts';

/** Returns the visible headings of all levels in document order. */
export function findHeadings({ tree, flow }: PageView): number[] {
  const headings: number[] = [];
  for (let node = 1; node < tree.count; node++)
    if (isHeading[tagOf(tree, node)] === 1 && flow.kind[node] !== flowKind.skipped) headings.push(node);
  return headings;
}
