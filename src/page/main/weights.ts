import { readFileSync } from 'node:fs';

import type { Forest } from './forest.ts';
import { readTrees } from './read-trees.ts';
import { tokenBits } from './tokens.ts';

/** What was learned from sample pages by `bench/quality/train.py`, laid out for use. */
export interface Weights {
  /** Weight of each token, by token. */
  tokens: Int8Array;
  tokenScale: number;
  /** Row of {@link kindWeights} of each token, plus one; 0 for tokens that tell nothing. */
  kindRows: Uint16Array;
  /** One number a kind of page and token; the first row is the bias. */
  kindWeights: Int8Array;
  kindScale: number;
  kinds: number;
  forest: Forest;
}

/** First four bytes of a file of weights, little-endian. */
const magic = 0x31544457;
const headerBytes = 36;

/** Reads a file of weights as `bench/quality/train.py` writes it. */
export function readWeights(file: Buffer): Weights {
  const bytes = new Uint8Array(file).buffer;
  const header = new DataView(bytes, 0, headerBytes);
  const int = (index: number): number => header.getUint32(index * 4, true);
  if (int(0) !== magic) throw new Error('not a file of weights');
  const [tokenCount, kindTokens, kinds, trees, nodes] = [int(1), int(2), int(3), int(4), int(5)];
  let at = headerBytes;
  const take = <Column>(make: (from: number) => Column, size: number): Column => {
    const column = make(at);
    at += size;
    return column;
  };
  const packed = take((from) => new Uint32Array(bytes, from, tokenCount), tokenCount * 4);
  const kindNames = take((from) => new Uint32Array(bytes, from, kindTokens), kindTokens * 4);
  const { forest, end } = readTrees(bytes, at, { trees, nodes, base: header.getFloat32(32, true) });
  const kindWeights = new Int8Array(bytes, end, (kindTokens + 1) * kinds);
  const tokens = new Int8Array(1 << tokenBits);
  for (const one of packed) tokens[one >>> 8] = (one << 24) >> 24;
  const kindRows = new Uint16Array(1 << tokenBits);
  kindNames.forEach((token, row) => {
    kindRows[token] = row + 1;
  });
  return {
    tokens,
    tokenScale: header.getFloat32(24, true),
    kindRows,
    kindWeights,
    kindScale: header.getFloat32(28, true),
    kinds,
    forest,
  };
}

let shipped: Weights | null = null;

/** The weights that webdata comes with, read once. */
export function shippedWeights(): Weights {
  shipped ??= readWeights(readFileSync(new URL('./weights.bin', import.meta.url)));
  return shipped;
}
