import { type Concept, conceptsOf } from '../../../extract/schema/concepts.ts';
import type { Column } from './columns.ts';
import type { RequestedField } from './requested-fields.ts';

/** Words that say that a value is a date, and not which. */
const dateWords: ReadonlySet<string> = new Set(
  'date dates datetime day time when at on of datum fecha data dato tarih дата'.split(' '),
);

const isGeneric = (words: readonly string[]) => words.every((word) => dateWords.has(word));

/** Returns true if pages use the same names for two concepts: what is released is published. */
function areRelated(one: Concept, other: Concept): boolean {
  return one === other || one.labels.some((label) => other.labels.includes(label));
}

/**
 * Returns true if a column of dates has a name of another date than the one that a field asks for: "Posted" for `deadline`. Fields
 * such as `date` ask for none in particular, and names without a known meaning contradict none.
 */
export function namesOtherDate({ kind, field, matcher }: RequestedField, column: Column): boolean {
  if (kind !== 'date' || isGeneric(field.words)) return false;
  const named = column.names
    .filter((words) => !isGeneric(words))
    .flatMap((words) => conceptsOf(words))
    .filter((concept) => concept.kind === 'date');
  const asked = matcher.concepts.filter((concept) => concept.kind === 'date');
  return named.length > 0 && !named.some((one) => asked.some((other) => areRelated(one, other)));
}

/** Returns true if a field asks for a date without saying which: `date`, or `meeting_date`, whose other words name no date. */
export function asksForAnyDate({ kind, field }: RequestedField): boolean {
  if (kind !== 'date') return false;
  const others = field.words.filter((word) => !dateWords.has(word));
  return !conceptsOf(others).some((concept) => concept.kind === 'date');
}

/** Minimum share of the records that have a date. */
const minDated = 0.9;

/**
 * Returns true if a column has the date of what the records are about: the only dates with a name of their own, such as "Decided",
 * beside those of the entry on the page, such as "Posted". Only for fields that ask for any date.
 */
export function isDateOfThing(
  requested: RequestedField,
  column: Column,
  columns: readonly Column[],
): boolean {
  const isDates = ({ type, filled, path }: Column) =>
    type === 'date' && filled >= minDated && !path.includes('@');
  if (!isGeneric(requested.field.words) || !isDates(column)) return false;
  const conceptsIn = ({ names }: Column) => names.flatMap((words) => conceptsOf(words));
  const isOwn = (one: Column) =>
    isDates(one) && conceptsIn(one).length === 0 && one.names.some((words) => !isGeneric(words));
  const isOfEntry = (one: Column) =>
    isDates(one) &&
    !one.names.some(isGeneric) &&
    conceptsIn(one).some((concept) => requested.matcher.concepts.some((own) => areRelated(own, concept)));
  return isOwn(column) && columns.filter(isOwn).length === 1 && columns.some(isOfEntry);
}
