import type { Json, JsonSchema } from '../../../domain/pages/extraction.ts';
import { errorMessage } from '../../../domain/system/failure.ts';
import { pointerTokens } from '../../../domain/values/json-pointer.ts';
import { parseMoney } from '../../../extract/typed/money.ts';
import { isJsonPath } from '../../../page/text/json-path.ts';
import { parseNumber } from '../../../page/text/number.ts';
import { foldText } from '../../../page/text/sections.ts';
import type { VersionDiff } from '../check/compare/compare-versions.ts';
import { parseExpression } from './ignore-rules.ts';
import {
  type Condition,
  type ConditionOp,
  type Version,
  type Watch,
  watchesPage,
} from './monitor-settings.ts';

/** A change to evaluate conditions on. */
export interface EvaluatedChange {
  /** The previous version; null for the first one. */
  before: Version | null;
  after: Version;
  /** The last notified version, from which drops and rises count. */
  lastNotified: Version | null;
  diff: VersionDiff;
}

const textFields = ['text', 'added', 'removed', 'previous'];

/** Operators without a value. */
const opsWithoutValue: ReadonlySet<ConditionOp> = new Set(['any', 'appears', 'disappears']);
/** Operators that need a number. */
const numericOps: ReadonlySet<ConditionOp> = new Set([
  '<',
  '<=',
  '>',
  '>=',
  'drops_by',
  'rises_by',
  'drops_by_percent',
  'rises_by_percent',
]);

/** Returns the tokens of a JSON Pointer (RFC 6901), a dotted path or a plain name. */
function pathOf(field: string): string[] {
  if (!field.startsWith('/')) return field.split('.');
  return pointerTokens(field);
}

/** Returns the value of a field, which is a name, dotted path or JSON Pointer; null when there is none. */
export function valueAt(data: Json, field: string): Json {
  let value: Json = data;
  for (const token of pathOf(field)) {
    if (typeof value !== 'object' || value === null) return null;
    value = (Object.hasOwn(value, token) ? (value as Record<string, Json>)[token] : null) ?? null;
  }
  return value;
}

function addedText({ blocks }: VersionDiff): string {
  return blocks.flatMap(({ after }) => after ?? []).join('\n');
}

function removedText({ blocks }: VersionDiff): string {
  return blocks.flatMap(({ before }) => before ?? []).join('\n');
}

/** Returns the value of a field in the new, the previous and the last notified version. */
function valuesOf(field: string, { before, after, lastNotified, diff }: EvaluatedChange) {
  if (after.data !== null && !(after.text !== null && textFields.includes(field))) {
    const getValue = (version: Version | null) => valueAt(version?.data ?? null, field);
    return { now: getValue(after), old: getValue(before), lastNotified: getValue(lastNotified ?? before) };
  }
  if (field === 'added')
    return { now: addedText(diff), old: removedText(diff), lastNotified: removedText(diff) };
  if (field === 'removed') return { now: removedText(diff), old: '', lastNotified: '' };
  if (field === 'previous') return { now: before?.text ?? '', old: '', lastNotified: '' };
  return {
    now: after.text ?? '',
    old: before?.text ?? '',
    lastNotified: (lastNotified ?? before)?.text ?? '',
  };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

const noLocale = { language: null, country: null, currency: null };

/** Returns a number, or the price or first number in a text. */
function numberOf(value: Json): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const money = parseMoney(value, noLocale);
  const isMoney = money !== null && (money.currency !== null || money.isCurrencyAmbiguous);
  return isMoney ? Number(money.amount) : parseNumber(value);
}

function containsText(value: Json, expected: Condition['value']): boolean {
  return foldText(textOf(value)).includes(foldText(String(expected ?? '')));
}

