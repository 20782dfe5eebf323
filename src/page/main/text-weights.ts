import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { type Tree, textFlag } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';

const isControl = tagSet('select textarea button option');

/** How much text stands where: sums up to each node, so that a subtree is a difference. */
export interface TextWeights {
  /** Characters without white space, of text that is shown. */
  text(node: number): number;
  /** Those inside of links. */
  linked(node: number): number;
  /** Those inside of paragraphs and other prose, outside of links. */
  prose(node: number): number;
  /** Linked characters by all characters, 0 to 1; 0 without text. */
  linkShare(node: number): number;
}

const isProse = tagSet('p blockquote pre li td dd');

function solidCharacters(tree: Tree, node: number): number {
  if (((tree.flags[node] as number) & textFlag.blank) !== 0) return 0;
  const { source } = tree;
  const to = tree.to[node] as number;
  let count = 0;
  for (let i = tree.from[node] as number; i < to; i++) {
    const unit = source.charCodeAt(i);
    // A character of a script without spaces weighs about as much as two letters.
    if (unit > 32) count += unit >= 0x2e80 && unit < 0xd800 ? 2 : 1;
  }
  return count;
}

/** Weighs all text of a page in one pass; `known` are the weights of a flow that shows no less, which spares the counting. */
export function textWeights(tree: Tree, flow: Flow, known: TextWeights | null = null): TextWeights {
  const text = new Int32Array(tree.count + 1);
  const linked = new Int32Array(tree.count + 1);
  const prose = new Int32Array(tree.count + 1);
  let linkEnd = 0;
  let proseEnd = 0;
  for (let node = 0; node < tree.count; node++) {
    let weight = 0;
    if (flow.kind[node] !== flowKind.skipped) {
      const tagId = tree.tag[node] as number;
      if (tagId === tag.text) {
        if (isControl[tree.tag[tree.parent[node] as number] as number] !== 1)
          weight = known === null ? solidCharacters(tree, node) : known.text(node);
      } else if (tagId === tag.a && node >= linkEnd) linkEnd = tree.end[node] as number;
      else if (isProse[tagId] === 1 && node >= proseEnd) proseEnd = tree.end[node] as number;
    }
    text[node + 1] = (text[node] as number) + weight;
    linked[node + 1] = (linked[node] as number) + (node < linkEnd ? weight : 0);
    prose[node + 1] = (prose[node] as number) + (node < proseEnd && node >= linkEnd ? weight : 0);
  }
  const within = (sums: Int32Array, node: number): number =>
    (sums[tree.end[node] as number] as number) - (sums[node] as number);
  return {
    text: (node) => within(text, node),
    linked: (node) => within(linked, node),
    prose: (node) => within(prose, node),
    linkShare(node) {
      const all = within(text, node);
      return all === 0 ? 0 : within(linked, node) / all;
    },
  };
}
