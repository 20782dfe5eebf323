import { itemAt, lastOf } from '../../domain/values/elements.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { isBlock } from '../../page/tree/flow.ts';
import { endOf, tagOf } from '../../page/tree/tree.ts';
import type { RecordSpan } from './cluster-score.ts';
import { createPathSet, type PathSet } from './path-sets.ts';
import { type ClusterContext, isPartTag, lettersIn, maxChildren, pathsOf } from './sibling-groups.ts';

/** Records that are runs of siblings without a container: terms with descriptions, pairs of rows, headings with texts. */
export interface SiblingRuns {
  parent: number;
  spans: RecordSpan[];
  /** Share of the runs with the most frequent sequence of elements, 0 to 1. */
  regularity: number;
  /** Number of distinct paths in the first run. */
  paths: number;
  /** The same for runs of the same structure under other parents. */
  shape: string;
}

const minRuns = 2;
/** Minimum share of the runs with the same sequence of elements. */
const minRegularity = 0.5;
/** Maximum share of the parent's letters before the first run. */
const maxIntroduction = 0.35;
/** Maximum number of different elements of a run. */
const maxKinds = 12;
/** Maximum number of elements that are tried as the first one of a run. */
const maxStarters = 4;
/** Minimum share of a run's letters in records behind its first part, for the run to be a group of records. */
const minListShare = 0.6;
/** Minimum share of the runs that start after a block or a line break. */
const minLineStarts = 0.8;
const isOpening = tagSet('dt h1 h2 h3 h4 h5 h6');
/** Separators between runs, which belong to none. */
const isSeparator = tagSet('hr br script style template noscript link meta input');

/** A child of an element, with the shape that it shares with others. */
interface Part {
  node: number;
  /** Tag and representative class; empty for a text. */
  shape: string;
  /** True if a block or a separator precedes it. */
  startsLine: boolean;
}

function containsImage({ tree }: ClusterContext, node: number): boolean {
  const end = endOf(tree, node);
  for (let inner = node; inner < end; inner++) if (tree.tag[inner] === tag.img) return true;
  return false;
}

/** Returns the children of an element that have letters or images. */
function partsOf(context: ClusterContext, parent: number): Part[] {
  const { tree, shapes } = context;
  const parts: Part[] = [];
  const end = endOf(tree, parent);
  let startsLine = true;
  for (let child = parent + 1; child < end && parts.length < maxChildren; child = endOf(tree, child)) {
    const kind = tagOf(tree, child);
    if (isBlock[kind] === 1 || kind === tag.br || kind === tag.hr) startsLine = true;
    const hasLetters = lettersIn(context, child) > 0;
    if (kind === tag.text) {
      if (hasLetters) parts.push({ node: child, shape: '', startsLine });
    } else if (
      kind > tag.document &&
      isSeparator[kind] !== 1 &&
      (hasLetters || containsImage(context, child))
    )
      parts.push({ node: child, shape: `${kind} ${shapes[child]}`, startsLine });
    if (hasLetters) startsLine = isBlock[kind] === 1;
  }
  return parts;
}

/** Returns the shapes that may start a run, the most likely first: headings and terms, then by position. */
function startersOf(context: ClusterContext, parts: readonly Part[]): string[] {
  const counts = new Map<string, { count: number; isOpening: boolean }>();
  for (const { node, shape } of parts) {
    const kind = tagOf(context.tree, node);
    if (shape === '' || isPartTag[kind] === 1) continue;
    const known = counts.get(shape) ?? { count: 0, isOpening: isOpening[kind] === 1 };
    counts.set(shape, { ...known, count: known.count + 1 });
  }
  const repeated = [...counts].filter(([, { count }]) => count >= minRuns && count < parts.length);
  return repeated
    .sort(([, one], [, other]) => Number(other.isOpening) - Number(one.isOpening))
    .slice(0, maxStarters)
    .map(([shape]) => shape);
}

/** Splits the children of an element before each part of a shape. The parts before the first one are left out. */
function splitBefore(parts: readonly Part[], starter: string): Part[][] {
  const runs: Part[][] = [];
  for (const part of parts) {
    if (part.shape === starter) runs.push([part]);
    else runs.at(-1)?.push(part);
  }
  return runs;
}

/** Returns the shapes of a run in order, with equal neighbours as one. */
function sequenceOf(run: readonly Part[]): string[] {
  return run.map(({ shape }) => shape).filter((shape, at, shapes) => shape !== shapes[at - 1]);
}

interface Regularity {
  /** The most frequent sequence of shapes. */
  sequence: string[];
  share: number;
}

