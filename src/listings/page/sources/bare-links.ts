import type { PageFacts } from '../../../extract/facts/page-facts.ts';
import type { FieldKind } from '../../../extract/schema/field.ts';
import { attribute } from '../../../page/parse/attributes.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { attributeOf, endOf } from '../../../page/tree/tree.ts';
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
const maxLinkLength = 40;
/** Maximum number of records that are looked at. */
const maxRecords = 40;
const minShare = 0.9;

/** Returns true if an element has no text but that of one short link. */
function isBareLink({ tree, textOf }: PageFacts, element: number): boolean {
  const text = textOf(element);
  if (text === '' || text.length > maxLinkLength) return false;
  for (let node = element; node < endOf(tree, element); node++)
    if (tree.tag[node] === tag.a && attributeOf(tree, node, attribute.href) !== null)
      return textOf(node) === text;
  return false;
}

function areBareLinks(page: PageFacts, { source }: AnsweringSource): boolean {
  if (source.kind !== 'listing' || source.lasts !== undefined) return false;
  const nodes = source.nodes.slice(0, maxRecords);
  return nodes.filter((node) => isBareLink(page, node)).length >= nodes.length * minShare;
}

/**
 * Leaves out what answers none of the requested fields with a type, such as a price or a date, if there are any: lists in menus
 * and footers, and lists of short links if another source answers one. Without such a source, the short links are the last ones.
 */
export function rejectBareLinks<One extends AnsweringSource>(
  evaluated: readonly One[],
  page: PageFacts | null,
  requestedFields: readonly RequestedField[] | null,
): One[] {
  const typed = requestedFields?.filter(({ kind }) => typedKinds.has(kind)) ?? [];
  if (page === null || typed.length === 0) return [...evaluated];
  const answersTyped = ({ mapped }: AnsweringSource) =>
    typed.some(({ name }) => mapped?.[name] !== undefined);
  const isAnswered = evaluated.some(answersTyped);
  const isOfFrame = ({ source }: AnsweringSource) =>
    source.kind === 'listing' &&
    source.nodes.filter((node) => page.isInFrame(node)).length * 2 > source.nodes.length;
  const untyped = evaluated.filter((one) => !answersTyped(one));
  const ofFrame = new Set(untyped.filter(isOfFrame));
  const bare = new Set(untyped.filter((one) => !ofFrame.has(one) && areBareLinks(page, one)));
  return [...evaluated.filter((one) => !bare.has(one) && !ofFrame.has(one)), ...(isAnswered ? [] : bare)];
}
