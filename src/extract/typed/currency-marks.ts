import { isCurrency } from '../../domain/values/currency.ts';
import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { normalizeDigits } from '../../page/text/number.ts';
import { localSignsOf } from './local-signs.ts';

interface CurrencyData {
  signs: Record<string, string[]>;
  defaults: Record<string, string>;
  languages: Record<string, string>;
  pointGroups: string[];
  commaGroups: string[];
}

/** Signs, defaults and number notations of currencies. */
export const currencyData = readJsonAsset('extract/typed/currencies.json') as CurrencyData;

/** Signs in letters of which other words differ only in case, such as DIN for a standard. */
const caseSensitiveSigns = new Set([
  'din',
  'Ft',
  'Fr',
  'Fr.',
  'BD',
  'JD',
  'KD',
  'SR',
  'QR',
  'RM',
  'Rp',
  'Dh',
  'CFA',
  'TSh',
  'USh',
  'Nfk',
  'Lek',
  'Nu.',
  'FBu',
  'Fdj',
]);

/** Returns the notations of a sign: words are also written with a capital letter or in capitals. */
function notationsOf(sign: string): string[] {
  if (!/^\p{L}{2,}\.?$/u.test(sign) || caseSensitiveSigns.has(sign)) return [sign];
  const lower = sign.toLowerCase();
  return [sign, lower, sign.toUpperCase(), lower.charAt(0).toUpperCase() + lower.slice(1)];
}

const signs = Object.keys(currencyData.signs).flatMap((sign) =>
  notationsOf(sign).map((notation) => ({ sign, plain: normalizeDigits(notation) })),
);
/** Signs by their folded notation. */
const signByText = new Map(signs.map(({ sign, plain }) => [plain.toLowerCase(), sign]));
/**
 * Matches signs and codes of currencies, and other words of three capitals. Alphabetic signs must be whole words; other signs
 * match anywhere.
 */
const currencyPattern = createCurrencyPattern(
  [...new Set(signs.map(({ plain }) => plain))].sort((one, other) => other.length - one.length),
);

/** Joins the signs of each kind in one group, so that the letter in front is looked at once and not for each sign. */
function createCurrencyPattern(all: readonly string[]): RegExp {
  const unspaced = all.filter((sign) => /^[\p{Script=Han}\p{Script=Hangul}]+$/u.test(sign));
  const words = all.filter((sign) => /^\p{L}+\.?$/u.test(sign));
  const begun = all.filter((sign) => /^\p{L}/u.test(sign) && !words.includes(sign));
  const others = all.filter((sign) => !/^\p{L}/u.test(sign));
  const anyOf = (list: readonly string[]) => `(?:${list.map(escapeRegExp).join('|')})`;
  return new RegExp(
    [
      // Scripts without spaces between words write the sign behind the number or its sign of scale, and go on: `5万円から`.
      `(?<=[\\d万億亿兆千百만억천])${anyOf(unspaced)}`,
      `(?<!\\p{L})${anyOf(begun)}`,
      anyOf(others),
      `(?<!\\p{L})(?:${anyOf(words)}|[A-Z]{3})(?!\\p{L})`,
    ].join('|'),
    'gu',
  );
}

/** A sign or code of a currency in a text. */
export interface CurrencyMark {
  from: number;
  to: number;
  /** Currencies that the sign may denote. */
  currencies: readonly string[];
  sign: string;
}

/** Language (BCP 47) and country (ISO 3166-1) of a page, which decide about signs that are words elsewhere. */
export interface MarkSignals {
  language: string | null;
  country: string | null;
}

function findLocalMarks(text: string, { language, country }: MarkSignals): CurrencyMark[] {
  return localSignsOf(language, country).flatMap(({ sign, currency, pattern }) =>
    [...text.matchAll(pattern)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
      currencies: [currency],
      sign,
    })),
  );
}

/** Returns the signs and codes of currencies in a text that has passed `normalizeDigits`, in order. */
export function findMarks(text: string, signals?: MarkSignals): CurrencyMark[] {
  const marks: CurrencyMark[] = [];
  for (const match of text.matchAll(currencyPattern)) {
    const sign = signByText.get(match[0].toLowerCase());
    const isCode = isCurrency(match[0]);
    if (sign === undefined && !isCode) continue;
    const currencies = isCode ? [match[0]] : (currencyData.signs[sign as string] as string[]);
    marks.push({ from: match.index, to: match.index + match[0].length, currencies, sign: sign ?? match[0] });
  }
  if (signals === undefined) return marks;
  const others = findLocalMarks(text, signals).filter(
    ({ from, to }) => !marks.some((mark) => from < mark.to && mark.from < to),
  );
  return others.length === 0 ? marks : [...marks, ...others].sort((one, other) => one.from - other.from);
}
