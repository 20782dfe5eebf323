import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { MappedField } from '../../domain/pages/records.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { pointerToken, pointerTokens } from '../../domain/values/json-pointer.ts';
import type { PageFacts } from '../../extract/facts/page-facts.ts';
import { type EntryField, getEntryFields } from '../../extract/heuristics/candidates/entry-fields.ts';
import { hasSurroundingName } from '../../extract/heuristics/candidates/surrounding-names.ts';
import type { Mapping } from '../../extract/page-data/map-entity.ts';
import type { Field } from '../../extract/schema/field.ts';
import { coerce, type Scalar } from '../../extract/values/coerce.ts';
import { tag } from '../../page/parse/names/tags.ts';
import { endOf } from '../../page/tree/tree.ts';
import type { Column } from './columns/columns.ts';
import { createRequestedField, type RequestedField, withRecordName } from './columns/requested-fields.ts';
import type { EvaluatedSource } from './sources/evaluated-source.ts';
import { collectSources, type RawSource } from './sources/page-sources.ts';
import { rankSources } from './sources/rank-sources.ts';

/** Minimum confidence of an entry's field, and minimum share of the entries that have it. */
const minFieldConfidence = 0.5;
const minFieldFill = 0.4;
/** Minimum mean confidence of the fields of a listing without the weak mark. */
const minStrongConfidence = 0.68;
/** Minimum score of a listing in relation to the best one; a lower one needs a matching name. */
const minListingWeight = 0.2;

/** A field of an entry with its form for listings. */
export interface EntryLeaf extends EntryField {
  requested: RequestedField;
}

/** Returns the scalar fields directly in the entries of an array of objects. */
export function getEntryLeaves(field: Field): EntryLeaf[] {
  const leaves = getEntryFields(field).map(({ field: leaf, name }): EntryLeaf => {
    const requested = createRequestedField(name);
    const kind = leaf.kind === 'text' && requested.kind === 'identifier' ? requested.kind : leaf.kind;
    return { field: leaf, name, requested: { ...requested, kind, field: leaf } };
  });
  const named = withRecordName(leaves.map(({ requested }) => requested));
  return leaves.map((leaf, at) => ({ ...leaf, requested: itemAt(named, at) }));
}

function hasMatchingName(
  page: PageFacts,
  field: Field,
  mapping: Mapping,
  { source }: EvaluatedSource,
): boolean {
  const first = source.nodes[0];
  return first !== undefined && hasSurroundingName(page, field, mapping, first);
}

/**
 * Returns the fields of a listing with enough confidence, and the mean confidence over all requested fields.
 */
function selectFields(
  evaluated: EvaluatedSource,
  leaves: readonly EntryLeaf[],
): { mapped: Map<string, MappedField>; mean: number } {
  const mapped = new Map(
    Object.entries(evaluated.mapped ?? {}).filter(
      ([, one]) => one.confidence >= minFieldConfidence && one.filled >= minFieldFill,
    ),
  );
  const sum = [...mapped.values()].reduce((total, { confidence }) => total + confidence, 0);
  return { mapped, mean: sum / leaves.length };
}

/** A listing that may belong to the field. */
export interface ListingChoice {
  evaluated: EvaluatedSource;
  mapped: Map<string, MappedField>;
  isWeak: boolean;
  rank: number;
}

/** Creates the choice of a listing from its columns, with the fields that have enough confidence. */
export function chooseFields(
  source: RawSource,
  columns: Column[],
  mapped: Record<string, MappedField>,
): ListingChoice {
  const evaluated = { source, columns, ids: [], shown: [], share: 1, cluster: null, score: 0, mapped };
  return { evaluated, mapped: selectFields(evaluated, []).mapped, isWeak: false, rank: 0 };
}

/** What else of a schema decides which listing belongs to a field. */
export interface ListingRole {
  /** True if the schema asks for no other array of objects. */
  isOnlyListing: boolean;
  /** True if the entries are parts of the entries of another array. */
  isInner: boolean;
}

/** Returns the weight of a listing on the page; that of a listing whose entries hold its own, if these are parts of entries. */
function weightOf(
  page: PageFacts,
  { source }: EvaluatedSource,
  all: readonly EvaluatedSource[],
  { isInner }: ListingRole,
): number {
  const own = source.weight ?? 1;
  if (!isInner) return own;
  const holders = all.filter(
    ({ source: outer }) =>
      outer.nodes.length < source.nodes.length &&
      source.nodes.every((node) =>
        outer.nodes.some((first, at) => node > first && node < endOf(page.tree, outer.lasts?.[at] ?? first)),
      ),
  );
  return Math.max(own, ...holders.map(({ source: outer }) => outer.weight ?? 1));
}

