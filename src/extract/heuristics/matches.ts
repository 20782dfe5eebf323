import { type Concept, conceptsOf, labelFit, labelPhrase } from '../concepts.ts';
import type { Field } from '../field.ts';
import { singular } from '../words.ts';

/** Words of a field in the forms that names on a page are compared with. */
export interface FieldNames {
  phrase: string;
  /** With the names around it: `offer price`. */
  full: string;
  words: readonly string[];
  concepts: readonly Concept[];
}

/** The names of a field. */
export function namesOf(field: Field, concepts: readonly Concept[]): FieldNames {
  const outer = field.context.at(-1) ?? [];
  return {
    phrase: labelPhrase(field.words),
    full: labelPhrase([...outer, ...field.words]),
    words: field.words.map(singular),
    concepts,
  };
}

const conceptsOfPhrase = new Map<string, readonly Concept[]>();

function conceptsNamed(phrase: string, words: readonly string[]): readonly Concept[] {
  let concepts = conceptsOfPhrase.get(phrase);
  if (concepts === undefined) {
    concepts = conceptsOf(words);
    if (conceptsOfPhrase.size > 20_000) conceptsOfPhrase.clear();
    conceptsOfPhrase.set(phrase, concepts);
  }
  return concepts;
}

/**
 * How well a name on the page fits a field, 0 to 1: the same words, a word that means the same, or the field's words among a
 * few others.
 */
export function fitOf(names: FieldNames, phrase: string, words: readonly string[]): number {
  if (phrase === names.phrase || phrase === names.full) return 1;
  const named = labelFit(phrase, names.concepts);
  if (named > 0) return 0.97 * named;
  if (names.concepts.length > 0 && conceptsNamed(phrase, words)[0] === names.concepts[0]) return 0.93;
  if (names.words.length === 0 || words.length > names.words.length + 2) return 0;
  const stems = words.map(singular);
  if (names.words.every((word) => stems.includes(word)))
    return words.length === names.words.length ? 0.95 : 0.8;
  return 0;
}
