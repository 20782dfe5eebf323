import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, closest, endOf, subtreeText, type Tree, tagOf } from '../../tree/tree.ts';
import type { Leaves } from '../features/leaves.ts';
import { textOfLeaf } from '../features/text-of-leaf.ts';
import { isKeptWholly, keepVisible, type LeafRange, leavesIn } from '../leaf-range.ts';
import type { Selection } from '../selection.ts';

const isFrame = tagSet('nav footer aside dialog form');
const canBeParameter = tagSet('div li p section dl tr span');
const isLabelTag = tagSet('dt th b strong h4 h5 h6');
const labelName = /(?:^|[\s_-])(?:label|name|key|term|caption|attribute|property)s?(?:$|[\s_-])/i;
/** A label and its value in one line. */
const labelledLine = /^[^:\n]{2,40}:\s*\S/;
const limits = { words: 14, members: 2, groupWords: 160, linkShare: 0.5 };

function isLabel(tree: Tree, leaves: Leaves, leaf: number): boolean {
  const block = integerAt(leaves.block, leaf);
  if (isLabelTag[tagOf(tree, block)] === 1 || subtreeText(tree, block, 60).trim().endsWith(':')) return true;
  return labelName.test(attributeOf(tree, block, attribute.class) ?? '');
}

/** Returns true if the leaves of an element are a label with its value. */
function isParameter(selection: Selection, node: number): boolean {
  const { tree, leaves, context } = selection;
  const { from, to } = leavesIn(selection, node);
  const count = to - from;
  if (count < 1 || count > 3 || canBeParameter[tagOf(tree, node)] !== 1) return false;
  const words = integerAt(context.sums.words, to) - integerAt(context.sums.words, from);
  if (words < 2 || words > limits.words || leaves.isHidden[from] === 1) return false;
  if (count === 1) return labelledLine.test(textOfLeaf(tree, leaves, from));
  return isLabel(tree, leaves, from);
}

/**
 * Keeps lists of labels with values as a whole: the parameters of a thing, the fields of a contact, and short lists of
 * definitions of which most is kept. Lists between kept parts are content of all pages but articles and threads, whose lists
 * of authors and tags they are.
 */
export function keepParameters(selection: Selection): void {
  const { tree, body, isKept } = selection;
  const end = endOf(tree, body);
  const [first, last] = [isKept.indexOf(1), isKept.lastIndexOf(1)];
  for (let node = body + 1; node < end; node++) {
    if (tree.tag[node] === tag.text) continue;
    const { from, to } = leavesIn(selection, node);
    if (to - from > limits.groupWords) continue;
    if (to <= first || from > last || to - from < limits.members || isKeptWholly(selection, { from, to })) {
      node = endOf(tree, node) - 1;
      continue;
    }
    if (tree.tag[node] === tag.dl || areParameters(selection, node)) keepList(selection, node, { from, to });
  }
}

function areParameters(selection: Selection, parent: number): boolean {
  const { tree } = selection;
  let members = 0;
  for (let child = parent + 1; child < endOf(tree, parent); child = endOf(tree, child)) {
    const { from, to } = leavesIn(selection, child);
    if (from === to) continue;
    if (tree.tag[child] === tag.text || !isParameter(selection, child)) return false;
    members++;
  }
  return members >= limits.members;
}

function keepList(selection: Selection, list: number, { from, to }: LeafRange): void {
  const { tree, context, kind, isKept } = selection;
  const countOf = (sum: Int32Array): number => integerAt(sum, to) - integerAt(sum, from);
  const words = countOf(context.sums.words);
  if (words > limits.groupWords || countOf(context.sums.linked) > words * limits.linkShare) return;
  let kept = 0;
  for (let leaf = from; leaf < to; leaf++) kept += byteAt(isKept, leaf);
  const isContentKind = kind !== 'article' && kind !== 'forum';
  const isWanted =
    kept > 0
      ? kept * 3 >= to - from || isContentKind
      : isContentKind && isBetweenKept(selection, { from, to });
  if (!isWanted || (kept === 0 && closest(tree, list, isFrame) !== -1)) return;
  keepVisible(selection, { from, to });
}

/** Returns true if the leaves directly before and after a list are kept. */
function isBetweenKept({ leaves, isKept }: Selection, { from, to }: LeafRange): boolean {
  return from > 0 && isKept[from - 1] === 1 && to < leaves.count && isKept[to] === 1;
}
