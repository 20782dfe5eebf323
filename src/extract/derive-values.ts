import type { FoundValue } from '../domain/pages/extraction.ts';
import { pointerTokens } from '../domain/values/json-pointer.ts';
import type { Mapping } from './page-data/map-entity.ts';
import type { Field } from './schema/field.ts';
import { formatIsoDuration, parseDuration } from './typed/duration.ts';
import { unitOf } from './typed/quantity.ts';
import { coerce, mayBeClock } from './values/coerce.ts';

/** Returns the pointer of the object that contains a field. */
function parentPointer(field: Field): string {
  return field.pointer.slice(0, field.pointer.lastIndexOf('/'));
}

/** Searches for the values of fields that the schema does not have. */
export type FindHidden = (fields: readonly Field[]) => readonly FoundValue[];

export interface DeriveContext {
  fields: readonly Field[];
  mapping: Mapping;
  findHidden: FindHidden;
}

function isStrong(value: FoundValue | undefined): value is FoundValue {
  return value !== undefined && value.evidence.weak !== true;
}

/** Returns the field of a concept beside another field; a hidden one if the schema has none. */
function siblingOf(field: Field, concept: string, { fields, mapping }: DeriveContext): Field {
  const parent = parentPointer(field);
  const own = fields.find(
    (one) => one !== field && parentPointer(one) === parent && mapping.concepts(one)[0]?.name === concept,
  );
  return (
    own ?? {
      ...field,
      pointer: `${parent}/${concept}`,
      name: concept,
      words: concept.split('_'),
      description: '',
    }
  );
}

function findValue(
  field: Field,
  values: readonly FoundValue[],
  context: DeriveContext,
): FoundValue | undefined {
  const isRequested = context.fields.some(({ pointer }) => pointer === field.pointer);
  const known = isRequested ? values : context.findHidden([field]);
  return known.find(({ pointer }) => pointer === field.pointer);
}

/** Returns the seconds that a value of a duration field states. */
function secondsOf(field: Field, { value }: FoundValue): number | null {
  if (typeof value === 'string') return parseDuration(value);
  if (typeof value !== 'number') return null;
  const unit = unitOf(field.words, field.description);
  return value * (unit?.dimension === 'time' ? unit.factor : 60);
}

/** Writes seconds in the type and unit of a field. */
function writeDuration(field: Field, seconds: number): FoundValue['value'] | null {
  if (field.types.includes('number') || field.types.includes('integer')) {
    const unit = unitOf(field.words, field.description);
    const value = seconds / (unit?.dimension === 'time' ? unit.factor : 60);
    return field.types.includes('number') || Number.isInteger(value) ? value : Math.round(value);
  }
  return field.format === 'duration' ? formatIsoDuration(seconds) : `${Math.round(seconds / 60)} min`;
}

/** Returns the total time as the sum of preparation and cooking, if the page states both. */
function deriveTotalTime(field: Field, values: readonly FoundValue[], context: DeriveContext): FoundValue[] {
  const parts = ['prep_time', 'cook_time'].map((concept) => {
    const sibling = siblingOf(field, concept, context);
    const value = findValue(sibling, values, context);
    return isStrong(value) ? { value, seconds: secondsOf(sibling, value) } : null;
  });
  const [prep, cook] = parts;
  if (prep == null || cook == null || prep.seconds === null || cook.seconds === null) return [];
  const value = writeDuration(field, prep.seconds + cook.seconds);
  if (value === null || prep.seconds + cook.seconds <= 0) return [];
  const join = (pick: (one: FoundValue) => string) => `${pick(prep.value)} + ${pick(cook.value)}`;
  return [
    {
      pointer: field.pointer,
      value,
      evidence: {
        method: 'derived',
        source: prep.value.evidence.source,
        locator: join(({ evidence }) => evidence.locator),
        quote: join(({ evidence }) => evidence.quote).slice(0, 300),
      },
      isGrounded: false,
      confidence: Math.min(prep.value.confidence, cook.value.confidence),
      node: -1,
    },
  ];
}

/** A time of day: `19:30 Uhr`, `7.30 pm`. */
const clock = /(?<![\d.:])\d{1,2}[:.h]\d{2}(?:\s?(?:uhr|[ap]\.?m\.?))?(?![\d.:])/iu;

/** Returns the time of day beside the only date of an object for a field that asks for a time. */
function deriveTimeOfDay(
  field: Field,
  values: readonly FoundValue[],
  { fields }: DeriveContext,
): FoundValue[] {
  if (!mayBeClock(field) || !field.types.includes('string')) return [];
  const parent = parentPointer(field);
  const dates = fields.filter((one) => one.kind === 'date' && parentPointer(one) === parent);
  const date = values.find(({ pointer }) => dates.length === 1 && pointer === dates[0]?.pointer);
  if (date === undefined || !/T\d{2}:/.test(String(date.value))) return [];
  const quote = clock.exec(date.evidence.quote)?.[0];
  if (quote === undefined) return [];
  return [
    {
      ...date,
      pointer: field.pointer,
      value: quote,
      evidence: { ...date.evidence, method: 'derived', weak: true },
      isGrounded: false,
    },
  ];
}

/**
 * Returns the currency or the choice that the texts of the other values of the same object name: of an amount "€50 an hour", the
 * currency and the period. Null if they name several.
 */
function deriveFromSiblings(
  field: Field,
  values: readonly FoundValue[],
  { mapping }: DeriveContext,
): FoundValue[] {
  const isCurrency = field.kind === 'currency';
  if (!isCurrency && (field.choices === null || field.context.length === 0)) return [];
  const parent = parentPointer(field);
  const read = values
    .filter(({ pointer }) => pointer.slice(0, pointer.lastIndexOf('/')) === parent)
    .filter(({ evidence }) => evidence.source === 'visible' && /\d/.test(evidence.quote))
    .flatMap((sibling) => {
      const value = coerce(field, sibling.evidence.quote, 'person', mapping.parseContext);
      return value === null ? [] : [{ value, sibling }];
    });
  const [first] = read;
  if (first === undefined || read.some(({ value }) => value !== first.value)) return [];
  const { sibling, value } = first;
  return [
    {
      ...sibling,
      pointer: field.pointer,
      value,
      evidence: { ...sibling.evidence, method: 'derived', weak: true },
      isGrounded: false,
    },
  ];
}

/**
 * Returns values for scalar fields without one that follow from other values of the page: the total time from
 * preparation and cooking, the currency from the price, and a choice from the texts beside it.
 */
export function deriveValues(values: readonly FoundValue[], context: DeriveContext): FoundValue[] {
  return context.fields.flatMap((field) => {
    if (field.structure !== 'scalar' || values.some(({ pointer }) => pointer === field.pointer)) return [];
    if (pointerTokens(field.pointer).length === 0) return [];
    const concept = context.mapping.concepts(field)[0]?.name;
    return [
      ...(concept === 'total_time' ? deriveTotalTime(field, values, context) : []),
      ...deriveTimeOfDay(field, values, context),
      ...deriveFromSiblings(field, values, context),
    ].slice(0, 1);
  });
}
