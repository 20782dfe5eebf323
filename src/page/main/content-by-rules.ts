import { attribute } from '../parse/attributes.ts';
import { tagSet } from '../parse/tag-sets.ts';
import { tag } from '../parse/tags.ts';
import { attributeOf, findTag, type Tree } from '../tree.ts';
import { type Flow, flowKind } from '../visible.ts';
import { boilerplateOf } from './boilerplate.ts';
import { textWeights } from './text-weights.ts';

/** What is taken for the main content of a page. */
export interface RuledContent {
  roots: number[];
  /** The flow without what was judged to be around the content. */
  flow: Flow;
  /** False when nothing could be told apart and the whole body stands for it. */
  isFound: boolean;
}

/** The flow with subtrees left out. */
export function without(tree: Tree, flow: Flow, nodes: readonly number[]): Flow {
  if (nodes.length === 0) return flow;
  const kind = flow.kind.slice();
  for (const node of nodes) kind.fill(flowKind.skipped, node, tree.end[node]);
  return { kind, holdsBlock: flow.holdsBlock };
}

/** The body of a document, or the document when it has none. */
export function bodyOf(tree: Tree): number {
  const body = findTag(tree, 0, tag.body);
  if (body !== -1) return body;
  const frames = findTag(tree, 0, tag.frameset);
  return frames === -1 ? 0 : frames;
}

interface Weighed {
  node: number;
  text: number;
  linkShare: number;
}

/** Chooses the main content by landmarks, article markers and where the text is. */
export function contentByRules(tree: Tree, flow: Flow): RuledContent {
  const body = bodyOf(tree);
  const whole = textWeights(tree, flow);
  const cleaned = without(tree, flow, boilerplateOf(tree, flow, whole, body));
  const weights = textWeights(tree, cleaned, whole);
  const total = weights.text(body);
  if (total === 0) {
    return whole.text(body) === 0
      ? { roots: [body], flow, isFound: true }
      : { roots: [body], flow, isFound: false };
  }
  const weigh = (node: number): Weighed => ({
    node,
    text: weights.text(node),
    linkShare: weights.linkShare(node),
  });
  const marked = markedNode(tree, cleaned, weigh, total);
  if (marked !== -1) return { roots: [marked], flow: cleaned, isFound: true };
  const dense = densestNode(tree, cleaned, weights, body);
  return { roots: [dense], flow: cleaned, isFound: true };
}

/** Share of the page's own text that a marked node must hold to be believed, by how clear the mark is. */
const shares = { articleBody: 0.45, article: 0.4, main: 0.3, named: 0.4 };
const contentName =
  /^(?:main-?content|content-?main|page-?content|content|main|article-?(?:body|content)|post-?(?:body|content)|entry-?content|story-?body|primary|mw-content-text|bodyContent)$/i;

function markedNode(tree: Tree, flow: Flow, weigh: (node: number) => Weighed, total: number): number {
  const articleBodies: Weighed[] = [];
  const articles: Weighed[] = [];
  const mains: Weighed[] = [];
  const named: Weighed[] = [];
  for (let node = 1; node < tree.count; node++) {
    if (flow.kind[node] === flowKind.skipped) continue;
    const tagId = tree.tag[node] as number;
    if (tagId <= tag.document) continue;
    if (tagId === tag.article) articles.push(weigh(node));
    else if (tagId === tag.main) mains.push(weigh(node));
    if (tree.to[node] === tree.from[node]) continue;
    if (attributeOf(tree, node, attribute.itemprop) === 'articleBody') articleBodies.push(weigh(node));
    const role = attributeOf(tree, node, attribute.role);
    if (role === 'main') mains.push(weigh(node));
    else if (role === 'article') articles.push(weigh(node));
    if (contentName.test(attributeOf(tree, node, attribute.id) ?? '')) named.push(weigh(node));
  }
  return (
    dominant(articleBodies, total * shares.articleBody) ??
    dominant(articles, total * shares.article) ??
    dominant(mains, total * shares.main) ??
    dominant(named, total * shares.named) ??
    -1
  );
}

/** The one candidate that holds enough text of its own. */
function dominant(candidates: readonly Weighed[], enough: number): number | null {
  let best: Weighed | null = null;
  for (const candidate of candidates) {
    if (candidate.text >= enough && candidate.text > 0 && (best === null || candidate.text > best.text))
      best = candidate;
  }
  return best === null ? null : best.node;
}

/** Elements that a page's parts stand in; a paragraph alone is never the content. */
const holdsSections = tagSet(
  'div section article main table tbody tr td center form span font details dialog fieldset header footer aside',
  tag.unknown,
);

/** The deepest node that still holds most of the page's prose, or most of its text when there is little prose. */
function densestNode(tree: Tree, flow: Flow, weights: ReturnType<typeof textWeights>, body: number): number {
  const prose = weights.prose(body);
  const hasProse = prose > 200;
  const weigh = hasProse ? weights.prose : weights.text;
  const enough = (hasProse ? prose : weights.text(body)) * (hasProse ? 0.75 : 0.85);
  let best = body;
  for (;;) {
    let next = -1;
    const end = tree.end[best] as number;
    for (let child = best + 1; child < end; child = tree.end[child] as number) {
      if (holdsSections[tree.tag[child] as number] !== 1 || flow.kind[child] === flowKind.skipped) continue;
      if (weigh(child) >= enough) next = child;
    }
    if (next === -1) return best;
    best = next;
  }
}
