import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import type { Column } from './columns.ts';

/** Minimum share of the records that have a value, and of values with the form. */
const minFilled = 0.8;
const minShare = 0.9;
/** Minimum share of different values: what all records have is a control. */
const minDistinct = 0.5;
const maxNameWords = 4;
const minTextWords = 3;

/** A name: words with capitals or initials, without digits. */
function isName(text: string): boolean {
  const words = text.split(/\s+/);
  if (words.length > maxNameWords || text.length < 3) return false;
  return words.every((word) => /^\p{Lu}[\p{L}\p{M}'’.-]*$/u.test(word));
}

const isText = (text: string) => text.split(/\s+/).length >= minTextWords;

/** Forms that only values of a kind have: names of persons, and texts of several words. */
const forms: Readonly<Partial<Record<FieldKind, (text: string) => boolean>>> = {
  person: isName,
  long_text: isText,
};

function hasForm({ values, filled, distinct, type }: Column, form: (text: string) => boolean): boolean {
  if (type !== 'text' || filled < minFilled || distinct < minDistinct) return false;
  const texts = values.filter((value: Json): value is string => typeof value === 'string');
  return texts.length > 0 && texts.filter((text) => form(text.trim())).length >= minShare * texts.length;
}

/**
 * Returns the only one of the columns whose values have the form of a kind: who wrote each review, and what it says. Null for kinds
 * without a form of their own, and if several columns have it.
 */
export function columnByForm(kind: FieldKind, columns: readonly Column[]): Column | null {
  const form = forms[kind];
  if (form === undefined) return null;
  const fitting = columns.filter((column) => hasForm(column, form));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}
