import { readFileSync } from 'node:fs';

/** Boosted trees as a file of weights holds them, inner nodes one after the other. */
export interface Trees {
  base: number;
  /** First inner node of each tree; one more entry than trees. */
  nodeStart: Int32Array;
  /** First leaf value of each tree. */
  valueStart: Int32Array;
  feature: Uint8Array;
  threshold: Float32Array;
  /** Number of the next node within the tree, or the complement of a leaf's number. */
  left: Int8Array;
  right: Int8Array;
  values: Float32Array;
}

/**
 * The same trees laid out by feature instead of by tree (QuickScorer: Lucchese et al., SIGIR 2015): a row's value is
 * held against the thresholds of its feature in rising order, and each one that it exceeds strikes the leaves to the
 * left of that node off the leaves that its tree can still end in. What is left of them first is where the tree ends. That
 * is one foreseeable branch a feature instead of a guess at every node; forest.wat asks for four rows at once.
 */
export interface Forest {
  trees: number;
  /** Features that any tree asks for. */
  features: Uint8Array;
  /** The sum of all trees for each of `count` rows of `width` numbers. */
  scores(rows: Float32Array, width: number, count: number): Float32Array;
}

/** Leaves that fit the bits of one number. */
const mostLeaves = 32;
const mostTrees = 256;

interface Test {
  feature: number;
  threshold: number;
  tree: number;
  kept: number;
}

/** What all trees test, by feature and rising threshold. */
interface Tests {
  base: number;
  trees: number;
  /** Features that any tree asks for. */
  features: Uint8Array;
  /** First test of each of `features`; one more entry than features. */
  testStart: Int32Array;
  tests: readonly Test[];
  /** Value of each leaf, 32 places a tree, from left to right. */
  values: Float32Array;
}

