import type { Evidence } from '../../../domain/pages/extraction.ts';

/** What a page says about itself in one respect, with the place where it says it. */
export interface Fact {
  value: string;
  source: Evidence['source'];
  /** Path in the structured data, name of the meta tag, or sign of the element. */
  reason: string;
  /** Node that shows the value; -1 if the page only declares it. */
  node: number;
  /** Confidence from 0 to 1. */
  confidence: number;
}
