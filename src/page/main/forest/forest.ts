import { byteAt, floatAt, integerAt, itemAt, signedByteAt } from '../../../domain/values/elements.ts';
import { readAsset } from '../../assets/read-asset.ts';

/** Boosted trees as stored in the weights file, inner nodes in sequence. */
export interface Trees {
  base: number;
  /** Index of the first inner node of each tree; one more entry than trees. */
  nodeStart: Int32Array;
  /** Index of the first leaf value of each tree. */
  valueStart: Int32Array;
  feature: Uint8Array;
  threshold: Float32Array;
  /** Index of the next node within the tree, or the complement of a leaf index. */
  left: Int8Array;
  right: Int8Array;
  values: Float32Array;
}

/**
 * The same trees in a layout by feature (QuickScorer: Lucchese et al., SIGIR 2015). The value of a feature is compared with
 * its thresholds in ascending order; each exceeded threshold clears the leaves to the left of its node from the bit mask of
 * reachable leaves. The lowest remaining bit is the result of the tree. This needs one predictable branch per feature;
 * forest.wat scores four rows at once.
 */
export interface Forest {
  trees: number;
  /** Features that any tree tests. */
  features: Uint8Array;
  /** Returns the sum of all trees for each of `count` rows of `width` numbers. */
  scores(rows: Float32Array, width: number, count: number): Float32Array;
}

/** Maximum number of leaves per tree: the bits of one number. */
const maxLeaves = 32;
const maxTrees = 256;

interface SplitTest {
  feature: number;
  threshold: number;
  tree: number;
  keptMask: number;
}

/** Tests of all trees, ordered by feature and ascending threshold. */
interface Tests {
  base: number;
  trees: number;
  /** Features that any tree tests. */
  features: Uint8Array;
  /** Index of the first test of each feature; one more entry than features. */
  testStart: Int32Array;
  tests: readonly SplitTest[];
  /** Leaf values from left to right, 32 entries per tree. */
  values: Float32Array;
}

/** Converts trees to the layout by feature. Throws if there are too many trees or leaves. */
export function createForest(trees: Trees): Forest {
  const count = trees.nodeStart.length - 1;
  if (count > maxTrees) throw new Error('The forest has too many trees. The maximum is 256.');
  const values = new Float32Array(count * maxLeaves);
  const tests: SplitTest[] = [];
  for (let tree = 0; tree < count; tree++) addTree(trees, tree, values, tests);
  tests.sort((first, second) => first.feature - second.feature || first.threshold - second.threshold);
  const features = [...new Set(tests.map((test) => test.feature))];
  return createScorer({
    base: trees.base,
    trees: count,
    features: Uint8Array.from(features),
    testStart: Int32Array.from([
      ...features.map((feature) => tests.findIndex((test) => test.feature === feature)),
      tests.length,
    ]),
    tests,
    values,
  });
}

function addTree(trees: Trees, tree: number, values: Float32Array, tests: SplitTest[]): void {
  const first = integerAt(trees.nodeStart, tree);
  const firstValue = integerAt(trees.valueStart, tree);
  let leaves = 0;
  const visit = (node: number): void => {
    if (node < 0) {
      if (leaves === maxLeaves) throw new Error('A tree has too many leaves. The maximum is 32.');
      values[tree * maxLeaves + leaves++] = floatAt(trees.values, firstValue + ~node);
      return;
    }
    const from = leaves;
    visit(signedByteAt(trees.left, first + node));
    let clearedMask = 0;
    for (let leaf = from; leaf < leaves; leaf++) clearedMask |= 1 << leaf;
    const feature = byteAt(trees.feature, first + node);
    tests.push({ feature, threshold: floatAt(trees.threshold, first + node), tree, keptMask: ~clearedMask });
    visit(signedByteAt(trees.right, first + node));
  };
  visit(0);
}

/** Exports of forest.wasm; forest.wat documents the parameters. */
interface Scorer {
  memory: WebAssembly.Memory;
  score(...parameters: number[]): void;
}

let module: WebAssembly.Module | null = null;

function instantiateScorer(): Scorer {
  module ??= new WebAssembly.Module(readAsset('page/main/forest/forest.wasm'));
  return new WebAssembly.Instance(module).exports as unknown as Scorer;
}

const pageBytes = 65_536;
const testBytes = 12;
const planBytes = 12;
/** Maximum number of rows in memory, a multiple of the four that are scored together. */
const maxBatchRows = 512;

function alignTo16(bytes: number): number {
  return (bytes + 15) & ~15;
}

