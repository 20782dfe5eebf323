import type { Dice } from './dice.ts';
import { hostileText, spoilText } from './hostile-text.ts';
import { rawJson } from './json-text.ts';

type JsonObject = Record<string, unknown>;

const numbers: readonly unknown[] = [
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  rawJson('1e400'),
  rawJson('-1e400'),
  rawJson('-0'),
  rawJson('1e-400'),
  rawJson('9007199254740993'),
  rawJson(`1${'0'.repeat(400)}`),
  rawJson(`0.${'1'.repeat(5_000)}`),
];

const invalidJson: readonly string[] = [
  'NaN',
  'Infinity',
  '01',
  '+1',
  '.5',
  "'a'",
  '"\\ud800"',
  '"\\x"',
  'nul',
  '',
];

const strangeKeys = [
  '__proto__',
  'constructor',
  'toString',
  '',
  '\0',
  '\ud800',
  'extra',
  'a.b',
  '/',
  '~0',
  '0',
];

/** Returns JSON nested deeper than a recursive reader's stack. */
function deepJson(dice: Dice): string {
  const depth = dice.pick([200, 3_000, 12_000]);
  const [open, close] = dice.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['{"properties":{"a":', '}}'],
    ['{"items":', '}'],
    ['{"type":"object","properties":{"a":', '}}'],
  ] as const);
  return `${open.repeat(depth)}${open === '[' ? '' : '1'}${close.repeat(depth)}`;
}

function otherValue(dice: Dice): unknown {
  return dice.weigh<() => unknown>([
    [3, () => null],
    [2, () => dice.chance(0.5)],
    [4, () => dice.pick(numbers)],
    [5, () => hostileText(dice)],
    [2, () => []],
    [2, () => ({})],
    [2, () => [null, 1, hostileText(dice), {}]],
    [2, () => ({ [dice.pick(strangeKeys)]: hostileText(dice) })],
    [0.4, () => rawJson(deepJson(dice))],
    [0.4, () => rawJson(dice.pick(invalidJson))],
    [0.1, () => Array.from({ length: 3_000 }, () => 1)],
  ])();
}

function withoutKey(value: JsonObject, key: string): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));
}

/** Returns the object with an own property, even if the key is `__proto__`. */
function withEntry(value: JsonObject, key: string, entry: unknown): JsonObject {
  return Object.fromEntries([...Object.entries(value).filter(([name]) => name !== key), [key, entry]]);
}

function damageObject(value: JsonObject, dice: Dice): unknown {
  const keys = Object.keys(value);
  const choice = dice.below(10);
  if (choice === 0) return otherValue(dice);
  if (choice <= 2 || keys.length === 0) return withEntry(value, dice.pick(strangeKeys), otherValue(dice));
  const key = dice.pick(keys);
  if (choice === 3) return withoutKey(value, key);
  if (choice === 4) return withEntry(withoutKey(value, key), spoilText(key, dice), value[key]);
  return withEntry(value, key, damageValue(value[key], dice));
}

function damageList(value: readonly unknown[], dice: Dice): unknown {
  const choice = dice.below(6);
  if (choice === 0) return otherValue(dice);
  if (choice === 1) return [...value, otherValue(dice)];
  if (choice === 2) return [];
  if (choice === 3 && value.length > 0)
    return Array.from({ length: dice.pick([101, 1_001]) }, () => value[0]);
  if (value.length === 0) return [otherValue(dice)];
  return value.with(dice.below(value.length), damageValue(dice.pick(value), dice));
}

/** Returns the value with one fault at a random position. */
export function damageValue(value: unknown, dice: Dice): unknown {
  if (Array.isArray(value)) return damageList(value, dice);
  if (typeof value === 'object' && value !== null) return damageObject(value as JsonObject, dice);
  if (typeof value === 'string' && dice.chance(0.5))
    return isAddress(value) ? `${value}${tail(dice)}` : spoilText(value, dice);
  if (typeof value === 'number' && dice.chance(0.6)) return dice.pick(numbers);
  return otherValue(dice);
}

/** Returns whether a text is a URL. Its host is not changed: a random change could name a foreign machine. */
function isAddress(text: string): boolean {
  return /^[a-z]+:/i.test(text);
}

function tail(dice: Dice): string {
  return `/${hostileText(dice)}`;
}
