import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/tags.ts';
import type { Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import { column, columns, type Leaves } from './leaves.ts';
import { mix, mixStart } from './word-scan.ts';

/** Kinds of elements whose nearest one around a leaf counts. */
export const landmarks: readonly (readonly number[])[] = [
  [tag.article],
  [tag.main],
  [tag.nav],
  [tag.header],
  [tag.footer],
  [tag.aside],
  [tag.form],
  [tag.ul, tag.ol],
  [tag.table],
  [tag.figure],
  [tag.section],
  [tag.dialog, tag.details],
  [tag.dl],
];
const landmarkOf = new Int8Array(256).fill(-1);
landmarks.forEach((tags, index) => {
  for (const one of tags) landmarkOf[one] = index;
});

/** Where leaves stand in the tree; everything by node, meant for elements. */
export interface Surroundings {
  /** The outermost element around a node with the same leaves under it. */
  outermost: Int32Array;
  /** Most siblings of like name and class among the elements from a node up to its outermost; 1 when it is alone. */
  alike: Uint16Array;
  /** Depth of the nearest landmark of each kind around an element or at it, 0 for none; a row of `landmarks.length`. */
  nearest: Uint16Array;
  /** Sums of a column up to a leaf; one more entry than leaves. */
  sums: Record<'words' | 'linked' | 'stops' | 'good' | 'marks', Int32Array>;
  /** Deepest element with half and with four fifths of the prose. */
  half: number;
  most: number;
}

function sumsOf(leaves: Leaves): Surroundings['sums'] {
  const { count, counts } = leaves;
  const make = (): Int32Array => new Int32Array(count + 1);
  const sums = { words: make(), linked: make(), stops: make(), good: make(), marks: make() };
  for (let leaf = 0; leaf < count; leaf++) {
    const row = leaf * columns;
    const at = (name: number): number => counts[row + name] as number;
    sums.words[leaf + 1] = (sums.words[leaf] as number) + at(column.words);
    sums.linked[leaf + 1] = (sums.linked[leaf] as number) + at(column.linked);
    sums.stops[leaf + 1] = (sums.stops[leaf] as number) + at(column.stops);
    sums.good[leaf + 1] = (sums.good[leaf] as number) + at(column.good);
    sums.marks[leaf + 1] = (sums.marks[leaf] as number) + at(column.sentences) + at(column.commas);
  }
  return sums;
}

/** A hash of an element's name and classes, digits folded: the same for elements that look alike. */
export function signatureOf(tree: Tree, node: number): number {
  let hash = mix(mixStart, tree.tag[node] as number);
  const to = tree.to[node] as number;
  for (let row = tree.from[node] as number; row < to; row++) {
    if (tree.attributeName[row] !== attribute.class) continue;
    const end = Math.min(tree.attributeTo[row] as number, (tree.attributeFrom[row] as number) + 200);
    for (let at = tree.attributeFrom[row] as number; at < end; at++) {
      const unit = tree.source.charCodeAt(at);
      if (unit < 48 || unit > 57) hash = mix(hash, unit);
    }
    break;
  }
  return hash;
}

/** Looks at the elements around the leaves once, for all features. */
export function surroundingsOf(tree: Tree, flow: Flow, leaves: Leaves, body: number): Surroundings {
  const { count } = tree;
  const outermost = new Int32Array(count);
  const alike = new Uint16Array(count).fill(1);
  const nearest = new Uint16Array(count * landmarks.length);
  const slots = 1 << Math.min(20, 32 - Math.clz32(count * 2));
  const seen = new Uint16Array(slots);
  const slotOf = new Int32Array(count).fill(-1);
  const { before } = leaves;
  const holds = (node: number): number =>
    (before[tree.end[node] as number] as number) - (before[node] as number);
  for (let node = 1; node < count; node++) {
    if (tree.tag[node] === tag.text) continue;
    if (flow.kind[node] === flowKind.skipped) {
      node = (tree.end[node] as number) - 1;
      continue;
    }
    const held = holds(node);
    if (held === 0) continue;
    const parent = tree.parent[node] as number;
    outermost[node] = parent > 0 && holds(parent) === held ? (outermost[parent] as number) : node;
    inherit(tree, node, parent, nearest);
    const slot = (mix(signatureOf(tree, node), parent) >>> 7) & (slots - 1);
    slotOf[node] = slot;
    if ((seen[slot] as number) < 65_000) seen[slot] = (seen[slot] as number) + 1;
  }
  for (let node = 1; node < count; node++) {
    const slot = slotOf[node] as number;
    if (slot === -1) continue;
    const group = outermost[node] as number;
    if ((seen[slot] as number) > (alike[group] as number)) alike[group] = seen[slot] as number;
  }
  const sums = sumsOf(leaves);
  const half = deepest(tree, leaves, sums, body, 0.5);
  return { outermost, alike, nearest, sums, half, most: deepest(tree, leaves, sums, body, 0.8) };
}

function inherit(tree: Tree, node: number, parent: number, nearest: Uint16Array): void {
  const size = landmarks.length;
  for (let i = 0; i < size; i++) nearest[node * size + i] = nearest[parent * size + i] as number;
  const kind = landmarkOf[tree.tag[node] as number] as number;
  if (kind >= 0) nearest[node * size + kind] = tree.depth[node] as number;
}

/** The deepest element that holds a share of a page's prose, or of its words when there is no prose. */
function deepest(
  tree: Tree,
  leaves: Leaves,
  sums: Surroundings['sums'],
  body: number,
  share: number,
): number {
  const total = sums.good[leaves.count] as number;
  const column = total > 0 ? sums.good : sums.words;
  const within = (node: number): number =>
    (column[leaves.before[tree.end[node] as number] as number] as number) -
    (column[leaves.before[node] as number] as number);
  const enough = within(body) * share;
  let best = body;
  for (;;) {
    let next = -1;
    const end = tree.end[best] as number;
    for (let child = best + 1; child < end; child = tree.end[child] as number) {
      if (tree.tag[child] !== tag.text && within(child) >= enough && within(child) > 0) next = child;
    }
    if (next === -1) return best;
    best = next;
  }
}
