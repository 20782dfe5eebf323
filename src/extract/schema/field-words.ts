import { functionWords } from '../../page/text/function-words.ts';
import { foldText } from '../words/words.ts';
import { conceptsOf } from './concepts.ts';
import type { Field } from './field.ts';

/** Number of leading letters that forms of one word share: `prices` and `price`. */
const sharedLetters = 5;

/** Returns the comparison form of a word: folded and without its ending. */
function stemOf(word: string): string {
  const plain = foldText(word);
  return plain.length > sharedLetters ? plain.slice(0, sharedLetters) : plain.replace(/s$/, '');
}

/** Returns the stems of a text's content words, without numbers. */
export function stemsOf(text: string): Set<string> {
  const stems = new Set<string>();
  for (const word of foldText(text).match(/\p{L}[\p{L}\p{M}]*/gu) ?? []) {
    if (!functionWords.has(word)) stems.add(stemOf(word));
  }
  return stems;
}

/** Stems for a field: those of its name, and those of its context and description. */
export interface FieldStems {
  own: ReadonlySet<string>;
  around: Set<string>;
}

/** Returns the stems of a field, including its names in other languages and the fields of its entries. */
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
