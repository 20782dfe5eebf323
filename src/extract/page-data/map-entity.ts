import type { FoundValue } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { Entity } from '../facts/entity.ts';
import { type Concept, conceptsOf, labelPhrase } from '../schema/concepts.ts';
import type { Field } from '../schema/field.ts';
import { fieldsOfEntry } from '../schema/schema-fields.ts';
import { coerce, type ParseContext, type Scalar } from '../values/coerce.ts';
import { wordsOf } from '../words/words.ts';
import { filterCounters, type RawValue, rawEntries, rawScalar, valuesAt } from './raw-values.ts';

/** Page context for mapping entities to fields. */
export interface Mapping {
  parseContext: ParseContext;
  /** Returns true if the page shows a value. */
  isShown(field: Field, value: Scalar): boolean;
  concepts(field: Field): readonly Concept[];
  /** Removes text around a field's value; returns null if the text cannot be a value. */
  clean(field: Field, text: string): string | null;
  /** Arrays of objects that were cut, by the pointer of their field. */
  cuts: Map<string, { shown: number; returned: number }>;
}

/** Maximum number of entries of an array of objects. */
export const maxRecords = 2_000;
const quoteLength = 300;
const propertyPhrases = new Map<string, string>();

/**
 * Returns a property's name in the form used for comparison with labels. Results are cached, because pages
 * repeat few names.
 */
function phraseOfProperty(name: string): string {
  let phrase = propertyPhrases.get(name);
  if (phrase === undefined) {
    phrase = labelPhrase(wordsOf(name));
    if (propertyPhrases.size > 5_000) propertyPhrases.clear();
    propertyPhrases.set(name, phrase);
  }
  return phrase;
}

function exactNames(properties: Readonly<Record<string, unknown>>, phrase: string): string[] {
  return Object.keys(properties).filter((name) => !name.startsWith('@') && phraseOfProperty(name) === phrase);
}

/**
 * Returns the paths of an entity that may contain a field, best first: its own name, then the paths of its
 * concepts.
 */
function candidatePaths(
  field: Field,
  properties: Readonly<Record<string, unknown>>,
  mapping: Mapping,
): string[] {
  const exact = exactNames(properties, labelPhrase(field.words));
  const conceptPaths = mapping.concepts(field).flatMap((concept) => concept.keys);
  return [...new Set([...exact, ...conceptPaths])];
}

/** Returns the nested objects that the field's context names: for `/offer/price` those of the offers. */
function contextObjects(
  entity: Entity,
  field: Field,
): { properties: Readonly<Record<string, unknown>>; path: string }[] {
  let at: { properties: Readonly<Record<string, unknown>>; path: string }[] = [
    { properties: entity.properties, path: '' },
  ];
  for (const words of field.context) {
    const phrase = labelPhrase(words);
    if (entity.types.some((type) => phraseOfProperty(type) === phrase)) continue;
    const keys = conceptsOf(words).flatMap((concept) => concept.keys);
    const inner = at.flatMap(({ properties, path }) =>
      [...exactNames(properties, phrase), ...keys]
        .flatMap((name) => valuesAt(properties, name))
        .filter(({ value }) => typeof value === 'object')
        .map((raw) => ({ properties: raw.value as Record<string, unknown>, path: path + raw.path })),
    );
    if (inner.length > 0) at = inner.slice(0, 5);
  }
  return at;
}

function toFoundValue(
  entity: Entity,
  field: Field,
  pointer: string,
  raw: RawValue,
  mapping: Mapping,
): FoundValue | null {
  const rawText = rawScalar(raw.value, field);
  const scalar = typeof rawText === 'string' ? mapping.clean(field, rawText) : rawText;
  if (scalar === null) return null;
  const value = coerce(field, scalar, 'machine', mapping.parseContext);
  if (value === null) return null;
  const isGrounded = mapping.isShown(field, value);
  return {
    pointer,
    value,
    evidence: {
      method: 'page_data',
      source: entity.source,
      locator: `${entity.path}${raw.path}`,
      quote: String(scalar).slice(0, quoteLength),
    },
    isGrounded,
    confidence: isGrounded ? 0.98 : 0.8,
    node: -1,
  };
}

