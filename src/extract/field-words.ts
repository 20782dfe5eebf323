import { functionWords } from '../page/function-words.ts';
import { conceptsOf } from './concepts.ts';
import type { Field } from './field.ts';
import { folded } from './words.ts';

/** Letters that another form of a word shares with it: `prices` is found by `price`, `kosten` by `kost`. */
const sharedLetters = 5;

/** A word in the form in which words are compared: folded, and cut where endings begin. */
export function stemOf(word: string): string {
  const plain = folded(word);
  return plain.length > sharedLetters ? plain.slice(0, sharedLetters) : plain.replace(/s$/, '');
}

/** The stems of a text's words that say something, numbers left out. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of folded(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) {
    if (!functionWords.has(word)) stems.add(stemOf(word));
  }
  return stems;
}

/** Stems that speak for a field: of its own name first, then of its surroundings and description. */
export interface FieldStems {
  own: ReadonlySet<string>;
  around: Set<string>;
}

/** The stems of a field, those of what other languages call it and of the fields of entries included. */
export function fieldStems(field: Field): FieldStems {
  const own = new Set(field.words.filter((word) => !functionWords.has(word)).map(stemOf));
  for (const { labels } of conceptsOf(field.words)) {
    for (const label of labels) if (!label.includes(' ')) own.add(stemOf(label));
  }
  const around = stemsOf(field.description);
  for (const words of field.context) for (const word of words) around.add(stemOf(word));
  for (const inner of field.fields) {
    const stems = fieldStems(inner);
    for (const stem of [...stems.own, ...stems.around]) around.add(stem);
  }
  for (const stem of own) around.delete(stem);
  return { own, around };
}
