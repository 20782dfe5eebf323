import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { withoutUnit } from '../typed/quantity.ts';
import { phraseOf, singular, wordsOf } from '../words/words.ts';
import type { FieldKind } from './field.ts';

/** A concept with many names on pages and in schemas: a row of `concepts.json`. */
export interface Concept {
  name: string;
  kind: FieldKind;
  /** Locations in page data, best first: paths of schema.org names, and Open Graph names (with a colon). */
  keys: readonly string[];
  /** Names in fields and visible labels, in ten languages, as folded phrases. */
  labels: readonly string[];
  /** Case-insensitive regular expression that a part of every value matches, if there is one. */
  form?: string;
  /** Case-insensitive regular expression that only values of this concept match, if there is one. */
  shape?: string;
  /** Relation to the title of a page: its subject, or the model of a product. */
  title?: 'subject' | 'model';
  /** Fact in the page's description that answers a field of the page itself. */
  fact?: 'title' | 'author' | 'published' | 'modified' | 'language' | 'siteName';
  /** Place of the page that has its values without a label. */
  source?: 'question_title' | 'title_beginning' | 'breadcrumb';
  /** Kind of the lists of posts that its values name, to which a post links. */
  terms?: 'tag' | 'category';
  /** Form of a line or an element that only its values have. */
  pattern?:
    | 'isbn'
    | 'duration'
    | 'availability'
    | 'count_beside_rating'
    | 'few_left'
    | 'pay'
    | 'hours'
    | 'version';
  /** How its candidates are completed and corrected. */
  refinement?: 'author' | 'brand' | 'publication';
  /** Text beside its values that belongs to something else. */
  cleaning?: 'date_behind' | 'wider_place';
  /** Form of the entries of its lists. */
  entries?: 'quantities' | 'steps';
  /** Amount of an offer that it asks for: the one that is paid, or the one before. */
  amount?: 'asked' | 'former';
  /** True if a text of its kind is probably its value, although nothing names it. */
  isTypicalOfKind?: true;
  /** True if its values are names of places: "Places: 18" counts seats. */
  isPlace?: true;
  /** True if a page has several values, which a prompt asks for together. */
  isList?: true;
  /** True if the entries of its lists are texts: the head of a step or a review is only its number or title. */
  isRunningText?: true;
  /** True if its value is a number of servings, and not the size of one. */
  isServings?: true;
}

/** Returns a phrase in the form used for comparing labels: the words with the last in the singular. */
export function labelPhrase(words: readonly string[]): string {
  const last = words.at(-1);
  return last === undefined ? '' : phraseOf([...words.slice(0, -1), singular(last)]);
}

function readConcepts(): Concept[] {
  const rows = readJsonAsset('extract/schema/concepts.json') as Concept[];
  return rows.map((row) => ({
    ...row,
    labels: [
      ...new Set([phraseOf(wordsOf(row.name)), ...row.labels].map((label) => labelPhrase(wordsOf(label)))),
    ],
  }));
}

/** All concepts in the order of the file. */
export const concepts: readonly Concept[] = readConcepts();

const conceptByName = new Map(concepts.map((concept) => [concept.name, concept]));
const conceptsByLabel = new Map<string, Concept[]>();
for (const concept of concepts) {
  for (const label of concept.labels) {
    const known = conceptsByLabel.get(label);
    if (known === undefined) conceptsByLabel.set(label, [concept]);
    else known.push(concept);
  }
}
/** Concepts by the last part of their schema.org names. */
const conceptsByKey = new Map<string, Concept[]>();
for (const concept of concepts) {
  for (const key of concept.keys) {
    const phrase = labelPhrase(wordsOf(key.slice(key.lastIndexOf('.') + 1)));
    conceptsByKey.set(phrase, [...(conceptsByKey.get(phrase) ?? []), concept]);
  }
}

function compilePatterns(key: 'form' | 'shape'): ReadonlyMap<string, RegExp> {
  const patterns = new Map<string, RegExp>();
  for (const concept of concepts) {
    const source = concept[key];
    if (source !== undefined) patterns.set(concept.name, new RegExp(source, 'iu'));
  }
  return patterns;
}

const forms = compilePatterns('form');
const shapes = compilePatterns('shape');

/** Returns the pattern that all values of a concept match, or null. */
export function formOf(concept: Concept | undefined): RegExp | null {
  return concept === undefined ? null : (forms.get(concept.name) ?? null);
}

/** Returns the pattern that identifies a concept's value without a label, or null. */
export function shapeOf(concept: Concept | undefined): RegExp | null {
  return concept === undefined ? null : (shapes.get(concept.name) ?? null);
}

/** Words without meaning for the choice of a concept. */
const fillerWords = new Set([
  'the',
  'a',
  'an',
  'of',
  'value',
  'text',
  'string',
  'number',
  'info',
  'data',
  'field',
  'item',
  'product',
  'page',
  'list',
  'main',
  'full',
  'usd',
  'eur',
  'gbp',
  'minute',
  'minutes',
  'min',
  'mins',
  'second',
  'seconds',
  'hour',
  'hours',
  'in',
  'at',
  'recipe',
  'article',
  'event',
  'movie',
  'film',
  'book',
  'url',
  'iso',
  'raw',
  'current',
]);

/**
 * Returns the concepts of a name, best first: by the whole name as a label or key, then without filler words.
 * Empty if no concept has the name.
 */
export function conceptsOf(words: readonly string[]): readonly Concept[] {
  const whole = labelPhrase(words);
  const matching = [
    conceptByName.get(words.join('_')),
    ...(conceptsByLabel.get(whole) ?? []),
    ...(conceptsByKey.get(whole) ?? []),
  ].filter((concept) => concept !== undefined);
  if (matching.length > 0) return [...new Set(matching)];
  const contentWords = withoutUnit(words).filter((word) => !fillerWords.has(word));
  if (contentWords.length === 0 || contentWords.length === words.length) return [];
  return conceptsOf(contentWords);
}

/** Returns true if a name as a whole is a label of a concept, such as "opening hours". */
export function isKnownLabel(words: readonly string[]): boolean {
  return conceptsByLabel.has(labelPhrase(words));
}

/**
 * Scores a visible label against concepts: 1 if it is the main name of the first concept, less if it also names
 * others, 0 if it names none of them.
 */
export function scoreLabel(phrase: string, targets: readonly Concept[]): number {
  const labelConcepts = conceptsByLabel.get(phrase);
  if (labelConcepts === undefined) return 0;
  const best = targets.findIndex((concept) => labelConcepts.includes(concept));
  if (best === -1) return 0;
  return labelConcepts[0] === targets[0] ? 1 : best === 0 ? 0.8 : 0.7;
}
