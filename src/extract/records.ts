import { attribute } from '../page/parse/attributes.ts';
import { tagSet } from '../page/parse/tag-sets.ts';
import { tag } from '../page/parse/tags.ts';
import { attributeOf, type Tree } from '../page/tree.ts';
import { type PageLetters, textsWithin } from './selectors/page-letters.ts';
import { type PathSet, pathSetOf, setLikeness, shapeHashes } from './selectors/path-sets.ts';

/** Elements that repeat and make up a listing. */
export interface RecordCluster {
  /** The records' elements in document order, at least two. */
  members: number[];
  /** The elements that hold them: one, or the columns of a page. */
  parents: number[];
  /** Higher is more like the records that a page is about; comparable within one page. */
  score: number;
}

/** Members of one cluster share at least this part of their paths (Jaccard). */
const alike = 0.5;
/** Columns of one listing share at least this part of the paths of their first members. */
const alikeColumns = 0.3;
const maxMembers = 2000;
const maxClusters = 40;
/** Children of one element that are compared. */
const maxChildren = 3000;
/** Groups that one element's children fall into at most. */
const maxGroups = 12;
/** Part of a row's letters that its cells must hold to be the records themselves. */
const coveredByCells = 0.7;
const fewPaths = 3;

/** Parts of a page that lead elsewhere. */
const isChrome = tagSet('nav header footer aside menu form select');
const chromeName =
  /(?:^|[-_ ])(?:nav|navbar|menu|breadcrumbs?|pagination|pager|footer|sidebar|social|share|toolbar|tabs?|cookie)(?:$|[-_ ])/i;
/** Elements that are never a record: parts of texts and of forms. */
const isPart = tagSet(
  'br hr script style noscript template option source track col link meta input label img b i em strong small sup sub wbr',
);

interface Group {
  parent: number;
  members: number[];
  paths: PathSet;
  /** Tag and classes of members and of their parent. */
  shape: string;
}

interface Sight {
  page: PageLetters;
  tree: Tree;
  shapes: Uint32Array;
  paths: Map<number, PathSet>;
}

function pathsOf(sight: Sight, node: number): PathSet {
  let paths = sight.paths.get(node);
  if (paths === undefined) {
    paths = pathSetOf(sight.tree, sight.shapes, node);
    sight.paths.set(node, paths);
  }
  return paths;
}

function lettersIn({ page }: Sight, node: number): number {
  return (page.to[node] as number) - (page.from[node] as number);
}

/** The children of an element in groups of alike ones, two or more in each. */
function groupsUnder(sight: Sight, parent: number): Group[] {
  const { tree, shapes } = sight;
  const groups: Group[] = [];
  const end = tree.end[parent] as number;
  let count = 0;
  for (let child = parent + 1; child < end && count < maxChildren; child = tree.end[child] as number) {
    const tagId = tree.tag[child] as number;
    if (tagId <= tag.document || isPart[tagId] === 1 || lettersIn(sight, child) === 0) continue;
    count++;
    const paths = pathsOf(sight, child);
    const group = groups.find(
      (one) =>
        tree.name[one.members[0] as number] === tree.name[child] && setLikeness(one.paths, paths) >= alike,
    );
    if (group !== undefined) group.members.push(child);
    else if (groups.length < maxGroups) {
      groups.push({ parent, members: [child], paths, shape: `${shapes[parent]} ${shapes[child]}` });
    }
  }
  return groups.filter((group) => group.members.length >= 2);
}

/** Whether every member is a row of alike, rich cells, which then are the records. */
function cellsOf(sight: Sight, group: Group): number[] | null {
  const cells: number[] = [];
  let rows = 0;
  for (const member of group.members) {
    const [best] = groupsUnder(sight, member).sort((one, other) => other.members.length - one.members.length);
    if (best === undefined || best.paths.size < fewPaths) {
      // The last row may hold one cell.
      const only = onlyChild(sight, member);
      if (only === -1 || pathsOf(sight, only).size < fewPaths) return null;
      cells.push(only);
      continue;
    }
    const held = best.members.reduce((sum, cell) => sum + lettersIn(sight, cell), 0);
    if (held < lettersIn(sight, member) * coveredByCells) return null;
    rows++;
    cells.push(...best.members);
  }
  return rows * 2 > group.members.length && areAlike(sight, cells) ? cells : null;
}

function areAlike(sight: Sight, nodes: readonly number[]): boolean {
  const first = pathsOf(sight, nodes[0] as number);
  const same = nodes.filter((node) => setLikeness(first, pathsOf(sight, node)) >= alike).length;
  return same >= nodes.length * coveredByCells;
}

function onlyChild({ tree }: Sight, node: number): number {
  let only = -1;
  const end = tree.end[node] as number;
  for (let child = node + 1; child < end; child = tree.end[child] as number) {
    if ((tree.tag[child] as number) <= tag.document) continue;
    if (only !== -1) return -1;
    only = child;
  }
  return only;
}

