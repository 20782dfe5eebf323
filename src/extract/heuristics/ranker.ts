import { readFileSync } from 'node:fs';
import { type Forest, forestScores } from '../../page/main/forest.ts';
import { readTrees } from '../../page/main/read-trees.ts';
import { rowWidth } from './candidate-features.ts';

/** Tells how likely candidates are right. */
export interface Ranker {
  /** A probability for each row of features. */
  believe(rows: Float32Array): Float32Array;
}

/** First four bytes of the file, little-endian. */
const magic = 0x31524457;
const headerBytes = 20;

/** Reads what `bench/extract/train-ranker.py` wrote. Throws on a file of another form. */
export function readRanker(file: Buffer): Ranker {
  const bytes = new Uint8Array(file).buffer;
  const header = new DataView(bytes, 0, headerBytes);
  if (header.getUint32(0, true) !== magic || header.getUint32(4, true) !== rowWidth)
    throw new Error('not a ranker for these features');
  const [trees, nodes] = [header.getUint32(8, true), header.getUint32(12, true)];
  const { forest } = readTrees(bytes, headerBytes, { trees, nodes, base: header.getFloat32(16, true) });
  return { believe: (rows) => probabilities(forest, rows) };
}

function probabilities(forest: Forest, rows: Float32Array): Float32Array {
  const scores = forestScores(forest, rows, rowWidth, rows.length / rowWidth);
  return scores.map((score) => 1 / (1 + Math.exp(-score)));
}

let shipped: Ranker | null = null;

/** The ranker that webdata comes with, read once. */
export function shippedRanker(): Ranker {
  shipped ??= readRanker(readFileSync(new URL('./ranker.bin', import.meta.url)));
  return shipped;
}
