import type { Json } from '../../domain/extraction.ts';
import { messageOf } from '../../domain/failure.ts';
import { parseMoney } from '../../extract/typed/money.ts';
import { parseNumber } from '../../extract/typed/number.ts';
import { foldText } from '../../page/sections.ts';
import type { VersionDiff } from './compare-versions.ts';
import { readExpression } from './ignored.ts';
import type { Condition, ConditionOp, Version } from './watch.ts';

/** A change as conditions see it. */
export interface JudgedChange {
  /** The version before; null at the first one. */
  before: Version | null;
  after: Version;
  /** The version that was last told of: what drops and rises count from. */
  told: Version | null;
  diff: VersionDiff;
}

/** Operations that need no value. */
const opsWithoutValue: ReadonlySet<ConditionOp> = new Set(['any', 'appears', 'disappears']);
/** Operations that need a number. */
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

/** The tokens of a JSON pointer (RFC 6901), a dotted path or a plain name. */
function pathOf(field: string): string[] {
  if (!field.startsWith('/')) return field.split('.');
  return field
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that a field names in some data; null where there is none. */
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

/** The value of a field in the version after the change, in the one before, and in the one last told of. */
function valuesOf(field: string, { before, after, told, diff }: JudgedChange) {
  if (after.data !== null) {
    const of = (version: Version | null) => valueAt(version?.data ?? null, field);
    return { now: of(after), old: of(before), told: of(told ?? before) };
  }
  if (field === 'added') return { now: addedText(diff), old: removedText(diff), told: removedText(diff) };
  if (field === 'removed') return { now: removedText(diff), old: '', told: '' };
  if (field === 'previous') return { now: before?.text ?? '', old: '', told: '' };
  return { now: after.text ?? '', old: before?.text ?? '', told: (told ?? before)?.text ?? '' };
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
}

const noSignals = { language: null, country: null, currency: null };

/** A number as it is; of a text its price, where it shows one, else its first number. */
function numberOf(value: Json): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const money = parseMoney(value, noSignals);
  const isMoney = money !== null && (money.currency !== null || money.isCurrencyAmbiguous);
  return isMoney ? Number(money.amount) : parseNumber(value);
}

function holds(value: Json, wanted: Condition['value']): boolean {
  return foldText(textOf(value)).includes(foldText(String(wanted ?? '')));
}

/** Whether something is there: with a wanted text, that text; else any value. */
function isThere(value: Json, wanted: Condition['value']): boolean {
  if (wanted !== null && wanted !== '') return holds(value, wanted);
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}

function isEqual(value: Json, wanted: Condition['value']): boolean {
  if (typeof wanted === 'number') return numberOf(value) === wanted;
  if (typeof wanted === 'string') return foldText(textOf(value).trim()) === foldText(wanted.trim());
  return value === wanted;
}

/** How far a value moved, downwards positive, in itself or in percent; null where there are no two numbers. */
function dropOf(from: Json, to: Json, inPercent: boolean): number | null {
  const [old, now] = [numberOf(from), numberOf(to)];
  if (old === null || now === null) return null;
  if (!inPercent) return old - now;
  return old === 0 ? null : ((old - now) / Math.abs(old)) * 100;
}

/** What is wrong with a condition's value, or null. */
export function conditionFault({ op, value }: Condition): string | null {
  if (opsWithoutValue.has(op)) return null;
  if (numericOps.has(op)) return numberOf(value) === null ? `${op} needs a number` : null;
  if (op === '=' || op === '!=') return null;
  if (typeof value !== 'string' || value === '') return `${op} needs a text`;
  if (op !== 'matches') return null;
  try {
    readExpression(value);
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

type Judge = (values: ReturnType<typeof valuesOf>, wanted: Condition['value']) => boolean;

function ordered(isMet: (value: number, wanted: number) => boolean): Judge {
  return ({ now }, wanted) => {
    const [value, bound] = [numberOf(now), numberOf(wanted)];
    return value !== null && bound !== null && isMet(value, bound);
  };
}

/** Sums of cents and percents are compared a hair wider than floating point errs. */
const hair = 1e-9;

function moved(direction: 1 | -1, inPercent: boolean): Judge {
  return ({ told, now }, wanted) => {
    const drop = dropOf(told, now, inPercent);
    const least = numberOf(wanted);
    return drop !== null && least !== null && direction * drop > 0 && direction * drop >= least - hair;
  };
}

const judges: Readonly<Record<ConditionOp, Judge>> = {
  any: ({ now, old }) => JSON.stringify(now) !== JSON.stringify(old),
  contains: ({ now }, wanted) => holds(now, wanted),
  lacks: ({ now }, wanted) => !holds(now, wanted),
  matches: ({ now }, wanted) => readExpression(String(wanted)).matcher(textOf(now)).find(),
  appears: ({ now, old }, wanted) => isThere(now, wanted) && !isThere(old, wanted),
  disappears: ({ now, old }, wanted) => !isThere(now, wanted) && isThere(old, wanted),
  '=': ({ now }, wanted) => isEqual(now, wanted),
  '!=': ({ now }, wanted) => !isEqual(now, wanted),
  '<': ordered((value, bound) => value < bound),
  '<=': ordered((value, bound) => value <= bound),
  '>': ordered((value, bound) => value > bound),
  '>=': ordered((value, bound) => value >= bound),
  drops_by: moved(1, false),
  rises_by: moved(-1, false),
  drops_by_percent: moved(1, true),
  rises_by_percent: moved(-1, true),
};

/** Whether a change is one to tell of: evaluated only after something has changed. Without conditions everything is. */
export function isWanted(
  conditions: readonly Condition[],
  match: 'all' | 'any',
  change: JudgedChange,
): boolean {
  if (conditions.length === 0) return true;
  const isMet = ({ field, op, value }: Condition) => judges[op](valuesOf(field, change), value);
  return match === 'all' ? conditions.every(isMet) : conditions.some(isMet);
}
