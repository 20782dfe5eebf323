import { integerAt } from '../domain/values/elements.ts';
import { findConsentDialogs } from './main/consent.ts';
import { contentByRules, findBody, omitSubtrees, type RuledContent } from './main/content-by-rules.ts';
import { hasFewWords, largerContent } from './main/fallback.ts';
import { computeLeafContext } from './main/features/leaf-context.ts';
import { splitLeaves } from './main/features/leaves.ts';
import { type Candidates, computeCandidates, type PageKind } from './main/forest/candidates.ts';
import { computeKindProbabilities, mostProbableKind } from './main/forest/probabilities.ts';
import { loadShippedWeights, type Weights } from './main/forest/weights.ts';
import { selectContent } from './main/select-content.ts';
import type { Flow } from './tree/flow.ts';
import type { Tree } from './tree/tree.ts';

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
  /** Outermost hidden elements that are part of `withHidden` as context, and never of the content. */
  concealed: readonly number[];
  /** Hidden parts of the content that a control opens. */
  panels: readonly number[];
  url: string;
}

/**
 * Minimum expected F1 scores. Below the first, the larger candidate is better on pages that the model has not seen
 * (bench/quality/calibrate.py). Below the second, a few words of a long page are not trusted.
 */
const minConfidence = { any: 0.5, fewWords: 0.8 };
/** Minimum number of words; shorter pages have too little text for the model and are processed by the rules. */
const minWords = 12;

/** Maximum numbers of leaves and nodes, as a bound on memory; larger pages are processed by the rules. */
const limits = { leaves: 40_000, nodes: 1_200_000 };

/** Candidates for the main content of a page without its consent dialogs. */
export interface PreparedPage {
  body: number;
  visible: Flow;
  withHidden: Flow;
  /** `withHidden` without the elements that are never content. */
  selectable: Flow;
  rules: RuledContent;
  /** Null if the page is too large for the model. */
  candidates: Candidates | null;
}

/** Splits a page without its consent dialogs into leaves; null if it is too large for the model. */
function splitPage({ tree, ...page }: Omit<PageInput, 'url'>) {
  const body = findBody(tree);
  const consentNodes = findConsentDialogs(tree, page.withHidden, body);
  const visible = omitSubtrees(tree, page.visible, consentNodes);
  const withHidden = omitSubtrees(tree, page.withHidden, consentNodes);
  const leaves = tree.count > limits.nodes ? null : splitLeaves(tree, withHidden, visible, limits.leaves);
  return { body, visible, withHidden, leaves };
}

/** Finds the candidates for the main content of a page, and what the rules select of it. */
export function prepareCandidates(page: Omit<PageInput, 'url'>): PreparedPage {
  const { tree } = page;
  const { body, visible, withHidden, leaves } = splitPage(page);
  const selectable = omitSubtrees(tree, withHidden, page.concealed);
  const rules = contentByRules(tree, visible);
  const candidates = leaves === null ? null : computeCandidates(tree, withHidden, leaves, body, rules);
  return { body, visible, withHidden, selectable, rules, candidates };
}

/** Returns the kind of a page as {@link mainContentOf} does, for less than half of its cost. */
export function pageKindOf(page: PageInput, weights: Weights = loadShippedWeights()): PageKind | null {
  const { tree, url } = page;
  const { body, withHidden, leaves } = splitPage(page);
  if (leaves === null) return null;
  const context = computeLeafContext(tree, withHidden, leaves, body);
  if (integerAt(context.sums.words, leaves.count) < minWords) return null;
  return mostProbableKind(computeKindProbabilities({ tree, leaves, context }, weights, url));
}

/** Selects the main content with the trained model, or with rules where these are more reliable. */
export function mainContentOf(page: PageInput, weights: Weights = loadShippedWeights()): MainContent {
  const { tree } = page;
  const { body, visible, selectable, rules, candidates } = prepareCandidates(page);
  if (candidates === null) return { ...rules, kind: null, confidence: 0, isUncertain: true };
  const { leaves } = candidates;
  const words = integerAt(candidates.context.sums.words, leaves.count);
  if (words < minWords)
    return { ...contentByRules(tree, page.visible), kind: null, confidence: 0, isUncertain: false };
  const {
    kind,
    expected,
    content: selected,
  } = selectContent(candidates, { flow: selectable, body, url: page.url, panels: page.panels }, weights);
  const options = { selected, rules, visible, body };
  const isUncertain =
    expected < minConfidence.any || (expected < minConfidence.fewWords && hasFewWords(tree, leaves, options));
  const content = isUncertain ? largerContent(tree, leaves, options) : selected;
  return { ...content, kind, confidence: expected, isUncertain };
}
