import { floatAt, integerAt } from '../../../domain/values/elements.ts';
import { attribute } from '../../parse/attributes.ts';
import { tagSet } from '../../parse/names/tag-sets.ts';
import { attributeOf, endOf, type Tree, tagOf } from '../../tree/tree.ts';
import { pageKinds } from '../forest/candidates.ts';
import type { Selection } from '../selection.ts';

const forumIndex = pageKinds.indexOf('forum');
/** Forum probability from which the comments of a page are its content. */
const minForumProbability = 0.05;
/** Minimum number of expected content words before the comments: without a text, comments are not about it. */
const minWordsBefore = 50;
/** Probability of leaves in comments. */
const commentProbability = 0.01;

const commentsName =
  /(?:^|[\s_-])(?:comments?[_-]?(?:list|listing|area|section|wrapper|container|thread|block|tree|box|holder|form)|comments|disqus_thread|respond|commentlist|fb-comments|user-?comments|talkback|kommentare|commentaires|comentarios|commenti|reacties)(?=$|\s)/i;
const isContainer = tagSet('div section ul ol aside article footer table form');
const maxNameLength = 300;

/** Names of the reviews of customers, and of services that insert them. */
const reviewsName =
  /(?:^|[\s_-])(?:(?:customer|product|user)[_-]?reviews?|reviews?[_-]?(?:list|area|section|wrapper|container|widget|block|box|holder)|reviews|bazaarvoice|bv[_-]?reviews?|yotpo|judgeme|jdgm|okendo|stamped|loox|trustpilot|spr-container|feefo|reevoo|powerreviews|pr-review)(?=$|[\s_-])/i;

function isNamed(tree: Tree, node: number, names: RegExp): boolean {
  if (isContainer[tagOf(tree, node)] !== 1 || tree.from[node] === tree.to[node]) return false;
  for (const name of [attribute.id, attribute.class]) {
    const value = attributeOf(tree, node, name);
    if (value !== null && names.test(value.slice(0, maxNameLength))) return true;
  }
  return false;
}

/**
 * Lowers the probabilities of the comments below an article and of the customer reviews below a product: elements with
 * the name of a list of comments or reviews, after text that is likely content. In forums, posts are the content.
 */
export function dropComments({ tree, leaves, context, kinds, kind, probabilities }: Selection): void {
  const isForum = floatAt(kinds, forumIndex) >= minForumProbability;
  const { words } = context.sums;
  const isProduct = kind === 'product';
  if (isForum && !isProduct) return;
  const isDropped = (node: number): boolean =>
    (!isForum && isNamed(tree, node, commentsName)) || (isProduct && isNamed(tree, node, reviewsName));
  let expected = 0;
  let counted = 0;
  for (let node = 1; node < tree.count; node++) {
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    if (from === to || !isDropped(node)) continue;
    for (; counted < from; counted++)
      expected +=
        floatAt(probabilities, counted) * (integerAt(words, counted + 1) - integerAt(words, counted));
    if (expected < minWordsBefore) continue;
    probabilities.fill(commentProbability, from, to);
    node = endOf(tree, node) - 1;
  }
}
