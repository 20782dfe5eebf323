import { functionWords } from '../../page/text/function-words.ts';
import { wordsOf } from '../words/words.ts';
import { type Concept, conceptsOf, labelPhrase } from './concepts.ts';
import type { Field } from './field.ts';

/** Match of the words beside a value with a field's name. */
export interface LabelMatch {
  /**
   * 1 if the words contain a name of the field in any language; else the share of the name's words, 0 for none.
   */
  own: number;
  /** True if the words as a whole name something else. */
  isOther: boolean;
}

/** Matches a label with a field. */
export type MatchLabel = (field: Field, label: string) => LabelMatch;

interface FieldNames {
  words: readonly string[];
  concepts: readonly Concept[];
  phrases: readonly string[];
}

const maxWords = 12;

function collectNames(field: Field): FieldNames {
  const concepts = conceptsOf(field.words);
  const words = field.words.filter((word) => !functionWords.has(word));
  const whole = labelPhrase(field.words);
  const phrases = [whole, ...concepts.flatMap(({ labels }) => labels)].filter((phrase) => phrase !== '');
  return { words, concepts, phrases: [...new Set(phrases)] };
}

/** Creates a matcher that computes the names of each field once. */
export function createLabelMatcher(): MatchLabel {
  const namesCache = new Map<Field, FieldNames>();
  return (field, label) => {
    let names = namesCache.get(field);
    if (names === undefined) {
      names = collectNames(field);
      namesCache.set(field, names);
    }
    return matchOf(names, wordsOf(label).slice(-maxWords));
  };
}

function matchOf(names: FieldNames, labelWords: readonly string[]): LabelMatch {
  if (labelWords.length === 0) return { own: 0, isOther: false };
  const labelConcepts = conceptsOf(labelWords);
  if (labelConcepts.some((concept) => names.concepts.includes(concept))) return { own: 1, isOther: false };
  const text = ` ${labelWords.join(' ')} `;
  const singular = ` ${labelPhrase(labelWords)} `;
  const isNamed = names.phrases.some(
    (phrase) => text.includes(` ${phrase} `) || singular.includes(` ${phrase} `),
  );
  const isOther = labelConcepts.length > 0;
  // "Cook time" shares a word with prep_time but names another concept; "Brand name" names none.
  if (isOther && names.concepts.length > 0) return { own: 0, isOther };
  if (isNamed) return { own: 1, isOther: false };
  const hits = names.words.filter((word) => text.includes(` ${word} `) || text.includes(` ${word}s `)).length;
  return { own: names.words.length === 0 ? 0 : hits / names.words.length, isOther: isOther && hits === 0 };
}
