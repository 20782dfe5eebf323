import type { Json } from '../../../domain/pages/extraction.ts';
import { parseMoney } from '../../../extract/typed/money.ts';
import type { PriceRole } from '../../../extract/typed/price-words.ts';
import type { Column } from './columns.ts';
import { type MappingSource, sampleColumn } from './field-rule.ts';
import type { RequestedField } from './requested-fields.ts';

/** Name that the former price of a record gets from its markup. */
const formerPriceName = 'old price';

/** Returns true if the markup of a column says that its price is no longer paid. */
export function isFormerPrice({ names }: Column): boolean {
  return names.some((words) => words.join(' ') === formerPriceName);
}

/** Returns true if a field asks for a former price. */
export function isFormerPriceField({ matcher }: RequestedField): boolean {
  return matcher.score(formerPriceName.split(' ')) >= 0.9;
}

/** Factor of the name score of a former price if the record also has another one. */
export const formerPriceFactor = 0.4;
const minOtherPrices = 0.3;

/** Words by which markup names the price that is paid, if a record also has another one. */
const presentPriceWords = new Set([
  'special',
  'sale',
  'now',
  'current',
  'final',
  'reduced',
  'promo',
  'deal',
  'discounted',
]);
/** Minimum share of the records with both prices in which the present one is not higher. */
const minLower = 0.9;

function isPresentPrice({ names }: Column): boolean {
  return names.some((words) => words.includes('price') && words.some((word) => presentPriceWords.has(word)));
}

function amountsOf({ values }: Column): number[] {
  return values.map((value) => Number(parseMoney(String(value ?? ''), noSignals)?.amount ?? Number.NaN));
}

/** Returns the pairs of amounts of the records that have both. */
function pairAmounts(one: Column, other: Column): [number, number][] {
  const amounts = amountsOf(other);
  return amountsOf(one)
    .map((amount, at): [number, number] => [amount, amounts[at] ?? Number.NaN])
    .filter((pair) => pair.every(Number.isFinite));
}

/** Returns true if a column has the price that records paid before, according to the name and the amounts of another one. */
export function isReplacedBy(column: Column, other: Column): boolean {
  if (other === column || other.type !== 'money' || column.type !== 'money') return false;
  if (other.filled < minOtherPrices || isFormerPrice(other)) return false;
  if (isFormerPrice(column)) return true;
  if (!isPresentPrice(other) || isPresentPrice(column)) return false;
  const pairs = pairAmounts(other, column);
  const lower = pairs.filter(([present, former]) => present <= former);
  const reduced = pairs.filter(([present, former]) => present < former);
  return reduced.length >= 2 && lower.length >= pairs.length * minLower;
}

/** Returns true if a column is the former price of records that also have the price now. */
export function isReplacedPrice(
  requested: RequestedField,
  column: Column,
  columns: readonly Column[],
): boolean {
  if (requested.kind !== 'money' || isFormerPriceField(requested)) return false;
  return columns.some((other) => isReplacedBy(column, other));
}

/** Minimum share of the records that show the amounts of a column as the price that is paid, or as the one before. */
const minShownRole = 0.6;
/** Name score of a column with the amounts that the page shows for a field; its own name decides between equal ones. */
const shownRoleScore = 0.9;

/** Returns the share of the records that show the amount of a column, also in minor units, with a role. */
function getRoleShare(column: Column, source: MappingSource, role: PriceRole): number {
  const samples = sampleColumn(column, source).filter(({ shown }) => shown.amounts().length > 0);
  if (samples.length < 2) return 0;
  const hits = samples.filter(({ value, shown }) => {
    const amount =
      typeof value === 'number' ? value : Number(parseMoney(String(value), noSignals)?.amount ?? Number.NaN);
    return shown.amounts().some((one) => {
      const shownAmount = Number(one.money.amount);
      return one.role === role && (shownAmount === amount || Math.round(shownAmount * 100) === amount);
    });
  });
  return hits.length / samples.length;
}

/** Returns true if the elements of a column have no former price: its amounts are asked, of a unit, or a part of another one. */
export function showsNoFormerPrice(
  requested: RequestedField,
  column: Column,
  source: MappingSource,
): boolean {
  if (requested.kind !== 'money' || !isFormerPriceField(requested)) return false;
  const shown = sampleColumn(column, source).filter((one) => one.shown.amounts().length > 0);
  return shown.length > 1 && getRoleShare(column, source, 'former') === 0;
}

/**
 * Returns the name score of a column of data by what the page shows: the amounts that it asks are the price, those that it
 * strikes out are the former one, whatever the keys say.
 */
export function scoreByShownRole(
  requested: RequestedField,
  column: Column,
  source: MappingSource,
  name: number,
): number {
  const isFormer = isFormerPriceField(requested);
  if (requested.kind !== 'money' || (!isFormer && requested.matcher.concepts[0]?.name !== 'price'))
    return name;
  if (column.type !== 'money' && column.type !== 'number') return name;
  const [own, other] = isFormer ? (['former', 'asked'] as const) : (['asked', 'former'] as const);
  if (getRoleShare(column, source, own) >= minShownRole) return shownRoleScore + (1 - shownRoleScore) * name;
  return getRoleShare(column, source, other) >= minShownRole ? name * formerPriceFactor : name;
}

/** Maximum number of letters beside an amount: "from", "EUR". */
const maxAmountLetters = 5;
const noSignals = { language: null, country: null, currency: null };

/** Returns true if most values of a column are amounts, or ranges of amounts, and no texts that contain one. */
export function isPlainAmount({ values }: Column): boolean {
  const texts = values.filter((value) => value !== null).map(String);
  const plain = texts.filter((text) => {
    const numbers = text.match(/\d+(?:[.,]\d+)*/g)?.length ?? 0;
    const currencies = text.match(/\p{Sc}/gu)?.length ?? 0;
    return text.replace(/\P{L}+/gu, '').length <= maxAmountLetters && numbers <= Math.max(1, currencies);
  });
  return plain.length * 2 > texts.length;
}

/** Returns true if two columns have the same amount in every record that has both. */
export function haveEqualAmounts(one: Column, other: Column): boolean {
  const amountOf = (value: Json | undefined) => parseMoney(String(value), noSignals)?.amount;
  return one.values.every((value, at) => {
    const second = other.values[at] ?? null;
    return value === null || second === null || amountOf(value) === amountOf(second);
  });
}
