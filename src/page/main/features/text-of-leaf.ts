import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { integerAt } from '../../../domain/values/elements.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Tree, textOf } from '../../tree/tree.ts';
import type { Leaves } from './leaves.ts';

const maxLength = 2_000;

/** Returns the text of a leaf with single spaces, of at most some thousand UTF-16 code units. */
export function textOfLeaf(tree: Tree, leaves: Leaves, leaf: number): string {
  let text = '';
  const last = integerAt(leaves.last, leaf);
  for (let node = integerAt(leaves.first, leaf); node < last && text.length < maxLength; node++)
    if (tree.tag[node] === tag.text) text += ` ${textOf(tree, node)}`;
  return collapseSpace(text).trim();
}
