import { integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { isHeading, tagSet } from '../../parse/names/tag-sets.ts';
import { tag } from '../../parse/names/tags.ts';
import { attributeOf, endOf, parentOf, type Tree, tagOf } from '../../tree/tree.ts';
import type { Leaves } from '../features/leaves.ts';
import type { Candidates } from '../forest/candidates.ts';
import type { Selection } from '../selection.ts';

/** Relations of links between the pages of one document (HTML 4.01, 6.12, and WHATWG HTML 4.6.8). */
const pageRelation =
  /(?:^|\s)(?:prev|previous|next|up|first|last|start|home|contents|toc|index|top)(?:$|\s)/i;
/** Access keys of such links in manuals: previous, next, up, home, top, contents, index. */
const pageKey = /^[pnuhtci]$/i;
/** Maximum number of words of a row of such links with the titles of the pages, and of levels above a link. */
const limits = { words: 40, levels: 6 };
const minLinks = 2;
/** Probability of leaves in a row of such links. */
const linkProbability = 0.01;

const isPagePart = tagSet('body main article');

function isPageLink(tree: Tree, node: number): boolean {
  return (
    pageRelation.test(attributeOf(tree, node, attribute.rel)?.slice(0, 100) ?? '') ||
    pageKey.test(attributeOf(tree, node, attribute.accesskey) ?? '')
  );
}

function containsHeading(tree: Tree, node: number): boolean {
  for (let inner = node; inner < endOf(tree, node); inner++)
    if (isHeading[tagOf(tree, inner)] === 1) return true;
  return false;
}

/** Returns the largest small element around a link that contains no heading. */
function findRow({ tree, leaves, context }: Candidates, link: number): number {
  const { words } = context.sums;
  const countWords = (node: number): number =>
    integerAt(words, integerAt(leaves.before, endOf(tree, node))) -
    integerAt(words, integerAt(leaves.before, node));
  let row = link;
  for (let level = 0; level < limits.levels; level++) {
    const parent = parentOf(tree, row);
    if (parent <= 0 || isPagePart[tagOf(tree, parent)] === 1) break;
    if (countWords(parent) > limits.words || containsHeading(tree, parent)) break;
    row = parent;
  }
  return row;
}

function lowerLeaves(tree: Tree, leaves: Leaves, row: number, probabilities: Float32Array): void {
  const from = integerAt(leaves.before, row);
  probabilities.fill(linkProbability, from, integerAt(leaves.before, endOf(tree, row)));
}

/**
 * Lowers the probabilities of rows with links to the previous, next and superior page, which relations or access keys
 * declare: manuals repeat them above and below the text.
 */
export function dropPageLinks(selection: Selection): void {
  const { tree, leaves, probabilities } = selection;
  const counts = new Map<number, number>();
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.a || !isPageLink(tree, node)) continue;
    const row = findRow(selection, node);
    const count = (counts.get(row) ?? 0) + 1;
    counts.set(row, count);
    if (count === minLinks) lowerLeaves(tree, leaves, row, probabilities);
  }
}
