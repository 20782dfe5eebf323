import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/tags.ts';
import type { Tree } from '../../page/tree.ts';
import { isStableName } from './stable-name.ts';

/** Hashes of paths of elements. */
export type PathSet = ReadonlySet<number>;

/** Levels of a path. */
const pathLength = 4;
/** Paths of one element's subtree that count. */
const maxPaths = 80;
/** Nodes of one subtree that are looked at. */
const maxNodes = 600;

/** Spreads 32 bits over 32 bits, one to one. */
export function mixed(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function hashOf(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash);
}

/** Tag and stable classes of every element as one hash, 0 for texts; equal on every page and in every process. */
export function shapeHashes(tree: Tree): Uint32Array {
  const shapes = new Uint32Array(tree.count);
  // Ids of names differ from page to page; their spelling does not.
  const nameHashes = new Map<number, number>();
  const classHashes = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    if ((tree.tag[node] as number) <= tag.document) continue;
    const name = tree.name[node] as number;
    let nameHash = nameHashes.get(name);
    if (nameHash === undefined) {
      nameHash = hashOf(tree.names[name] ?? '', 3);
      nameHashes.set(name, nameHash);
    }
    shapes[node] = mixed(Math.imul(nameHash, 31) + classHashOf(tree, node, classHashes));
  }
  return shapes;
}

/** The stable classes of an element, sorted, as one hash; equal spellings are worked out once. */
function classHashOf(tree: Tree, node: number, known: Map<string, number>): number {
  const to = tree.to[node] as number;
  for (let row = tree.from[node] as number; row < to; row++) {
    if (tree.attributeName[row] !== attribute.class) continue;
    const written = tree.source.slice(tree.attributeFrom[row], tree.attributeTo[row]);
    let hash = known.get(written);
    if (hash === undefined) {
      const names = written.split(/\s+/).filter(isStableName).sort();
      hash = hashOf(names.join('.'), 7);
      known.set(written, hash);
    }
    return hash;
  }
  return 0;
}

/** The hash of the path of up to four elements that ends at `node` and begins no higher than `top`. */
export function pathHash(tree: Tree, shapes: Uint32Array, node: number, top: number): number {
  let hash = 0;
  let at = node;
  for (let step = 0; step < pathLength && at >= top && at > 0; step++) {
    hash = mixed(Math.imul(hash, 31) + (shapes[at] as number));
    if (at === top) break;
    at = tree.parent[at] as number;
  }
  return hash;
}

/** The distinct paths from an element down to those within it. */
export function pathSetOf(tree: Tree, shapes: Uint32Array, top: number): PathSet {
  const paths = new Set<number>();
  const end = Math.min(tree.end[top] as number, top + maxNodes);
  for (let node = top; node < end && paths.size < maxPaths; node++) {
    if ((tree.tag[node] as number) > tag.document) paths.add(pathHash(tree, shapes, node, top));
  }
  return paths;
}

/** The part that two sets share of all they hold (Jaccard). */
export function setLikeness(one: PathSet, other: PathSet): number {
  let shared = 0;
  for (const path of one) if (other.has(path)) shared++;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
