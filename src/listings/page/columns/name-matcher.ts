import { replaceSpans } from '../../../domain/values/replace-spans.ts';
import { type Concept, conceptsOf, labelPhrase } from '../../../extract/schema/concepts.ts';
import { foldText, singular, wordsOf } from '../../../extract/words/words.ts';
import { readJsonAsset } from '../../../page/assets/read-json-asset.ts';
import { functionWords } from '../../../page/text/function-words.ts';

/** Compares the name of a field with names of keys. */
export interface NameMatcher {
  /** Content words of the field's name. */
  words: readonly string[];
  concepts: readonly Concept[];
  /** Scores one name of a key, 0 to 1. */
  score(name: readonly string[]): number;
}

/** Groups of synonyms in the main languages of the web. */
const synonymGroups = (readJsonAsset('listings/page/columns/word-groups.json') as string[][]).map((group) =>
  group.map((word) => foldText(word)),
);

const groupsByWord = new Map<string, Set<number>>();
synonymGroups.forEach((group, index) => {
  for (const word of group) {
    for (const form of [word, singular(word)]) {
      const wordGroups = groupsByWord.get(form) ?? new Set<number>();
      wordGroups.add(index);
      groupsByWord.set(form, wordGroups);
    }
  }
});

/** Words for the things that listings contain: they name the record, not one of its values. */
const entityWords = new Set(
  'product item job article post listing record entry book event movie film hotel property house home car vehicle recipe course flight article story thread offer result node ad package repository repo game song video photo question event person profile app entity object'.split(
    ' ',
  ),
);
/** Returns true if a name only says what the records are: the column "Event" of a table of events holds their titles. */
export function namesRecords(name: readonly string[]): boolean {
  return name.length === 1 && entityWords.has(singular(name[0] ?? ''));
}

/** Words with little meaning for the choice of a value. */
const vagueWords = new Set(
  'name value text number type data info date time id count total amount full main raw display formatted string field attribute current'.split(
    ' ',
  ),
);
const unitWords = new Set('in usd eur gbp dollars euros iso'.split(' '));

/** Words for the boxes of a layout, which say nothing about their content before other words. */
const layoutWords = new Set(
  'wrap wrapper wrapped cell box boxed block container content inner outer body main section area tile card teaser module component element holder group grid col column row list layout panel left right top bottom middle head header footer slot part unit base default primary'.split(
    ' ',
  ),
);

const layoutWeight = 0.1;

function getWordWeight(word: string): number {
  if (entityWords.has(word)) return 0.25;
  return vagueWords.has(word) ? 0.6 : 1;
}

/** Splits a word that consists of known words: `listprice`, `createdat`. */
function splitCompound(word: string): string[] {
  if (word.length < 6 || groupsByWord.has(word) || groupsByWord.has(singular(word))) return [word];
  for (let at = word.length - 2; at >= 3; at--) {
    const first = word.slice(0, at);
    const rest = word.slice(at);
    const isKnown = (part: string) =>
      groupsByWord.has(part) || entityWords.has(part) || /^(?:at|on|by|id|url)$/.test(part);
    if (isKnown(first) && isKnown(rest)) return [first, rest];
  }
  return [word];
}

function normalizeWords(words: readonly string[]): string[] {
  const all = words.flatMap(splitCompound).filter((word) => !/^\d+$/.test(word));
  const contentWords = all.filter((word) => !functionWords.has(word) || groupsByWord.has(word));
  const plain = (contentWords.length > 0 ? contentWords : all).filter((word) => !unitWords.has(word));
  return (plain.length > 0 ? plain : all).map((word) => singular(word));
}

/** Scores the similarity of two words: 1 for equal words, less for synonyms. */
function getSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  if (one.length >= 4 && other.length >= 4 && (one.startsWith(other) || other.startsWith(one))) return 0.85;
  const first = groupsByWord.get(one);
  const second = groupsByWord.get(other);
  if (first === undefined || second === undefined) return 0;
  for (const group of first) if (second.has(group)) return 0.8;
  return 0;
}

/** Returns the share of the weight of both names that matches. */
function overlap(field: readonly string[], key: readonly string[]): number {
  let matched = 0;
  let weight = 0;
  const used = new Set<string>();
  for (const word of field) {
    const wordWeight = getWordWeight(word);
    weight += wordWeight;
    let best = 0;
    let bestWord = '';
    for (const other of key) {
      const similarity = getSimilarity(word, other);
      if (similarity > best) {
        best = similarity;
        bestWord = other;
      }
    }
    if (best > 0) used.add(bestWord);
    matched += wordWeight * best;
  }
  const extra = key.reduce((sum, word, at) => {
    if (used.has(word)) return sum;
    return sum + (layoutWords.has(word) && at < key.length - 1 ? layoutWeight : getWordWeight(word));
  }, 0);
  return weight === 0 ? 0 : matched / (weight + 0.35 * extra);
}

/** Reorders "name of the company" to "company name". */
function reorderPhrase(words: readonly string[]): string[] {
  const at = words.findIndex((word) => word === 'of' || word === 'for' || word === 'to');
  if (at <= 0 || at === words.length - 1) return [...words];
  return [...words.slice(at + 1), ...words.slice(0, at)];
}

const isYear = (word: string) => /^\d{4}$/.test(word);
/** Score of a name that is only the year of the field. */
const yearScore = 0.9;

/** Creates a matcher for a field name in words. */
export function createNameMatcher(field: string): NameMatcher {
  const withoutBrackets = replaceSpans(field, '(', ')', ' ');
  const fieldWords = reorderPhrase(wordsOf(withoutBrackets === '' ? field : withoutBrackets));
  const words = normalizeWords(fieldWords);
  const specificWords = words.filter((word) => !entityWords.has(word));
  const coreWords = specificWords.length > 0 ? specificWords : words;
  const concepts = conceptsOf(fieldWords).length > 0 ? conceptsOf(fieldWords) : conceptsOf(coreWords);
  const phrase = labelPhrase(fieldWords);
  const scoreCache = new Map<string, number>();
  const years = fieldWords.filter(isYear);
  function scoreName(name: readonly string[]): number {
    const nameYears = name.filter(isYear);
    if (years.length > 0 && nameYears.length > 0) {
      if (years.join(' ') !== nameYears.join(' ')) return 0;
      if (nameYears.length === name.length) return yearScore;
    }
    const key = normalizeWords(name);
    if (key.length === 0) return 0;
    if (labelPhrase(name) === phrase || key.join(' ') === words.join(' ')) return 1;
    const nameConcepts = conceptsOf(name);
    const first = concepts[0];
    const isSame = first !== undefined && nameConcepts[0] === first;
    const isAlso = nameConcepts.some((concept) => concepts.includes(concept));
    const shared = Math.max(overlap(words, key), coreWords.join(' ') === key.join(' ') ? 0.95 : 0);
    // A key that fully names another concept probably contains that concept.
    const isOther =
      nameConcepts.length > 0 &&
      concepts.length > 0 &&
      !isAlso &&
      nameConcepts[0]?.kind !== concepts[0]?.kind;
    return Math.max(isSame ? 0.92 : isAlso ? 0.7 : 0, isOther ? shared * 0.6 : shared);
  }
  return {
    words,
    concepts,
    score(name) {
      const key = name.join(' ');
      let score = scoreCache.get(key);
      if (score === undefined) {
        score = scoreName(name);
        scoreCache.set(key, score);
      }
      return score;
    },
  };
}
