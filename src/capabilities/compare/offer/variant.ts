import { readFileSync } from 'node:fs';
import type { ProductIdentity } from '../../../domain/pages/offer.ts';
import { itemAt } from '../../../domain/values/elements.ts';
import { foldText } from '../../../extract/words/words.ts';

/** Properties that distinguish variants of a product, in units that are comparable across languages. */
export interface Variant {
  /** Measures by kind, in base units (g, ml, GB, mm, W), ascending. */
  measures: ReadonlyMap<string, readonly number[]>;
  /** Number of pieces in a pack, or null if not stated. */
  count: number | null;
  /** Colour in English, or null if it is not stated or not in the list. */
  color: string | null;
}

const colors = JSON.parse(readFileSync(new URL('./colors.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
const colorOf = new Map(
  Object.entries(colors).flatMap(([color, words]) =>
    words.map((word): [string, string] => [foldText(word), color]),
  ),
);

/** Kind of measure and factor to the base unit, by unit (SI; avoirdupois; US fluid). */
const units: Readonly<Record<string, readonly [string, number]>> = {
  mg: ['mass', 0.001],
  g: ['mass', 1],
  gr: ['mass', 1],
  gram: ['mass', 1],
  grams: ['mass', 1],
  gramm: ['mass', 1],
  kg: ['mass', 1000],
  oz: ['mass', 28.3495],
  lb: ['mass', 453.592],
  lbs: ['mass', 453.592],
  ml: ['volume', 1],
  cl: ['volume', 10],
  dl: ['volume', 100],
  l: ['volume', 1000],
  liter: ['volume', 1000],
  litre: ['volume', 1000],
  litres: ['volume', 1000],
  'fl oz': ['volume', 29.5735],
  mb: ['storage', 0.001],
  gb: ['storage', 1],
  go: ['storage', 1],
  tb: ['storage', 1000],
  to: ['storage', 1000],
  mm: ['length', 1],
  cm: ['length', 10],
  m: ['length', 1000],
  inch: ['length', 25.4],
  inches: ['length', 25.4],
  zoll: ['length', 25.4],
  '"': ['length', 25.4],
  w: ['power', 1],
  watt: ['power', 1],
  kw: ['power', 1000],
};

const measurePattern = new RegExp(
  `(?<![\\p{L}\\d.,-])(\\d{1,5}(?:[.,]\\d{1,3})?)\\s?-?(${Object.keys(units)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\p{L}\\d])`,
  'giu',
);
const packPatterns: readonly RegExp[] = [
  /(?:pack|set|box|case|lot|paquete|confezione|packung|pakke?t|zestaw)\s?(?:of|de|von|mit|da|van|av|z)?\s?(\d{1,4})(?![\d.,])/iu,
  /(?<![\d.,])(\d{1,4})[\s-]?(?:er[\s-]?(?:pack|set|packung|box)|pack|pcs|pieces?|count|ct|stück|stk|st\.|pièces?|piezas?|uds?|unidades|pezzi|stuks|sztuk|szt|kpl|stycken|個入?|枚入?|本入?|шт)(?![\p{L}])/iu,
  /(?<![\d.,])(\d{1,3})\s?[x×]\s?\d/iu,
];

function parseMeasures(text: string): Map<string, number[]> {
  const valuesByKind = new Map<string, number[]>();
  for (const [, amount = '', unit = ''] of text.matchAll(measurePattern)) {
    const unitDefinition = units[unit.toLowerCase()];
    // French abbreviates bytes as octets (64 Go), but "go" and "to" are common words.
    if (unitDefinition === undefined || unit === 'to' || unit === 'go') continue;
    const [kind, factor] = unitDefinition;
    const value = Number(amount.replace(',', '.')) * factor;
    valuesByKind.set(kind, [...(valuesByKind.get(kind) ?? []), value]);
  }
  for (const values of valuesByKind.values()) values.sort((one, other) => one - other);
  return valuesByKind;
}

function parseCount(text: string): number | null {
  for (const pack of packPatterns) {
    const count = Number(pack.exec(text)?.[1]);
    if (Number.isInteger(count) && count > 0) return count;
  }
  return null;
}

/** Returns the only colour that a text names; null for none or several. */
function parseColor(text: string): string | null {
  const named = new Set(
    (foldText(text).match(/[\p{L}]+/gu) ?? []).flatMap((word) => colorOf.get(word) ?? []),
  );
  return named.size === 1 ? itemAt([...named], 0) : null;
}

/** Returns the variant that the name and the properties of a product state. */
export function parseVariant(name: string | null, { color, size, model }: ProductIdentity): Variant {
  const text = [name, size, model]
    .filter((part) => part !== null)
    .join(' · ')
    .slice(0, 500);
  return {
    measures: parseMeasures(text),
    count: parseCount(text),
    color: parseColor(color ?? '') ?? parseColor(name ?? ''),
  };
}

/** Relative tolerance of measures, because rounded values differ between units: 17.6 oz are 499 g. */
const tolerance = 0.02;

function areSimilar(one: readonly number[], other: readonly number[]): boolean {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  return fewer.every((value) =>
    more.some((match) => Math.abs(match - value) <= tolerance * Math.max(match, value)),
  );
}

/**
 * Returns the kinds in which two variants differ, such as `mass`, `storage`, `count` or `color`; only properties
 * that both state are compared.
 */
export function findDifferences(one: Variant, other: Variant): string[] {
  const differing = [...one.measures].flatMap(([kind, values]) => {
    const others = other.measures.get(kind);
    return others === undefined || areSimilar(values, others) ? [] : [kind];
  });
  // A count that only one side states is compared with a single piece.
  if ((one.count ?? 1) !== (other.count ?? 1)) differing.push('count');
  if (one.color !== null && other.color !== null && one.color !== other.color) differing.push('color');
  return differing;
}
