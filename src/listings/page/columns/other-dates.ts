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
