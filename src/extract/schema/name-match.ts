import { memoize } from '../../domain/values/memoize.ts';
import { functionWords } from '../../page/text/function-words.ts';
import { withoutUnit } from '../typed/quantity.ts';
import { singular, wordsOf } from '../words/words.ts';
import { type Concept, conceptsOf, isKnownLabel, labelPhrase, scoreLabel } from './concepts.ts';
import type { Field } from './field.ts';
import { namedCurrency } from './named-currency.ts';

/** Names of a field in the forms used for comparison with names on a page. */
export interface FieldNames {
  phrase: string;
  /** Phrase with the name of the enclosing field: `offer price`. */
  full: string;
  words: readonly string[];
  concepts: readonly Concept[];
  /** Names in the schema's title and description, and the name without its last word if that says little. */
  others: readonly OtherName[];
}

interface OtherName {
  phrase: string;
  concepts: readonly Concept[];
  weight: number;
}

/** Last words of names that say little: the page calls a `cabin_class` only "Cabin". */
const genericWords = new Set(
  'class type kind level status code category number no id name value size count grade group mode amount sum range'.split(
    ' ',
  ),
);
const maxDescriptionWords = 4;
const descriptionWeight = 0.92;
const genericWeight = 0.8;

/** Returns the words of the first part of a description if it is a short name, without articles. */
function describedName(description: string): string[] {
  const [first = ''] = description.split(/[,.;:(\n]/, 1);
  const words = wordsOf(first).filter((word) => !/^(?:the|a|an|of|this|der|die|das|le|la|el|il)$/.test(word));
  return words.length >= 1 && words.length <= maxDescriptionWords ? [...withoutUnit(words)] : [];
}

/** Returns a word as it reads without the letters that names of fields have in place of umlauts: `wohnflaeche`. */
function withoutUmlautPairs(word: string): string {
  return word.replace(/(?<=[^aeiouq])([aou])e(?=[^aeiou])|^([aou])e(?=[^aeiou])/g, '$1$2');
}

function otherNames(field: Field, words: readonly string[], concepts: readonly Concept[]): OtherName[] {
  const names: OtherName[] = [];
  const described = describedName(field.description);
  if (described.length > 0)
    names.push({
      phrase: labelPhrase(described),
      concepts: conceptsOf(described),
      weight: descriptionWeight,
    });
  const plain = words.map(withoutUmlautPairs);
  if (plain.join() !== words.join())
    names.push({ phrase: labelPhrase(plain), concepts: conceptsOf(plain), weight: 1 });
  const last = words.at(-1) ?? '';
  const isCount = last === 'count';
  if ((isCount || concepts.length === 0) && words.length > 1 && genericWords.has(last))
    names.push({ phrase: labelPhrase(words.slice(0, -1)), concepts: [], weight: genericWeight });
  return names;
}

/** Returns the words of a name without the unit or the currency at its end, which are no part of what the page calls it. */
function ownWords({ words, kind }: Field): readonly string[] {
  if (isKnownLabel(words)) return words;
  return kind === 'money' && namedCurrency(words) !== null ? words.slice(0, -1) : withoutUnit(words);
}

/** Returns the names of a field. */
export function getFieldNames(field: Field, concepts: readonly Concept[]): FieldNames {
  const outer = field.context.at(-1) ?? [];
  const words = ownWords(field);
  return {
    phrase: labelPhrase(words),
    full: labelPhrase([...outer, ...words]),
    words: words.map(singular),
    concepts,
    others: otherNames(field, words, concepts),
  };
}

/** Returns the concepts of a name on the page, whose words are joined with spaces. */
const conceptsOfName = memoize((name) => conceptsOf(name.split(' ')));

/**
 * Scores the match of a name on the page with a field, 0 to 1: the same words, a word with the same meaning, or
 * the field's words among a few others. `isInWords`: people read the name, so that the field's words are its head; names of
 * classes have any order.
 */
export function scoreNameMatch(
  names: FieldNames,
  phrase: string,
  words: readonly string[],
  isInWords = false,
): number {
  let best = scoreOwnName(names, phrase, words, isInWords);
  for (const other of names.others) {
    const isSame = phrase === other.phrase || words.map(singular).join(' ') === other.phrase;
    const score = isSame ? 1 : 0.97 * scoreLabel(phrase, other.concepts);
    best = Math.max(best, score * other.weight);
  }
  return best;
}

/** Words that say what kind of value a label names: a "company number" is no company. */
const headWords = new Set(
  'number no nr nummer numero numéro id code date datum fecha data phone telephone tel fax email mail url website count type'.split(
    ' ',
  ),
);

const minJoinedLength = 6;

/** Returns true if two names differ only in where they are split into words: "ust idnr", "u st id nr". */
function haveSameLetters(one: string, other: string): boolean {
  if (one.charAt(0) !== other.charAt(0)) return false;
  const letters = one.replaceAll(' ', '');
  return letters.length >= minJoinedLength && letters === other.replaceAll(' ', '');
}

/**
 * Returns true if the words of a field are the head of a longer name: at its end ("Security deposit"), or at its beginning with
 * a word such as "of" behind them ("Precio del inmueble"). A word that says little may end it ("VAT amount"); a "deposit account"
 * is no deposit.
 */
function isHead(own: readonly string[], name: readonly string[]): boolean {
  const behind = name[own.length] ?? '';
  const end = name.findLastIndex((word) => !genericWords.has(word) || own.includes(word)) + 1;
  const matches = (from: number) => own.every((_, at) => own.includes(name[from + at] ?? ''));
  return matches(end - own.length) || (matches(0) && functionWords.has(behind));
}

function scoreOwnName(
  names: FieldNames,
  phrase: string,
  words: readonly string[],
  isInWords: boolean,
): number {
  if (phrase === names.phrase || phrase === names.full || haveSameLetters(phrase, names.phrase)) return 1;
  const labelScore = scoreLabel(phrase, names.concepts);
  if (labelScore > 0) return 0.97 * labelScore;
  const stems = words.map(singular);
  const namesOther = stems.some((word) => headWords.has(word) && !names.words.includes(word));
  if (!namesOther && names.concepts.length > 0 && conceptsOfName(words.join(' '))[0] === names.concepts[0])
    return 0.93;
  if (names.words.length === 0 || words.length > names.words.length + 2) return 0;
  if (!names.words.every((word) => stems.includes(word))) return 0;
  if (words.length === names.words.length) return 0.95;
  // A label with a number names one of several things: "Season 4" is no label of a season's length.
  const isNumbered = stems.some((word) => /^\d+$/.test(word) && !names.words.includes(word));
  return namesOther || isNumbered || (isInWords && !isHead(names.words, stems)) ? 0 : 0.8;
}
