import type { Evidence } from '../../domain/pages/extraction.ts';

/** A text of the page that may be the value of a field, with the evidence for it. */
export interface Candidate {
  text: string;
  /** Element or text node that contains the text. */
  node: number;
  source: Evidence['source'];
  /** Sign that led to the text, as quoted in the evidence: `dt "Price"`, `class "price"`. */
  reason: string;
  /** Score from 0 to 1, before the field's type, the position and other candidates are considered. */
  strength: number;
  /** Match of the words that led to the text with the field's names, 0 to 1; 1 if no words did. */
  fit: number;
}
