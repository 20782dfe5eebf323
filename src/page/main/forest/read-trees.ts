import { byteAt, integerAt } from '../../../domain/values/elements.ts';
import { createForest, type Forest } from './forest.ts';

/** Numbers of trees and inner nodes in a weights file, and the base score. */
export interface TreesHeader {
  trees: number;
  nodes: number;
  base: number;
}

/**
 * Reads the trees that start at a byte offset of a weights file. Returns them in the layout by feature, with their end
 * offset. Throws if the file is too short.
 */
export function readTrees(
  bytes: ArrayBuffer,
  start: number,
  { trees, nodes, base }: TreesHeader,
): { forest: Forest; end: number } {
  let at = start;
  const readColumn = <Column>(create: (from: number) => Column, size: number): Column => {
    const column = create(at);
    at += size;
    return column;
  };
  const threshold = readColumn((from) => new Float32Array(bytes, from, nodes), nodes * 4);
  const values = readColumn((from) => new Float32Array(bytes, from, nodes + trees), (nodes + trees) * 4);
  const sizes = readColumn((from) => new Uint8Array(bytes, from, trees), trees);
  const feature = readColumn((from) => new Uint8Array(bytes, from, nodes), nodes);
  const left = readColumn((from) => new Int8Array(bytes, from, nodes), nodes);
  const right = readColumn((from) => new Int8Array(bytes, from, nodes), nodes);
  const nodeStart = new Int32Array(trees + 1);
  const valueStart = new Int32Array(trees + 1);
  for (let tree = 0; tree < trees; tree++) {
    nodeStart[tree + 1] = integerAt(nodeStart, tree) + byteAt(sizes, tree);
    valueStart[tree + 1] = integerAt(valueStart, tree) + byteAt(sizes, tree) + 1;
  }
  const forest = createForest({ base, nodeStart, valueStart, feature, threshold, left, right, values });
  return { forest, end: at };
}
