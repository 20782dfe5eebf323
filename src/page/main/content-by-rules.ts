import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/names/tag-sets.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind, isDataTable } from '../tree/flow.ts';
import { attributeOf, endOf, findTag, type Tree, tagOf } from '../tree/tree.ts';
import { findBoilerplate } from './boilerplate.ts';
import { computeTextWeights } from './forest/text-weights.ts';

/** Main content as selected by the rules. */
export interface RuledContent {
  roots: number[];
  /** The flow without boilerplate. */
  flow: Flow;
  /** False if no content could be selected and the whole body is returned. */
  isFound: boolean;
}

/** Returns the flow without some subtrees. */
export function omitSubtrees(tree: Tree, flow: Flow, nodes: readonly number[]): Flow {
  if (nodes.length === 0) return flow;
  const kind = flow.kind.slice();
  for (const node of nodes) kind.fill(flowKind.skipped, node, tree.end[node]);
  return { kind, containsBlock: flow.containsBlock };
}

/** Returns the body or frameset of a document, or the document if it has neither. */
export function findBody(tree: Tree): number {
  const body = findTag(tree, 0, tag.body);
  if (body !== -1) return body;
  const frames = findTag(tree, 0, tag.frameset);
  return frames === -1 ? 0 : frames;
}

interface WeightedNode {
  node: number;
  text: number;
  linkShare: number;
}

/** Selects the main content by landmarks, article markers and text density. */
export function contentByRules(tree: Tree, flow: Flow): RuledContent {
  const body = findBody(tree);
  const pageWeights = computeTextWeights(tree, flow);
  const contentFlow = omitSubtrees(tree, flow, findBoilerplate(tree, flow, pageWeights, body));
  const weights = computeTextWeights(tree, contentFlow, pageWeights);
  const total = weights.text(body);
  if (total === 0) {
    return pageWeights.text(body) === 0
      ? { roots: [body], flow, isFound: true }
      : { roots: [body], flow, isFound: false };
  }
  const toWeightedNode = (node: number): WeightedNode => ({
    node,
    text: weights.text(node),
    linkShare: weights.linkShare(node),
  });
  const markedNode = findMarkedNode(tree, contentFlow, toWeightedNode, total);
  if (markedNode !== -1) return { roots: [markedNode], flow: contentFlow, isFound: true };
  const densestNode = findDensestNode(tree, contentFlow, weights, body);
  return { roots: [densestNode], flow: contentFlow, isFound: true };
}

/** Minimum share of the text that a marked node must contain, by the reliability of the mark. */
const minShares = { articleBody: 0.45, article: 0.4, main: 0.3, named: 0.4 };
const contentName =
  /^(?:main-?content|content-?main|page-?content|content|main|article-?(?:body|content)|post-?(?:body|content)|entry-?content|story-?body|primary|mw-content-text|bodyContent)$/i;

function findMarkedNode(
  tree: Tree,
  flow: Flow,
  toWeightedNode: (node: number) => WeightedNode,
  total: number,
): number {
  const articleBodies: WeightedNode[] = [];
  const articles: WeightedNode[] = [];
  const mains: WeightedNode[] = [];
  const named: WeightedNode[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (flow.kind[node] === flowKind.skipped) continue;
    const tagId = tagOf(tree, node);
    if (tagId <= tag.document) continue;
    if (tagId === tag.article) articles.push(toWeightedNode(node));
    else if (tagId === tag.main) mains.push(toWeightedNode(node));
    if (tree.to[node] === tree.from[node]) continue;
    if (attributeOf(tree, node, attribute.itemprop) === 'articleBody')
      articleBodies.push(toWeightedNode(node));
    const role = attributeOf(tree, node, attribute.role);
    if (role === 'main') mains.push(toWeightedNode(node));
    else if (role === 'article') articles.push(toWeightedNode(node));
    if (contentName.test(attributeOf(tree, node, attribute.id) ?? '')) named.push(toWeightedNode(node));
  }
  return (
    findDominant(articleBodies, total * minShares.articleBody) ??
    findDominant(articles, total * minShares.article) ??
    findDominant(mains, total * minShares.main) ??
    findDominant(named, total * minShares.named) ??
    -1
  );
}

/** Returns the candidate with the most text, if it has enough. */
function findDominant(candidates: readonly WeightedNode[], minText: number): number | null {
  let best: WeightedNode | null = null;
  for (const candidate of candidates) {
    if (candidate.text >= minText && candidate.text > 0 && (best === null || candidate.text > best.text))
      best = candidate;
  }
  return best === null ? null : best.node;
}

/** Elements that can contain the main content; a single paragraph cannot. */
const canContainContent = tagSet(
  'div section article main table tbody tr td center form span font details dialog fieldset header footer aside',
  tag.unknown,
);

/** Returns the deepest node with most of the page's prose, or most of its text if there is little prose. */
function findDensestNode(
  tree: Tree,
  flow: Flow,
  weights: ReturnType<typeof computeTextWeights>,
  body: number,
): number {
  const prose = weights.prose(body);
  const hasProse = prose > 200;
  const toWeightedNode = hasProse ? weights.prose : weights.text;
  const minText = (hasProse ? prose : weights.text(body)) * (hasProse ? 0.75 : 0.85);
  let best = body;
  // A table of data is one part of the content; its cells are none.
  while (tree.tag[best] !== tag.table || !isDataTable(tree, best)) {
    let next = -1;
    const end = endOf(tree, best);
    for (let child = best + 1; child < end; child = endOf(tree, child)) {
      if (canContainContent[tagOf(tree, child)] !== 1 || flow.kind[child] === flowKind.skipped) continue;
      if (toWeightedNode(child) >= minText) next = child;
    }
    if (next === -1) return best;
    best = next;
  }
  return best;
}
