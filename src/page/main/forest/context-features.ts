import { floatAt, integerAt, shortAt } from '../../../domain/values/elements.ts';
import { endOf, parentOf } from '../../tree/tree.ts';
import { log1p, ratio } from '../features/leaf-input.ts';
import type { Candidates } from './candidates.ts';
import { selectLeaves } from './select-leaves.ts';

const neighbourCount = 3;
const windows = [4, 12, 40] as const;
const levelCount = 5;
/** Minimum number of similar siblings that form a group. */
const minGroupSize = 3;
const maxGroupLevels = 12;
/** Probability from which a leaf counts as certainly kept. */
const certain = 0.7;
const missing = -9;
const noDistance = 12;

/** Probabilities of the first pass, as sums over leaves. */
interface Pass {
  candidates: Candidates;
  logits: Float32Array;
  /** Prefix sums of words, and of words times probability. */
  words: Float64Array;
  expected: Float64Array;
}

/** Returns the logit of a probability, limited to ±6. */
function logit(p: number): number {
  return Math.max(-6, Math.min(6, Math.log((p + 1e-6) / (1 - p + 1e-6))));
}

/**
 * Writes the features of the second pass, which describe the probabilities of the first pass around each leaf: its
 * neighbours, containers, similar siblings, leaves of the same style, and section. Rows have `width` numbers, and the
 * features start at `offset`.
 */
export function fillContext(
  candidates: Candidates,
  probabilities: Float32Array,
  rows: Float32Array,
  width: number,
  offset: number,
): void {
  const pass = createPass(candidates, probabilities);
  const { leaves } = candidates;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const start = leaf * width + offset;
    fillNeighbours(pass, leaf, rows, start);
    fillContainers(pass, leaf, rows, start + 10);
  }
  fillGroups(pass, rows, width, offset + 18);
  fillStylesAndSections(pass, rows, width, offset + 23);
  fillFlow(pass, rows, width, offset + 28);
  fillPage(pass, probabilities, rows, width, offset + 34);
}

/** Weight of a leaf: its words, and a little for leaves without words. */
function weightOf(candidates: Candidates, leaf: number): number {
  const { words } = candidates.context.sums;
  return integerAt(words, leaf + 1) - integerAt(words, leaf) + 0.1;
}

function createPass(candidates: Candidates, probabilities: Float32Array): Pass {
  const { count } = candidates.leaves;
  const words = new Float64Array(count + 1);
  const expected = new Float64Array(count + 1);
  for (let leaf = 0; leaf < count; leaf++) {
    const weight = weightOf(candidates, leaf);
    words[leaf + 1] = floatAt(words, leaf) + weight;
    expected[leaf + 1] = floatAt(expected, leaf) + weight * floatAt(probabilities, leaf);
  }
  return { candidates, logits: probabilities.map(logit), words, expected };
}

function meanOf({ words, expected }: Pass, from: number, to: number): number {
  return ratio(floatAt(expected, to) - floatAt(expected, from), floatAt(words, to) - floatAt(words, from));
}

/** 10 features: logits of the leaf and its neighbours, and means in three windows. */
function fillNeighbours(pass: Pass, leaf: number, rows: Float32Array, start: number): void {
  const { count } = pass.candidates.leaves;
  let at = start;
  for (let step = -neighbourCount; step <= neighbourCount; step++) {
    const other = leaf + step;
    rows[at++] = other < 0 || other >= count ? missing : floatAt(pass.logits, other);
  }
  for (const size of windows)
    rows[at++] = meanOf(pass, Math.max(0, leaf - size), Math.min(count, leaf + size + 1));
}

/** 8 features: means in the containers of the leaf, and logits of the leaves that introduce the three innermost. */
function fillContainers(pass: Pass, leaf: number, rows: Float32Array, start: number): void {
  const { tree, leaves, context } = pass.candidates;
  let node = integerAt(context.outermost, integerAt(leaves.block, leaf));
  for (let level = 0; level < levelCount; level++) {
    const from = integerAt(leaves.before, node);
    rows[start + level] = meanOf(pass, from, integerAt(leaves.before, endOf(tree, node)));
    if (level < 3) rows[start + levelCount + level] = from === leaf ? missing : floatAt(pass.logits, from);
    const parent = parentOf(tree, node);
    if (parent > 0) node = integerAt(context.outermost, parent);
  }
}

/** Means of a group of similar siblings. */
interface Group {
  words: number;
  expected: number;
  min: number;
  max: number;
  members: number;
}

