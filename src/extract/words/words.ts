import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { replaceSpecialLetters } from '../../page/words/replace-special-letters.ts';

const maxNameLength = 400;

/** ASCII without the grave accent, which folding leaves as it is, but for its case. */
const plainText = /^[\x00-\x5f\x61-\x7f]*$/;

/**
 * Folds a text for comparison: NFKC, lower case, no accents on Latin letters, uniform quotes and dashes,
 * collapsed white space.
 */
export function foldText(text: string): string {
  if (plainText.test(text)) return collapseSpace(text.toLowerCase());
  return collapseSpace(
    replaceSpecialLetters(
      text
        .normalize('NFKD')
        .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
        .normalize('NFKC')
        .toLowerCase(),
    )
      .replace(/[‘’‚‛′`´]/g, "'")
      .replace(/[“”„‟″«»]/g, '"')
      .replace(/[\u2010-\u2015\u2212]/g, '-'),
  );
}

/**
 * Returns the lower-case words of a name in any notation: `datePublished`, `date_published` and `Date
 * published`.
 */
export function wordsOf(name: string): string[] {
  const separated = name
    .slice(0, maxNameLength)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  return splitWords(foldText(separated));
}

/** Returns the runs of letters and digits of a text. */
export function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Returns only the folded letters and digits of a text. */
export function foldLetters(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, '');
}

/** Joins words with single spaces. */
export function phraseOf(words: readonly string[]): string {
  return words.join(' ');
}

/** Words of other languages that are the singular of an English noun: "doors" are not several Dutch "by". */
const foreignSingulars: ReadonlySet<string> = new Set(['door', 'par', 'per', 'pro', 'for']);

/** Removes an English plural ending. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length <= 3 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  const shorter = word.slice(0, -1);
  return foreignSingulars.has(shorter) ? word : shorter;
}