function createChoice(
  evaluated: EvaluatedSource,
  leaves: readonly EntryLeaf[],
  hasName: boolean,
  weight: number,
  { isOnlyListing }: ListingRole,
): ListingChoice | null {
  const { mapped, mean } = selectFields(evaluated, leaves);
  const hasEnoughFields = mapped.size >= Math.max(Math.min(2, leaves.length), Math.ceil(leaves.length / 2));
  const hasRequired = leaves.every(({ field, name }) => !field.isRequired || mapped.has(name));
  if (!hasEnoughFields || !hasRequired || (!hasName && (!isOnlyListing || weight < minListingWeight)))
    return null;
  const isWeak = mean < minStrongConfidence || (!hasName && weight < 2 * minListingWeight);
  return { evaluated, mapped, isWeak, rank: evaluated.score + (hasName ? 0.3 : 0) };
}

/** The page whose repeated elements may be records, and its mapping. */
export interface ListingContext {
  page: PageFacts;
  mapping: Mapping;
}

/** Returns the best listing for a field, or null. */
export function chooseListing(
  field: Field,
  context: ListingContext,
  leaves: readonly EntryLeaf[],
  role: ListingRole,
): ListingChoice | null {
  const { page, mapping } = context;
  const sources = collectSources(page, []).filter(({ kind }) => kind === 'listing' || kind === 'table');
  const requestedFields = leaves.map(({ requested }) => requested);
  const { parseContext } = mapping;
  const evaluated = rankSources(sources, { page, requestedFields, parseContext });
  const choices = evaluated
    .flatMap((one) => {
      const hasName = hasMatchingName(page, field, mapping, one);
      return createChoice(one, leaves, hasName, weightOf(page, one, evaluated, role), role) ?? [];
    })
    .sort((one, other) => other.rank - one.rank);
  return choices[0] ?? null;
}

function findRawValue(
  row: Record<string, unknown>,
  paths: readonly string[],
): { raw: string; path: string } | null {
  for (const path of paths) {
    const key = pointerTokens(path)[0] ?? '';
    const raw = Object.hasOwn(row, key) ? row[key] : undefined;
    if (typeof raw === 'string' && raw.trim() !== '') return { raw, path: key };
  }
  return null;
}

/** A record that a page shows, from its first element to its last one. */
export interface FoundRecord {
  first: number;
  last: number;
  /** Row of a table that names its group; -1 for none. */
  group: number;
  /** Returns its values, with pointers that start with that of the record. */
  valuesAt(pointer: string): FoundValue[];
}

/** Returns the element of a record that holds a text: one of the siblings of which the record consists, else its first one. */
function holderOf(page: PageFacts, { nodes, lasts }: RawSource, at: number, text: string): number {
  const first = nodes[at] ?? -1;
  const last = lasts?.[at] ?? first;
  for (let node = first; node !== -1 && node <= last; node = endOf(page.tree, node))
    if (page.tree.tag[node] !== tag.text && page.textOf(node).includes(text)) return node;
  return first;
}

/** Reads one value of a record; null if it has none. */
function readValue(
  { page, mapping }: ListingContext,
  { field, name }: EntryLeaf,
  choice: ListingChoice,
  at: number,
): ((pointer: string) => FoundValue) | null {
  const { source } = choice.evaluated;
  const rule = choice.mapped.get(name);
  const rawValue = rule === undefined ? null : findRawValue(source.rows[at] ?? {}, rule.rule.paths);
  if (rule === undefined || rawValue === null) return null;
  const { raw, path } = rawValue;
  const isText = !path.includes('@');
  const value: Scalar | null = coerce(field, raw, isText ? 'person' : 'machine', mapping.parseContext);
  if (value === null) return null;
  const node = holderOf(page, source, at, raw);
  return (pointer) => ({
    pointer: `${pointer}/${pointerToken(name)}`,
    value,
    evidence: {
      method: 'heuristic',
      source: isText ? 'visible' : 'attribute',
      locator: `${page.locatorOf(node)} (${source.kind}, ${path})`,
      quote: raw.slice(0, 300),
      ...(choice.isWeak && { weak: true as const }),
    },
    isGrounded: isText || mapping.isShown(field, value),
    confidence: rule.confidence,
    node,
  });
}

/** Reads the records of a listing. Records without values are left out, unless `keepsEmpty`. */
export function readListing(
  context: ListingContext,
  leaves: readonly EntryLeaf[],
  choice: ListingChoice,
  keepsEmpty = false,
): FoundRecord[] {
  const { rows, nodes, lasts, groups } = choice.evaluated.source;
  return [...rows.keys()].flatMap((at): FoundRecord[] => {
    const readers = leaves.flatMap((leaf) => readValue(context, leaf, choice, at) ?? []);
    if (readers.length === 0 && !keepsEmpty) return [];
    const first = nodes[at] ?? -1;
    const valuesAt = (pointer: string) => readers.map((read) => read(pointer));
    return [{ first, last: lasts?.[at] ?? first, group: groups?.[at] ?? -1, valuesAt }];
  });
}
