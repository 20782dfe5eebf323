import { readFileSync } from 'node:fs';
import type { ProductIdentity } from '../../domain/offer.ts';
import { folded } from '../words.ts';

/** What sets one variant of a product apart from another, in units that compare across languages. */
export interface Variant {
  /** By kind: grams, millilitres, bytes of storage, millimetres, watts; every such measure that is told, ascending. */
  measures: ReadonlyMap<string, readonly number[]>;
  /** Pieces in a pack, or null when it is not told. */
  count: number | null;
  /** In English, or null when it is not told or of a colour that nobody lists. */
  color: string | null;
}

const colors = JSON.parse(readFileSync(new URL('./colors.json', import.meta.url), 'utf8')) as Record<
  string,
  string[]
>;
const colorOf = new Map(
  Object.entries(colors).flatMap(([color, words]) =>
    words.map((word): [string, string] => [folded(word), color]),
  ),
);

/** Units by what they measure, and how much of the base unit one is (SI; avoirdupois; US fluid). */
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

const measure = new RegExp(
  `(?<![\\p{L}\\d.,-])(\\d{1,5}(?:[.,]\\d{1,3})?)\\s?-?(${Object.keys(units)
    .toSorted((one, other) => other.length - one.length)
    .join('|')})(?![\\p{L}\\d])`,
  'giu',
);
const packs: readonly RegExp[] = [
  /(?:pack|set|box|case|lot|paquete|confezione|packung|pakke?t|zestaw)\s?(?:of|de|von|mit|da|van|av|z)?\s?(\d{1,4})(?![\d.,])/iu,
  /(?<![\d.,])(\d{1,4})[\s-]?(?:er[\s-]?(?:pack|set|packung|box)|pack|pcs|pieces?|count|ct|stück|stk|st\.|pièces?|piezas?|uds?|unidades|pezzi|stuks|sztuk|szt|kpl|stycken|個入?|枚入?|本入?|шт)(?![\p{L}])/iu,
  /(?<![\d.,])(\d{1,3})\s?[x×]\s?\d/iu,
];

function measuresIn(text: string): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [, amount = '', unit = ''] of text.matchAll(measure)) {
    const known = units[unit.toLowerCase()];
    // French writes bytes as octets, 64 Go; "2 to 4" is none of them.
    if (known === undefined || unit === 'to' || unit === 'go') continue;
    const [kind, factor] = known;
    const value = Number(amount.replace(',', '.')) * factor;
    found.set(kind, [...(found.get(kind) ?? []), value]);
  }
  for (const values of found.values()) values.sort((one, other) => one - other);
  return found;
}

function countIn(text: string): number | null {
  for (const pack of packs) {
    const count = Number(pack.exec(text)?.[1]);
    if (Number.isInteger(count) && count > 0) return count;
  }
  return null;
}

/** The one colour that a text names; null when it names none or several. */
function colorIn(text: string): string | null {
  const named = new Set((folded(text).match(/[\p{L}]+/gu) ?? []).flatMap((word) => colorOf.get(word) ?? []));
  return named.size === 1 ? ([...named][0] as string) : null;
}

/** What a product's name and facts tell of its variant. */
export function variantOf(name: string | null, { color, size, model }: ProductIdentity): Variant {
  const text = [name, size, model]
    .filter((part) => part !== null)
    .join(' · ')
    .slice(0, 500);
  return {
    measures: measuresIn(text),
    count: countIn(text),
    color: colorIn(color ?? '') ?? colorIn(name ?? ''),
  };
}

/** 17.6 oz is 499 g: what is rounded in one unit need not be round in the other. */
const tolerance = 0.02;

function areAlike(one: readonly number[], other: readonly number[]): boolean {
  const [fewer, more] = one.length <= other.length ? [one, other] : [other, one];
  return fewer.every((value) =>
    more.some((match) => Math.abs(match - value) <= tolerance * Math.max(match, value)),
  );
}

/** What two variants differ in: `mass`, `storage`, `count`, `color`...; empty when nothing that both tell differs. */
export function differences(one: Variant, other: Variant): string[] {
  const found = [...one.measures].flatMap(([kind, values]) => {
    const others = other.measures.get(kind);
    return others === undefined || areAlike(values, others) ? [] : [kind];
  });
  // A pack that is told on one side alone stands against a single piece.
  if ((one.count ?? 1) !== (other.count ?? 1)) found.push('count');
  if (one.color !== null && other.color !== null && one.color !== other.color) found.push('color');
  return found;
}