/** Returns true when a value contains the given text, or is not empty when no text is given. */
function isPresent(value: Json, expected: Condition['value']): boolean {
  if (expected !== null && expected !== '') return containsText(value, expected);
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function isEqual(value: Json, expected: Condition['value']): boolean {
  if (typeof expected === 'number') return numberOf(value) === expected;
  if (typeof expected === 'string') return foldText(textOf(value).trim()) === foldText(expected.trim());
  return value === expected;
}

/**
 * Returns the decrease of a value, absolute or in percent; negative for an increase. Null when there are no two
 * numbers.
 */
function computeDrop(from: Json, to: Json, inPercent: boolean): number | null {
  const [old, now] = [numberOf(from), numberOf(to)];
  if (old === null || now === null) return null;
  if (!inPercent) return old - now;
  return old === 0 ? null : ((old - now) / Math.abs(old)) * 100;
}

/** Returns the validation error of a condition's value, or null. */
export function conditionValueError({ op, value }: Condition): string | null {
  if (opsWithoutValue.has(op)) return null;
  if (numericOps.has(op)) return numberOf(value) === null ? `must be a number for the operator ${op}` : null;
  if (op === '=' || op === '!=') return null;
  if (typeof value !== 'string' || value === '') return `must be a text for the operator ${op}`;
  if (op !== 'matches') return null;
  try {
    parseExpression(value);
    return null;
  } catch (error) {
    return errorMessage(error);
  }
}

/** Returns the names of a schema's properties; null when the schema allows others. */
function propertiesOf(schema: JsonSchema | null): string[] | null {
  const { type, properties, additionalProperties, ...rest } = schema ?? {};
  const isPlain = !['$ref', 'allOf', 'anyOf', 'oneOf', 'patternProperties'].some((name) => name in rest);
  if (type !== 'object' || typeof properties !== 'object' || properties === null) return null;
  return isPlain && (additionalProperties ?? false) === false ? Object.keys(properties) : null;
}

/**
 * Returns the error of a condition's field that never has a value in the watched content; null when it may have one.
 */
export function conditionFieldError(field: string, watch: Watch): string | null {
  if (!watchesPage(watch)) return null;
  // An answer in JSON has values, which a pointer or a watched JSONPath query shows to be expected.
  const isJson = field.startsWith('/') || ('selector' in watch && isJsonPath(watch.selector));
  if (watch.kind !== 'fields' && isJson) return null;
  const knownFields = watch.kind === 'fields' ? propertiesOf(watch.schema) : textFields;
  if (knownFields === null || knownFields.includes(field)) return null;
  if (watch.kind === 'fields' && knownFields.includes(pathOf(field)[0] ?? '')) return null;
  const listedFields = knownFields.slice(0, 20).join(', ');
  return `\`${field.slice(0, 100)}\` is not a field of the watched content. Use one of: ${listedFields}.`;
}

type Evaluate = (values: ReturnType<typeof valuesOf>, expected: Condition['value']) => boolean;

function compareNumbers(isMet: (value: number, expected: number) => boolean): Evaluate {
  return ({ now }, expected) => {
    const [value, bound] = [numberOf(now), numberOf(expected)];
    return value !== null && bound !== null && isMet(value, bound);
  };
}

/** Tolerance of comparisons, wider than the floating-point error of amounts and percents. */
const tolerance = 1e-9;

function compareDrop(direction: 1 | -1, inPercent: boolean): Evaluate {
  return ({ lastNotified, now }, expected) => {
    const drop = computeDrop(lastNotified, now, inPercent);
    const minDrop = numberOf(expected);
    return (
      drop !== null && minDrop !== null && direction * drop > 0 && direction * drop >= minDrop - tolerance
    );
  };
}

const evaluators: Readonly<Record<ConditionOp, Evaluate>> = {
  any: ({ now, old }) => JSON.stringify(now) !== JSON.stringify(old),
  contains: ({ now }, expected) => containsText(now, expected),
  lacks: ({ now }, expected) => !containsText(now, expected),
  matches: ({ now }, expected) => parseExpression(String(expected)).matcher(textOf(now)).find(),
  appears: ({ now, old }, expected) => isPresent(now, expected) && !isPresent(old, expected),
  disappears: ({ now, old }, expected) => !isPresent(now, expected) && isPresent(old, expected),
  '=': ({ now }, expected) => isEqual(now, expected),
  '!=': ({ now }, expected) => !isEqual(now, expected),
  '<': compareNumbers((value, bound) => value < bound),
  '<=': compareNumbers((value, bound) => value <= bound),
  '>': compareNumbers((value, bound) => value > bound),
  '>=': compareNumbers((value, bound) => value >= bound),
  drops_by: compareDrop(1, false),
  rises_by: compareDrop(-1, false),
  drops_by_percent: compareDrop(1, true),
  rises_by_percent: compareDrop(-1, true),
};

/** Operators that compare a value with an earlier one. */
const changeOps: ReadonlySet<ConditionOp> = new Set([
  'any',
  'appears',
  'disappears',
  'drops_by',
  'rises_by',
  'drops_by_percent',
  'rises_by_percent',
]);
/** Fields that only a change has. */
const changeFields: readonly string[] = ['added', 'removed', 'previous'];

const noDiff: VersionDiff = {
  blocks: [],
  fields: {},
  summary: { added: 0, removed: 0, changed: 0 },
  truncated: false,
};

/** Returns whether the conditions hold for a version by itself; null when there are none, or when a change decides. */
export function areConditionsMetBy(
  conditions: readonly Condition[],
  match: 'all' | 'any',
  version: Version,
): boolean | null {
  const change = { before: version, after: version, lastNotified: version, diff: noDiff };
  const results = conditions.map(({ field, op, value }) => {
    const needsChange = changeOps.has(op) || (version.data === null && changeFields.includes(field));
    return needsChange ? null : evaluators[op](valuesOf(field, change), value);
  });
  const decisive = match === 'any';
  if (results.includes(decisive)) return decisive;
  return results.length === 0 || results.includes(null) ? null : !decisive;
}

/** Evaluates the conditions on a change. Returns true when there are no conditions. */
export function areConditionsMet(
  conditions: readonly Condition[],
  match: 'all' | 'any',
  change: EvaluatedChange,
): boolean {
  if (conditions.length === 0) return true;
  const isMet = ({ field, op, value }: Condition) => evaluators[op](valuesOf(field, change), value);
  return match === 'all' ? conditions.every(isMet) : conditions.some(isMet);
}