/** Writes the tests to WebAssembly memory; the data of each call follows them. */
function createScorer(forest: Tests): Forest {
  const { base, trees, features, testStart, tests, values } = forest;
  const { memory, score } = instantiateScorer();
  const layout = {
    tests: 0,
    values: alignTo16(tests.length * testBytes),
    first: 0,
    possible: 0,
    plan: 0,
    rows: 0,
  };
  layout.first = layout.values + trees * maxLeaves * 4;
  layout.possible = alignTo16(layout.first + trees * 4);
  layout.plan = layout.possible + trees * 16;
  layout.rows = alignTo16(layout.plan + features.length * planBytes);
  const reserve = (bytes: number): void => {
    const missingBytes = bytes - memory.buffer.byteLength;
    if (missingBytes > 0) memory.grow(Math.ceil(missingBytes / pageBytes));
  };
  reserve(layout.rows);
  const view = new DataView(memory.buffer);
  tests.forEach(({ threshold, tree, keptMask }, at) => {
    view.setFloat32(at * testBytes, threshold, true);
    view.setInt32(at * testBytes + 4, tree * 16, true);
    view.setInt32(at * testBytes + 8, keptMask, true);
  });
  new Float32Array(memory.buffer, layout.values, values.length).set(values);

  /** Writes the plan of features to test per row and returns its end. */
  function writePlan(featureIndexes: Uint8Array): number {
    const entries = new Int32Array(memory.buffer, layout.plan, featureIndexes.length * 3);
    featureIndexes.forEach((featureIndex, at) => {
      entries[at * 3] = byteAt(features, featureIndex) * 4;
      entries[at * 3 + 1] = integerAt(testStart, featureIndex) * testBytes;
      entries[at * 3 + 2] = integerAt(testStart, featureIndex + 1) * testBytes;
    });
    return layout.plan + featureIndexes.length * planBytes;
  }

  return {
    trees,
    features,
    scores(rows, width, count) {
      const scores = new Float32Array(count).fill(base);
      if (count === 0 || trees === 0) return scores;
      const scoresAt = alignTo16(layout.rows + maxBatchRows * width * 4);
      reserve(scoresAt + maxBatchRows * 4);
      const { constant, varying } = splitFeatures(forest, rows, width, count);
      clearLeaves(forest, rows, constant, new Int32Array(memory.buffer, layout.first, trees).fill(-1));
      const planEnd = writePlan(varying);
      const { first, possible: reachable, values: leaves } = layout;
      for (let from = 0; from < count; from += maxBatchRows) {
        const batchSize = Math.min(maxBatchRows, count - from);
        const batchRows = rows.subarray(from * width, (from + batchSize) * width);
        new Float32Array(memory.buffer, layout.rows, batchRows.length).set(batchRows);
        score(
          layout.plan,
          planEnd,
          first,
          reachable,
          trees,
          leaves,
          layout.rows,
          width * 4,
          batchSize,
          scoresAt,
          base,
        );
        scores.set(new Float32Array(memory.buffer, scoresAt, batchSize), from);
      }
      return scores;
    },
  };
}

/** Clears the leaves that the first row excludes; `featureIndexes` holds indexes of `features`. */
function clearLeaves(
  { features, testStart, tests }: Tests,
  rows: Float32Array,
  featureIndexes: Uint8Array,
  reachable: Int32Array,
): void {
  for (const featureIndex of featureIndexes) {
    const value = floatAt(rows, byteAt(features, featureIndex));
    const end = integerAt(testStart, featureIndex + 1);
    for (let at = integerAt(testStart, featureIndex); at < end; at++) {
      const { threshold, tree, keptMask } = itemAt(tests, at);
      if (value <= threshold) break;
      reachable[tree] = integerAt(reachable, tree) & keptMask;
    }
  }
}

/** Separates features that are constant in all rows, such as those of the page; these are evaluated once. */
function splitFeatures(
  { features }: Tests,
  rows: Float32Array,
  width: number,
  count: number,
): { constant: Uint8Array; varying: Uint8Array } {
  const isVarying = new Uint8Array(features.length);
  const constant = Uint8Array.from(features, (_, featureIndex) => featureIndex);
  let constantCount = features.length;
  // Row by row, because the rows lie one after another in memory, and most features vary within the first few.
  for (let row = 1; row < count && constantCount > 0; row++) {
    const start = row * width;
    let kept = 0;
    for (let at = 0; at < constantCount; at++) {
      const featureIndex = byteAt(constant, at);
      const feature = byteAt(features, featureIndex);
      if (rows[start + feature] === rows[feature]) constant[kept++] = featureIndex;
      else isVarying[featureIndex] = 1;
    }
    constantCount = kept;
  }
  return {
    constant: constant.subarray(0, constantCount),
    varying: Uint8Array.from(isVarying.keys()).filter((featureIndex) => isVarying[featureIndex] === 1),
  };
}
