import type { Candidate } from './candidate.ts';

/** A name that may be that of the author, with its place. */
export interface Byline extends Candidate {
  /** Index of the line. */
  line: number;
  /** True if the title of the page is near. */
  isNear: boolean;
}
