import { integerAt, numberAt } from '../../domain/values/elements.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, type Tree, tagOf } from '../../page/tree/tree.ts';
import type { PageLetters } from './page-letters.ts';
import { createPathSet, hashShape, jaccardSimilarity, type PathSet } from './path-sets.ts';

/** Minimum Jaccard similarity of the path sets of the members of one cluster. */
export const minSimilarity = 0.5;
/** Maximum number of children of one element that are compared. */
export const maxChildren = 3000;
/** Maximum number of groups of one element's children. */
const maxGroups = 12;

/** Elements that are never a record: parts of texts and of forms. */
export const isPartTag = tagSet(
  'br hr script style noscript template option source track col link meta input label img b i em strong small sup sub wbr',
);

/** Similar children of one element. */
export interface Group {
  parent: number;
  members: number[];
  paths: PathSet;
  /** Hash of tags and classes of the members and their parent. */
  shape: string;
}

/** A page with the shapes and path sets of its elements. */
export interface ClusterContext {
  page: PageLetters;
  tree: Tree;
  shapes: Uint32Array;
  paths: Map<number, PathSet>;
}

/** Returns true if an element contains others. */
function hasElements(tree: Tree, node: number): boolean {
  const end = endOf(tree, node);
  for (let inner = node + 1; inner < end; inner++) if (tagOf(tree, inner) > tag.document) return true;
  return false;
}

/**
 * Returns the paths of an element's subtree. Its own classes do not count if it contains other elements: rows that
 * alternate between two classes have equal paths.
 */
export function pathsOf(context: ClusterContext, node: number): PathSet {
  const { tree, shapes } = context;
  let paths = context.paths.get(node);
  if (paths === undefined) {
    const topShape = hasElements(tree, node) ? hashShape(tree, node, '') : undefined;
    paths = createPathSet(tree, shapes, node, topShape);
    context.paths.set(node, paths);
  }
  return paths;
}

/** Returns the number of letters and digits in an element. */
export function lettersIn({ page }: ClusterContext, node: number): number {
  return integerAt(page.to, node) - integerAt(page.from, node);
}

/** Groups the similar children of an element; each group has at least two members. */
export function groupChildren(context: ClusterContext, parent: number): Group[] {
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
  return joinVariants(context, groups).filter((group) => group.members.length >= 2);
}

/** Minimum number of members of a group that takes in the variants of its records. */
const minCore = 3;
/** Minimum share of the paths of a variant, or of the group if that has fewer, that both have. */
const minContainment = 0.5;
/** The same if all children of the parent share the class. */
const minUniformContainment = 0.25;

function containment(one: PathSet, other: PathSet): number {
  const [small, large] = one.size <= other.size ? [one, other] : [other, one];
  let shared = 0;
  for (const path of small) if (large.has(path)) shared++;
  return small.size === 0 ? 0 : shared / small.size;
}

/**
 * Joins the groups of siblings that share a class with those of the largest group, if one of them has most of the parts
 * of the other: products with and without colours, articles with and without a picture.
 */
function joinVariants({ tree, shapes }: ClusterContext, groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  const minShare =
    new Set(groups.map(({ shape }) => shape)).size === 1 ? minUniformContainment : minContainment;
  const bySize = [...groups].sort((one, other) => other.members.length - one.members.length);
  for (const group of bySize) {
    const first = numberAt(group.members, 0);
    const hasClass = shapes[first] !== hashShape(tree, first, '');
    const core = joined.find(
      (one) =>
        hasClass &&
        one.shape === group.shape &&
        one.members.length >= minCore &&
        containment(one.paths, group.paths) >= minShare,
    );
    if (core === undefined) joined.push({ ...group, members: [...group.members] });
    else core.members = [...core.members, ...group.members].sort((one, other) => one - other);
  }
  return joined;
}
