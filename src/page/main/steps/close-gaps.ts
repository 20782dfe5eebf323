import { byteAt, floatAt, integerAt } from '../../../domain/values/elements.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { endOf, parentOf, type Tree, tagOf, textFlag } from '../../tree/tree.ts';
import type { Leaves } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';

/**
 * Keeps what is dropped between kept parts of the same parent and is certainly content: a paragraph that the rules keep
 * too, because articles have no gaps and a single unusual paragraph is weak evidence, and short text that is code, such as
 * the names in a table of methods. On documentation pages, keeps whatever the rules keep between kept parts: the declaration
 * and the description of a class are short, and stand apart from its long tables of members.
 */
export function closeGaps(selection: Selection): void {
  const { tree, leaves, isRuled, isKept, kind } = selection;
  if (kind === 'documentation') closeAllGaps(selection);
  const lastKept = new Map<number, number>();
  for (let leaf = leaves.count - 1; leaf >= 0; leaf--) {
    const parent = parentOf(tree, integerAt(leaves.block, leaf));
    if (isKept[leaf] === 1 && !lastKept.has(parent)) lastKept.set(parent, leaf);
  }
  const parentsWithKept = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = integerAt(leaves.block, leaf);
    const parent = parentOf(tree, block);
    if (isKept[leaf] === 1) parentsWithKept.add(parent);
    else if (
      tree.tag[block] === tag.p &&
      isRuled[leaf] === 1 &&
      leaves.isHidden[leaf] === 0 &&
      parentsWithKept.has(parent) &&
      leaf < (lastKept.get(parent) ?? -1)
    )
      isKept[leaf] = 1;
  }
  keepCode(tree, leaves, isKept);
}

/** Minimum probability of a leaf that the rules keep between kept parts of a documentation page. */
const minGapProbability = 0.05;

function closeAllGaps({ leaves, isRuled, isKept, probabilities }: Selection): void {
  const last = isKept.lastIndexOf(1);
  for (let leaf = isKept.indexOf(1) + 1; leaf < last; leaf++)
    if (
      isRuled[leaf] === 1 &&
      leaves.isHidden[leaf] === 0 &&
      floatAt(probabilities, leaf) >= minGapProbability
    )
      isKept[leaf] = 1;
}

/** Maximum number of leaves between a leaf of code and the next kept leaf. */
const maxDistance = 4;

/** Keeps leaves of code between kept leaves of the same parent, and in the first and last rows of such a parent. */
function keepCode(tree: Tree, leaves: Leaves, isKept: Uint8Array): void {
  const dropped: { leaf: number; parent: number; sides: number }[] = [];
  const parents = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (isKept[leaf] === 1 || leaves.isHidden[leaf] === 1 || !isCode(tree, leaves, leaf)) continue;
    const parent = parentOf(tree, integerAt(leaves.block, leaf));
    const from = Math.max(integerAt(leaves.before, parent), leaf - maxDistance);
    const to = Math.min(integerAt(leaves.before, endOf(tree, parent)), leaf + maxDistance + 1);
    const sides = Number(hasKept(isKept, from, leaf)) + Number(hasKept(isKept, leaf + 1, to));
    dropped.push({ leaf, parent, sides });
    if (sides === 2) parents.add(parent);
  }
  for (const { leaf, parent, sides } of dropped) if (sides > 0 && parents.has(parent)) isKept[leaf] = 1;
}

function hasKept(isKept: Uint8Array, from: number, to: number): boolean {
  for (let leaf = from; leaf < to; leaf++) if (isKept[leaf] === 1) return true;
  return false;
}

const isCodeElement = tagSet('code kbd samp tt var');

/** Returns true if all text of a leaf is inside of elements for code. */
function isCode(tree: Tree, leaves: Leaves, leaf: number): boolean {
  const block = integerAt(leaves.block, leaf);
  for (let node = integerAt(leaves.first, leaf); node < integerAt(leaves.last, leaf); node++) {
    if (tree.tag[node] !== tag.text || (byteAt(tree.flags, node) & textFlag.blank) !== 0) continue;
    let ancestor = parentOf(tree, node);
    while (ancestor > block && isCodeElement[tagOf(tree, ancestor)] !== 1)
      ancestor = parentOf(tree, ancestor);
    if (ancestor <= block) return false;
  }
  return true;
}
