import { functionWords } from '../page/function-words.ts';
import { type Concept, conceptsOf, labelPhrase } from './concepts.ts';
import type { Field } from './field.ts';
import { wordsOf } from './words.ts';

/** How well the words beside a value name a field. */
export interface LabelMatch {
  /** 1 when they hold a name of the field, in any language; else the share of the words of its name; 0 for none. */
  own: number;
  /** Whether they are, as a whole, the name of something else that this field is not. */
  isOther: boolean;
}

/** Tells what labels name. */
export type MatchLabel = (field: Field, label: string) => LabelMatch;

interface Names {
  words: readonly string[];
  concepts: readonly Concept[];
  phrases: readonly string[];
}

const mostWords = 12;

function namesOf(field: Field): Names {
  const concepts = conceptsOf(field.words);
  const words = field.words.filter((word) => !functionWords.has(word));
  const whole = labelPhrase(field.words);
  const phrases = [whole, ...concepts.flatMap(({ labels }) => labels)].filter((phrase) => phrase !== '');
  return { words, concepts, phrases: [...new Set(phrases)] };
}

/** A matcher that makes the names of each field once. */
export function createLabelMatch(): MatchLabel {
  const known = new Map<Field, Names>();
  return (field, label) => {
    let names = known.get(field);
    if (names === undefined) {
      names = namesOf(field);
      known.set(field, names);
    }
    return matchOf(names, wordsOf(label).slice(-mostWords));
  };
}

function matchOf(names: Names, said: readonly string[]): LabelMatch {
  if (said.length === 0) return { own: 0, isOther: false };
  const called = conceptsOf(said);
  if (called.some((concept) => names.concepts.includes(concept))) return { own: 1, isOther: false };
  const text = ` ${said.join(' ')} `;
  const singular = ` ${labelPhrase(said)} `;
  const isNamed = names.phrases.some(
    (phrase) => text.includes(` ${phrase} `) || singular.includes(` ${phrase} `),
  );
  const isOther = called.length > 0;
  // "Cook time" holds a word of prep_time and is its own thing; "Brand name" is no name.
  if (isOther && names.concepts.length > 0) return { own: 0, isOther };
  if (isNamed) return { own: 1, isOther: false };
  const hits = names.words.filter((word) => text.includes(` ${word} `) || text.includes(` ${word}s `)).length;
  return { own: names.words.length === 0 ? 0 : hits / names.words.length, isOther: isOther && hits === 0 };
}
