import { functionWords } from '../../page/text/function-words.ts';
import { closeness, type Meaning, meaningOf } from '../../page/words/meaning.ts';
import { conceptsOf } from './concepts.ts';
import type { FieldKind } from './field.ts';

/** Minimum closeness of a name to that of the field, and by how much the next one must be less close. */
const minCloseness = 0.5;
const minLead = 0.15;
/** How much closer two names are without a word of one that has no counterpart in the other. */
const minSurplus = 0.03;
/** Minimum closeness of a word to one that says the kind of a value. */
const minKindCloseness = 0.5;

/** Words that only say of which kind a value is, which its form shows: "Camere: 17" needs no "number of". */
const kindWords: Readonly<Partial<Record<FieldKind, readonly string[]>>> = {
  number: ['number', 'count', 'quantity', 'percent', 'amount', 'value', 'total', 'euro', 'million'],
  money: ['price', 'cost', 'fee', 'amount', 'total', 'euro', 'dollar', 'value'],
  date: ['date', 'day', 'time'],
  duration: ['duration', 'time', 'minutes', 'hours'],
  identifier: ['number', 'code', 'id'],
  phone: ['number'],
  person: ['name', 'person'],
  text: ['name', 'text', 'value', 'info'],
};
const allKindWords = [...new Set(Object.values(kindWords).flat())];

/** A field that looks for a name on the page. */
export interface AskedName {
  words: readonly string[];
  kind: FieldKind;
}

/** The name on a page that is related to a field, as an index of the given names, and its closeness, up to 1. */
export interface RelatedName {
  index: number;
  closeness: number;
}

function isCloseToAny(word: string, others: readonly string[]): boolean {
  const meaning = meaningOf([word]);
  return others.some((one) => {
    const other = meaningOf([one]);
    return meaning === null || (other !== null && closeness(meaning, other) >= minKindCloseness);
  });
}

/** Returns true if a word says no more than the kind of a value: "Datum" of a date. */
export function namesKind(word: string, kind: FieldKind): boolean {
  return meaningOf([word]) !== null && isCloseToAny(word, kindWords[kind] ?? []);
}

/** Returns true if a name says nothing but the kind of a value: "Cantidad". */
function isVague(words: readonly string[]): boolean {
  return words.every((word) => isCloseToAny(word, allKindWords));
}

/** Returns the words of a name without which it is closer to another one: they have no counterpart there. */
function surplusWords(words: readonly string[], other: Meaning, rated: number): readonly string[] {
  if (words.length < 2) return [];
  return words.filter((_, at) => {
    const rest = meaningOf(words.toSpliced(at, 1));
    return rest !== null && closeness(rest, other) > rated + minSurplus;
  });
}

/** Returns true if the lists of names know what both names mean, and that it is not the same. */
function nameDifferentConcepts(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [conceptsOf(one), conceptsOf(other)];
  return first.length > 0 && second.length > 0 && !first.some((concept) => second.includes(concept));
}

const endsInFunctionWord = (words: readonly string[]) => functionWords.has(words.at(-1) ?? '');

/** Returns true if two close names may be names of one thing, word by word. */
function correspond(asked: AskedName, own: Meaning, name: readonly string[], meaning: Meaning): boolean {
  const rated = closeness(own, meaning);
  if (nameDifferentConcepts(asked.words, name) || (isVague(asked.words) && isVague(name))) return false;
  // Who asked stands behind "asked by", and when behind "asked".
  if (endsInFunctionWord(asked.words) && !endsInFunctionWord(name)) return false;
  if (surplusWords(name, own, rated).length > 0) return false;
  const kind = kindWords[asked.kind] ?? [];
  return surplusWords(asked.words, meaning, rated).every((word) => isCloseToAny(word, kind));
}

/**
 * Finds the one name on a page whose meaning is close to that of a field, in any language of the word vectors: "Caption" for
 * `case_name`, "Lieferzeit" for `delivery_time`. Null if several names are about as close, if one of two names has a word
 * without a counterpart ("Speciale prijs" for `oude_prijs`), or if one of the `others`, the names of the other fields, is
 * closer. All names are folded words.
 */
export function findRelatedName(
  asked: AskedName,
  names: readonly (readonly string[])[],
  others: readonly (readonly string[])[],
): RelatedName | null {
  const own = meaningOf(asked.words);
  if (own === null) return null;
  const rated = new Map<string, RelatedName & { meaning: Meaning }>();
  names.forEach((name, index) => {
    const phrase = name.join(' ');
    if (rated.has(phrase) || /\d/.test(phrase)) return;
    const meaning = meaningOf(name);
    if (meaning !== null) rated.set(phrase, { index, meaning, closeness: closeness(own, meaning) });
  });
  const [best, second] = [...rated.values()].sort((one, other) => other.closeness - one.closeness);
  if (best === undefined || best.closeness < minCloseness) return null;
  if (best.closeness - (second?.closeness ?? 0) < minLead) return null;
  if (!correspond(asked, own, names[best.index] ?? [], best.meaning)) return null;
  const isOfOther = others.some((other) => {
    const meaning = meaningOf(other);
    return meaning !== null && closeness(meaning, best.meaning) > best.closeness;
  });
  return isOfOther ? null : { index: best.index, closeness: best.closeness };
}
