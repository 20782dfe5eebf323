import type { Json } from '../../../domain/pages/extraction.ts';
import { parseMoney } from '../../../extract/typed/money.ts';
import type { PriceRole } from '../../../extract/typed/price-words.ts';
import { priceKeys } from '../sources/record-prices.ts';
import type { ShownRecord } from '../sources/shown-records.ts';
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

/** Factor of the name score of a column of data whose amounts the page shows in another role. */
const otherRoleFactor = 0.4;

/** Returns true for the columns of the prices that are read from all amounts of a record. */
export function isReadPrice(path: string): boolean {
  return Object.values(priceKeys).some((key) => path === `/${key}`);
}

/** Minimum share of the records with an amount in a column of which the page reading must have found a price. */
const minRead = 0.5;

/**
 * Returns true if a field asks for the price of a record, or for the one before, and the amounts of the records were read:
 * then the reading decides, and not the names of single elements.
 */
export function isReadElsewhere(
  requested: RequestedField,
  column: Column,
  columns: readonly Column[],
): boolean {
  if (requested.kind !== 'money' || isReadPrice(column.path)) return false;
  const isFormer = isFormerPriceField(requested);
  if (!isFormer && requested.matcher.concepts[0]?.amount !== 'asked') return false;
  const asked = columns.find(({ path }) => path === `/${priceKeys.asked}`);
  if (asked === undefined || asked.filled < minRead * column.filled) return false;
  return isFormer || column.type === 'money';
}

/** Minimum share of the records that show the amounts of a column as the price that is paid, or as the one before. */
const minShownRole = 0.6;
/** Name score of a column with the amounts that the page shows for a field; its own name decides between equal ones. */
const shownRoleScore = 0.9;

/** Returns true if a record shows an amount, also in minor units, with a role. */
function showsAs({ value, shown }: { value: Json; shown: ShownRecord }, role: PriceRole): boolean {
  const amount =
    typeof value === 'number' ? value : Number(parseMoney(String(value), noSignals)?.amount ?? Number.NaN);
  return shown.amounts().some((one) => {
    const shownAmount = Number(one.money.amount);
    return one.role === role && (shownAmount === amount || Math.round(shownAmount * 100) === amount);
  });
}

/** Returns the share of the records that show the amount of a column with a role. */
function getRoleShare(column: Column, source: MappingSource, role: PriceRole): number {
  const samples = sampleColumn(column, source).filter(({ shown }) => shown.amounts().length > 0);
  if (samples.length < 2) return 0;
  return samples.filter((sample) => showsAs(sample, role)).length / samples.length;
}

/** Returns true if a field asks for the price of a record, and not for the one before. */
function isAskedPriceField(requested: RequestedField): boolean {
  return (
    requested.kind === 'money' &&
    !isFormerPriceField(requested) &&
    requested.matcher.concepts[0]?.amount === 'asked'
  );
}

/**
 * Returns the columns of data whose amounts the page asks in the records without a value in the column of the price: only
 * records on sale have a reduced price.
 */
export function findOtherPrices(requested: RequestedField, column: Column, source: MappingSource): string[] {
  if (!isAskedPriceField(requested) || column.filled === 1) return [];
  const isOther = (other: Column): boolean => {
    if (other === column || (other.type !== 'money' && other.type !== 'number')) return false;
    const values = other.values.map((value, at) => ((column.values[at] ?? null) === null ? value : null));
    const samples = sampleColumn({ ...other, values }, source).filter(
      ({ shown }) => shown.amounts().length > 0,
    );
    const hits = samples.filter((sample) => showsAs(sample, 'asked'));
    return hits.length > 0 && hits.length >= samples.length * minShownRole;
  };
  return source.columns
    .filter(isOther)
    .slice(0, 1)
    .map(({ path }) => path);
}

/** Removes the price before from a record in which it is not higher than the price: such a record is not on sale. */
export function dropEqualFormerPrice(
  record: Record<string, Json>,
  requestedFields: readonly RequestedField[],
): void {
  const asked = requestedFields.find(isAskedPriceField);
  const price = asked === undefined ? null : record[asked.name];
  if (typeof price !== 'number') return;
  for (const requested of requestedFields) {
    if (requested.kind !== 'money' || !isFormerPriceField(requested)) continue;
    const former = record[requested.name];
    if (typeof former === 'number' && former <= price) record[requested.name] = null;
  }
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
  if (requested.kind !== 'money' || (!isFormer && requested.matcher.concepts[0]?.amount !== 'asked'))
    return name;
  if (column.type !== 'money' && column.type !== 'number') return name;
  const [own, other] = isFormer ? (['former', 'asked'] as const) : (['asked', 'former'] as const);
  if (getRoleShare(column, source, own) >= minShownRole) return shownRoleScore + (1 - shownRoleScore) * name;
  return getRoleShare(column, source, other) >= minShownRole ? name * otherRoleFactor : name;
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
