import { floatAt, integerAt } from '../../../domain/values/elements.ts';
import { flowKind } from '../../tree/flow.ts';
import { wordsOf } from '../features/leaves.ts';
import type { Selection } from '../selection.ts';
import type { PageKind } from './candidates.ts';

/**
 * Exponents of the odds by kind of page: below 1 they move probabilities towards 0.5 where the model is overconfident.
 * Chosen for the highest F1 score on pages that the model has not seen.
 */
const calibrationExponents: Record<PageKind, number> = {
  article: 1.1,
  product: 1.2,
  listing: 0.55,
  forum: 0.8,
  documentation: 0.6,
  service: 0.6,
  collection: 0.9,
};

/** Keeps the most probable leaves, as many as maximize the expected F1 score over words. */
export function keepProbableLeaves(selection: Selection): void {
  const { leaves, probabilities, kind, isKept } = selection;
  const exponent = calibrationExponents[kind];
  const ranking = rankByProbability(probabilities);
  const calibrated = probabilities.map((p) => 1 / (1 + ((1 - p + 1e-6) / (p + 1e-6)) ** exponent));
  let expectedWords = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++)
    expectedWords += floatAt(calibrated, leaf) * wordsOf(leaves, leaf);
  let expectedHits = 0;
  let selectedWords = 0;
  let keptCount = 0;
  let bestScore = 0;
  ranking.forEach((leaf, index) => {
    const words = wordsOf(leaves, leaf);
    expectedHits += floatAt(calibrated, leaf) * words;
    selectedWords += words;
    const score = f1Of(expectedHits, selectedWords, expectedWords);
    if (score > bestScore) {
      bestScore = score;
      keptCount = index + 1;
    }
  });
  for (let index = 0; index < keptCount; index++) isKept[integerAt(ranking, index)] = 1;
  selection.expected = expectedScore(selection, calibrated);
}

function f1Of(hits: number, selected: number, expected: number): number {
  return selected + expected === 0 ? 0 : (2 * hits) / (selected + expected);
}

/**
 * Returns the expected F1 score of the words of the kept leaves. Leaves that the flow omits do not count, because they are
 * dropped later: a selection of nothing else has a score of 0.
 */
function expectedScore({ leaves, flow, isKept }: Selection, calibrated: Float32Array): number {
  let hits = 0;
  let selected = 0;
  let expected = 0;
  for (let leaf = 0; leaf < leaves.count; leaf++) {
    if (flow.kind[integerAt(leaves.first, leaf)] === flowKind.skipped) continue;
    const words = wordsOf(leaves, leaf);
    expected += floatAt(calibrated, leaf) * words;
    if (isKept[leaf] === 0) continue;
    hits += floatAt(calibrated, leaf) * words;
    selected += words;
  }
  return f1Of(hits, selected, expected);
}

/** Number of leaves above which a leaf has no place in the low part of a sort key. */
const maxLeaves = 2 ** 20;

/**
 * Returns the leaves in descending order of their probabilities, equal ones in the order of the page. The bits of positive
 * single-precision numbers have the order of the numbers, so that numeric keys are sorted without a comparison function.
 */
function rankByProbability(probabilities: Float32Array): Int32Array {
  const bits = new Int32Array(Float32Array.from(probabilities).buffer);
  const keys = Float64Array.from(bits, (value, leaf) => (2 ** 31 - value) * maxLeaves + leaf).sort();
  return Int32Array.from(keys, (key) => key % maxLeaves);
}
