import { readAsset } from '../../assets/read-asset.ts';
import { tokenBits } from '../features/tokens.ts';
import { createNetwork, type Network } from '../network/network.ts';
import { readNetworkWeights } from '../network/network-weights.ts';
import type { Forest } from './forest.ts';
import { readTrees } from './read-trees.ts';

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
  forest: Forest;
  network: Network;
}

/** First four bytes of a weights file, little-endian. */
const magic = 0x31544457;
const headerBytes = 36;

function alignTo4(bytes: number): number {
  return (bytes + 3) & ~3;
}

/** Reads a weights file that `bench/quality/train.py` writes. */
export function readWeights(file: Uint8Array): Weights {
  const bytes = new Uint8Array(file).buffer;
  const header = new DataView(bytes, 0, headerBytes);
  const readInteger = (index: number): number => header.getUint32(index * 4, true);
  if (readInteger(0) !== magic) throw new Error('The file is not a weights file.');
  const [tokenCount, kindTokens, kinds, trees, nodes] = [
    readInteger(1),
    readInteger(2),
    readInteger(3),
    readInteger(4),
    readInteger(5),
  ];
  let at = headerBytes;
  const readColumn = <Column>(create: (from: number) => Column, size: number): Column => {
    const column = create(at);
    at += size;
    return column;
  };
  const tokenEntries = readColumn((from) => new Uint32Array(bytes, from, tokenCount), tokenCount * 4);
  const kindTokenIds = readColumn((from) => new Uint32Array(bytes, from, kindTokens), kindTokens * 4);
  const { forest, end } = readTrees(bytes, at, { trees, nodes, base: header.getFloat32(32, true) });
  const kindWeights = new Int8Array(bytes, end, (kindTokens + 1) * kinds);
  const network = createNetwork(readNetworkWeights(bytes, alignTo4(end + kindWeights.length)));
  const tokens = new Int8Array(1 << tokenBits);
  for (const entry of tokenEntries) tokens[entry >>> 8] = (entry << 24) >> 24;
  const kindRows = new Uint16Array(1 << tokenBits);
  kindTokenIds.forEach((token, row) => {
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
    network,
  };
}

let shipped: Weights | null = null;

/** Returns the weights shipped with webdata, loaded once. */
export function loadShippedWeights(): Weights {
  shipped ??= readWeights(readAsset('page/main/forest/weights.bin'));
  return shipped;
}
