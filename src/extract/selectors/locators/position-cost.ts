import { integerAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { isBlock } from '../../../page/tree/flow.ts';
import { isFrame } from '../../../page/tree/page-frame.ts';
import { parentOf, tagOf } from '../../../page/tree/tree.ts';
import { lettersOf } from '../../page-view/page-letters.ts';
import type { PageIndex } from '../layouts/page-index.ts';
import type { ValuePosition } from './value-positions.ts';

const surroundingCost = 2;
const mainHeadingBonus = 1.5;
/** Maximum cost of other text in the block of a value. */
const maxProseCost = 4;
/** Cost of each letter at a position. Of the positions of a parsed value, the one with the least other text is best. */
const letterCost = 0.1;

/**
 * Returns the cost of a position of a value. A value that fills its block or the main heading is a field of the page;
 * one within a sentence or in navigation is there by chance more often.
 */
export function getPositionCost(page: PageIndex, { node, take, text }: ValuePosition): number {
  if (take.what === 'attribute') return 0;
  const { tree, from, to } = page;
  const own = lettersOf(text).length;
  let cost = own * letterCost;
  let block = -1;
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    const kind = tagOf(tree, at);
    if (kind === tag.h1) cost -= mainHeadingBonus;
    if (isFrame[kind] === 1) cost += surroundingCost;
    if (block === -1 && (isBlock[kind] === 1 || kind === tag.td || kind === tag.th || kind === tag.li))
      block = at;
  }
  if (block === -1) return cost;
  const letters = integerAt(to, block) - integerAt(from, block);
  const ratio = letters / Math.max(1, own);
  return cost + Math.min(maxProseCost, Math.max(0, Math.log2(Math.max(1, ratio)) - 1));
}