function findRegularity(runs: readonly (readonly Part[])[]): Regularity {
  const counts = new Map<string, number>();
  for (const run of runs) {
    const key = sequenceOf(run).join('\n');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return { sequence: best?.[0].split('\n') ?? [], share: (best?.[1] ?? 0) / runs.length };
}

/** Removes parts behind a run that its sequence does not have, such as what follows the last run. */
function trimRun(run: readonly Part[], sequence: readonly string[], maxLength: number): Part[] {
  let length = Math.min(run.length, maxLength);
  while (length > 1 && !sequence.includes(itemAt(run, length - 1).shape)) length--;
  return run.slice(0, length);
}

/** Returns the paths below an element, without the element itself. */
function innerPaths(context: ClusterContext, node: number): PathSet {
  const { tree, shapes } = context;
  const paths = new Set<number>();
  const end = endOf(tree, node);
  for (let child = node + 1; child < end && paths.size < 200; child = endOf(tree, child)) {
    if (tagOf(tree, child) <= tag.document) continue;
    for (const path of createPathSet(tree, shapes, child)) paths.add(path);
  }
  return paths;
}

/** Minimum number of different paths in a part of a run that is a record by itself. */
const minInnerPaths = 2;
const isTextPart = tagSet('p dd dt blockquote pre h1 h2 h3 h4 h5 h6');

/** Returns true if a run is a heading with several records behind it: parts of one shape with elements of their own. */
function holdsRecords(context: ClusterContext, [, ...behind]: readonly Part[]): boolean {
  const all = behind.reduce((sum, { node }) => sum + lettersIn(context, node), 0);
  const records = behind.filter(
    ({ node, shape }) =>
      shape !== '' &&
      shape === behind[0]?.shape &&
      isTextPart[tagOf(context.tree, node)] !== 1 &&
      innerPaths(context, node).size >= minInnerPaths,
  );
  const letters = records.reduce((sum, { node }) => sum + lettersIn(context, node), 0);
  return records.length > 1 && letters > all * minListShare;
}

/** Returns the runs that start with parts of one shape, or null if these do not make records. */
function runsFrom(context: ClusterContext, parent: number, parts: readonly Part[], starter: string) {
  const split = splitBefore(parts, starter);
  const { sequence, share } = findRegularity(split);
  if (sequence.length < 2 || sequence.length > maxKinds || share < minRegularity) return null;
  // Links within a sentence start no record.
  if (split.filter(([part]) => part?.startsLine === true).length < split.length * minLineStarts) return null;
  const maxLength = Math.max(...split.slice(0, -1).map((run) => run.length));
  const runs = split.map((run) => trimRun(run, sequence, maxLength));
  const first = itemAt(runs, 0);
  const start = itemAt(first, 0).node;
  const before = parts.filter(({ node }) => node < start);
  const letters = (all: readonly Part[]) => all.reduce((sum, { node }) => sum + lettersIn(context, node), 0);
  if (letters(before) > letters(parts) * maxIntroduction) return null;
  const typical = runs.find((run) => sequenceOf(run).join('\n') === sequence.join('\n')) ?? first;
  if (runs.filter((run) => holdsRecords(context, run)).length * 2 > runs.length) return null;
  const paths = new Set(typical.flatMap(({ node }) => [...pathsOf(context, node)]));
  return {
    parent,
    spans: runs.map((run) => ({ first: itemAt(run, 0).node, last: lastOf(run).node })),
    regularity: share,
    paths: paths.size,
    shape: `${context.shapes[parent]} ${sequence.join(' ')}`,
  };
}

/** Finds the records of an element whose children form runs of the same sequence; null if they do not. */
export function findSiblingRuns(context: ClusterContext, parent: number): SiblingRuns | null {
  const parts = partsOf(context, parent);
  if (parts.length < 2 * minRuns) return null;
  for (const starter of startersOf(context, parts)) {
    const runs = runsFrom(context, parent, parts, starter);
    if (runs !== null) return runs;
  }
  return null;
}

/** Joins runs of the same structure under different parents. */
export function joinRuns(all: readonly SiblingRuns[]): (SiblingRuns & { parents: number[] })[] {
  const byShape = new Map<string, SiblingRuns[]>();
  for (const runs of all) byShape.set(runs.shape, [...(byShape.get(runs.shape) ?? []), runs]);
  return [...byShape.values()].map((same) => {
    const spans = same.flatMap((one) => one.spans).sort((one, other) => one.first - other.first);
    const regularity =
      same.reduce((sum, one) => sum + one.regularity * one.spans.length, 0) / Math.max(1, spans.length);
    return { ...itemAt(same, 0), spans, regularity, parents: same.map(({ parent }) => parent) };
  });
}
