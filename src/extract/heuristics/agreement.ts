import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { Field } from '../schema/field.ts';

/** A value that the heuristics consider for a scalar field, best first in a list. */
export interface RankedAnswer {
  value: FoundValue['value'];
  /** Tree node that contains the value. */
  node: number;
  /** Probability that the value is correct, 0 to 1. */
  confidence: number;
  isWeak: boolean;
  /** True if a label or a semantic attribute on the page names the field. */
  isLabelled: boolean;
}

/** Decision about a field with the knowledge of earlier pages of the layout. */
export type AgreedAnswer =
  /** One of the answers; `at` is its index. */
  | { from: 'answers'; at: number; confidence: number; isWeak: boolean }
  /** A value at a place that earlier pages taught. */
  | { from: 'place'; value: FoundValue };

/** Compares the answers of a page with those of earlier pages of the same layout. */
export interface Agreement {
  /** Returns the decision; null if earlier pages do not help, so that the first answer stands. */
  choose(field: Field, answers: readonly RankedAnswer[]): AgreedAnswer | null;
}
