import { closeness, type Meaning, meaningOf } from '../words/meaning.ts';
import { replaceSpecialLetters } from '../words/replace-special-letters.ts';
import { functionWords } from './function-words.ts';
import { foldText } from './sections.ts';

/** Weight of another form of a word, and of a word that means the same, relative to the word itself. */
const formWeight = 0.6;
const meaningWeight = 0.5;
/** Closeness from which on a word's meaning counts; the weight grows from here to the same meaning. */
const minCloseness = 0.55;
/** Weight of function words ("the", "wie") relative to others. */
const functionWordWeight = 0.05;
/** Maximum number of characters of a question that are read, and of its words. */
const maxLength = 4000;
const maxWords = 32;

/** Word of a question. */
export interface SearchTerm {
  word: string;
  /** Stem that other forms of the word start with, or null for scripts without spaces, where the word matches anywhere. */
  stem: string | null;
  /** Importance of the word in the question. */
  weight: number;
  meaning: Meaning | null;
}

function fold(text: string): string {
  return replaceSpecialLetters(foldText(text));
}

/** Returns the distinct words of a question, at most 32. Scripts without spaces are segmented by dictionaries. */
export function parseTerms(question: string): SearchTerm[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = new Set<string>();
  for (const { segment, isWordLike } of segmenter.segment(fold(question.slice(0, maxLength)))) {
    if (isWordLike === true) words.add(segment);
    if (words.size === maxWords) break;
  }
  return [...words].map((word) => {
    const isFunctionWord = functionWords.has(word);
    return {
      word,
      stem: stemOf(word),
      weight: isFunctionWord ? functionWordWeight : 1,
      meaning: isFunctionWord ? null : meaningOfWord(word),
    };
  });
}

/** Counts each term in a text. */
export type TermCounter = (text: string) => number[];

/**
 * Returns a function that counts terms in texts: a word itself counts one, another form of it and a word that means the same, in
 * any language, count less. What is known of a word is kept for the next text.
 */
export function createTermCounter(terms: readonly SearchTerm[]): TermCounter {
  const weightsByWord = new Map<string, readonly number[] | null>();
  const weightsOf = (word: string) => {
    let weights = weightsByWord.get(word);
    if (weights === undefined) {
      weights = computeWeights(word, terms);
      weightsByWord.set(word, weights);
    }
    return weights;
  };
  return (text) => {
    const folded = fold(text);
    const counts = terms.map(({ word, stem }) => (stem === null ? folded.split(word).length - 1 : 0));
    for (const word of folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) {
      weightsOf(word)?.forEach((weight, at) => {
        counts[at] = (counts[at] ?? 0) + weight;
      });
    }
    return counts;
  };
}

/** Returns how much a word counts for each term; null if for none. */
function computeWeights(word: string, terms: readonly SearchTerm[]): number[] | null {
  const isForm = terms.map(({ stem }) => stem !== null && word.startsWith(stem));
  // A word whose form answers one term is not searched for the meaning of others: "set up" is no "setting".
  const meaning = functionWords.has(word) || isForm.includes(true) ? null : meaningOfWord(word);
  const weights = terms.map((term, at) =>
    isForm[at] === true ? weightOfForm(word, term.word) : weightOfMeaning(meaning, term.meaning),
  );
  return weights.some((weight) => weight > 0) ? weights : null;
}

function weightOfForm(word: string, term: string): number {
  if (word === term) return 1;
  // A much longer word with the same stem is usually not a form of this word.
  return word.length <= term.length + 3 ? formWeight : 0;
}

function weightOfMeaning(one: Meaning | null, other: Meaning | null): number {
  if (one === null || other === null) return 0;
  const above = closeness(one, other) - minCloseness;
  return above <= 0 ? 0 : (meaningWeight * above) / (1 - minCloseness);
}

function meaningOfWord(word: string): Meaning | null {
  return /^\p{N}+$/u.test(word) ? null : meaningOf([word]);
}

/** Returns the stem of a word: without a short ending, which is longer for longer words. */
function stemOf(word: string): string | null {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]+$/u.test(word)) return null;
  if (word.length <= 4 || /\p{N}/u.test(word)) return word;
  return word.slice(0, word.length - (word.length >= 8 ? 3 : word.length >= 6 ? 2 : 1));
}
