import type { Field } from '../../schema/field.ts';
import { type Concept, conceptsOf, labelPhrase, scoreLabel } from '../../words/concepts.ts';
import { singular } from '../../words/words.ts';

/** Names of a field in the forms used for comparison with names on a page. */
export interface FieldNames {
  phrase: string;
  /** Phrase with the name of the enclosing field: `offer price`. */
  full: string;
  words: readonly string[];
  concepts: readonly Concept[];
}

export function getFieldNames(field: Field, concepts: readonly Concept[]): FieldNames {
  const outer = field.context.at(-1) ?? [];
  return {
    phrase: labelPhrase(field.words),
    full: labelPhrase([...outer, ...field.words]),
    words: field.words.map(singular),
    concepts,
  };
}

const conceptsCache = new Map<string, readonly Concept[]>();

function getConceptsOfName(phrase: string, words: readonly string[]): readonly Concept[] {
  let concepts = conceptsCache.get(phrase);
  if (concepts === undefined) {
    concepts = conceptsOf(words);
    if (conceptsCache.size > 20_000) conceptsCache.clear();
    conceptsCache.set(phrase, concepts);
  }
  return concepts;
}

/**
 * Scores the match of a name on the page with a field, 0 to 1: the same words, a word with the same meaning, or
 * the field's words among a few others.
 */
export function scoreNameMatch(names: FieldNames, phrase: string, words: readonly string[]): number {
  if (phrase === names.phrase || phrase === names.full) return 1;
  const labelScore = scoreLabel(phrase, names.concepts);
  if (labelScore > 0) return 0.97 * labelScore;
  if (names.concepts.length > 0 && getConceptsOfName(phrase, words)[0] === names.concepts[0]) return 0.93;
  if (names.words.length === 0 || words.length > names.words.length + 2) return 0;
  const stems = words.map(singular);
  if (names.words.every((word) => stems.includes(word)))
    return words.length === names.words.length ? 0.95 : 0.8;
  return 0;
}
