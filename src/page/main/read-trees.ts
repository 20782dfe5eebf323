import { type Forest, forestOf } from './forest.ts';

/** How many trees a file of weights holds, of how many inner nodes, and what they start from. */
export interface TreesHeader {
  trees: number;
  nodes: number;
  base: number;
}

/**
 * The trees whose columns begin at a byte of a file of weights that training wrote, laid out for use, and where they end.
 * Throws on a file that is too short.
 */
export function readTrees(
  bytes: ArrayBuffer,
  start: number,
  { trees, nodes, base }: TreesHeader,
): { forest: Forest; end: number } {
  let at = start;
  const take = <Column>(make: (from: number) => Column, size: number): Column => {
    const column = make(at);
    at += size;
    return column;
  };
  const threshold = take((from) => new Float32Array(bytes, from, nodes), nodes * 4);
  const values = take((from) => new Float32Array(bytes, from, nodes + trees), (nodes + trees) * 4);
  const sizes = take((from) => new Uint8Array(bytes, from, trees), trees);
  const feature = take((from) => new Uint8Array(bytes, from, nodes), nodes);
  const left = take((from) => new Int8Array(bytes, from, nodes), nodes);
  const right = take((from) => new Int8Array(bytes, from, nodes), nodes);
  const nodeStart = new Int32Array(trees + 1);
  const valueStart = new Int32Array(trees + 1);
  for (let tree = 0; tree < trees; tree++) {
    nodeStart[tree + 1] = (nodeStart[tree] as number) + (sizes[tree] as number);
    valueStart[tree + 1] = (valueStart[tree] as number) + (sizes[tree] as number) + 1;
  }
  const forest = forestOf({ base, nodeStart, valueStart, feature, threshold, left, right, values });
  return { forest, end: at };
}
