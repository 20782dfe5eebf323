import type { FoundValue } from '../../../domain/pages/extraction.ts';
import { pointerToken } from '../../../domain/values/json-pointer.ts';
import { tag } from '../../../page/parse/names/tags.ts';
import { parentOf } from '../../../page/tree/tree.ts';
import type { LabelPair } from '../../facts/labels/label-collector.ts';
import type { PageFacts } from '../../facts/page-facts.ts';
import type { Mapping } from '../../page-data/map-entity.ts';
import type { Field } from '../../schema/field.ts';
import { coerce } from '../../values/coerce.ts';
import type { EntryField } from './entry-fields.ts';
import { getSurroundingNames, hasSurroundingName } from './surrounding-names.ts';

/** Names of the two fields of an entry that consists of a label and a value. */
const labelNames = /^(?:name|label|key|property|attribute|feature|spec|specification|term|title|field)$/i;
const valueNames = /^(?:value|text|content|data|detail|details|description)$/i;
/** Words that name a list of specifications. */
const specificationWords = new Set(
  'spec specs specification specifications detail details attribute attributes property properties feature features parameter parameters characteristic characteristics technical information info facts daten merkmale eigenschaften caractéristiques especificaciones características specificaties kenmerken dane specyfikacja scheda'.split(
    ' ',
  ),
);
const minPairs = 3;
const minUnnamed = 5;
const minPairStrength = 0.7;
/** Minimum strength of terms of lists and of table cells. */
const minCellStrength = 0.8;
const maxPairs = 300;

/** The two fields of entries that are pairs of a label and a value. */
interface PairFields {
  label: EntryField;
  value: EntryField;
}

/** Returns the label field and the value field of an entry that has exactly these two, else null. */
function getPairFields(leaves: readonly EntryField[]): PairFields | null {
  const label = leaves.find(({ name }) => labelNames.test(name));
  const value = leaves.find((one) => one !== label && valueNames.test(one.name));
  if (leaves.length !== 2 || label === undefined || value === undefined) return null;
  // A field called "value" would be read as an amount of money, but the value of a pair can be anything.
  const plain = ({ field, name }: EntryField): EntryField => ({
    field: { ...field, kind: field.types.includes('string') ? 'text' : 'number' },
    name,
  });
  return { label: plain(label), value: plain(value) };
}

/** Returns the table or list around a pair, else the parent of its row. */
function groupElementOf({ tree }: PageFacts, node: number): number {
  for (let at = node, steps = 0; at > 0 && steps < 6; at = parentOf(tree, at), steps++) {
    const kind = tree.tag[at];
    if (kind === tag.table || kind === tag.dl || kind === tag.ul || kind === tag.ol) return at;
  }
  return parentOf(tree, parentOf(tree, node));
}

interface PairGroup {
  element: number;
  pairs: LabelPair[];
  isNamed: boolean;
}

function groupPairs(field: Field, page: PageFacts, mapping: Mapping): PairGroup[] {
  const groups = new Map<number, LabelPair[]>();
  const seenKeys = new Set<string>();
  for (const pair of page.labels()) {
    const key = `${pair.node} ${pair.label}`;
    if (pair.strength < minPairStrength || seenKeys.has(key)) continue;
    seenKeys.add(key);
    const element = groupElementOf(page, pair.node);
    const group = groups.get(element);
    if (group === undefined) groups.set(element, [pair]);
    else group.push(pair);
  }
  const isSpecification = field.words.some((word) => specificationWords.has(word));
  return [...groups].map(([element, pairs]) => ({
    element,
    pairs,
    isNamed:
      hasSurroundingName(page, field, mapping, element) ||
      (isSpecification &&
        getSurroundingNames(page, element).some((words) =>
          words.some((word) => specificationWords.has(word)),
        )),
  }));
}

/** Chooses the pairs of all groups with a matching name, else those of the largest group, which is a guess. */
function choosePairs(
  groups: readonly PairGroup[],
  isOnlyListing: boolean,
): { pairs: LabelPair[]; isWeak: boolean } | null {
  const named = groups.filter(({ isNamed, pairs }) => isNamed && pairs.length >= 2);
  const pairs = named.flatMap((sheet) => sheet.pairs);
  if (pairs.length >= minPairs) return { pairs, isWeak: false };
  const [largest] = groups
    .filter((sheet) => sheet.pairs.every(({ strength }) => strength >= minCellStrength))
    .sort((one, other) => other.pairs.length - one.pairs.length);
  if (!isOnlyListing || largest === undefined || largest.pairs.length < minUnnamed) return null;
  return { pairs: largest.pairs, isWeak: true };
}

/**
 * Finds labels and values for a field whose entries consist of a name and a value, such as a specification
 * table. `isOnlyListing`: the schema has no other array of objects.
 */
export function findNamedPairs(
  field: Field,
  leaves: readonly EntryField[],
  page: PageFacts,
  mapping: Mapping,
  isOnlyListing: boolean,
): FoundValue[] {
  const pairFields = getPairFields(leaves);
  const selection = pairFields === null ? null : choosePairs(groupPairs(field, page, mapping), isOnlyListing);
  if (pairFields === null || selection === null) return [];
  const values = readPairs(field, pairFields, selection, page, mapping);
  return values.length < 2 * minPairs ? [] : values;
}

/**
 * Finds entries of two fields in the rows or terms under a heading that names them, such as the days and hours under "Opening
 * hours": the first field is the label of each, the second its value.
 */
export function findPairsUnderName(
  field: Field,
  leaves: readonly EntryField[],
  page: PageFacts,
  mapping: Mapping,
): FoundValue[] {
  const [label, value] = leaves;
  if (leaves.length !== 2 || label === undefined || value === undefined) return [];
  if (!label.field.types.includes('string')) return [];
  const pairs = groupPairs(field, page, mapping)
    .map((group) => ({ ...group, pairs: group.pairs.filter(({ strength }) => strength >= minCellStrength) }))
    .find(({ isNamed, pairs: own }) => isNamed && own.length > 1)?.pairs;
  if (pairs === undefined) return [];
  const values = readPairs(field, { label, value }, { pairs, isWeak: false }, page, mapping);
  return values.length === 2 * pairs.length ? values : [];
}

function readPairs(
  field: Field,
  pairFields: PairFields,
  selection: { pairs: readonly LabelPair[]; isWeak: boolean },
  page: PageFacts,
  mapping: Mapping,
): FoundValue[] {
  const values: FoundValue[] = [];
  let count = 0;
  for (const pair of selection.pairs.slice(0, Math.min(maxPairs, field.maxItems ?? maxPairs))) {
    const label = coerce(pairFields.label.field, pair.label, 'person', mapping.parseContext);
    const value = coerce(pairFields.value.field, pair.value, 'person', mapping.parseContext);
    if (label === null || value === null) continue;
    const evidence = {
      method: 'heuristic' as const,
      source: 'visible' as const,
      locator: `${page.locatorOf(pair.node)} (label "${pair.label}")`,
      ...(selection.isWeak && { weak: true as const }),
    };
    const common = { isGrounded: true, confidence: pair.strength, node: pair.node };
    const at = `${field.pointer}/${count}`;
    values.push(
      {
        ...common,
        pointer: `${at}/${pointerToken(pairFields.label.name)}`,
        value: label,
        evidence: { ...evidence, quote: pair.label },
      },
      {
        ...common,
        pointer: `${at}/${pointerToken(pairFields.value.name)}`,
        value,
        evidence: { ...evidence, quote: pair.value.slice(0, 300) },
      },
    );
    count += 1;
  }
  return values;
}
