import { groupOf } from '../../domain/values/elements.ts';
import { memoize } from '../../domain/values/memoize.ts';
import { readPower } from './powers.ts';
import { readScaleWord, type ScaleWords, scaleWordsOf } from './scale-words.ts';

/** Number notation of a text. */
export interface NumberFormat {
  /** Thousands separator of the language, or null if unknown. */
  group: ',' | '.' | ' ' | "'" | null;
  /** Decimal separator of the language, or null if unknown. */
  decimal?: ',' | '.' | null;
  /** Number of decimal digits of the currency, or null. */
  minorDigits: number | null;
  /** True if language and currency are of one country, so that the other separator marks decimals. */
  isAgreed?: boolean;
  /** Words of scale of the language; absent if it is unknown. */
  scales?: ScaleWords;
}

/** A number in a text. */
export interface FoundNumber {
  /** Decimal notation with a point: `1299.00`; exact for any length. */
  amount: string;
  /** True if a separator could mark thousands or decimals. */
  isAmbiguous: boolean;
  /** Range in the text that {@link normalizeDigits} returns. */
  from: number;
  to: number;
}

const unknownFormat: NumberFormat = { group: null, minorDigits: null };

/** Code points of the digit zero in the scripts of languages that write decimals in digits of their own. */
const digitZeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50, 0x0ed0,
  0x0f20, 0x1040, 0x17e0,
];

