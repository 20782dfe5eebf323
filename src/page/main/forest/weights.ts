import { readFileSync } from 'node:fs';
import { tokenBits } from '../features/tokens.ts';
import type { Forest } from './forest.ts';
import { readTrees, type TreesHeader } from './read-trees.ts';

/** Model trained by `bench/quality/train.py`. */
export interface Weights {
  /** Weight of each token, by token. */
  tokens: Int8Array;
  tokenScale: number;
  /** Row of {@link kindWeights} per token, plus one; 0 for tokens without weights. */
  kindRows: Uint16Array;
  /** One number per kind of page and token; the first row is the bias. */
  kindWeights: Int8Array;
  kindScale: number;
  kinds: number;
  /** Trees of the first pass. */
  forest: Forest;
  /** Trees of the second pass, which also see the result of the first. */
  secondForest: Forest;
}

/** First four bytes of a weights file, little-endian. */
const magic = 0x32544457;
const headerBytes = 48;

/** Reads a weights file that `bench/quality/train.py` writes. */
export function readWeights(file: Buffer): Weights {
  const bytes = new Uint8Array(file).buffer;
  const header = new DataView(bytes, 0, headerBytes);
  const readInteger = (index: number): number => header.getUint32(index * 4, true);
  if (readInteger(0) !== magic) throw new Error('The file is not a weights file.');
  const [tokenCount, kindTokens, kinds] = [readInteger(1), readInteger(2), readInteger(3)];
  const treesAt = (index: number): TreesHeader => ({
    trees: readInteger(index),
    nodes: readInteger(index + 1),
    base: header.getFloat32((index + 2) * 4, true),
  });
  let at = headerBytes;
  const readColumn = <Column>(create: (from: number) => Column, size: number): Column => {
    const column = create(at);
    at += size;
    return column;
  };
  const tokenEntries = readColumn((from) => new Uint32Array(bytes, from, tokenCount), tokenCount * 4);
  const kindTokenIds = readColumn((from) => new Uint32Array(bytes, from, kindTokens), kindTokens * 4);
  const kindWeights = readColumn(
    (from) => new Int8Array(bytes, from, (kindTokens + 1) * kinds),
    (kindTokens + 1) * kinds,
  );
  const first = readTrees(bytes, alignTo4(at), treesAt(6));
  const second = readTrees(bytes, alignTo4(first.end), treesAt(9));
  const tokens = new Int8Array(1 << tokenBits);
  for (const entry of tokenEntries) tokens[entry >>> 8] = (entry << 24) >> 24;
  const kindRows = new Uint16Array(1 << tokenBits);
  kindTokenIds.forEach((token, row) => {
    kindRows[token] = row + 1;
  });
  return {
    tokens,
    tokenScale: header.getFloat32(16, true),
    kindRows,
    kindWeights,
    kindScale: header.getFloat32(20, true),
    kinds,
    forest: first.forest,
    secondForest: second.forest,
  };
}

function alignTo4(bytes: number): number {
  return (bytes + 3) & ~3;
}

let shipped: Weights | null = null;

/** Returns the weights shipped with webdata, loaded once. */
export function loadShippedWeights(): Weights {
  shipped ??= readWeights(readFileSync(new URL('./weights.bin', import.meta.url)));
  return shipped;
}
