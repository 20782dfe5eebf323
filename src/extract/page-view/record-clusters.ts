import { integerAt, itemAt, numberAt } from '../../domain/values/elements.ts';
import { attribute } from '../../page/parse/attributes.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf } from '../../page/tree/tree.ts';
import { countTexts, type PageLetters } from '../selectors/layouts/page-letters.ts';
import { createPathSet, jaccardSimilarity, type PathSet } from '../selectors/layouts/path-sets.ts';
import { recordShapes } from './record-shapes.ts';

/** A group of repeated elements that form a listing. */
export interface RecordCluster {
  /** Elements of the records in document order, at least two. */
  members: number[];
  /** Parent elements: one, or the columns of a page. */
  parents: number[];
  /** Likelihood that these are the page's main records; comparable only within one page. */
  score: number;
}

/** Minimum Jaccard similarity of the path sets of the members of one cluster. */
const minSimilarity = 0.5;
/** Minimum Jaccard similarity of the path sets of the first members of two columns of one listing. */
const minColumnSimilarity = 0.3;
const maxMembers = 2000;
const maxClusters = 40;
/** Maximum number of children of one element that are compared. */
const maxChildren = 3000;
/** Maximum number of groups of one element's children. */
const maxGroups = 12;
/** Minimum share of a row's letters in its cells, for the cells to be the records. */
const minCellCoverage = 0.7;
const minPaths = 3;

/** Elements that contain navigation. */
const isNavigationTag = tagSet('nav header footer aside menu form select');
const navigationName =
  /(?:^|[-_ ])(?:nav|navbar|menu|breadcrumbs?|pagination|pager|footer|sidebar|social|share|toolbar|tabs?|cookie)(?:$|[-_ ])/i;
/** Elements that are never a record: parts of texts and of forms. */
const isPartTag = tagSet(
  'br hr script style noscript template option source track col link meta input label img b i em strong small sup sub wbr',
);

interface Group {
  parent: number;
  members: number[];
  paths: PathSet;
  /** Hash of tags and classes of the members and their parent. */
  shape: string;
}

interface ClusterContext {
  page: PageLetters;
  tree: Tree;
  shapes: Uint32Array;
  paths: Map<number, PathSet>;
}

function pathsOf(context: ClusterContext, node: number): PathSet {
  let paths = context.paths.get(node);
  if (paths === undefined) {
    paths = createPathSet(context.tree, context.shapes, node);
    context.paths.set(node, paths);
  }
  return paths;
}

function lettersIn({ page }: ClusterContext, node: number): number {
  return integerAt(page.to, node) - integerAt(page.from, node);
}

/** Groups the similar children of an element; each group has at least two members. */
function groupChildren(context: ClusterContext, parent: number): Group[] {
  const { tree, shapes } = context;
  const groups: Group[] = [];
  const end = endOf(tree, parent);
  let count = 0;
  for (let child = parent + 1; child < end && count < maxChildren; child = endOf(tree, child)) {
    const tagId = tagOf(tree, child);
    if (tagId <= tag.document || isPartTag[tagId] === 1 || lettersIn(context, child) === 0) continue;
    count++;
    const paths = pathsOf(context, child);
    const group = groups.find(
      (one) =>
        tree.name[numberAt(one.members, 0)] === tree.name[child] &&
        jaccardSimilarity(one.paths, paths) >= minSimilarity,
    );
    if (group !== undefined) group.members.push(child);
    else if (groups.length < maxGroups) {
      groups.push({ parent, members: [child], paths, shape: `${shapes[parent]} ${shapes[child]}` });
    }
  }
  return groups.filter((group) => group.members.length >= 2);
}

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

function isInNavigation(tree: Tree, node: number): boolean {
  for (let at = node; at > 0; at = parentOf(tree, at)) {
    if (isNavigationTag[tagOf(tree, at)] === 1) return true;
    const names = `${attributeOf(tree, at, attribute.class) ?? ''} ${attributeOf(tree, at, attribute.id) ?? ''}`;
    if (names.length < 300 && tree.tag[at] !== tag.body && navigationName.test(names)) return true;
    const role = attributeOf(tree, at, attribute.role);
    if (role === 'navigation' || role === 'menu' || role === 'banner' || role === 'contentinfo') return true;
  }
  return false;
}

