import { byteAt, integerAt } from '../../domain/values/elements.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind } from '../tree/flow.ts';
import { endOf, parentOf, type Tree, tagOf } from '../tree/tree.ts';
import type { RuledContent } from './content-by-rules.ts';
import { skipControls } from './controls.ts';
import type { Leaves } from './features/leaves.ts';
import { countRetainedMedia } from './retained-media.ts';

/** Returns the kept leaves with the media and other content between them: a flow, and the element that contains it all. */
export function keepLeaves(
  tree: Tree,
  flow: Flow,
  leaves: Leaves,
  isKept: Uint8Array,
  body: number,
  pageUrl: string,
): RuledContent {
  const media = countRetainedMedia(tree, flow, leaves, isKept, pageUrl);
  return {
    roots: [findCommonRoot(tree, flow, leaves, isKept, media, body)],
    flow: createKeptFlow(tree, flow, leaves, isKept, media),
    isFound: true,
  };
}

/** Returns the flow with only the kept leaves, media and other content between them, and their ancestors. */
function createKeptFlow(tree: Tree, flow: Flow, leaves: Leaves, isKept: Uint8Array, media: Int32Array): Flow {
  const kind = flow.kind.slice();
  const { before } = leaves;
  const sums = new Int32Array(leaves.count + 1);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    sums[leaf + 1] = integerAt(sums, leaf) + byteAt(isKept, leaf);
  }
  const isKeptSpan = (node: number) =>
    integerAt(sums, integerAt(before, endOf(tree, node))) > integerAt(sums, integerAt(before, node));
  for (let node = 1; node < tree.count; node++) {
    if (kind[node] === flowKind.skipped) continue;
    const from = integerAt(before, node);
    const isText = tree.tag[node] === tag.text;
    const end = isText ? node + 1 : endOf(tree, node);
    const to = integerAt(before, end);
    // Nodes within a leaf, after its first text, belong to it.
    const isInside = from > 0 && node < integerAt(leaves.last, from - 1);
    let isRetained: boolean;
    if (integerAt(media, end) > integerAt(media, node)) isRetained = true;
    else if (isInside) isRetained = isKept[from - 1] === 1 || integerAt(sums, to) > integerAt(sums, from);
    else if (to > from) isRetained = integerAt(sums, to) > integerAt(sums, from);
    else isRetained = isBetweenKept(from, leaves.count, isKept);
    if (isRetained) continue;
    // Without its empty cells, the other cells of a row would be in the wrong columns.
    const isPlaceholder = isCell[tagOf(tree, node)] === 1 && isKeptSpan(parentOf(tree, node));
    // A cell without text may show an icon.
    if (isPlaceholder && to === from) continue;
    kind.fill(flowKind.skipped, isPlaceholder ? node + 1 : node, end);
    node = end - 1;
  }
  skipControls(tree, kind);
  return { kind, containsBlock: flow.containsBlock };
}

/** Returns true if a node without text lies between kept leaves. */
function isBetweenKept(next: number, count: number, isKept: Uint8Array): boolean {
  const isAfterKept = next > 0 && isKept[next - 1] === 1;
  const isBeforeKept = next < count && isKept[next] === 1;
  return isAfterKept && (isBeforeKept || next === count);
}

const isCell = tagSet('td th');

/** Elements that are invalid without their parent. */
const needsParent = tagSet('li dd dt tr td th tbody thead tfoot caption summary legend figcaption option');

/** Returns the innermost self-contained element that contains all kept leaves and media. */
function findCommonRoot(
  tree: Tree,
  flow: Flow,
  leaves: Leaves,
  isKept: Uint8Array,
  media: Int32Array,
  body: number,
): number {
  const first = isKept.indexOf(1);
  const last = isKept.lastIndexOf(1);
  if (first === -1) return body;
  let node = integerAt(leaves.block, first);
  // The counts of media are sums, so that a subtree contains all media if they grow from 0 to the total inside of it.
  const total = integerAt(media, tree.count);
  const end = integerAt(leaves.last, last);
  const containsAll = (): boolean =>
    endOf(tree, node) >= end && integerAt(media, node) === 0 && integerAt(media, endOf(tree, node)) === total;
  while (
    node > body &&
    (!containsAll() || needsParent[tagOf(tree, node)] === 1 || flow.kind[node] !== flowKind.block)
  ) {
    node = parentOf(tree, node);
  }
  return Math.max(node, body);
}
