import type { FoundValue } from '../../domain/pages/extraction.ts';
import type { MappedField } from '../../domain/pages/records.ts';
import { coerce, type Scalar } from '../../extract/coerce.ts';
import { type EntryField, getEntryFields } from '../../extract/heuristics/candidates/entry-fields.ts';
import { findNamedPairs } from '../../extract/heuristics/candidates/named-pairs.ts';
import { hasSurroundingName } from '../../extract/heuristics/candidates/surrounding-names.ts';
import type { Mapping } from '../../extract/page-data/map-entity.ts';
import type { PageView } from '../../extract/page-view/page-view.ts';
import type { Field } from '../../extract/schema/field.ts';
import { pointerToken, pointerTokens } from '../../extract/schema/schema-fields.ts';
import { createPageLetters } from '../../extract/selectors/layouts/page-letters.ts';
import { createRequestedField, type RequestedField } from './columns/requested-fields.ts';
import { collectSources, findClusters } from './sources/page-sources.ts';
import { type EvaluatedSource, rankSources } from './sources/rank-sources.ts';

const maxEntries = 500;
/** Minimum confidence of an entry's field, and minimum share of the entries that have it. */
const minFieldConfidence = 0.5;
const minFieldFill = 0.4;
/** Minimum mean confidence of the fields of a listing without the weak mark. */
const minStrongConfidence = 0.68;
/** Minimum score of a listing in relation to the best one; a lower one needs a matching name. */
const minListingWeight = 0.2;

/** A field of an entry with its form for listings. */
interface EntryLeaf extends EntryField {
  requested: RequestedField;
}

function getEntryLeaves(field: Field): EntryLeaf[] {
  return getEntryFields(field).map(
    ({ field: leaf, name }): EntryLeaf => ({
      field: leaf,
      name,
      requested: { ...createRequestedField(name), kind: leaf.kind, field: leaf },
    }),
  );
}

function hasMatchingName(
  page: PageView,
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
interface ListingChoice {
  evaluated: EvaluatedSource;
  mapped: Map<string, MappedField>;
  isWeak: boolean;
  rank: number;
}

function createChoice(
  evaluated: EvaluatedSource,
  leaves: readonly EntryLeaf[],
  hasName: boolean,
  isOnlyListing: boolean,
): ListingChoice | null {
  const { mapped, mean } = selectFields(evaluated, leaves);
  const hasEnoughFields = mapped.size >= Math.max(Math.min(2, leaves.length), Math.ceil(leaves.length / 2));
  const hasRequired = leaves.every(({ field, name }) => !field.isRequired || mapped.has(name));
  const weight = evaluated.source.weight ?? 1;
  if (!hasEnoughFields || !hasRequired || (!hasName && (!isOnlyListing || weight < minListingWeight)))
    return null;
  const isWeak = mean < minStrongConfidence || (!hasName && weight < 2 * minListingWeight);
  return { evaluated, mapped, isWeak, rank: evaluated.score + (hasName ? 0.3 : 0) };
}

/** Returns the best listing for a field, or null. `isOnlyListing`: no other array of objects is requested. */
function chooseListing(
  field: Field,
  page: PageView,
  mapping: Mapping,
  leaves: EntryLeaf[],
  isOnlyListing: boolean,
): ListingChoice | null {
  const letters = createPageLetters(page.tree);
  const clusters = findClusters(letters);
  const sources = collectSources(page, clusters, []).filter(
    ({ kind }) => kind === 'listing' || kind === 'table',
  );
  const requestedFields = leaves.map(({ requested }) => requested);
  const evaluated = rankSources(sources, {
    page,
    letters,
    clusters,
    requestedFields,
    parseContext: mapping.parseContext,
  });
  const choices = evaluated.flatMap(
    (one) => createChoice(one, leaves, hasMatchingName(page, field, mapping, one), isOnlyListing) ?? [],
  );
  return choices.sort((one, other) => other.rank - one.rank)[0] ?? null;
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

/** Reads the values of a listing's entries. Entries without values are skipped. */
function readEntries(
  field: Field,
  page: PageView,
  mapping: Mapping,
  leaves: readonly EntryLeaf[],
  choice: ListingChoice,
): FoundValue[] {
  const { source } = choice.evaluated;
  const values: FoundValue[] = [];
  let count = 0;
  source.rows.forEach((row, at) => {
    if (count >= Math.min(maxEntries, field.maxItems ?? maxEntries)) return;
    const node = source.nodes[at] ?? -1;
    const entryValues = leaves.flatMap(({ field: leaf, name }): FoundValue[] => {
      const rule = choice.mapped.get(name);
      const rawValue = rule === undefined ? null : findRawValue(row, rule.rule.paths);
      const value: Scalar | null =
        rawValue === null
          ? null
          : coerce(
              leaf,
              rawValue.raw,
              rawValue.path.includes('@') ? 'machine' : 'person',
              mapping.parseContext,
            );
      if (rawValue === null || value === null) return [];
      const isText = !rawValue.path.includes('@');
      return [
        {
          pointer: `${field.pointer}/${count}/${pointerToken(name)}`,
          value,
          evidence: {
            method: 'heuristic',
            source: isText ? 'visible' : 'attribute',
            locator: `${page.locatorOf(node)} (${source.kind}, ${rawValue.path})`,
            quote: rawValue.raw.slice(0, 300),
            ...(choice.isWeak && { weak: true as const }),
          },
          isGrounded: isText || mapping.isShown(leaf, value),
          confidence: rule?.confidence ?? 0,
          node,
        },
      ];
    });
    if (entryValues.length === 0) return;
    values.push(...entryValues);
    count += 1;
  });
  return count < 2 ? [] : values;
}

/**
 * Finds the entries of a field that is an array of objects, in a list of label pairs, repeated elements or a
 * table. `isOnlyListing`: no other array of objects is requested.
 */
export function findRepeatedRecords(
  field: Field,
  page: PageView,
  mapping: Mapping,
  isOnlyListing: boolean,
): FoundValue[] {
  const leaves = getEntryLeaves(field);
  if (leaves.length === 0) return [];
  const pairs = findNamedPairs(field, leaves, page, mapping, isOnlyListing);
  if (pairs.length > 0) return pairs;
  const choice = chooseListing(field, page, mapping, leaves, isOnlyListing);
  return choice === null ? [] : readEntries(field, page, mapping, leaves, choice);
}
