import { tag } from '../../page/parse/tags.ts';
import type { Field } from '../field.ts';
import type { PageView } from '../page-view.ts';
import type { Candidate } from './candidate.ts';
import { titleCandidates } from './titles.ts';

const sides: ReadonlySet<number> = new Set([
  tag.nav,
  tag.footer,
  tag.aside,
  tag.header,
  tag.form,
  tag.select,
]);

/** How much the place speaks against a value: what stands in navigation or a footer is seldom what the page is about. */
export function sidePenalty(page: PageView, node: number, field: Field): number {
  const { tree } = page;
  for (let at = node; at > 0; at = tree.parent[at] as number) {
    const kind = tree.tag[at] as number;
    if (!sides.has(kind)) continue;
    if (kind === tag.header) return field.kind === 'title' ? 0 : 0.03;
    if (kind === tag.form) return 0.03;
    return field.kind === 'phone' || field.kind === 'email' || field.words.includes('address') ? 0.03 : 0.2;
  }
  return 0;
}

const titleNodes = new WeakMap<PageView, number>();

/** The node of the page's surest title, or -1. */
export function mainTitleNode(page: PageView): number {
  let node = titleNodes.get(page);
  if (node === undefined) {
    let best: Candidate | null = null;
    for (const one of titleCandidates(page)) if (best === null || one.strength > best.strength) best = one;
    node = best?.node ?? -1;
    titleNodes.set(page, node);
  }
  return node;
}

/** Whether a node stands in an entry of a list, or one of several articles. */
export function isInList(page: PageView, node: number): boolean {
  const { tree } = page;
  for (let at = node, steps = 0; at > 0 && steps < 8; at = tree.parent[at] as number, steps++) {
    if (tree.tag[at] === tag.li || tree.tag[at] === tag.article) return true;
  }
  return false;
}
