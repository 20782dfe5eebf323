import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { type Flow, flowKind } from '../../tree/flow.ts';
import { endOf, parentOf, type Tree, tagOf, textFlag } from '../../tree/tree.ts';

const isControl = tagSet('select textarea button option');

/** Amounts of text per subtree, from prefix sums over all nodes. */
export interface TextWeights {
  /** Returns the number of visible characters without white space. */
  text(node: number): number;
  /** Returns the number of characters in links. */
  linked(node: number): number;
  /** Returns the number of characters in paragraphs and other prose, outside of links. */
  prose(node: number): number;
  /** Returns the share of characters in links, from 0 to 1; 0 without text. */
  linkShare(node: number): number;
}

const isProse = tagSet('p blockquote pre li td dd');

function countCharacters(tree: Tree, node: number): number {
  if ((byteAt(tree.flags, node) & textFlag.blank) !== 0) return 0;
  const { source } = tree;
  const to = integerAt(tree.to, node);
  let count = 0;
  for (let i = integerAt(tree.from, node); i < to; i++) {
    const unit = source.charCodeAt(i);
    // A character of a script without spaces counts as two letters.
    if (unit > 32) count += unit >= 0x2e80 && unit < 0xd800 ? 2 : 1;
  }
  return count;
}

/** Computes all text weights in one pass; `previous` holds those of a flow with at least the same text, which saves counting. */
export function computeTextWeights(tree: Tree, flow: Flow, previous: TextWeights | null = null): TextWeights {
  const text = new Int32Array(tree.count + 1);
  const linked = new Int32Array(tree.count + 1);
  const prose = new Int32Array(tree.count + 1);
  let linkEnd = 0;
  let proseEnd = 0;
  for (let node = 0; node < tree.count; node++) {
    let weight = 0;
    if (flow.kind[node] !== flowKind.skipped) {
      const tagId = tagOf(tree, node);
      if (tagId === tag.text) {
        if (isControl[tagOf(tree, parentOf(tree, node))] !== 1)
          weight = previous === null ? countCharacters(tree, node) : previous.text(node);
      } else if (tagId === tag.a && node >= linkEnd) linkEnd = endOf(tree, node);
      else if (isProse[tagId] === 1 && node >= proseEnd) proseEnd = endOf(tree, node);
    }
    text[node + 1] = integerAt(text, node) + weight;
    linked[node + 1] = integerAt(linked, node) + (node < linkEnd ? weight : 0);
    prose[node + 1] = integerAt(prose, node) + (node < proseEnd && node >= linkEnd ? weight : 0);
  }
  const subtreeSum = (sums: Int32Array, node: number): number =>
    integerAt(sums, endOf(tree, node)) - integerAt(sums, node);
  return {
    text: (node) => subtreeSum(text, node),
    linked: (node) => subtreeSum(linked, node),
    prose: (node) => subtreeSum(prose, node),
    linkShare(node) {
      const all = subtreeSum(text, node);
      return all === 0 ? 0 : subtreeSum(linked, node) / all;
    },
  };
}
