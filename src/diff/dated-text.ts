import { compareTexts, type TextDifference } from './compare-texts.ts';
import { digestBlocks, splitTextBlocks, type TextKey } from './text-blocks.ts';

/** A Markdown text and the time at which its page was fetched. */
export interface DatedText {
  text: string;
  at: Date;
}

/** Computes the key by which a text is compared with others. */
export function computeTextKey({ text, at }: DatedText): TextKey {
  return digestBlocks(splitTextBlocks(text, at));
}

/** Compares two texts block by block. */
export function compareDatedTexts(texts: { before: DatedText; after: DatedText }): TextDifference {
  const [before, after] = [texts.before, texts.after].map(({ text, at }) => splitTextBlocks(text, at));
  return compareTexts(before ?? [], after ?? []);
}
