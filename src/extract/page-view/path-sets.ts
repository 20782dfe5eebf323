import { integerAt, unsignedAt } from '../../domain/values/elements.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, parentOf, type Tree, tagOf } from '../../page/tree/tree.ts';
import { isStableName } from './stable-name.ts';

/** Hashes of element paths. */
export type PathSet = ReadonlySet<number>;

/** Number of elements in a path. */
const pathLength = 4;
/** Maximum number of paths of one element's subtree. */
const maxPaths = 80;
/** Maximum number of nodes visited in one subtree. */
const maxNodes = 600;

/** Mixes the bits of a 32-bit integer; the mapping is one-to-one. */
export function mixHash(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function hashOf(text: string, start: number): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixHash(hash);
}

/**
 * Returns a hash of the tag and stable classes of every element, 0 for texts. The hashes are the same in every
 * process.
 */
export function shapeHashes(tree: Tree): Uint32Array {
  const shapes = new Uint32Array(tree.count);
  // Name ids differ between pages, so names are hashed by their text.
  const nameHashes = new Map<number, number>();
  const classHashes = new Map<string, number>();
  for (let node = 1; node < tree.count; node++) {
    if (tagOf(tree, node) <= tag.document) continue;
    const name = integerAt(tree.name, node);
    let nameHash = nameHashes.get(name);
    if (nameHash === undefined) {
      nameHash = hashOf(tree.names[name] ?? '', 3);
      nameHashes.set(name, nameHash);
    }
    shapes[node] = mixHash(Math.imul(nameHash, 31) + classHashOf(tree, node, classHashes));
  }
  return shapes;
}

/** Returns a hash of an element's tag and a class, which may be empty. */
export function hashShape(tree: Tree, node: number, className: string): number {
  const nameHash = hashOf(tree.names[integerAt(tree.name, node)] ?? '', 3);
  return mixHash(Math.imul(nameHash, 31) + (className === '' ? 0 : hashOf(className, 7)));
}

/** Hashes the sorted stable classes of an element. Results are cached by the attribute's text. */
function classHashOf(tree: Tree, node: number, cache: Map<string, number>): number {
  const to = integerAt(tree.to, node);
  for (let row = integerAt(tree.from, node); row < to; row++) {
    if (tree.attributeName[row] !== attribute.class) continue;
    const classAttribute = tree.source.slice(tree.attributeFrom[row], tree.attributeTo[row]);
    let hash = cache.get(classAttribute);
    if (hash === undefined) {
      const names = classAttribute.split(/\s+/).filter(isStableName).sort();
      hash = hashOf(names.join('.'), 7);
      cache.set(classAttribute, hash);
    }
    return hash;
  }
  return 0;
}

/**
 * Hashes the path of up to four elements that ends at `node` and starts no higher than `top`, which may have another
 * shape than its own.
 */
export function pathHash(
  tree: Tree,
  shapes: Uint32Array,
  node: number,
  top: number,
  topShape = unsignedAt(shapes, top),
): number {
  let hash = 0;
  let at = node;
  for (let step = 0; step < pathLength && at >= top && at > 0; step++) {
    hash = mixHash(Math.imul(hash, 31) + (at === top ? topShape : unsignedAt(shapes, at)));
    if (at === top) break;
    at = parentOf(tree, at);
  }
  return hash;
}

/** Returns the distinct paths from an element to its descendants. */
export function createPathSet(tree: Tree, shapes: Uint32Array, top: number, topShape?: number): PathSet {
  const paths = new Set<number>();
  const end = Math.min(endOf(tree, top), top + maxNodes);
  for (let node = top; node < end && paths.size < maxPaths; node++) {
    if (tagOf(tree, node) > tag.document) paths.add(pathHash(tree, shapes, node, top, topShape));
  }
  return paths;
}

/** Returns the Jaccard similarity of two sets. */
export function jaccardSimilarity(one: PathSet, other: PathSet): number {
  let shared = 0;
  for (const path of one) if (other.has(path)) shared++;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
