import { readFileSync } from 'node:fs';
import type { FieldKind } from './field.ts';
import { phraseOf, singular, wordsOf } from './words.ts';

/** What pages and schemas call by many names: a row of `concepts.json`. */
export interface Concept {
  name: string;
  kind: FieldKind;
  /** Where page data keeps it, best first: paths of schema.org names, and Open Graph names (those with a colon). */
  keys: readonly string[];
  /** What fields and visible labels call it, in ten languages, as `folded` phrases. */
  labels: readonly string[];
  /** What every value of it looks like in part, as a case-insensitive regular expression; absent where no form tells. */
  form?: string;
  /** What texts look like that can be nothing else: the same kind of expression. */
  shape?: string;
}

/** A phrase in the form that labels are compared in: folded words, the last in the singular. */
export function labelPhrase(words: readonly string[]): string {
  const last = words.at(-1);
  return last === undefined ? '' : phraseOf([...words.slice(0, -1), singular(last)]);
}

function readConcepts(): Concept[] {
  const rows = JSON.parse(readFileSync(new URL('./concepts.json', import.meta.url), 'utf8')) as Concept[];
  return rows.map((row) => ({
    ...row,
    labels: [
      ...new Set([phraseOf(wordsOf(row.name)), ...row.labels].map((label) => labelPhrase(wordsOf(label)))),
    ],
  }));
}

/** All concepts, in the order of the file. */
export const concepts: readonly Concept[] = readConcepts();

const byName = new Map(concepts.map((concept) => [concept.name, concept]));
const byLabel = new Map<string, Concept[]>();
for (const concept of concepts) {
  for (const label of concept.labels) {
    const known = byLabel.get(label);
    if (known === undefined) byLabel.set(label, [concept]);
    else known.push(concept);
  }
}
/** Names of schema.org and what they stand for, by their last part. */
const byKey = new Map<string, Concept[]>();
for (const concept of concepts) {
  for (const key of concept.keys) {
    const phrase = labelPhrase(wordsOf(key.slice(key.lastIndexOf('.') + 1)));
    byKey.set(phrase, [...(byKey.get(phrase) ?? []), concept]);
  }
}

function expressions(key: 'form' | 'shape'): ReadonlyMap<string, RegExp> {
  const found = new Map<string, RegExp>();
  for (const concept of concepts) {
    const source = concept[key];
    if (source !== undefined) found.set(concept.name, new RegExp(source, 'iu'));
  }
  return found;
}

const forms = expressions('form');
const shapes = expressions('shape');

/** The form that all values of a concept have, or null where no form tells. */
export function formOf(concept: Concept | undefined): RegExp | null {
  return concept === undefined ? null : (forms.get(concept.name) ?? null);
}

/** The form by which a text is known for a concept's value, whatever stands around it, or null. */
export function shapeOf(concept: Concept | undefined): RegExp | null {
  return concept === undefined ? null : (shapes.get(concept.name) ?? null);
}

/** A concept by its own name. */
export function conceptNamed(name: string): Concept | null {
  return byName.get(name) ?? null;
}

/** Words that say nothing about which value is meant. */
const filler = new Set([
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
 * The concepts that a name stands for, best first: the whole name as a label or key, then without words that say nothing.
 * Empty when nobody calls anything so.
 */
export function conceptsOf(words: readonly string[]): readonly Concept[] {
  const whole = labelPhrase(words);
  const found = [
    byName.get(words.join('_')),
    ...(byLabel.get(whole) ?? []),
    ...(byKey.get(whole) ?? []),
  ].filter((concept) => concept !== undefined);
  if (found.length > 0) return [...new Set(found)];
  const telling = words.filter((word) => !filler.has(word));
  if (telling.length === 0 || telling.length === words.length) return [];
  return conceptsOf(telling);
}

/**
 * How surely a visible label, folded and in words, names one of the concepts: 1 when it is what it names first, less when it
 * names others too, 0 when it does not.
 */
export function labelFit(phrase: string, wanted: readonly Concept[]): number {
  const called = byLabel.get(phrase);
  if (called === undefined) return 0;
  const best = wanted.findIndex((concept) => called.includes(concept));
  if (best === -1) return 0;
  return called[0] === wanted[0] ? 1 : best === 0 ? 0.8 : 0.7;
}
