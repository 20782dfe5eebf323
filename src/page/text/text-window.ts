import { countCodePoints, sliceCodePoints } from './code-points.ts';

/** Request for a part of a text, in code points. */
export interface WindowRequest {
  text: string;
  offset: number;
  /** Maximum number of code points. */
  length: number;
}

/** Requested part of a text, and its length in code points. */
export interface TextWindow {
  content: string;
  length: number;
}

/** Returns a part of a text. Takes time linear in the end of the part. */
export function getTextWindow({ text, offset, length }: WindowRequest): TextWindow {
  const content = sliceCodePoints(text, offset, length);
  return { content, length: countCodePoints(content) };
}
