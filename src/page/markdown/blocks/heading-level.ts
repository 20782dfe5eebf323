import { attribute } from '../../parse/attributes.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, subtreeText, type Tree, tagOf } from '../../tree/tree.ts';

const isContentBlock = tagSet('p ul ol dl table pre blockquote figure');

/** Returns the level of a heading by its tag or its role (WAI-ARIA 1.2, heading), or 0. */
export function headingLevel(tree: Tree, node: number): number {
  const tagId = tagOf(tree, node);
  if (isHeading[tagId] === 1) return tagId - tag.h1 + 1;
  if (attributeOf(tree, node, attribute.role) !== 'heading' || wrapsBlocks(tree, node)) return 0;
  const level = Number.parseInt(attributeOf(tree, node, attribute.ariaLevel) ?? '2', 10);
  return level >= 1 ? Math.min(level, 6) : 2;
}

/** Returns true if a node contains two or more paragraphs or similar blocks, or a heading, so that it is no heading itself. */
function wrapsBlocks(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  let blocks = 0;
  for (let descendant = node + 1; descendant < end; descendant++) {
    const tagId = tagOf(tree, descendant);
    if (isHeading[tagId] === 1 || isContentBlock[tagId] === 1) blocks += isHeading[tagId] === 1 ? 2 : 1;
    if (blocks > 1) return true;
  }
  return false;
}

/** Returns true if a node contains a heading with text. */
export function containsHeading(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  for (let descendant = node + 1; descendant < end; descendant++) {
    if (
      tree.tag[descendant] !== tag.text &&
      headingLevel(tree, descendant) > 0 &&
      subtreeText(tree, descendant, 200).trim() !== ''
    )
      return true;
  }
  return false;
}
