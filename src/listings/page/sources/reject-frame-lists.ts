import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import type { RequestedField } from '../columns/requested-fields.ts';
import type { RawSource } from './page-sources.ts';

/** A source with the fields that it answers; null if none were requested. */
interface AnsweringSource {
  source: RawSource;
  mapped: Readonly<Record<string, unknown>> | null;
}

/** Kinds whose values have a form of their own, which a link to another part of a site does not have. */
const typedKinds: ReadonlySet<FieldKind> = new Set([
  'money',
  'date',
  'rating',
  'number',
  'duration',
  'identifier',
  'email',
  'phone',
]);

/**
 * Leaves out the lists in menus and footers that answer none of the requested fields with a type, such as a price or a date, if
 * there are any.
 */
export function rejectFrameLists<One extends AnsweringSource>(
  evaluated: readonly One[],
  page: PageFacts | null,
  requestedFields: readonly RequestedField[] | null,
): One[] {
  const typed = requestedFields?.filter(({ kind }) => typedKinds.has(kind)) ?? [];
  if (page === null || typed.length === 0) return [...evaluated];
  const answersTyped = ({ mapped }: AnsweringSource) =>
    typed.some(({ name }) => mapped?.[name] !== undefined);
  const isOfFrame = ({ source }: AnsweringSource) =>
    source.kind === 'listing' &&
    source.nodes.filter((node) => page.isInFrame(node)).length * 2 > source.nodes.length;
  return evaluated.filter((one) => answersTyped(one) || !isOfFrame(one));
}
