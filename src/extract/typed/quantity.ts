import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { findNumbers, type NumberFormat, normalizeDigits, scaleAfter } from '../../page/text/number.ts';
import { foldText } from '../words/words.ts';

/** A unit of measurement. */
interface Unit {
  name: string;
  dimension: string;
  /** Factor to the first unit of its dimension. */
  factor: number;
}

/** Dimensions with the factors and notations of their units: `units.json`. */
type UnitData = Record<string, Record<string, { factor: number; words: string[] }>>;

const unitData = readJsonAsset('extract/typed/units.json') as UnitData;

const unitsByWord = new Map<string, Unit>();
for (const [dimension, units] of Object.entries(unitData)) {
  for (const [name, { factor, words }] of Object.entries(units)) {
    for (const word of [name, ...words]) unitsByWord.set(foldText(word), { name, dimension, factor });
  }
}

const maxTextLength = 200;

/** Returns true if a word is a unit of a quantity, such as `cm`. */
export function isUnit(word: string): boolean {
  return findUnit(word) !== null;
}

/** Returns the unit that a word of a field's name or a text denotes, or null. */
function findUnit(word: string): Unit | null {
  return unitsByWord.get(foldText(word).replace(/\.$/, '')) ?? null;
}

/** Notations of units that mean something else at the end of a name: `model_year`, `valid_to`. */
const otherMeanings = new Set(
  'to go mo bar an ans ano anno rok lat lata mes mese hora ore tag day hour minute second week month year yr foot pound cal cv ps jour mois'.split(
    ' ',
  ),
);

function findNameUnit(word: string): Unit | null {
  return otherMeanings.has(word) ? null : findUnit(word);
}

/** Returns the words of a name without the unit at its end: `weight kg` becomes `weight`. */
export function withoutUnit(words: readonly string[]): readonly string[] {
  const last = words.at(-1);
  if (words.length < 2 || last === undefined || findNameUnit(last) === null) return words;
  const rest = words.slice(0, -1);
  return rest.length > 1 && rest.at(-1) === 'in' ? rest.slice(0, -1) : rest;
}

/**
 * Returns the unit in which a field is asked: at the end of its name, else after "in" in its description. A word that also
 * means something else is a unit if the text has it behind a number: `power_ps` and "96 kW (131 PS)".
 */
export function unitOf(words: readonly string[], description: string, value = ''): Unit | null {
  const last = words.at(-1);
  const byName =
    words.length > 1 && last !== undefined ? (findNameUnit(last) ?? usedUnit(last, value)) : null;
  if (byName !== null) return byName;
  const text = foldText(description);
  const stated =
    /(?:^|[^\p{L}])(?:in|unit:?|measured in) ([\p{L}°²³]{1,14})|[([]([\p{L}°²³]{1,6})[)\]]/u.exec(text);
  const word = stated?.[1] ?? stated?.[2];
  return word === undefined ? null : findUnit(word);
}

/** Returns the unit that a word means if it stands behind a number of a text. */
function usedUnit(word: string, text: string): Unit | null {
  const unit = findUnit(word);
  if (unit === null || text === '') return null;
  const plain = normalizeDigits(text.slice(0, maxTextLength));
  return findNumbers(plain).some(({ to }) => unitBehind(plain.slice(to, to + 24))?.name === unit.name)
    ? unit
    : null;
}

/** Returns the unit directly behind a number: `8.5 kg`, `24-month`, `27"`. */
function unitBehind(rest: string): Unit | null {
  const word = /^\s?-?\s?([\p{L}°µ²³]+[23]?|["'%])/u.exec(rest)?.[1];
  return word === undefined ? null : findUnit(word);
}

/** Returns true if the number at the start of a text has a unit behind it that measures the same as another unit. */
export function isMeasuredIn(text: string, unit: Unit): boolean {
  const number = findNumbers(normalizeDigits(text.slice(0, maxTextLength)))[0];
  return number !== undefined && unitBehind(text.slice(number.to))?.dimension === unit.dimension;
}

/**
 * Returns the first quantity of a text in a unit, else of its dimension: `850 g` is 0.85 in kilograms. A number without a unit is taken to
 * be in the unit; null if the text has no number, or only numbers of other dimensions.
 */
export function parseQuantity(text: string, unit: Unit, format: NumberFormat): number | null {
  const plain = normalizeDigits(text.slice(0, maxTextLength));
  let bare: number | null = null;
  let converted: number | null = null;
  for (const number of findNumbers(plain, format)) {
    const rest = plain.slice(number.to, number.to + 24);
    const found = unitBehind(rest);
    if (found?.name === unit.name) return Number(number.amount);
    if (found?.dimension === unit.dimension)
      converted ??= Number(((Number(number.amount) * found.factor) / unit.factor).toPrecision(12));
    // The exponent of a unit is no number, and an amount of money no quantity: `12.4 km2`, `€5`.
    const isOther = /[\p{L}\p{Sc}]$/u.test(plain.slice(0, number.from));
    const isBare = found === null && !isOther && !/^\s?[\p{L}\p{Sc}]/u.test(rest);
    if (isBare && bare === null) bare = Number(number.amount) * scaleAfter(rest);
  }
  return converted ?? bare;
}

/** Returns true if the first number of a text has a scale or no unit behind it: `4 people`, `20k`. */
function isCount(text: string, format: NumberFormat): boolean {
  const plain = normalizeDigits(text.slice(0, maxTextLength));
  const first = findNumbers(plain, format)[0];
  if (first === undefined) return false;
  const rest = plain.slice(first.to, first.to + 24);
  return scaleAfter(rest) !== 1 || unitBehind(rest) === null;
}

/**
 * Returns true if a field asks for the lower end of counts, and not for minutes: its name ends in `min`, and the text counts
 * something without a unit.
 */
export function isMinimumCount(words: readonly string[], text: string, format: NumberFormat): boolean {
  return words.length > 1 && words.at(-1) === 'min' && isCount(text, format);
}
