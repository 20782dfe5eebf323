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
 * is one foreseeable branch a feature instead of a guess at every node, at half the time.
 */
export interface Forest {
  base: number;
  trees: number;
  /** Features that any tree asks for. */
  features: Uint8Array;
  /** First test of each of `features`; one more entry than features. */
  testStart: Int32Array;
  /** Per test, by feature and rising threshold: the threshold, the tree, the leaves that stay possible. */
  threshold: Float32Array;
  tree: Uint8Array;
  kept: Int32Array;
  /** Value of each leaf, 32 places a tree, from left to right. */
  values: Float32Array;
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

/** Lays trees out by feature. Throws when they are too many or one of them has too many leaves. */
export function forestOf(trees: Trees): Forest {
  const count = trees.nodeStart.length - 1;
  if (count > mostTrees) throw new Error('too many trees');
  const values = new Float32Array(count * mostLeaves);
  const tests: Test[] = [];
  for (let tree = 0; tree < count; tree++) layOut(trees, tree, values, tests);
  tests.sort((one, other) => one.feature - other.feature || one.threshold - other.threshold);
  const features = [...new Set(tests.map((test) => test.feature))];
  return {
    base: trees.base,
    trees: count,
    features: Uint8Array.from(features),
    testStart: Int32Array.from([
      ...features.map((feature) => tests.findIndex((test) => test.feature === feature)),
      tests.length,
    ]),
    threshold: Float32Array.from(tests, (test) => test.threshold),
    tree: Uint8Array.from(tests, (test) => test.tree),
    kept: Int32Array.from(tests, (test) => test.kept),
    values,
  };
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

/** The sum of all trees for each of `count` rows of `width` numbers. */
export function forestScores(forest: Forest, rows: Float32Array, width: number, count: number): Float32Array {
  const { base, trees, values } = forest;
  const scores = new Float32Array(count);
  const { shared, varying } = partedFeatures(forest, rows, width, count);
  const atFirst = new Int32Array(trees).fill(-1);
  if (count > 0) strike(forest, rows, 0, shared, atFirst);
  const possible = new Int32Array(trees);
  for (let row = 0; row < count; row++) {
    possible.set(atFirst);
    strike(forest, rows, row * width, varying, possible);
    let score = base;
    for (let tree = 0; tree < trees; tree++) {
      const leaves = possible[tree] as number;
      score += values[(tree << 5) + 31 - Math.clz32(leaves & -leaves)] as number;
    }
    scores[row] = score;
  }
  return scores;
}

/** Strikes off what the row from `start` on rules out; `asked` are places in the list of features. */
function strike(
  { features, testStart, threshold, tree, kept }: Forest,
  rows: Float32Array,
  start: number,
  asked: Uint8Array,
  possible: Int32Array,
): void {
  for (let i = 0; i < asked.length; i++) {
    const place = asked[i] as number;
    const value = rows[start + (features[place] as number)] as number;
    const end = testStart[place + 1] as number;
    for (let test = testStart[place] as number; test < end; test++) {
      if (value <= (threshold[test] as number)) break;
      const at = tree[test] as number;
      possible[at] = (possible[at] as number) & (kept[test] as number);
    }
  }
}

/** Features that hold the same value in every row, as those of the whole page do, are looked at once. */
function partedFeatures(
  { features }: Forest,
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
