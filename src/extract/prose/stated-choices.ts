import { functionWords } from '../../page/text/function-words.ts';
import { linePartsOf } from '../facts/line-parts.ts';
import { phraseOf, wordsOf } from '../words/words.ts';
import type { Sentence, SentenceWord } from './sentences.ts';
import { type AskedField, negations, similarity } from './span-features.ts';

/** A sentence that says whether something is so, or which of several choices is. */
export interface StatedChoice {
  value: string | boolean;
  sentence: Sentence;
}

/**
 * Minimum similarity of a word of a sentence to each word of a field's name. What is "forbidden" is close to what is "allowed": a question
 * of yes and no needs the words themselves.
 */
const minSimilarity = 0.75;
const minSameWord = 0.9;
/** Maximum number of words of a sentence that states one thing. */
const maxWords = 24;
/** Minimum number of words of a name that say what is asked: one word is in many sentences that answer something else. */
const minNameWords = 2;
/** Minimum length of a choice or a name that a part of a line consists of. */
const minPlainLength = 6;
/** Words of a sentence that says under which condition something is so. */
const conditions =
  /^(?:if|unless|when|whether|until|may|might|could|would|wenn|falls|sofern|ob|si|lorsque|cuando|se|quando|als|indien|jesli|om|если)$/u;

/** Returns the words of the first clause that contains all words of the field's name; empty if the sentence has none. */
function statingWords({ words: asked, field }: AskedField, { words }: Sentence): readonly SentenceWord[] {
  const minimum = field.kind === 'yes_no' ? minSameWord : minSimilarity;
  const clauses = Map.groupBy(words, ({ clause }) => clause);
  const stating = [...clauses.values()].find((clause) =>
    asked.every((own) => clause.some(({ word }) => similarity(own, word) >= minimum)),
  );
  return stating ?? [];
}

function isPlain({ words, isQuestion }: Sentence): boolean {
  return !isQuestion && words.length <= maxWords && !words.some(({ word }) => conditions.test(word));
}

function isNegated(words: readonly SentenceWord[]): boolean {
  return words.some(({ word }) => negations.test(word));
}

/** Returns whether the sentences of a page say that something is so; null if none does, or if they contradict each other. */
function findYesNo(asked: AskedField, sentences: readonly Sentence[]): StatedChoice | null {
  if (asked.words.length < minNameWords) return null;
  const stated = sentences.filter(isPlain).flatMap((sentence): StatedChoice[] => {
    const words = statingWords(asked, sentence);
    // A heading or a label alone says nothing about its value.
    const isStatement =
      words.length > asked.words.length && words.some(({ word }) => functionWords.has(word));
    return isStatement ? [{ value: !isNegated(words), sentence }] : [];
  });
  return new Set(stated.map(({ value }) => value)).size === 1 ? (stated[0] ?? null) : null;
}

/** Returns the only choice that the sentences about a field name; null if they name none or several. */
function findNamedChoice(asked: AskedField, sentences: readonly Sentence[]): StatedChoice | null {
  const choices = (asked.field.choices ?? []).filter((choice) => typeof choice === 'string');
  if (asked.words.length === 0) return null;
  const stated = sentences.filter(isPlain).flatMap((sentence): StatedChoice[] => {
    const words = statingWords(asked, sentence);
    if (words.length === 0 || isNegated(words)) return [];
    const text = ` ${words.map(({ word }) => word).join(' ')} `;
    return choices
      .filter((choice) => text.includes(` ${wordsOf(choice).join(' ')} `))
      .map((value) => ({ value, sentence }));
  });
  return new Set(stated.map(({ value }) => value)).size === 1 ? (stated[0] ?? null) : null;
}

const withoutBrackets = (text: string) => text.replace(/\([^()]{0,60}\)/gu, '');

/**
 * Returns the choice that parts of lines consist of: "full-time" of "Norwick, full-time, from May". Null if there are several, as in a list
 * of filters. A short word alone can be anything.
 */
function findPlainChoice(asked: AskedField, sentences: readonly Sentence[]): StatedChoice | null {
  const choices = new Map(
    (asked.field.choices ?? []).flatMap((choice): [string, string][] => {
      const words = typeof choice === 'string' ? phraseOf(wordsOf(choice)) : '';
      return words.length >= minPlainLength ? [[words, String(choice)]] : [];
    }),
  );
  if (choices.size === 0) return null;
  const stated = sentences.flatMap((sentence) =>
    linePartsOf(sentence.quote).flatMap(({ text }): StatedChoice[] => {
      const value = choices.get(phraseOf(wordsOf(withoutBrackets(text))));
      return value === undefined ? [] : [{ value, sentence }];
    }),
  );
  return new Set(stated.map(({ value }) => value)).size === 1 ? (stated[0] ?? null) : null;
}

/** Returns true for a line that names what a field asks for among other facts: "permanent" of "full-time, permanent". */
function findPlainFact(asked: AskedField, sentences: readonly Sentence[]): StatedChoice | null {
  const name = phraseOf(asked.words.map(({ word }) => word));
  if (name.length < minPlainLength) return null;
  const sentence = sentences.find(({ quote }) => {
    const parts = linePartsOf(quote);
    return parts.length > 1 && parts.some(({ text }) => phraseOf(wordsOf(text)) === name);
  });
  return sentence === undefined ? null : { value: true, sentence };
}

/** Returns the answer of a page's sentences to a field with choices, or to a question of yes and no. */
export function findStatedChoice(asked: AskedField, sentences: readonly Sentence[]): StatedChoice | null {
  return asked.field.kind === 'yes_no'
    ? (findYesNo(asked, sentences) ?? findPlainFact(asked, sentences))
    : (findNamedChoice(asked, sentences) ?? findPlainChoice(asked, sentences));
}