/** 5 features: the nearest group of similar siblings: its mean, least and greatest member, and the leaf's member in it. */
function fillGroups(pass: Pass, rows: Float32Array, width: number, offset: number): void {
  const { tree, leaves, context } = pass.candidates;
  const groups = new Map<number, Group>();
  const members = new Map<number, { mean: number; order: number; group: Group }>();
  const memberOf = (start: number): number => {
    let node = start;
    for (let level = 0; node > 0 && level < maxGroupLevels; level++) {
      if (shortAt(context.similarCount, node) >= minGroupSize) return node;
      const parent = parentOf(tree, node);
      node = parent > 0 ? integerAt(context.outermost, parent) : 0;
    }
    return -1;
  };
  const found = new Int32Array(leaves.count);
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const node = memberOf(integerAt(context.outermost, integerAt(leaves.block, leaf)));
    found[leaf] = node;
    if (node === -1 || members.has(node)) continue;
    const key = integerAt(context.groupOf, node);
    const group = groups.get(key) ?? { words: 0, expected: 0, min: 1, max: 0, members: 0 };
    groups.set(key, group);
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    const mean = meanOf(pass, from, to);
    group.words += floatAt(pass.words, to) - floatAt(pass.words, from);
    group.expected += floatAt(pass.expected, to) - floatAt(pass.expected, from);
    group.min = Math.min(group.min, mean);
    group.max = Math.max(group.max, mean);
    members.set(node, { mean, order: group.members++, group });
  }
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const member = members.get(integerAt(found, leaf));
    const start = leaf * width + offset;
    if (member === undefined) rows.fill(-1, start, start + 5);
    else {
      rows[start] = ratio(member.group.expected, member.group.words);
      rows[start + 1] = member.group.min;
      rows[start + 2] = member.group.max;
      rows[start + 3] = member.mean;
      rows[start + 4] = member.order / member.group.members;
    }
  }
}

/** 5 features: the mean of the style; the logit of the heading; the means of the section and of the sections around it. */
function fillStylesAndSections(pass: Pass, rows: Float32Array, width: number, offset: number): void {
  const { leaves, headings, styles } = pass.candidates;
  const sums = new Map<number, { words: number; expected: number }>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const style = integerAt(styles, leaf);
    const sum = sums.get(style) ?? { words: 0, expected: 0 };
    sums.set(style, sum);
    sum.words += floatAt(pass.words, leaf + 1) - floatAt(pass.words, leaf);
    sum.expected += floatAt(pass.expected, leaf + 1) - floatAt(pass.expected, leaf);
  }
  let previous = missing;
  for (let from = 0; from < leaves.count; ) {
    const heading = integerAt(headings, from);
    let to = from + 1;
    while (to < leaves.count && integerAt(headings, to) === heading) to++;
    const mean = meanOf(pass, from, to);
    let end = to;
    while (end < leaves.count && integerAt(headings, end) === integerAt(headings, to)) end++;
    const next = to === leaves.count ? missing : meanOf(pass, to, end);
    for (let leaf = from; leaf < to; leaf++) {
      const start = leaf * width + offset;
      const style = sums.get(integerAt(styles, leaf));
      rows[start] = style === undefined ? -1 : ratio(style.expected, style.words);
      rows[start + 1] = heading === -1 ? missing : floatAt(pass.logits, heading);
      rows[start + 2] = mean;
      rows[start + 3] = previous;
      rows[start + 4] = next;
    }
    previous = mean;
    from = to;
  }
}

/** 6 features: the shares of the expected words before and after; distances in words and leaves to certain leaves. */
function fillFlow(pass: Pass, rows: Float32Array, width: number, offset: number): void {
  const { count } = pass.candidates.leaves;
  const total = floatAt(pass.expected, count);
  const certainLogit = logit(certain);
  let last = -1;
  for (let leaf = 0; leaf < count; leaf++) {
    const start = leaf * width + offset;
    rows[start] = ratio(floatAt(pass.expected, leaf), total);
    rows[start + 1] = ratio(total - floatAt(pass.expected, leaf + 1), total);
    rows[start + 2] =
      last === -1 ? noDistance : log1p(floatAt(pass.words, leaf) - floatAt(pass.words, last + 1));
    rows[start + 3] = last === -1 ? noDistance : log1p(leaf - last);
    if (floatAt(pass.logits, leaf) >= certainLogit) last = leaf;
  }
  let next = -1;
  for (let leaf = count - 1; leaf >= 0; leaf--) {
    const start = leaf * width + offset;
    rows[start + 4] =
      next === -1 ? noDistance : log1p(floatAt(pass.words, next) - floatAt(pass.words, leaf + 1));
    rows[start + 5] = next === -1 ? noDistance : log1p(next - leaf);
    if (floatAt(pass.logits, leaf) >= certainLogit) next = leaf;
  }
}

/** 4 features: share of the page that is expected to be content, expected F1, least kept logit, and distance to it. */
function fillPage(
  pass: Pass,
  probabilities: Float32Array,
  rows: Float32Array,
  width: number,
  offset: number,
): void {
  const { count } = pass.candidates.leaves;
  const { isKept, expected } = selectLeaves(probabilities, (leaf) => weightOf(pass.candidates, leaf) - 0.1);
  let least = 6;
  for (let leaf = 0; leaf < count; leaf++)
    if (isKept[leaf] === 1) least = Math.min(least, floatAt(pass.logits, leaf));
  const share = ratio(floatAt(pass.expected, count), floatAt(pass.words, count));
  for (let leaf = 0; leaf < count; leaf++) {
    const start = leaf * width + offset;
    rows[start] = share;
    rows[start + 1] = expected;
    rows[start + 2] = least;
    rows[start + 3] = floatAt(pass.logits, leaf) - least;
  }
}
