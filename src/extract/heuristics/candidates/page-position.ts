import { tagSet } from '../../../page/parse/names/tag-sets.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { frameAnd } from '../../../page/tree/page-frame.ts';
import { closest, parentOf, tagOf } from '../../../page/tree/tree.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Field } from '../../schema/field.ts';

const isSide = frameAnd('header form select');

/**
 * Returns the penalty for a position in navigation, a footer or a similar part, which seldom contain the page's
 * subject.
 */
export function sidePenalty(page: PageFacts, node: number, field: Field): number {
  const { tree } = page;
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    const kind = tagOf(tree, at);
    if (isSide[kind] !== 1) continue;
    if (kind === tag.header) return field.kind === 'title' ? 0 : 0.03;
    if (kind === tag.form) return 0.03;
    return field.kind === 'phone' || field.kind === 'email' || field.words.includes('address') ? 0.03 : 0.2;
  }
  return 0;
}

const isEntry = tagSet('li article');
const maxEntryLevels = 8;

/** Returns true if a node is in a list entry or an `article`. */
export function isInList({ tree }: PageFacts, node: number): boolean {
  return closest(tree, node, isEntry, maxEntryLevels) !== -1;
}
