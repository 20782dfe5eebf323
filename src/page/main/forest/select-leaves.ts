import { floatAt, integerAt } from '../../../domain/values/elements.ts';
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

/** Selection of leaves and its expected quality. */
export interface LeafSelection {
  isKept: Uint8Array;
  /** Expected F1 score of the kept words, from 0 to 1. */
  expected: number;
}

/** Keeps the most probable leaves, as many as maximize the expected F1 score over words. */
export function selectLeaves(
  probabilities: Float32Array,
  words: (leaf: number) => number,
  kind: PageKind,
): LeafSelection {
  const calibrationExponent = calibrationExponents[kind];
  const count = probabilities.length;
  const ranking = rankByProbability(probabilities);
  const calibrated = probabilities.map((p) => 1 / (1 + ((1 - p + 1e-6) / (p + 1e-6)) ** calibrationExponent));
  let expectedWords = 0;
  for (let leaf = 0; leaf < count; leaf++) expectedWords += floatAt(calibrated, leaf) * words(leaf);
  let expectedHits = 0;
  let selectedWords = 0;
  let expected = 0;
  let keptCount = 0;
  ranking.forEach((leaf, index) => {
    expectedHits += floatAt(calibrated, leaf) * words(leaf);
    selectedWords += words(leaf);
    const f1 = selectedWords + expectedWords === 0 ? 0 : (2 * expectedHits) / (selectedWords + expectedWords);
    if (f1 > expected) {
      expected = f1;
      keptCount = index + 1;
    }
  });
  const isKept = new Uint8Array(count);
  for (let index = 0; index < keptCount; index++) isKept[integerAt(ranking, index)] = 1;
  return { isKept, expected };
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
