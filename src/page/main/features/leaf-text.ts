import { integerAt } from '../../../domain/values/elements.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import { type Tree, textOf } from '../../tree/tree.ts';
import type { Leaves } from './leaves.ts';

/** Returns the text of a leaf, at most about `maxLength` UTF-16 code units. */
export function leafText(tree: Tree, flow: Flow, leaves: Leaves, leaf: number, maxLength: number): string {
  let text = '';
  const end = integerAt(leaves.last, leaf);
  for (let node = integerAt(leaves.first, leaf); node < end && text.length < maxLength; node++)
    if (tree.tag[node] === tag.text && flow.kind[node] !== flowKind.skipped) text += textOf(tree, node);
  return text.slice(0, maxLength);
}
