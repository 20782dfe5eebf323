import type { FoundValue } from '../../domain/extraction.ts';
import { coerce, type Reading, type Scalar } from '../coerce.ts';
import { type Concept, conceptsOf, labelPhrase } from '../concepts.ts';
import type { Field } from '../field.ts';
import { wordsOf } from '../words.ts';
import type { Entity } from './entity.ts';
import { ofAction, type RawValue, rawEntries, rawScalar, valuesAt } from './raw-values.ts';

/** What mapping needs beside the entity. */
export interface Mapping {
  reading: Reading;
  /** Whether the page shows a value. */
  isShown(field: Field, value: Scalar): boolean;
  concepts(field: Field): readonly Concept[];
  /** A text without what does not belong to a field's value, or null when it can be none. */
  cleaned(field: Field, text: string): string | null;
}

const mostRecords = 200;
const quoteLength = 300;
const propertyPhrases = new Map<string, string>();

/** A property's name as labels are compared; remembered, for pages repeat few names. */
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

/** Where in an entity a field may stand, best first: its very name, then the paths of what the name stands for. */
function pathsOf(field: Field, properties: Readonly<Record<string, unknown>>, mapping: Mapping): string[] {
  const exact = exactNames(properties, labelPhrase(field.words));
  const known = mapping.concepts(field).flatMap((concept) => concept.keys);
  return [...new Set([...exact, ...known])];
}

/** Objects inside of the entity that the names around a field mean: for `/offer/price` those of its offers. */
function within(
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

function toValue(
  entity: Entity,
  field: Field,
  pointer: string,
  raw: RawValue,
  mapping: Mapping,
): FoundValue | null {
  const stated = rawScalar(raw.value, field);
  const scalar = typeof stated === 'string' ? mapping.cleaned(field, stated) : stated;
  if (scalar === null) return null;
  const value = coerce(field, scalar, 'machine', mapping.reading);
  if (value === null) return null;
  const isGrounded =
    mapping.isShown(field, value) || (typeof scalar === 'string' && isShownAs(field, scalar, mapping));
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

/** Whether the text that a value was read from is shown; a choice or a yes stands on the page as its phrase. */
function isShownAs(field: Field, text: string, mapping: Mapping): boolean {
  return (
    (field.choices !== null || field.types.includes('boolean')) &&
    mapping.isShown({ ...field, choices: null, kind: 'text' }, text)
  );
}

/** One value of several: people and words are listed, of everything else the first counts that the page shows. */
function scalarOf(entity: Entity, field: Field, found: readonly RawValue[], mapping: Mapping): FoundValue[] {
  const listed =
    found.length > 1 && (field.kind === 'person' || field.kind === 'text') && field.choices === null;
  if (listed) {
    const texts = [
      ...new Set(found.map(({ value }) => rawScalar(value, field)).filter((text) => text !== null)),
    ];
    const joined = toValue(
      entity,
      field,
      field.pointer,
      { value: withoutParts(texts.map(String)).join(', '), path: (found[0] as RawValue).path },
      mapping,
    );
    return joined === null ? [] : [joined];
  }
  const values = found
    .slice(0, 20)
    .map((raw) => toValue(entity, field, field.pointer, raw, mapping))
    .filter((value) => value !== null);
  const best = values.find((value) => value.isGrounded) ?? values[0];
  return best === undefined ? [] : [best];
}

/** Texts that no other one of them holds: `8` beside `8 servings` says nothing. */
function withoutParts(texts: readonly string[]): string[] {
  return texts.filter(
    (text, index) =>
      !texts.some((other, at) => at !== index && other.length > text.length && other.includes(text)),
  );
}

function listOf(entity: Entity, field: Field, found: readonly RawValue[], mapping: Mapping): FoundValue[] {
  const values: FoundValue[] = [];
  for (const raw of rawEntries(found, field)) {
    const value = toValue(entity, field, `${field.pointer}/${values.length}`, raw, mapping);
    if (value !== null && values.length < (field.maxItems ?? Number.POSITIVE_INFINITY)) values.push(value);
  }
  return values;
}

function recordsOf(entity: Entity, field: Field, found: readonly RawValue[], mapping: Mapping): FoundValue[] {
  const values: FoundValue[] = [];
  let index = 0;
  for (const raw of rawEntries(found, field)) {
    if (
      typeof raw.value !== 'object' ||
      raw.value === null ||
      index >= Math.min(mostRecords, field.maxItems ?? mostRecords)
    )
      continue;
    const inner: Entity = {
      ...entity,
      types: [],
      properties: raw.value as Record<string, unknown>,
      path: `${entity.path}${raw.path}`,
    };
    const record = field.fields.flatMap((leaf) => {
      const own = {
        ...leaf,
        pointer: leaf.pointer.replace(`${field.pointer}/*`, `${field.pointer}/${index}`),
        context: leaf.context.slice(field.context.length + 1),
      };
      return mapField(inner, own, mapping);
    });
    if (record.length === 0) continue;
    values.push(...record);
    index++;
  }
  return values;
}

/** The values that an entity gives for a field; empty when it has none that fit the field's type. */
export function mapField(entity: Entity, field: Field, mapping: Mapping): FoundValue[] {
  const places = within(entity, field);
  let fallback: FoundValue[] = [];
  for (const { properties, path: at } of places) {
    for (const path of pathsOf(field, properties, mapping)) {
      const from = path.startsWith('interactionStatistic') ? ofAction(properties, field) : properties;
      const found = valuesAt(from, path).map((raw) => ({ ...raw, path: at + raw.path }));
      if (found.length === 0) continue;
      const make = field.structure === 'records' ? recordsOf : field.structure === 'list' ? listOf : scalarOf;
      const values = make(entity, field, found, mapping);
      if (values.some((value) => value.isGrounded)) return values;
      if (fallback.length === 0) fallback = values;
    }
  }
  return fallback;
}
