import { tag } from '../../../page/parse/names/tags.ts';
import { parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Field } from '../../schema/field.ts';

const sideTags: ReadonlySet<number> = new Set([
  tag.nav,
  tag.footer,
  tag.aside,
  tag.header,
  tag.form,
  tag.select,
]);

/**
 * Returns the penalty for a position in navigation, a footer or a similar part, which seldom contain the page's
 * subject.
 */
export function sidePenalty(page: PageFacts, node: number, field: Field): number {
  const { tree } = page;
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    const kind = tagOf(tree, at);
    if (!sideTags.has(kind)) continue;
    if (kind === tag.header) return field.kind === 'title' ? 0 : 0.03;
    if (kind === tag.form) return 0.03;
    return field.kind === 'phone' || field.kind === 'email' || field.words.includes('address') ? 0.03 : 0.2;
  }
  return 0;
}

/** Returns true if a node is in a list entry or an `article`. */
export function isInList(page: PageFacts, node: number): boolean {
  const { tree } = page;
  for (let at = node, steps = 0; at > 0 && steps < 8; at = parentOf(tree, at), steps++) {
    if (tree.tag[at] === tag.li || tree.tag[at] === tag.article) return true;
  }
  return false;
}
