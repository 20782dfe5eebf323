import { tag } from '../../page/parse/tags.ts';
import type { Tree } from '../../page/tree.ts';
import { mixed, pathHash, shapeHashes } from './path-sets.ts';

/** Slots of a signature. */
export const signatureSlots = 128;
/** Pages of one layout share at least this part of their paths. */
export const sameLayout = 0.3;
/** Distinct paths of one page that count; what a page repeats adds none. */
const maxPaths = 6000;

/** A page's set of element paths in short: the smallest hash of each slot (Broder's MinHash). */
export type LayoutSignature = Uint32Array;

const odd = Uint32Array.from({ length: signatureSlots }, (_, slot) => mixed(slot * 2 + 1) | 1);
const added = Uint32Array.from({ length: signatureSlots }, (_, slot) => mixed(slot * 2 + 2));

/** Hashes of a page's distinct paths of four elements, each `tag.class`. */
function layoutPaths(tree: Tree): Set<number> {
  const shapes = shapeHashes(tree);
  const paths = new Set<number>();
  for (let node = 1; node < tree.count && paths.size < maxPaths; node++) {
    if ((tree.tag[node] as number) > tag.document) paths.add(pathHash(tree, shapes, node, 1));
  }
  return paths;
}

/** The signature of a page's layout. */
export function layoutSignatureOf(tree: Tree): LayoutSignature {
  const slots = new Uint32Array(signatureSlots).fill(0xffffffff);
  for (const path of layoutPaths(tree)) {
    for (let slot = 0; slot < signatureSlots; slot++) {
      const hash = mixed(Math.imul(path, odd[slot] as number) + (added[slot] as number));
      if (hash < (slots[slot] as number)) slots[slot] = hash;
    }
  }
  return slots;
}

/** The part of their paths that two pages share, estimated: 0 to 1 (Jaccard). */
export function layoutSimilarity(one: LayoutSignature, other: LayoutSignature): number {
  let same = 0;
  for (let slot = 0; slot < signatureSlots; slot++) if (one[slot] === other[slot]) same++;
  return same / signatureSlots;
}

/** The signature as bytes to be stored, least significant first. */
export function signatureBytes(signature: LayoutSignature): Buffer {
  const bytes = Buffer.alloc(signatureSlots * 4);
  for (let slot = 0; slot < signatureSlots; slot++) bytes.writeUInt32LE(signature[slot] as number, slot * 4);
  return bytes;
}

/** The signature in stored bytes; null when they are none. */
export function signatureFrom(bytes: Uint8Array): LayoutSignature | null {
  if (bytes.length !== signatureSlots * 4) return null;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: signatureSlots }, (_, slot) => view.readUInt32LE(slot * 4));
}
