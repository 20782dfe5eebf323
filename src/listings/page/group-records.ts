import type { FoundValue } from '../../domain/pages/extraction.ts';
import { pointerToken } from '../../domain/values/json-pointer.ts';
import type { RecordSpan } from '../../extract/page-view/cluster-score.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import type { Field } from '../../extract/schema/field.ts';
import { coerce } from '../../extract/values/coerce.ts';
import { singular } from '../../extract/words/words.ts';
import { tagSet } from '../../page/parse/names/tag-sets.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf, isElement, parentOf, tagOf } from '../../page/tree/tree.ts';
import {
  chooseFields,
  type EntryLeaf,
  type FoundRecord,
  type ListingChoice,
  type ListingContext,
  readListing,
} from './choose-listing.ts';
import { createColumns } from './columns/columns.ts';
import { mapFields } from './columns/map-fields.ts';
import { readElementRows } from './sources/element-rows.ts';

const isGroupHeading = tagSet('h1 h2 h3 h4 h5 h6 caption legend');
const maxNameLength = 160;
/** Minimum share of the groups that have a name. */
const minHeld = 0.9;

/** Records that belong together, in the part of the page around them. */
interface Group extends RecordSpan {
  records: FoundRecord[];
  /** Element with the name of the group; -1 for none. */
  heading: number;
}

/** A group that is an entry of its own, with its records. */
export interface FoundGroup extends RecordSpan {
  records: FoundRecord[];
  valuesAt(pointer: string): FoundValue[];
}

/** Returns the first heading of a span that is in none of the records, else its first text; -1 for none. */
function findGroupHeading(
  page: PageView,
  { first, last }: RecordSpan,
  records: readonly FoundRecord[],
): number {
  const { tree } = page;
  let firstText = -1;
  let next = 0;
  for (let node = first; node < endOf(tree, last); node++) {
    const record = records[next];
    if (record !== undefined && node >= record.first) {
      node = Math.max(node, endOf(tree, record.last) - 1);
      next++;
      continue;
    }
    if (isElement(tree, node) && isGroupHeading[tagOf(tree, node)] === 1 && page.textOf(node) !== '')
      return node;
    if (firstText === -1 && tree.tag[node] === tag.text && page.textOf(node) !== '') firstText = node;
  }
  return firstText;
}

/** Groups records by the heading before them, or by the row of their table that names them. */
function groupByHeadings(records: readonly FoundRecord[], { page }: ListingContext): Group[][] {
  const { tree } = page;
  const groups: Group[] = [];
  let heading = -1;
  let node = 1;
  for (const record of records) {
    for (; node < record.first; node++)
      if (isElement(tree, node) && isGroupHeading[tagOf(tree, node)] === 1 && page.textOf(node) !== '')
        heading = node;
    node = Math.max(node, endOf(tree, record.last));
    const own = record.group === -1 ? heading : record.group;
    const last = groups.at(-1);
    if (last !== undefined && last.heading === own) {
      last.records.push(record);
      last.last = record.last;
    } else
      groups.push({
        first: own === -1 ? record.first : own,
        last: record.last,
        records: [record],
        heading: own,
      });
  }
  return groups.every((group) => group.heading !== -1) ? [groups] : [];
}

/** Groups records by their parents, or the largest elements that hold no record of another parent. */
function groupByParents(records: readonly FoundRecord[], { page }: ListingContext): Group[][] {
  const { tree } = page;
  const byParent = new Map<number, FoundRecord[]>();
  for (const record of records) {
    const parent = parentOf(tree, record.first);
    byParent.set(parent, [...(byParent.get(parent) ?? []), record]);
  }
  if (byParent.size < 2 || byParent.size === records.length) return [];
  const countIn = (node: number) =>
    records.filter(({ first }) => first > node && first < endOf(tree, node)).length;
  const groups = [...byParent].map(([parent, own]): Group => {
    let element = parent;
    for (let at = parentOf(tree, element); at > 0 && countIn(at) === own.length; at = parentOf(tree, at))
      element = at;
    let heading = findGroupHeading(page, { first: element, last: element }, own);
    // The name of a group may stand before its element.
    for (let node = element - 1; heading === -1 && node > element - 20 && node > 0; node--)
      if (tree.tag[node] === tag.text && page.textOf(node) !== '') heading = node;
    return { first: element, last: element, records: own, heading };
  });
  return [groups];
}

