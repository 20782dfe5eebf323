import { floatAt, integerAt } from '../../domain/values/elements.ts';
import { tag } from '../parse/names/tags.ts';
import { type Flow, flowKind, isDataTable } from '../tree/flow.ts';
import { endOf } from '../tree/tree.ts';
import { closeGaps } from './closed-gaps.ts';
import { dropComments } from './comments.ts';
import type { RuledContent } from './content-by-rules.ts';
import { dropCopies } from './copies.ts';
import { unifyDefinitions } from './definitions.ts';
import { raiseDominantContent } from './dominant-content.ts';
import { column, columns, type Leaves } from './features/leaves.ts';
import type { Candidates, PageKind } from './forest/candidates.ts';
import {
  computeKindProbabilities,
  computeLeafProbabilities,
  mostProbableKind,
} from './forest/probabilities.ts';
import { selectLeaves } from './forest/select-leaves.ts';
import type { Weights } from './forest/weights.ts';
import { keepLeaves } from './kept-flow.ts';
import { keepNotes } from './kept-notes.ts';
import { dropPageLinks } from './page-links.ts';
import { alignPosts } from './posts.ts';
import { alignSiblings } from './siblings.ts';
import { keepTitle } from './title.ts';

/** Selection of the trained model. */
export interface ModelSelection {
  kind: PageKind;
  content: RuledContent;
  /** Expected F1 score of the selected words, from 0 to 1. */
  expected: number;
}

/**
 * Selects the main content with the trained model and the rules that correct it. `flow` may omit candidates, which count as
 * context and are never selected.
 */
export function selectContent(
  candidates: Candidates,
  flow: Flow,
  body: number,
  url: string,
  weights: Weights,
): ModelSelection {
  const { tree, leaves } = candidates;
  const kinds = computeKindProbabilities(candidates, weights, url);
  const kind = mostProbableKind(kinds);
  const probabilities = computeLeafProbabilities(candidates, weights, kinds);
  applyRulesToSmallPages(candidates, probabilities);
  unifyTables(candidates, flow, probabilities);
  unifyDefinitions(candidates, probabilities);
  if (kind !== 'forum') alignSiblings(candidates, flow, probabilities);
  raiseDominantContent(candidates, flow, probabilities);
  dropComments(candidates, probabilities, kinds);
  dropPageLinks(candidates, probabilities);
  alignPosts(candidates, probabilities, kinds, body);
  const wordsOf = (leaf: number): number => integerAt(leaves.counts, leaf * columns + column.words);
  const cut = selectLeaves(probabilities, wordsOf, kind);
  closeGaps(candidates, cut.isKept, kind, probabilities);
  dropCopies(tree, leaves, cut.isKept);
  keepNotes(tree, leaves, cut.isKept);
  dropOmitted(leaves, flow, cut.isKept);
  keepTitle(candidates, flow, cut.isKept, url);
  const content = keepLeaves(tree, flow, leaves, cut.isKept, body, url);
  return { kind, expected: cut.expected, content };
}

/** Drops the leaves that a flow omits. */
function dropOmitted(leaves: Leaves, flow: Flow, isKept: Uint8Array): void {
  for (let leaf = 0; leaf < leaves.count; leaf++)
    if (flow.kind[integerAt(leaves.first, leaf)] === flowKind.skipped) isKept[leaf] = 0;
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
