import { integerAt, itemAt, numberAt } from '../../domain/values/elements.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, type Tree, tagOf } from '../../page/tree/tree.ts';
import { isInCarousel, isInNavigation, scoreRecords } from './cluster-score.ts';
import type { PageLetters } from './page-letters.ts';
import { jaccardSimilarity } from './path-sets.ts';
import { recordShapes } from './record-shapes.ts';
import {
  type ClusterContext,
  type Group,
  groupChildren,
  isPartTag,
  lettersIn,
  minSimilarity,
  pathsOf,
} from './sibling-groups.ts';
import { findSiblingRuns, joinRuns, type SiblingRuns } from './sibling-runs.ts';

/** A group of repeated elements that form a listing. */
export interface RecordCluster {
  /** Elements of the records in document order, at least two. */
  members: number[];
  /** Number of records before the limit. */
  total: number;
  /** Last elements of the records, if these are runs of siblings without a container; `members` has the first ones. */
  lasts?: number[];
  /** Parent elements: one, or the columns of a page. */
  parents: number[];
  /**
   * 1, or less for two records, for records in a part of the page for navigation or in a carousel, and for groups of the
   * records of another cluster: all have titles and links like the main records.
   */
  importance: number;
  /** Likelihood that these are the page's main records; comparable only within one page. */
  score: number;
}

/** Minimum Jaccard similarity of the path sets of the first members of two columns of one listing. */
const minColumnSimilarity = 0.3;
const maxMembers = 2000;
const secondaryImportance = 0.7;
const carouselImportance = 0.85;
/** The same for two elements, which are often the columns of a page. */
const pairImportance = 0.9;

/** Returns the importance of records by their number and the part of the page that they are in. */
function importanceOf(tree: Tree, members: readonly number[]): number {
  const node = numberAt(members, 0);
  const ofSize = members.length === 2 ? pairImportance : 1;
  if (isInNavigation(tree, node)) return ofSize * secondaryImportance;
  return ofSize * (isInCarousel(tree, node) ? carouselImportance : 1);
}
const maxClusters = 40;
/** Minimum share of a row's letters in its cells, for the cells to be the records. */
const minCellCoverage = 0.7;
const minPaths = 3;

/**
 * Returns the cells of all members if the members are rows of similar cells with much content; else null. The
 * cells are then the records.
 */
function cellsOf(context: ClusterContext, group: Group): number[] | null {
  const cells: number[] = [];
  let rows = 0;
  for (const member of group.members) {
    const [best] = groupChildren(context, member).sort(
      (one, other) => other.members.length - one.members.length,
    );
    if (best === undefined || best.paths.size < minPaths) {
      // The last row may contain only one cell.
      const only = onlyChild(context, member);
      if (only === -1 || pathsOf(context, only).size < minPaths) return null;
      cells.push(only);
      continue;
    }
    const cellLetters = best.members.reduce((sum, cell) => sum + lettersIn(context, cell), 0);
    if (cellLetters < lettersIn(context, member) * minCellCoverage) return null;
    rows++;
    cells.push(...best.members);
  }
  return rows * 2 > group.members.length && areSimilar(context, cells) ? cells : null;
}

function areSimilar(context: ClusterContext, nodes: readonly number[]): boolean {
  const first = pathsOf(context, numberAt(nodes, 0));
  const same = nodes.filter(
    (node) => jaccardSimilarity(first, pathsOf(context, node)) >= minSimilarity,
  ).length;
  return same >= nodes.length * minCellCoverage;
}

function onlyChild({ tree }: ClusterContext, node: number): number {
  let only = -1;
  const end = endOf(tree, node);
  for (let child = node + 1; child < end; child = endOf(tree, child)) {
    if (tagOf(tree, child) <= tag.document) continue;
    if (only !== -1) return -1;
    only = child;
  }
  return only;
}

/** Merges similar groups with parents of the same structure, such as the columns of a page. */
function mergeGroups({ tree }: ClusterContext, groups: Group[]): Group[][] {
  const byShape = new Map<string, Group[][]>();
  for (const group of groups) {
    const key = `${group.shape} ${isInNavigation(tree, group.parent)}`;
    const candidates = byShape.get(key) ?? [];
    if (candidates.length === 0) byShape.set(key, candidates);
    // Plain lists have the same structure in menus and in content, so their paths must be similar too.
    const similar = candidates.find(
      ([first]) => jaccardSimilarity((first as Group).paths, group.paths) >= minColumnSimilarity,
    );
    if (similar === undefined) candidates.push([group]);
    else similar.push(group);
  }
  return [...byShape.values()].flat();
}

