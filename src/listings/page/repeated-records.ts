import type { FoundValue } from '../../domain/pages/extraction.ts';
import { lastOf } from '../../domain/values/elements.ts';
import { pointerToken, pointerTokens } from '../../domain/values/json-pointer.ts';
import type { PageFacts } from '../../extract/facts/page-facts.ts';
import { findNamedPairs, findPairsUnderName } from '../../extract/heuristics/candidates/named-pairs.ts';
import { type Mapping, maxRecords } from '../../extract/page-data/map-entity.ts';
import type { Field } from '../../extract/schema/field.ts';
import {
  chooseListing,
  type FoundRecord,
  getEntryLeaves,
  type ListingContext,
  type ListingRole,
  readListing,
} from './choose-listing.ts';
import { groupRecords } from './group-records.ts';
import { readRecordList } from './read-record-list.ts';

/** Returns the arrays directly in the entries of an array of objects. */
function getInnerArrays(field: Field): Field[] {
  const depth = pointerTokens(field.pointer).length + 2;
  return field.fields.filter(
    ({ structure, pointer }) => structure !== 'scalar' && pointerTokens(pointer).length === depth,
  );
}

const nameOf = ({ pointer }: Field) => pointerToken(lastOf(pointerTokens(pointer)));

/** Adds the values of the arrays of texts that are in a record. */
function withLists(record: FoundRecord, lists: readonly Field[], context: ListingContext): FoundRecord {
  if (lists.length === 0) return record;
  return {
    ...record,
    valuesAt: (pointer) => [
      ...record.valuesAt(pointer),
      ...lists.flatMap((list) => readRecordList(list, record, `${pointer}/${nameOf(list)}`, context)),
    ],
  };
}

/** Returns the records of a field. Records of an array in its entries are grouped, and the groups are the entries. */
function findEntries(field: Field, context: ListingContext, role: ListingRole): FoundRecord[] {
  const leaves = getEntryLeaves(field);
  const inner = getInnerArrays(field);
  const lists = inner.filter(({ structure }) => structure === 'list');
  for (const child of inner.filter(({ structure }) => structure === 'records')) {
    const records = findEntries(child, context, { ...role, isInner: true });
    const groups = records.length < 2 ? [] : groupRecords(field, leaves, records, context);
    if (groups.length === 0) continue;
    return groups.map(({ records: own, ...group }) =>
      withLists(
        {
          ...group,
          group: -1,
          valuesAt: (pointer) => [
            ...group.valuesAt(pointer),
            ...own.flatMap((record, at) => record.valuesAt(`${pointer}/${nameOf(child)}/${at}`)),
          ],
        },
        lists,
        context,
      ),
    );
  }
  const choice = leaves.length === 0 ? null : chooseListing(field, context, leaves, role);
  if (choice === null) return [];
  const { total } = choice.evaluated.source;
  const records = readListing(context, leaves, choice);
  if (total !== undefined && total > records.length)
    context.mapping.cuts.set(field.pointer, { shown: total, returned: records.length });
  return records.map((record) => withLists(record, lists, context));
}

/**
 * Finds the entries of a field that is an array of objects, in a list of label pairs, repeated elements or a
 * table. `isOnlyListing`: no other array of objects is requested.
 */
export function findRepeatedRecords(
  field: Field,
  page: PageFacts,
  mapping: Mapping,
  isOnlyListing: boolean,
): FoundValue[] {
  const leaves = getEntryLeaves(field);
  const pairs = leaves.length === 0 ? [] : findNamedPairs(field, leaves, page, mapping, isOnlyListing);
  if (pairs.length > 0) return pairs;
  const context = { page, mapping };
  const records = findEntries(field, context, { isOnlyListing, isInner: false });
  const isGrouped = getInnerArrays(field).some(({ structure }) => structure === 'records');
  if (records.length < (isGrouped ? 1 : 2)) return findPairsUnderName(field, leaves, page, mapping);
  const max = field.maxItems ?? maxRecords;
  if (field.maxItems === null && records.length > maxRecords)
    mapping.cuts.set(field.pointer, { shown: records.length, returned: maxRecords });
  return records.slice(0, max).flatMap((record, at) => record.valuesAt(`${field.pointer}/${at}`));
}
