import { floatAt, integerAt } from '../domain/values/elements.ts';
import { dropComments } from './main/comments.ts';
import { findConsentDialogs } from './main/consent.ts';
import { contentByRules, findBody, omitSubtrees, type RuledContent } from './main/content-by-rules.ts';
import { dropCopies } from './main/copies.ts';
import { raiseDominantContent } from './main/dominant-content.ts';
import { isSmallPart, largerContent } from './main/fallback.ts';
import { column, columns, type Leaves, splitLeaves } from './main/features/leaves.ts';
import { type Candidates, computeCandidates, type PageKind } from './main/forest/candidates.ts';
import {
  computeKindProbabilities,
  computeLeafProbabilities,
  mostProbableKind,
} from './main/forest/probabilities.ts';
import { type LeafSelection, selectLeaves } from './main/forest/select-leaves.ts';
import { loadShippedWeights, type Weights } from './main/forest/weights.ts';
import { keepLeaves } from './main/kept-flow.ts';
import { dropPageLinks } from './main/page-links.ts';
import { alignPosts } from './main/posts.ts';
import { alignSiblings } from './main/siblings.ts';
import { keepTitle } from './main/title.ts';
import { tag } from './parse/names/tags.ts';
import { type Flow, flowKind, isDataTable } from './tree/flow.ts';
import { endOf, parentOf, type Tree } from './tree/tree.ts';

export { findBody, omitSubtrees } from './main/content-by-rules.ts';

/** Main content of a page. */
export interface MainContent extends RuledContent {
  /** Most likely kind of the page; null without text to classify. */
  kind: PageKind | null;
  /** Expected F1 score of the selected words, from 0 to 1. */
  confidence: number;
  /** True if the selection is so uncertain that the larger one of several candidates is returned. */
  isUncertain: boolean;
}

/** Input of {@link mainContentOf}. */
export interface PageInput {
  tree: Tree;
  /** Content that a reader sees. */
  visible: Flow;
  /** The same including content that tabs, accordions and similar elements hide. */
  withHidden: Flow;
  url: string;
}

/** Minimum expected F1 scores: below the first a selection is uncertain, and a few words of a long page below the second. */
const minExpectedF1 = { any: 0.5, smallPart: 0.8 };
/** Minimum number of words; shorter pages have too little text for the model and are processed by the rules. */
const minWords = 12;

/** Maximum numbers of leaves and nodes, as a bound on memory; larger pages are processed by the rules. */
const limits = { leaves: 40_000, nodes: 1_200_000 };

/** Candidates for the main content of a page without its consent dialogs. */
export interface PreparedPage {
  body: number;
  visible: Flow;
  withHidden: Flow;
  rules: RuledContent;
  /** Null if the page is too large for the model. */
  candidates: Candidates | null;
}

/** Finds the candidates for the main content of a page, and what the rules select of it. */
export function prepareCandidates(page: Omit<PageInput, 'url'>): PreparedPage {
  const { tree } = page;
  const body = findBody(tree);
  const consentNodes = findConsentDialogs(tree, page.withHidden, body);
  const visible = omitSubtrees(tree, page.visible, consentNodes);
  const withHidden = omitSubtrees(tree, page.withHidden, consentNodes);
  const rules = contentByRules(tree, visible);
  const leaves = tree.count > limits.nodes ? null : splitLeaves(tree, withHidden, visible, limits.leaves);
  const candidates = leaves === null ? null : computeCandidates(tree, withHidden, leaves, body, rules);
  return { body, visible, withHidden, rules, candidates };
}

