import { bestCut, type Cut } from './main/best-cut.ts';
import { type Candidates, candidatesOf, type PageKind } from './main/candidates.ts';
import { consentDialogs } from './main/consent.ts';
import { bodyOf, contentByRules, type RuledContent, without } from './main/content-by-rules.ts';
import { mainHeading } from './main/headings.ts';
import { commonRoot, keptFlow } from './main/kept-flow.ts';
import { column, columns, type Leaves, leavesOf } from './main/leaves.ts';
import { alignPosts } from './main/posts.ts';
import { kindProbabilities, leafProbabilities, likeliestKind } from './main/probabilities.ts';
import { shippedWeights, type Weights } from './main/weights.ts';
import { tag } from './parse/tags.ts';
import type { Tree } from './tree.ts';
import { type Flow, flowKind, isDataTable } from './visible.ts';

export { bodyOf, without } from './main/content-by-rules.ts';

/** What is taken for the main content of a page. */
export interface MainContent extends RuledContent {
  /** The kind of page that it most likely is; null without text to tell by. */
  kind: PageKind | null;
  /** Expected F1 of the words chosen, 0 to 1. */
  confidence: number;
}

/** What {@link mainContentOf} chooses from. */
export interface PageInput {
  tree: Tree;
  /** What a reader sees. */
  shown: Flow;
  /** The same with what tabs, accordions and the like hide. */
  wide: Flow;
  url: string;
}

/** Below this expected F1 the rules do better. */
const doubtful = 0.5;
/** Pages with fewer words than this say too little to be judged; the rules take them. */
const fewWords = 12;

/** Pages with more leaves or nodes, far more than those learned from, would take too much memory; the rules take them. */
const most = { leaves: 10_000, nodes: 400_000 };

/** Chooses the main content by what was learned from sample pages, or by rules where those know better. */
export function mainContentOf(page: PageInput, weights: Weights = shippedWeights()): MainContent {
  const { tree, url } = page;
  const body = bodyOf(tree);
  const dialogs = consentDialogs(tree, page.wide, body);
  const shown = without(tree, page.shown, dialogs);
  const wide = without(tree, page.wide, dialogs);
  const rules = contentByRules(tree, shown);
  const leaves = tree.count > most.nodes ? null : leavesOf(tree, wide, shown, most.leaves);
  if (leaves === null) return { ...rules, kind: null, confidence: 0 };
  const found = candidatesOf(tree, wide, leaves, body, rules);
  const words = found.around.sums.words[leaves.count] as number;
  if (words < fewWords) return { ...contentByRules(tree, page.shown), kind: null, confidence: 0 };
  const kinds = kindProbabilities(found, weights, url);
  const kind = likeliestKind(kinds);
  const probabilities = leafProbabilities(found, weights, kinds);
  trustRulesOnSmallPages(found, probabilities);
  joinTables(found, wide, probabilities);
  alignPosts(found, probabilities, kinds, body);
  const cut = bestCut(probabilities, (leaf) => leaves.counts[leaf * columns + column.words] as number);
  if (cut.expected < doubtful) return { ...rules, kind, confidence: cut.expected };
  closeGaps(found, cut);
  addTitle(found, cut);
  return {
    roots: [commonRoot(tree, wide, leaves, cut.isKept, body)],
    flow: keptFlow(tree, wide, leaves, cut.isKept),
    isFound: true,
    kind,
    confidence: cut.expected,
  };
}

/** Logits by which the rules move a leaf on a page of next to no leaves, and leaves after which a third of that is left. */
const trust = { most: 2, fading: 30 };

/** What was learned comes from pages of some size; the smaller a page, the more the rules count. */
function trustRulesOnSmallPages({ leaves, isRuled }: Candidates, probabilities: Float32Array): void {
  const step = Math.exp(trust.most * Math.exp(-leaves.count / trust.fading));
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const p = probabilities[leaf] as number;
    const odds = ((p + 1e-6) / (1 - p + 1e-6)) * (isRuled[leaf] === 1 ? step : 1 / step);
    probabilities[leaf] = odds / (1 + odds);
  }
}

/** A table of data is kept or left as a whole. */
function joinTables({ tree, leaves }: Candidates, flow: Flow, probabilities: Float32Array): void {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.table || flow.kind[node] === flowKind.skipped) continue;
    const from = leaves.before[node] as number;
    const to = leaves.before[tree.end[node] as number] as number;
    if (to - from < 2 || !isDataTable(tree, node)) continue;
    probabilities.fill(meanOf(leaves, probabilities, from, to), from, to);
    node = (tree.end[node] as number) - 1;
  }
}

function meanOf(leaves: Leaves, probabilities: Float32Array, from: number, to: number): number {
  let sum = 0;
  let words = 0;
  for (let leaf = from; leaf < to; leaf++) {
    const weight = (leaves.counts[leaf * columns + column.words] as number) + 0.01;
    sum += (probabilities[leaf] as number) * weight;
    words += weight;
  }
  return sum / words;
}

/**
 * A paragraph between paragraphs of the same parent that are kept is kept as well, where the rules agree: nobody writes
 * an article with a hole in it, and one odd paragraph among many says little.
 */
function closeGaps({ tree, leaves, isRuled }: Candidates, { isKept }: Cut): void {
  const lastKept = new Map<number, number>();
  for (let leaf = leaves.count - 1; leaf >= 0; leaf--) {
    const parent = tree.parent[leaves.block[leaf] as number] as number;
    if (isKept[leaf] === 1 && !lastKept.has(parent)) lastKept.set(parent, leaf);
  }
  const begun = new Set<number>();
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    const block = leaves.block[leaf] as number;
    const parent = tree.parent[block] as number;
    if (isKept[leaf] === 1) begun.add(parent);
    else if (
      tree.tag[block] === tag.p &&
      isRuled[leaf] === 1 &&
      leaves.isHidden[leaf] === 0 &&
      begun.has(parent) &&
      leaf < (lastKept.get(parent) ?? -1)
    )
      isKept[leaf] = 1;
  }
}

/** Headings longer than this are no titles. */
const longestTitle = 30;

/** The heading that says what the title says belongs to what stands under it, whatever was learned. */
function addTitle({ tree, leaves }: Candidates, { isKept }: Cut): void {
  const title = mainHeading(tree, leaves);
  const first = isKept.indexOf(1);
  if (title === -1 || title >= first) return;
  const row = title * columns;
  const words = leaves.counts[row + column.words] as number;
  const shared = leaves.counts[row + column.titleWords] as number;
  const isFirstLevel = tree.tag[leaves.block[title] as number] === tag.h1;
  if (isFirstLevel && leaves.isHidden[title] === 0 && words <= longestTitle && shared * 3 >= words)
    isKept[title] = 1;
}