interface ClusterStatistics {
  /** Number of members that are or contain a link. */
  linked: number;
  /** Share of the letters that are inside links. */
  linkShare: number;
  /** Average number of texts of a member. */
  texts: number;
}

function computeStatistics(context: ClusterContext, members: readonly number[]): ClusterStatistics {
  const { tree } = context;
  let linked = 0;
  let inLinks = 0;
  let letters = 0;
  let texts = 0;
  for (const member of members) {
    const before = inLinks;
    let isLinked = false;
    const end = endOf(tree, member);
    for (let node = member; node < end; node++) {
      if (tree.tag[node] !== tag.a) continue;
      isLinked = true;
      inLinks += lettersIn(context, node);
      node = endOf(tree, node) - 1;
    }
    if (isLinked || inLinks > before) linked++;
    letters += lettersIn(context, member);
    texts += countTexts(context.page, member);
  }
  return { linked, linkShare: letters === 0 ? 0 : inLinks / letters, texts: texts / members.length };
}

function scoreCluster(context: ClusterContext, members: readonly number[], paths: PathSet): number {
  const { page, tree } = context;
  const sample = members.slice(0, 60);
  const letters = sample.reduce((sum, member) => sum + lettersIn(context, member), 0) / sample.length;
  const texts = new Set(sample.map((member) => page.letters.slice(page.from[member], page.to[member])));
  const statistics = computeStatistics(context, sample);
  const uniqueness = texts.size / sample.length;
  const links = 1 + statistics.linked / sample.length;
  const richness = Math.log2(2 + Math.min(paths.size, 60));
  // A list of short links without other text is a menu.
  const isMenu = statistics.linkShare > 0.9 && statistics.texts < 1.5 && letters < 40;
  const penalty = (isMenu ? 0.25 : 1) * (isInNavigation(tree, numberAt(members, 0)) ? 0.2 : 1);
  return (
    Math.log(1 + members.length) *
    Math.sqrt(Math.min(letters, 2000)) *
    uniqueness *
    links *
    richness *
    penalty
  );
}

/** Merges similar groups with parents of the same structure, such as the columns of a page. */
function mergeGroups(groups: Group[]): Group[][] {
  const byShape = new Map<string, Group[][]>();
  for (const group of groups) {
    const candidates = byShape.get(group.shape) ?? [];
    if (candidates.length === 0) byShape.set(group.shape, candidates);
    // Plain lists have the same structure in menus and in content, so their paths must be similar too.
    const similar = candidates.find(
      ([first]) => jaccardSimilarity((first as Group).paths, group.paths) >= minColumnSimilarity,
    );
    if (similar === undefined) candidates.push([group]);
    else similar.push(group);
  }
  return [...byShape.values()].flat();
}

/**
 * Returns the repeated records of a page, best first. Repeated parts of a record, such as its cells, follow as
 * lower-ranked clusters.
 */
export function findRecords(page: PageLetters): RecordCluster[] {
  const { tree } = page;
  const context: ClusterContext = { page, tree, shapes: recordShapes(tree), paths: new Map() };
  const groups: Group[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tagId = tagOf(tree, node);
    if (tagId <= tag.document || isPartTag[tagId] === 1 || lettersIn(context, node) === 0) continue;
    if (childCount(tree, node) < 2) continue;
    groups.push(...groupChildren(context, node));
  }
  const clusters = mergeGroups(groups).map((similarGroups) => {
    const first = itemAt(similarGroups, 0);
    const rows = similarGroups.flatMap((group) => cellsOf(context, group) ?? group.members);
    const members = rows.sort((one, other) => one - other).slice(0, maxMembers);
    const paths = pathsOf(context, members[0] ?? numberAt(first.members, 0));
    return {
      members,
      parents: similarGroups.map((group) => group.parent),
      score: scoreCluster(context, members, paths),
    };
  });
  return clusters.sort((one, other) => other.score - one.score).slice(0, maxClusters);
}

function childCount(tree: Tree, node: number): number {
  let count = 0;
  const end = endOf(tree, node);
  for (let child = node + 1; child < end && count < 2; child = endOf(tree, child)) {
    if (tagOf(tree, child) > tag.document) count++;
  }
  return count;
}
