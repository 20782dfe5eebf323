import { client } from '../../data/client.ts';
import { fieldName } from '../../text/field-name.ts';
import { type Money, moneyOf } from '../../text/money.ts';

/** Response of the operation `extract`. */
export type ExtractAnswer = Extract<
  Awaited<ReturnType<typeof client.value.extract>>,
  { evidence: unknown; receipt: unknown }
>;

type Evidence = ExtractAnswer['evidence'][string];

/** One value with its source. */
export interface ExtractedValue {
  /** JSON Pointer into the data. */
  pointer: string;
  /** The field in words, such as `Offers 2 › Price`. */
  name: string;
  value: unknown;
  /** How an amount of money is written; null for other values. */
  money: Money | null;
  /** Null for a field without a value. */
  evidence: Evidence | null;
  isUnverified: boolean;
  /** What looked for a field without a value; null for a field with one. */
  searchedBy: 'rules' | 'model' | null;
}

function valueAt(data: unknown, pointer: string): unknown {
  const names = pointer.split('/').slice(1);
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<string, unknown>)[name.replaceAll('~1', '/').replaceAll('~0', '~')];
  }, data);
}

/** Returns how an amount of money is written: its object states the currency in another field. */
function moneyAt(data: unknown, pointer: string): Money | null {
  const parts = pointer.split('/');
  const owner = valueAt(data, parts.slice(0, -1).join('/'));
  if (typeof owner !== 'object' || owner === null) return null;
  return moneyOf(parts.at(-1) ?? '', owner as Record<string, unknown>);
}

/** Lists the values in the order of the evidence, then the fields without a value. */
export function listValues({
  data,
  evidence,
  missing,
  searched_by: searchedBy,
  unverified,
}: ExtractAnswer): ExtractedValue[] {
  const found = Object.entries(evidence).map(([pointer, source]) => ({
    pointer,
    name: fieldName(pointer),
    value: valueAt(data, pointer),
    money: moneyAt(data, pointer),
    evidence: source,
    isUnverified: unverified.includes(pointer),
    searchedBy: null,
  }));
  const empty = missing.map((pointer) => ({
    pointer,
    name: fieldName(pointer),
    value: null,
    money: null,
    evidence: null,
    isUnverified: false,
    searchedBy: searchedBy[pointer] ?? 'rules',
  }));
  return [...found, ...empty];
}

/** Extracts values with the text of the page, in which the console highlights the quotes. */
export async function readPage(
  fields: Parameters<typeof client.value.extract>[0],
  signal: AbortSignal,
): Promise<ExtractAnswer> {
  return (await client.value.extract({ ...fields, text: true }, { signal })) as ExtractAnswer;
}
