import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import type { Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import type { Leaves } from './leaves.ts';

/** The flow with nothing in it but the kept leaves, what stands between them, and the elements that hold them. */
export function keptFlow(tree: Tree, flow: Flow, leaves: Leaves, isKept: Uint8Array): Flow {
  const kind = flow.kind.slice();
  const { before } = leaves;
  const sums = new Int32Array(leaves.count + 1);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    sums[leaf + 1] = (sums[leaf] as number) + (isKept[leaf] as number);
  }
  for (let node = 1; node < tree.count; node++) {
    if (kind[node] === flowKind.skipped) continue;
    const from = before[node] as number;
    const isText = tree.tag[node] === tag.text;
    const end = isText ? node + 1 : (tree.end[node] as number);
    const to = before[end] as number;
    // What stands within a leaf after its first text goes with it.
    const isInside = from > 0 && node < (leaves.last[from - 1] as number);
    let stays: boolean;
    if (isInside) stays = isKept[from - 1] === 1 || (sums[to] as number) > (sums[from] as number);
    else if (to > from) stays = (sums[to] as number) > (sums[from] as number);
    else stays = staysBetween(from, leaves.count, isKept);
    if (stays) continue;
    kind.fill(flowKind.skipped, node, end);
    node = end - 1;
  }
  return { kind, holdsBlock: flow.holdsBlock };
}

/** Whether what holds no text stays: what it stands between decides. */
function staysBetween(next: number, count: number, isKept: Uint8Array): boolean {
  const isAfterKept = next > 0 && isKept[next - 1] === 1;
  const isBeforeKept = next < count && isKept[next] === 1;
  return isAfterKept && (isBeforeKept || next === count);
}

/** Elements that mean nothing without the one around them. */
const isPart = tagSet('li dd dt tr td th tbody thead tfoot caption summary legend figcaption option');

/** The innermost element that can stand for itself and holds all kept leaves. */
export function commonRoot(tree: Tree, flow: Flow, leaves: Leaves, isKept: Uint8Array, body: number): number {
  const first = isKept.indexOf(1);
  const last = isKept.lastIndexOf(1);
  if (first === -1) return body;
  let node = leaves.block[first] as number;
  const end = leaves.last[last] as number;
  const holdsAll = (): boolean => (tree.end[node] as number) >= end;
  while (
    node > body &&
    (!holdsAll() || isPart[tree.tag[node] as number] === 1 || flow.kind[node] !== flowKind.block)
  ) {
    node = tree.parent[node] as number;
  }
  return Math.max(node, body);
}
