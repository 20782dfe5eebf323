import { foldWords, separateWords } from './separate-words.ts';

/** Maximum number of searchable characters of a page's title and text. */
const maxTitleLength = 1_000;
const maxTextLength = 50_000;

/** Texts of a page as the index stores them: separated words, without characters that PostgreSQL cannot store. */
export interface SearchableText {
  title: string;
  body: string;
  /** Same texts folded for comparison. */
  foldedTitle: string;
  foldedBody: string;
}

function toStorableText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).toWellFormed().replaceAll('\0', ' ');
}

/** Prepares a title and a plain text for the index. Segmenting a long text of a script without spaces takes long. */
export function createSearchableText(plainTitle: string, plainText: string): SearchableText {
  const title = toStorableText(separateWords(plainTitle.slice(0, maxTitleLength)), maxTitleLength);
  const body = toStorableText(separateWords(plainText.slice(0, maxTextLength).trim()), maxTextLength);
  return { title, body, foldedTitle: foldWords(title), foldedBody: foldWords(body) };
}