/**
 * Chooses one of several values: people and words are joined; else the first value that the page shows is used.
 */
function mapScalar(
  entity: Entity,
  field: Field,
  rawValues: readonly RawValue[],
  mapping: Mapping,
): FoundValue[] {
  const isJoined =
    rawValues.length > 1 && (field.kind === 'person' || field.kind === 'text') && field.choices === null;
  if (isJoined) {
    const texts = [
      ...new Set(rawValues.map(({ value }) => rawScalar(value, field)).filter((text) => text !== null)),
    ];
    const joined = toFoundValue(
      entity,
      field,
      field.pointer,
      { value: dropContained(texts.map(String)).join(', '), path: itemAt(rawValues, 0).path },
      mapping,
    );
    return joined === null ? [] : [joined];
  }
  const values = rawValues
    .slice(0, 20)
    .map((raw) => toFoundValue(entity, field, field.pointer, raw, mapping))
    .filter((value) => value !== null);
  const best = values.find((value) => value.isGrounded) ?? values[0];
  return best === undefined ? [] : [best];
}

/** Removes texts that another text contains: `8` beside `8 servings`. */
function dropContained(texts: readonly string[]): string[] {
  return texts.filter(
    (text, index) =>
      !texts.some((other, at) => at !== index && other.length > text.length && other.includes(text)),
  );
}

function mapList(
  entity: Entity,
  field: Field,
  rawValues: readonly RawValue[],
  mapping: Mapping,
): FoundValue[] {
  const values: FoundValue[] = [];
  for (const raw of rawEntries(rawValues, field)) {
    const value = toFoundValue(entity, field, `${field.pointer}/${values.length}`, raw, mapping);
    if (value !== null && values.length < (field.maxItems ?? Number.POSITIVE_INFINITY)) values.push(value);
  }
  return values;
}

function mapRecords(
  entity: Entity,
  field: Field,
  rawValues: readonly RawValue[],
  mapping: Mapping,
): FoundValue[] {
  const values: FoundValue[] = [];
  let index = 0;
  const max = field.maxItems ?? maxRecords;
  const objects = rawEntries(rawValues, field).filter(
    ({ value }) => typeof value === 'object' && value !== null,
  );
  for (const raw of objects) {
    if (index >= max) {
      if (max === maxRecords) mapping.cuts.set(field.pointer, { shown: objects.length, returned: max });
      break;
    }
    const inner: Entity = {
      ...entity,
      types: [],
      properties: raw.value as Record<string, unknown>,
      path: `${entity.path}${raw.path}`,
    };
    const record = fieldsOfEntry(field, index).flatMap((leaf) =>
      mapField(inner, { ...leaf, context: leaf.context.slice(field.context.length + 1) }, mapping),
    );
    if (record.length === 0) continue;
    values.push(...record);
    index++;
  }
  return values;
}

/** Returns the values of an entity for a field; empty if no value fits the field's type. */
export function mapField(entity: Entity, field: Field, mapping: Mapping): FoundValue[] {
  const scopes = contextObjects(entity, field);
  let fallback: FoundValue[] = [];
  for (const { properties, path: at } of scopes) {
    for (const path of candidatePaths(field, properties, mapping)) {
      const from = path.startsWith('interactionStatistic') ? filterCounters(properties, field) : properties;
      const rawValues = valuesAt(from, path).map((raw) => ({ ...raw, path: at + raw.path }));
      if (rawValues.length === 0) continue;
      const mapValues =
        field.structure === 'records' ? mapRecords : field.structure === 'list' ? mapList : mapScalar;
      const values = mapValues(entity, field, rawValues, mapping);
      if (values.some((value) => value.isGrounded)) return values;
      if (fallback.length === 0) fallback = values;
    }
  }
  return fallback;
}