/** Selects the main content with the trained model, or with rules where these are more reliable. */
export function mainContentOf(page: PageInput, weights: Weights = loadShippedWeights()): MainContent {
  const { tree, url } = page;
  const { body, visible, withHidden, rules, candidates } = prepareCandidates(page);
  if (candidates === null) return { ...rules, kind: null, confidence: 0, isUncertain: true };
  const { leaves } = candidates;
  const words = integerAt(candidates.context.sums.words, leaves.count);
  if (words < minWords)
    return { ...contentByRules(tree, page.visible), kind: null, confidence: 0, isUncertain: false };
  const kinds = computeKindProbabilities(candidates, weights, url);
  const kind = mostProbableKind(kinds);
  const probabilities = computeLeafProbabilities(candidates, weights, kinds);
  applyRulesToSmallPages(candidates, probabilities);
  dropComments(candidates, probabilities, kinds);
  unifyTables(candidates, withHidden, probabilities);
  if (kind !== 'forum') alignSiblings(candidates, withHidden, probabilities);
  raiseDominantContent(candidates, withHidden, probabilities);
  dropPageLinks(candidates, probabilities);
  alignPosts(candidates, probabilities, kinds, body);
  const wordsOf = (leaf: number): number => integerAt(leaves.counts, leaf * columns + column.words);
  const cut = selectLeaves(probabilities, wordsOf, kind);
  closeGaps(candidates, cut);
  dropCopies(tree, leaves, cut.isKept);
  keepTitle(candidates, withHidden, cut.isKept, url);
  const selected = keepLeaves(tree, withHidden, leaves, cut.isKept, body, url);
  const isUncertain =
    cut.expected < minExpectedF1.any ||
    (cut.expected < minExpectedF1.smallPart && isSmallPart(tree, leaves, selected, visible, body));
  const content = isUncertain ? largerContent(tree, leaves, { selected, rules, visible, body }) : selected;
  return { ...content, kind, confidence: cut.expected, isUncertain };
}

/** Maximum correction of a leaf in logits, and the number of leaves at which a factor of 1/e of it remains. */
const ruleTrust = { maxLogits: 2, decayLeaves: 30 };

/** Corrects the probabilities by the rules on small pages, because the model is trained on larger ones. */
function applyRulesToSmallPages({ leaves, isRuled }: Candidates, probabilities: Float32Array): void {
  const step = Math.exp(ruleTrust.maxLogits * Math.exp(-leaves.count / ruleTrust.decayLeaves));
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const p = floatAt(probabilities, leaf);
    const odds = ((p + 1e-6) / (1 - p + 1e-6)) * (isRuled[leaf] === 1 ? step : 1 / step);
    probabilities[leaf] = odds / (1 + odds);
  }
}

/** Gives all leaves of a data table the same probability, so that it is kept or dropped completely. */
function unifyTables({ tree, leaves }: Candidates, flow: Flow, probabilities: Float32Array): void {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.table || flow.kind[node] === flowKind.skipped) continue;
    const from = integerAt(leaves.before, node);
    const to = integerAt(leaves.before, endOf(tree, node));
    if (to - from < 2 || !isDataTable(tree, node)) continue;
    probabilities.fill(weightedMean(leaves, probabilities, from, to), from, to);
    node = endOf(tree, node) - 1;
  }
}

function weightedMean(leaves: Leaves, probabilities: Float32Array, from: number, to: number): number {
  let sum = 0;
  let words = 0;
  for (let leaf = from; leaf < to; leaf++) {
    const weight = integerAt(leaves.counts, leaf * columns + column.words) + 0.01;
    sum += floatAt(probabilities, leaf) * weight;
    words += weight;
  }
  return sum / words;
}

/**
 * Keeps a dropped paragraph between kept paragraphs of the same parent if the rules keep it too: articles have no gaps,
 * and a single unusual paragraph is weak evidence.
 */
function closeGaps({ tree, leaves, isRuled }: Candidates, { isKept }: LeafSelection): void {
  const lastKept = new Map<number, number>();
  for (let leaf = leaves.count - 1; leaf >= 0; leaf--) {
    const parent = parentOf(tree, integerAt(leaves.block, leaf));
    if (isKept[leaf] === 1 && !lastKept.has(parent)) lastKept.set(parent, leaf);
  }
  const parentsWithKept = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = integerAt(leaves.block, leaf);
    const parent = parentOf(tree, block);
    if (isKept[leaf] === 1) parentsWithKept.add(parent);
    else if (
      tree.tag[block] === tag.p &&
      isRuled[leaf] === 1 &&
      leaves.isHidden[leaf] === 0 &&
      parentsWithKept.has(parent) &&
      leaf < (lastKept.get(parent) ?? -1)
    )
      isKept[leaf] = 1;
  }
}
