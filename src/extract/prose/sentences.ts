import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { isOfReaders } from '../facts/is-of-readers.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { foldText } from '../words/words.ts';

/** A word of a sentence, folded, with its range in the text. */
export interface SentenceWord {
  word: string;
  from: number;
  to: number;
  /** Number of clauses of the sentence before the word. */
  clause: number;
}

/** A sentence of the visible text, or a part of a line that stands for itself. */
export interface Sentence {
  /** The text as the page shows it, for the quote. */
  quote: string;
  /** The text with ASCII digits and separators ({@link normalizeDigits}), to which all ranges refer. */
  text: string;
  words: readonly SentenceWord[];
  /** Element that contains the line. */
  element: number;
  /** Index of the line on the page. */
  line: number;
  isQuestion: boolean;
}

/** Maximum number of lines and of sentences, and of characters of a line and a sentence, that are read. */
const maxLines = 1_500;
const maxSentences = 500;
const maxLineLength = 3_000;
const maxSentenceLength = 400;
const minWords = 2;
/** Maximum length of a word that loses its vowel in front of another one, and of an ending behind an apostrophe. */
const maxElision = 2;
const maxWords = 70;

/** The end of a sentence before a word with a capital, and marks between the parts of a line. */
const boundary = /[。！？]|(?<![.!?…])[.!?…]{1,4}(?=\s{1,3}["“„«¿¡(]?(\p{Lu}[\p{L}’']{0,20}))| [·•|] /gu;
/** Text before the point that ends a sentence: no short form, no initial and no number of a day, such as `14. Juni`. */
const wholeWord = /(?:\p{L}{3}|\d{3}|[)"”»%!?…])$/u;
const wordShape = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)?/gu;
const clauseMark = /[,;:()–]/g;

function splitLine(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const match of text.matchAll(boundary)) {
    const isSeparator = match[0].startsWith(' ');
    const [, next] = match;
    // A short form is followed by a name, a sentence often by an article or a pronoun.
    const isInside =
      next !== undefined &&
      !functionWords.has(foldText(next)) &&
      !wholeWord.test(text.slice(from, match.index + match[0].length).replace(/\.{1,4}$/, ''));
    if (isInside) continue;
    const end = match.index + (isSeparator ? 0 : match[0].length);
    parts.push(text.slice(from, end));
    from = match.index + match[0].length;
  }
  parts.push(text.slice(from));
  return parts.map((part) => part.trim()).filter((part) => part !== '' && part.length <= maxSentenceLength);
}

/** Folds a word, without what an apostrophe joins to it: "the club's", "l'architecte". */
function foldWord(text: string): string {
  const folded = foldText(text);
  // "aren't" says the opposite of "are".
  if (folded.endsWith("n't")) return folded;
  const [word = '', joined = ''] = folded.split("'", 2);
  return word.length <= maxElision && joined.length > maxElision ? joined : word;
}

function wordsIn(text: string): SentenceWord[] {
  const marks = [...text.matchAll(clauseMark)].map(({ index }) => index);
  let clause = 0;
  return [...text.matchAll(wordShape)].slice(0, maxWords).map((match) => {
    while (clause < marks.length && (marks[clause] ?? 0) < match.index) clause++;
    return { word: foldWord(match[0]), from: match.index, to: match.index + match[0].length, clause };
  });
}

/**
 * Returns the sentences that say something about the subject of a page: not those of its frame and of readers.
 */
export function findSentences(page: PageFacts): Sentence[] {
  const sentences: Sentence[] = [];
  page
    .lines()
    .slice(0, maxLines)
    .forEach(({ text: line, element }, at) => {
      if (sentences.length >= maxSentences || line.length > maxLineLength || !/\p{L}/u.test(line)) return;
      const parts = splitLine(line).filter((part) => /\s|[\u3040-\u9fff]/u.test(part));
      if (parts.length === 0) return;
      if (page.isInFrame(element) || isOfReaders(page, element)) return;
      for (const quote of parts) {
        const text = collapseSpace(normalizeDigits(quote));
        const words = wordsIn(text);
        if (words.length < minWords) continue;
        sentences.push({ quote, text, words, element, line: at, isQuestion: /[?？]\s*$/.test(text) });
      }
    });
  return sentences.slice(0, maxSentences);
}
