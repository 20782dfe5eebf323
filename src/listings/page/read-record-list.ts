import type { FoundValue } from '../../domain/pages/extraction.ts';
import { hasSurroundingName } from '../../extract/heuristics/candidates/surrounding-names.ts';
import type { Field } from '../../extract/schema/field.ts';
import { coerce } from '../../extract/values/coerce.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, isElement, tagOf } from '../../page/tree/tree.ts';
import type { FoundRecord, ListingContext } from './choose-listing.ts';

const isList = tagSet('ul ol menu');
const listConfidence = 0.75;

/** Returns the entries of a list in a record. */
function entriesOf({ page }: ListingContext, list: number): number[] {
  const { tree } = page;
  const entries: number[] = [];
  for (let child = list + 1; child < endOf(tree, list); child = Math.max(child + 1, endOf(tree, child)))
    if (tree.tag[child] === tag.li && page.textOf(child) !== '') entries.push(child);
  return entries;
}

/** Reads an array of texts from the list in the elements of a record: the one that has its name, or the only one. */
export function readRecordList(
  field: Field,
  { first, last }: FoundRecord,
  pointer: string,
  context: ListingContext,
): FoundValue[] {
  const { page, mapping } = context;
  const { tree } = page;
  const lists: number[] = [];
  for (let node = first; node > 0 && node < endOf(tree, last); node++)
    if (isElement(tree, node) && isList[tagOf(tree, node)] === 1) lists.push(node);
  const own =
    lists.find((list) => hasSurroundingName(page, field, mapping, list)) ??
    (lists.length === 1 ? lists[0] : undefined);
  if (own === undefined) return [];
  const found: FoundValue[] = [];
  for (const entry of entriesOf(context, own)) {
    const text = page.textOf(entry);
    const value = coerce(field, text, 'person', mapping.parseContext);
    if (value === null || found.length >= (field.maxItems ?? Number.POSITIVE_INFINITY)) continue;
    found.push({
      pointer: `${pointer}/${found.length}`,
      value,
      evidence: {
        method: 'heuristic',
        source: 'visible',
        locator: `${page.locatorOf(entry)} (list of a record)`,
        quote: text.slice(0, 300),
      },
      isGrounded: true,
      confidence: listConfidence,
      node: entry,
    });
  }
  return found;
}