function isInChrome(tree: Tree, node: number): boolean {
  for (let at = node; at > 0; at = tree.parent[at] as number) {
    if (isChrome[tree.tag[at] as number] === 1) return true;
    const names = `${attributeOf(tree, at, attribute.class) ?? ''} ${attributeOf(tree, at, attribute.id) ?? ''}`;
    if (names.length < 300 && tree.tag[at] !== tag.body && chromeName.test(names)) return true;
    const role = attributeOf(tree, at, attribute.role);
    if (role === 'navigation' || role === 'menu' || role === 'banner' || role === 'contentinfo') return true;
  }
  return false;
}

interface Looks {
  /** Members that hold or are a link. */
  linked: number;
  /** Letters within links, of all letters. */
  linkShare: number;
  /** Texts per member. */
  texts: number;
}

function looksOf(sight: Sight, members: readonly number[]): Looks {
  const { tree } = sight;
  let linked = 0;
  let inLinks = 0;
  let letters = 0;
  let texts = 0;
  for (const member of members) {
    const before = inLinks;
    let isLinked = false;
    const end = tree.end[member] as number;
    for (let node = member; node < end; node++) {
      if (tree.tag[node] !== tag.a) continue;
      isLinked = true;
      inLinks += lettersIn(sight, node);
      node = (tree.end[node] as number) - 1;
    }
    if (isLinked || inLinks > before) linked++;
    letters += lettersIn(sight, member);
    texts += textsWithin(sight.page, member);
  }
  return { linked, linkShare: letters === 0 ? 0 : inLinks / letters, texts: texts / members.length };
}

function scoreOf(sight: Sight, members: readonly number[], paths: PathSet): number {
  const { page, tree } = sight;
  const sample = members.slice(0, 60);
  const letters = sample.reduce((sum, member) => sum + lettersIn(sight, member), 0) / sample.length;
  const texts = new Set(sample.map((member) => page.letters.slice(page.from[member], page.to[member])));
  const looks = looksOf(sight, sample);
  const uniqueness = texts.size / sample.length;
  const links = 1 + looks.linked / sample.length;
  const richness = Math.log2(2 + Math.min(paths.size, 60));
  // Names that lead elsewhere and nothing said of them: a menu.
  const isMenu = looks.linkShare > 0.9 && looks.texts < 1.5 && letters < 40;
  const penalty = (isMenu ? 0.25 : 1) * (isInChrome(tree, members[0] as number) ? 0.2 : 1);
  return (
    Math.log(1 + members.length) *
    Math.sqrt(Math.min(letters, 2000)) *
    uniqueness *
    links *
    richness *
    penalty
  );
}

/** Groups of one shape and likeness under parents of one shape, as the columns of a page are, become one. */
function merged(groups: Group[]): Group[][] {
  const byShape = new Map<string, Group[][]>();
  for (const group of groups) {
    const known = byShape.get(group.shape) ?? [];
    if (known.length === 0) byShape.set(group.shape, known);
    // Bare lists are of one shape wherever they stand, in a menu and in the text.
    const own = known.find(([first]) => setLikeness((first as Group).paths, group.paths) >= alikeColumns);
    if (own === undefined) known.push([group]);
    else own.push(group);
  }
  return [...byShape.values()].flat();
}

/** The repeated records of a page, best first; their parts (cells of a record) are clusters too, further down. */
export function findRecords(page: PageLetters): RecordCluster[] {
  const { tree } = page;
  const sight: Sight = { page, tree, shapes: shapeHashes(tree), paths: new Map() };
  const groups: Group[] = [];
  for (let node = 1; node < tree.count; node++) {
    const tagId = tree.tag[node] as number;
    if (tagId <= tag.document || isPart[tagId] === 1 || lettersIn(sight, node) === 0) continue;
    if (childCount(tree, node) < 2) continue;
    groups.push(...groupsUnder(sight, node));
  }
  const clusters = merged(groups).map((alikeGroups) => {
    const first = alikeGroups[0] as Group;
    const rows = alikeGroups.flatMap((group) => cellsOf(sight, group) ?? group.members);
    const members = rows.sort((one, other) => one - other).slice(0, maxMembers);
    const paths = pathsOf(sight, members[0] ?? (first.members[0] as number));
    return {
      members,
      parents: alikeGroups.map((group) => group.parent),
      score: scoreOf(sight, members, paths),
    };
  });
  return clusters.sort((one, other) => other.score - one.score).slice(0, maxClusters);
}

function childCount(tree: Tree, node: number): number {
  let count = 0;
  const end = tree.end[node] as number;
  for (let child = node + 1; child < end && count < 2; child = tree.end[child] as number) {
    if ((tree.tag[child] as number) > tag.document) count++;
  }
  return count;
}
