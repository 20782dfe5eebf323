import type { TextWork } from '../domain/pages/content.ts';
import type { TextDifference } from './compare-texts.ts';
import type { DatedText } from './dated-text.ts';
import type { TextKey } from './text-blocks.ts';

/** Computes the key by which a text is compared. */
export const textKeyWork: TextWork<DatedText, TextKey> = { name: 'text_key' };

/** Compares two texts block by block. */
export const textDifferenceWork: TextWork<{ before: DatedText; after: DatedText }, TextDifference> = {
  name: 'text_difference',
};
