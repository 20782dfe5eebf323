import { isCurrency } from '../../domain/values/currency.ts';
import { escapeRegExp } from '../../domain/values/escape-reg-exp.ts';
import { readJsonAsset } from '../../page/assets/read-json-asset.ts';
import { normalizeDigits } from '../../page/text/number.ts';

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
export const signByText = new Map(signs.map(({ sign, plain }) => [plain.toLowerCase(), sign]));
/** Alphabetic signs must be whole words; other signs match anywhere. */
/** Matches signs and codes of currencies, and other words of three capitals. */
export const currencyPattern = new RegExp(
  [...new Set(signs.map(({ plain }) => plain))]
    .sort((one, other) => other.length - one.length)
    .map((plain) =>
      /^\p{L}+\.?$/u.test(plain)
        ? `(?<!\\p{L})${escapeRegExp(plain)}(?!\\p{L})`
        : /^\p{L}/u.test(plain)
          ? `(?<!\\p{L})${escapeRegExp(plain)}`
          : escapeRegExp(plain),
    )
    .concat('(?<!\\p{L})[A-Z]{3}(?!\\p{L})')
    .join('|'),
  'gu',
);

/** A sign or code of a currency in a text. */
export interface CurrencyMark {
  from: number;
  to: number;
  /** Currencies that the sign may denote. */
  currencies: readonly string[];
  sign: string;
}

/** Returns the signs and codes of currencies in a text that has passed `normalizeDigits`, in order. */
export function findMarks(text: string): CurrencyMark[] {
  const marks: CurrencyMark[] = [];
  for (const match of text.matchAll(currencyPattern)) {
    const sign = signByText.get(match[0].toLowerCase());
    const isCode = isCurrency(match[0]);
    if (sign === undefined && !isCode) continue;
    const currencies = isCode ? [match[0]] : (currencyData.signs[sign as string] as string[]);
    marks.push({ from: match.index, to: match.index + match[0].length, currencies, sign: sign ?? match[0] });
  }
  return marks;
}