/** Returns the field of a group that is its name: a title, what the groups are, or its only field. */
function findNameLeaf(field: Field, leaves: readonly EntryLeaf[]): EntryLeaf | undefined {
  const ownName = field.words.map(singular).join(' ');
  const texts = leaves.filter(({ field: leaf }) => leaf.types.includes('string'));
  return (
    texts.find(
      ({ field: leaf }) =>
        leaf.kind === 'title' || /^(?:name|title|heading|label)$/.test(leaf.words.join(' ')),
    ) ??
    texts.find(({ field: leaf }) => leaf.words.map(singular).join(' ') === ownName) ??
    (leaves.length === 1 ? texts[0] : undefined)
  );
}

const isName = (name: string) => name !== '' && name.length <= maxNameLength;

/** Returns true if the name of a group is a heading or a row of a table, and not only its first text. */
function isMarkedHeading({ tree }: PageView, heading: number): boolean {
  if (heading === -1) return false;
  return isGroupHeading[tagOf(tree, heading)] === 1 || tree.tag[heading] === tag.tr;
}

interface RatedGroups {
  groups: FoundGroup[];
  score: number;
}

/** Reads the fields of groups from what is in none of their records. */
function readGroups(
  field: Field,
  leaves: readonly EntryLeaf[],
  groups: readonly Group[],
  context: ListingContext,
): RatedGroups | null {
  const { page, mapping } = context;
  const nameLeaf = findNameLeaf(field, leaves);
  const others = leaves.filter((leaf) => leaf !== nameLeaf);
  const skipped = new Set(groups.flatMap(({ records }) => records.map(({ first }) => first)));
  const choice = others.length === 0 ? null : mapGroups(others, groups, skipped, context);
  const read = choice === null ? null : readListing(context, others, choice, true);
  const names = groups.map(({ heading }) => (heading === -1 ? '' : page.textOf(heading)));
  const named = nameLeaf === undefined ? 0 : names.filter(isName).length / names.length;
  const marked = groups.filter(({ heading }) => isMarkedHeading(page, heading)).length / groups.length;
  if (nameLeaf !== undefined && named < minHeld) return null;
  const found = groups.map((group, at): FoundGroup => {
    const value =
      nameLeaf === undefined ? null : coerce(nameLeaf.field, names[at] ?? '', 'person', mapping.parseContext);
    return {
      ...group,
      valuesAt: (pointer) => [
        ...(nameLeaf === undefined || value === null
          ? []
          : [
              {
                pointer: `${pointer}/${pointerToken(nameLeaf.name)}`,
                value,
                evidence: {
                  method: 'heuristic' as const,
                  source: 'visible' as const,
                  locator: `${page.locatorOf(elementOf(page, group.heading))} (heading of a group)`,
                  quote: names[at] ?? '',
                },
                isGrounded: true,
                confidence: headingConfidence,
                node: group.heading,
              },
            ]),
        ...(read?.[at]?.valuesAt(pointer) ?? []),
      ],
    };
  });
  const kept = found.filter(
    ({ records }, at) => records.length > 0 || (read?.[at]?.valuesAt('').length ?? 0) > 0,
  );
  return { groups: kept, score: named + marked / 2 + (choice?.mapped.size ?? 0) };
}

const headingConfidence = 0.8;

function elementOf({ tree }: PageView, node: number): number {
  return tree.tag[node] === tag.text ? parentOf(tree, node) : node;
}

function mapGroups(
  leaves: readonly EntryLeaf[],
  groups: readonly Group[],
  skipped: ReadonlySet<number>,
  { page, mapping }: ListingContext,
): ListingChoice {
  const firsts = groups.map(({ first }) => first);
  const lasts = groups.map(({ last }) => last);
  const rows = readElementRows(page, firsts, lasts, skipped);
  const columns = createColumns(rows.rows, rows.names);
  const requestedFields = leaves.map(({ requested }) => requested);
  const mapped = mapFields(requestedFields, {
    columns,
    shown: [],
    isTree: true,
    parseContext: mapping.parseContext,
  });
  return chooseFields(
    { kind: 'listing', path: '', call: null, ...rows, paging: null, weight: null },
    columns,
    mapped,
  );
}

/**
 * Groups records by what holds them: headings before them, or their parents. Returns the groups with the
 * most fields and names; empty if there are none.
 */
export function groupRecords(
  field: Field,
  leaves: readonly EntryLeaf[],
  records: readonly FoundRecord[],
  context: ListingContext,
): FoundGroup[] {
  const sorted = [...records].filter(({ first }) => first > 0).sort((one, other) => one.first - other.first);
  if (sorted.length === 0) return [];
  const kinds = [...groupByHeadings(sorted, context), ...groupByParents(sorted, context)];
  const rated = kinds.flatMap((groups) => readGroups(field, leaves, groups, context) ?? []);
  const several = rated.filter(({ groups }) => groups.length > 1 && groups.length < sorted.length);
  const [best] = (several.length > 0 ? several : rated).sort((one, other) => other.score - one.score);
  return best?.groups ?? [];
}
