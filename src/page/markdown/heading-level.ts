import { attribute } from '../parse/attributes.ts';
import { isHeading } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from '../tree.ts';

/** The level of a heading, by its tag or its role (WAI-ARIA 1.2, heading), or 0. */
export function headingLevel(tree: Tree, node: number): number {
  const tagId = tree.tag[node] as number;
  if (isHeading[tagId] === 1) return tagId - tag.h1 + 1;
  if (attributeOf(tree, node, attribute.role) !== 'heading') return 0;
  const level = Number.parseInt(attributeOf(tree, node, attribute.ariaLevel) ?? '2', 10);
  return level >= 1 ? Math.min(level, 6) : 2;
}

/** Whether a heading with words lies within a node. */
export function holdsHeading(tree: Tree, node: number): boolean {
  const end = tree.end[node] as number;
  for (let inner = node + 1; inner < end; inner++) {
    if (
      tree.tag[inner] !== tag.text &&
      headingLevel(tree, inner) > 0 &&
      subtreeText(tree, inner, 200).trim() !== ''
    )
      return true;
  }
  return false;
}