function clusterOf(context: ClusterContext, similarGroups: readonly Group[]): RecordCluster {
  const first = itemAt(similarGroups, 0);
  const rows = similarGroups.flatMap((group) => cellsOf(context, group) ?? group.members);
  const members = rows.toSorted((one, other) => one - other).slice(0, maxMembers);
  const paths = pathsOf(context, members[0] ?? numberAt(first.members, 0));
  const spans = members.map((node) => ({ first: node, last: node }));
  return {
    members,
    total: rows.length,
    parents: similarGroups.map((group) => group.parent),
    importance: importanceOf(context.tree, members),
    score: scoreRecords(context, spans, paths.size),
  };
}

/** Factor of the score of containers whose parts are the records. */
const containerFactor = 0.3;
/** Minimum share of the letters of containers in their records, and minimum number of records for each container. */
const minContainerShare = 0.6;
const minInContainer = 4;
const minLinkedShare = 0.8;
/** Number of best clusters that are compared with each other. */
const maxCompared = 16;

/**
 * Returns true if the members of a cluster are groups of the records of another one: the years of an archive, or
 * several lists of results. Records have equal numbers of parts; groups have different or large numbers of records.
 */
function areGroupsOf(context: ClusterContext, groups: RecordCluster, records: RecordCluster): boolean {
  const { page, tree } = context;
  if (records.lasts !== undefined || records.members.length < 2 * groups.members.length) return false;
  const counts = groups.members.map(() => 0);
  let inner = 0;
  let linked = 0;
  let at = 0;
  for (const record of records.members) {
    while (at < counts.length && endOf(tree, groups.lasts?.[at] ?? numberAt(groups.members, at)) <= record)
      at++;
    if (at === counts.length) break;
    if (record <= numberAt(groups.members, at)) continue;
    counts[at] = numberAt(counts, at) + 1;
    inner += lettersIn(context, record);
    if (isLinked(tree, record)) linked++;
  }
  const count = counts.reduce((sum, one) => sum + one, 0);
  const outer = groups.members.reduce(
    (sum, member, index) =>
      sum + integerAt(page.to, groups.lasts?.[index] ?? member) - integerAt(page.from, member),
    0,
  );
  const isVarying = new Set(counts).size > 1;
  return (
    counts.filter((one) => one > 0).length * 2 >= counts.length &&
    linked >= count * minLinkedShare &&
    inner >= outer * minContainerShare &&
    (isVarying || count >= counts.length * minInContainer)
  );
}

function isLinked(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  for (let inner = node; inner < end; inner++) if (tree.tag[inner] === tag.a) return true;
  return false;
}

/** Lowers the scores of clusters whose members are groups of the records of another one. */
function lowerContainers(context: ClusterContext, clusters: RecordCluster[]): RecordCluster[] {
  const best = [...clusters].sort((one, other) => other.score - one.score).slice(0, maxCompared);
  const containers = new Set(
    best.filter((groups) =>
      best.some((records) => records !== groups && areGroupsOf(context, groups, records)),
    ),
  );
  return clusters.map((one) =>
    containers.has(one)
      ? { ...one, importance: one.importance * secondaryImportance, score: one.score * containerFactor }
      : one,
  );
}

/** Minimum number of records that are runs of siblings; two headings with texts are an article. */
const minRuns = 3;

function runClustersOf(context: ClusterContext, all: readonly SiblingRuns[]): RecordCluster[] {
  return joinRuns(all)
    .filter(({ spans }) => spans.length >= minRuns)
    .map(({ spans, regularity, paths, parents }) => {
      const records = spans.slice(0, maxMembers);
      const members = records.map(({ first }) => first);
      return {
        members,
        total: spans.length,
        lasts: records.map(({ last }) => last),
        parents,
        importance: importanceOf(context.tree, members),
        score: scoreRecords(context, records, paths) * regularity ** 2,
      };
    });
}

/**
 * Returns the repeated records of a page, best first: repeated elements, and repeated runs of siblings. Repeated parts
 * of a record, such as its cells, follow as lower-ranked clusters.
 */
export function findRecords(page: PageLetters): RecordCluster[] {
  const { tree } = page;
  const context: ClusterContext = { page, tree, shapes: recordShapes(tree), paths: new Map() };
  const groups: Group[] = [];
  const runs: SiblingRuns[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId <= tag.document || isPartTag[tagId] === 1 || lettersIn(context, node) === 0) continue;
    if (childCount(tree, node) < 2) continue;
    groups.push(...groupChildren(context, node));
    const siblingRuns = findSiblingRuns(context, node);
    if (siblingRuns !== null) runs.push(siblingRuns);
  }
  const clusters = mergeGroups(context, groups).map((similarGroups) => clusterOf(context, similarGroups));
  return lowerContainers(context, [...clusters, ...runClustersOf(context, runs)])
    .sort((one, other) => other.score - one.score)
    .slice(0, maxClusters);
}

function childCount(tree: Tree, node: number): number {
  let count = 0;
  const end = endOf(tree, node);
  for (let child = node + 1; child < end && count < 2; child = endOf(tree, child)) {
    if (tagOf(tree, child) > tag.document) count++;
  }
  return count;
}