/** Normalizes a text to NFKC, with ASCII digits, spaces and separators; raised digits behind a number follow a `^`. */
export function normalizeDigits(text: string): string {
  return text
    .replace(/(?<=\d)\u207b?[⁰¹²³⁴-⁹]{1,3}/gu, (raised) => `^${raised.normalize('NFKC')}`)
    .replace(/[½¼¾⅓⅔⅕⅛⅜⅝⅞]/g, (sign) => ` ${sign.normalize('NFKC').replace('⁄', '/')}`)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.charCodeAt(0);
      const zero = digitZeros.find((start) => code >= start && code < start + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/[\u200e\u200f\u061c\u2066-\u2069]/g, '')
    .replace(/٫/g, '.')
    .replace(/٬|(?<=\d)['’‘`´](?=\d)/g, "'")
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ')
    .replace(/[\u2212\u2012\u2013\u2014]/g, '–');
}

const numberShape = /\d+(?:[.,']\d+|(?<=\d) (?=\d{3}(?!\d))\d{3})*/g;

/** Parses one written number; returns null for texts such as 1.2.3. */
function readNumber(
  numberText: string,
  format: NumberFormat,
): { amount: string; isAmbiguous: boolean } | null {
  const text = numberText.replace(/[' ]/g, '');
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points > 0 && commas > 0) return parseMixedSeparators(text, points, commas);
  if (points + commas === 0) return { amount: text, isAmbiguous: false };
  const mark = points > 0 ? '.' : ',';
  const parts = text.split(mark);
  if (parts.length > 2) {
    const isGrouped = parts
      .slice(1)
      .every(
        (part, index) => part.length === 3 || (mark === ',' && part.length === 2 && index < parts.length - 2),
      );
    return isGrouped ? { amount: parts.join(''), isAmbiguous: false } : null;
  }
  const [whole = '', rest = ''] = parts;
  // A number with spaces or apostrophes between thousands uses no other thousands separator.
  const isDecimal =
    rest.length !== 3 ||
    whole === '0' ||
    whole.length > 3 ||
    format.minorDigits === 3 ||
    /[' ]/.test(numberText);
  if (isDecimal) return { amount: `${whole}.${rest}`, isAmbiguous: false };
  const isKnown = format.minorDigits === null || format.isAgreed === true;
  if (format.group !== null && format.group !== mark && isKnown) {
    return { amount: `${whole}.${rest}`, isAmbiguous: false };
  }
  return { amount: whole + rest, isAmbiguous: format.group !== mark };
}

function parseMixedSeparators(
  text: string,
  points: number,
  commas: number,
): { amount: string; isAmbiguous: boolean } | null {
  const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
  const group = decimal === '.' ? ',' : '.';
  if ((decimal === '.' ? points : commas) > 1) return null;
  const [whole = '', rest = ''] = text.split(decimal);
  return { amount: `${whole.replaceAll(group, '')}.${rest}`, isAmbiguous: false };
}

const maxSignLength = 5;

/** Returns true if a text ends in a minus sign, which no word or number precedes, or in the sign of a fall: `▼ 4.1%`. */
function isNegativeBehind(text: string): boolean {
  return /(?:^|[\s(:])[-–]\s?\p{Sc}?$|[▼▾↓⬇🔻]\ufe0f?\s?$/u.test(text) && !/\d\s[-–]\s/.test(text);
}

/** Returns all numbers of a text in order. The text must have passed {@link normalizeDigits}. */
export function findNumbers(text: string, format: NumberFormat = unknownFormat): FoundNumber[] {
  const numbers: FoundNumber[] = [];
  let end = 0;
  for (const match of text.matchAll(numberShape)) {
    const from = match.index;
    if (from < end) continue;
    const written = readNumber(match[0], format);
    const power = written === null ? null : readPower(text, written.amount, from + match[0].length);
    end = power?.end ?? from + match[0].length;
    if (written === null || power?.amount === null) continue;
    const parsed = { ...written, amount: power?.amount ?? written.amount };
    const isNegative = isNegativeBehind(text.slice(Math.max(0, from - maxSignLength), from));
    numbers.push({
      ...parsed,
      amount: isNegative ? `-${parsed.amount}` : parsed.amount,
      from,
      to: end,
    });
  }
  return numbers;
}

const fractions: Readonly<Record<string, number>> = {
  '1/2': 0.5,
  '1/3': 1 / 3,
  '2/3': 2 / 3,
  '1/4': 0.25,
  '3/4': 0.75,
  '1/8': 0.125,
};

const scales: readonly [RegExp, number][] = [
  [/^\s?(?:k|tsd|mil(?!l|\p{L}))(?!\p{L})/iu, 1e3],
  [
    /^\s?(?:M(?!\p{L})|mio|million(?:en|s)?|millones|milhoes|milioni|миллион\p{L}*|млн)(?!\p{L}|\.\p{L})/u,
    1e6,
  ],
  [/^\s?(?:Mio|Million(?:en|s)?|MILLION|MIO)(?!\p{L})/u, 1e6],
  [/^(?:B|\s?(?:[Bb]n|[Bb]illion|BILLION|[Mm]rd|[Mm]illiarden?|[Mm]iliardi|[Mm]ld|млрд))(?!\p{L})/u, 1e9],
  [/^(?:T|\s?(?:[Tt]n|[Tt]rillion|[Bb]io|[Bb]illionen|трлн))(?!\p{L})/u, 1e12],
];
/** A small m behind an amount means millions; behind another number it is a metre as well. */
const millionsOfMoney = /^\s?m(?!\p{L})/u;

/**
 * Returns the factor of a suffix such as `k` or `million` after a number; 1 if there is none. The words of the page's
 * language count before those of any language.
 */
export function scaleAfter(rest: string, isMoney = false, words: ScaleWords = []): number {
  const own = readScaleWord(rest, words);
  if (own !== null) return own.factor;
  if (isMoney && millionsOfMoney.test(rest)) return 1e6;
  return scales.find(([expression]) => expression.test(rest))?.[1] ?? 1;
}

const digitsBehind = /^ ?\d/;

/**
 * Returns a number with its scale, and with the digits behind it that continue it: `1万2000` is 12000, and `3만 5천` 35000. `to`
 * is the end of its words and signs of scale.
 */
export function readScaled(
  text: string,
  { amount, to }: FoundNumber,
  format: NumberFormat,
): { value: number; to: number } {
  const rest = text.slice(to);
  const word = readScaleWord(rest, format.scales ?? []);
  if (word === null) return { value: Number(amount) * scaleAfter(rest), to };
  const scaled = Number((Number(amount) * word.factor).toPrecision(15));
  const end = to + word.length;
  const next = digitsBehind.test(text.slice(end)) ? findNumbers(text.slice(end))[0] : undefined;
  if (next === undefined) return { value: scaled, to: end };
  const behind = readScaled(text.slice(end), next, format);
  // Behind a space, only digits with a sign of scale of their own continue a number.
  const isSeparate = next.from > 0 && behind.to === next.to;
  if (isSeparate || behind.value >= word.factor) return { value: scaled, to: end };
  return { value: scaled + behind.value, to: end + behind.to };
}

const rangeBehind =
  /^\s?(?:\p{L}{1,3}|\p{Sc}|[%°"'])?\s?(?:[-–~]|to|bis|à|a|until|tot|do|till|til|до)\s?\p{Sc}?\s?(?=\d)/iu;

/** Words in front of the lower of two numbers: "between €". */
const pairAhead = /(?<!\p{L})(?:between|zwischen|entre|tra|fra|tussen|mellan|mellem|od)\s[^\p{L}\d]{0,4}$/iu;

const maxPairAhead = 20;
const pairBehind = /^\s?(?:\p{L}{1,3}|\p{Sc}|[%°"'])?\s(?:and|und|et|y|e|en|och|og|do)\s\p{Sc}?\s?(?=\d)/iu;

/** Returns true if the first number of a text is the lower end of a range: `3–5 people`, "between 3 and 5". */
export function startsWithRange(text: string, format: NumberFormat = unknownFormat): boolean {
  const plain = normalizeDigits(text);
  const first = findNumbers(plain, format)[0];
  if (first === undefined) return false;
  const { to } = readScaled(plain, first, format);
  const behind = plain.slice(to, to + 20);
  const isPair = pairAhead.test(plain.slice(Math.max(0, first.from - maxPairAhead), first.from));
  const between = (rangeBehind.exec(behind) ?? (isPair ? pairBehind.exec(behind) : null))?.[0];
  if (between === undefined) return false;
  const rest = plain.slice(to + between.length);
  const second = findNumbers(rest, format)[0];
  return second !== undefined && readScaled(rest, second, format).value > Number(first.amount);
}

/** Returns the first number of a text with its fraction (`1 1/2`) and scale (`2.5k`), or null. */
export function parseNumber(text: string, format: NumberFormat = unknownFormat): number | null {
  const plain = normalizeDigits(text);
  const fraction = /^(?:(\d+)[ -])?([123]\/[2348])(?!\d)/.exec(plain.trim());
  if (fraction !== null) return Number(fraction[1] ?? 0) + (fractions[groupOf(fraction, 2)] ?? 0);
  const first = findNumbers(plain, format)[0];
  if (first === undefined) return null;
  return readScaled(plain, first, format).value;
}

const formatOfLanguage = memoize((language): NumberFormat => {
  try {
    const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(1234567.8);
    const sign = parts.find((part) => part.type === 'group')?.value.replace(/\s/u, ' ');
    const group = sign === '’' || sign === '٬' ? "'" : sign;
    const decimal = parts.find((part) => part.type === 'decimal')?.value.replace('٫', '.');
    const isKnown = group === ',' || group === '.' || group === ' ' || group === "'";
    return {
      group: isKnown ? group : null,
      decimal: decimal === ',' || decimal === '.' ? decimal : null,
      minorDigits: null,
      scales: scaleWordsOf(language),
    };
  } catch {
    return unknownFormat;
  }
});

/** Returns the number notation of a language (CLDR through `Intl`); without separators if the language is unknown. */
export function getNumberFormatOf(language: string | null): NumberFormat {
  return language === null ? unknownFormat : formatOfLanguage(language);
}
