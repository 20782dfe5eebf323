import type { Evidence } from '../../domain/extraction.ts';

/** A text of the page that may be a field's value, and what speaks for it. */
export interface Candidate {
  text: string;
  /** Element or text node that shows it. */
  node: number;
  source: Evidence['source'];
  /** What led to it, for the evidence: `dt "Price"`, `class "price"`. */
  reason: string;
  /** 0 to 1 before the field's type, the place and rivals are looked at. */
  strength: number;
  /** 0 to 1: how well the words that led to it name the field; 1 where no words did. */
  fit: number;
}
