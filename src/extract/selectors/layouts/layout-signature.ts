import { unsignedAt } from '../../../domain/values/elements.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { type Tree, tagOf } from '../../../page/tree/tree.ts';
import { mixHash, pathHash, shapeHashes } from '../../page-view/path-sets.ts';

/** Number of slots of a signature. */
export const signatureSlots = 128;
/** Minimum similarity of two pages of one layout. */
export const minLayoutSimilarity = 0.3;
/** Maximum number of distinct paths of a page; repetition adds none. */
const maxPaths = 6000;

/** The MinHash signature of a page's set of element paths (Broder): the smallest hash of each slot. */
export type LayoutSignature = Uint32Array;

const multipliers = Uint32Array.from({ length: signatureSlots }, (_, slot) => mixHash(slot * 2 + 1) | 1);
const increments = Uint32Array.from({ length: signatureSlots }, (_, slot) => mixHash(slot * 2 + 2));

/** Returns the hashes of a page's distinct paths of four elements, each `tag.class`. */
function layoutPaths(tree: Tree): Set<number> {
  const shapes = shapeHashes(tree);
  const paths = new Set<number>();
  for (let node = 1; node < tree.count && paths.size < maxPaths; node++) {
    if (tagOf(tree, node) > tag.document) paths.add(pathHash(tree, shapes, node, 1));
  }
  return paths;
}

/** Computes the signature of a page's layout. */
export function computeLayoutSignature(tree: Tree): LayoutSignature {
  const slots = new Uint32Array(signatureSlots).fill(0xffffffff);
  for (const path of layoutPaths(tree)) {
    for (let slot = 0; slot < signatureSlots; slot++) {
      const hash = mixHash(Math.imul(path, unsignedAt(multipliers, slot)) + unsignedAt(increments, slot));
      if (hash < unsignedAt(slots, slot)) slots[slot] = hash;
    }
  }
  return slots;
}

/** Estimates the Jaccard similarity of the path sets of two pages, 0 to 1. */
export function layoutSimilarity(one: LayoutSignature, other: LayoutSignature): number {
  let same = 0;
  for (let slot = 0; slot < signatureSlots; slot++) if (one[slot] === other[slot]) same++;
  return same / signatureSlots;
}

/** Serializes a signature as little-endian bytes for storage. */
export function serializeSignature(signature: LayoutSignature): Buffer {
  const bytes = Buffer.alloc(signatureSlots * 4);
  for (let slot = 0; slot < signatureSlots; slot++)
    bytes.writeUInt32LE(unsignedAt(signature, slot), slot * 4);
  return bytes;
}

/** Reads a signature from stored bytes; null if they are invalid. */
export function deserializeSignature(bytes: Uint8Array): LayoutSignature | null {
  if (bytes.length !== signatureSlots * 4) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: signatureSlots }, (_, slot) => view.readUInt32LE(slot * 4));
}