/** Lays trees out by feature. Throws when they are too many or one of them has too many leaves. */
export function forestOf(trees: Trees): Forest {
  const count = trees.nodeStart.length - 1;
  if (count > mostTrees) throw new Error('too many trees');
  const values = new Float32Array(count * mostLeaves);
  const tests: Test[] = [];
  for (let tree = 0; tree < count; tree++) layOut(trees, tree, values, tests);
  tests.sort((one, other) => one.feature - other.feature || one.threshold - other.threshold);
  const features = [...new Set(tests.map((test) => test.feature))];
  return createForest({
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

function layOut(trees: Trees, tree: number, values: Float32Array, tests: Test[]): void {
  const first = trees.nodeStart[tree] as number;
  const firstValue = trees.valueStart[tree] as number;
  let leaves = 0;
  const visit = (node: number): void => {
    if (node < 0) {
      if (leaves === mostLeaves) throw new Error('a tree has too many leaves');
      values[tree * mostLeaves + leaves++] = trees.values[firstValue + ~node] as number;
      return;
    }
    const from = leaves;
    visit(trees.left[first + node] as number);
    let struck = 0;
    for (let leaf = from; leaf < leaves; leaf++) struck |= 1 << leaf;
    const feature = trees.feature[first + node] as number;
    tests.push({ feature, threshold: trees.threshold[first + node] as number, tree, kept: ~struck });
    visit(trees.right[first + node] as number);
  };
  visit(0);
}

/** What forest.wasm exports; see forest.wat for the parameters. */
interface Scorer {
  memory: WebAssembly.Memory;
  score(...parameters: number[]): void;
}

let module: WebAssembly.Module | null = null;

function newScorer(): Scorer {
  module ??= new WebAssembly.Module(readFileSync(new URL('./forest.wasm', import.meta.url)));
  return new WebAssembly.Instance(module).exports as unknown as Scorer;
}

const pageBytes = 65_536;
const testBytes = 12;
const planBytes = 12;
/** Rows that lie in the memory at a time, a multiple of the four that are scored together. */
const mostAtOnce = 512;

function aligned(bytes: number): number {
  return (bytes + 15) & ~15;
}

/** Puts the tests into a memory of their own; what is asked for each time lies behind them. */
function createForest(forest: Tests): Forest {
  const { base, trees, features, testStart, tests, values } = forest;
  const { memory, score } = newScorer();
  const places = {
    tests: 0,
    values: aligned(tests.length * testBytes),
    first: 0,
    possible: 0,
    plan: 0,
    rows: 0,
  };
  places.first = places.values + trees * mostLeaves * 4;
  places.possible = aligned(places.first + trees * 4);
  places.plan = places.possible + trees * 16;
  places.rows = aligned(places.plan + features.length * planBytes);
  const reserve = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
  };
  reserve(places.rows);
  const view = new DataView(memory.buffer);
  tests.forEach(({ threshold, tree, kept }, at) => {
    view.setFloat32(at * testBytes, threshold, true);
    view.setInt32(at * testBytes + 4, tree * 16, true);
    view.setInt32(at * testBytes + 8, kept, true);
  });
  new Float32Array(memory.buffer, places.values, values.length).set(values);

  /** Writes what is asked of every row and answers with the end of it. */
  function plan(asked: Uint8Array): number {
    const written = new Int32Array(memory.buffer, places.plan, asked.length * 3);
    asked.forEach((place, at) => {
      written[at * 3] = (features[place] as number) * 4;
      written[at * 3 + 1] = (testStart[place] as number) * testBytes;
      written[at * 3 + 2] = (testStart[place + 1] as number) * testBytes;
    });
    return places.plan + asked.length * planBytes;
  }

  return {
    trees,
    features,
    scores(rows, width, count) {
      const scores = new Float32Array(count).fill(base);
      if (count === 0 || trees === 0) return scores;
      const scoresAt = aligned(places.rows + mostAtOnce * width * 4);
      reserve(scoresAt + mostAtOnce * 4);
      const { shared, varying } = partedFeatures(forest, rows, width, count);
      strike(forest, rows, shared, new Int32Array(memory.buffer, places.first, trees).fill(-1));
      const planEnd = plan(varying);
      const { first, possible, values: leaves } = places;
      for (let from = 0; from < count; from += mostAtOnce) {
        const some = Math.min(mostAtOnce, count - from);
        const taken = rows.subarray(from * width, (from + some) * width);
        new Float32Array(memory.buffer, places.rows, taken.length).set(taken);
        score(
          places.plan,
          planEnd,
          first,
          possible,
          trees,
          leaves,
          places.rows,
          width * 4,
          some,
          scoresAt,
          base,
        );
        scores.set(new Float32Array(memory.buffer, scoresAt, some), from);
      }
      return scores;
    },
  };
}

/** Strikes off what the first row rules out; `asked` are places in the list of features. */
function strike(
  { features, testStart, tests }: Tests,
  rows: Float32Array,
  asked: Uint8Array,
  possible: Int32Array,
): void {
  for (const place of asked) {
    const value = rows[features[place] as number] as number;
    const end = testStart[place + 1] as number;
    for (let at = testStart[place] as number; at < end; at++) {
      const { threshold, tree, kept } = tests[at] as Test;
      if (value <= threshold) break;
      possible[tree] = (possible[tree] as number) & kept;
    }
  }
}

/** Features that hold the same value in every row, as those of the whole page do, are looked at once. */
function partedFeatures(
  { features }: Tests,
  rows: Float32Array,
  width: number,
  count: number,
): { shared: Uint8Array; varying: Uint8Array } {
  const shared: number[] = [];
  const varying: number[] = [];
  for (let place = 0; place < features.length; place++) {
    const feature = features[place] as number;
    const first = rows[feature];
    let row = 1;
    while (row < count && rows[row * width + feature] === first) row++;
    (row < count ? varying : shared).push(place);
  }
  return { shared: Uint8Array.from(shared), varying: Uint8Array.from(varying) };
}
