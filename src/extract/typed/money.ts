import { currencyOfCountry, isCurrency, minorDigitsOf } from '../../domain/values/currency.ts';
import { itemAt } from '../../domain/values/elements.ts';
import {
  type FoundNumber,
  findNumbers,
  getNumberFormatOf,
  type NumberFormat,
  normalizeDigits,
  scaleAfter,
  scaledNumber,
} from '../../page/text/number.ts';
import { readScaleWord, scaleWordsOf } from '../../page/text/scale-words.ts';
import { type CurrencyMark, currencyData, currencyPattern, findMarks, signByText } from './currency-marks.ts';
import { isFormerLabel, isLowerBound } from './price-words.ts';
import { parseTaxIncluded } from './tax.ts';

/** Signals of the page that resolve ambiguous currency signs such as `$` or `kr`. */
export interface MoneySignals {
  /** BCP 47. */
  language: string | null;
  /** ISO 3166-1 alpha-2 code of the site or the exit. */
  country: string | null;
  /** Currency in the page's structured data, ISO 4217. */
  currency: string | null;
}

/** A price in a text. */
export interface Money {
  raw: string;
  /** Decimal string. */
  amount: string;
  /** Upper end of a range, or null. */
  upTo: string | null;
  /** ISO 4217, or null if several currencies share the sign and no signal decides. */
  currency: string | null;
  /** `from` is a lower bound; `list` is a former price. */
  kind: 'exact' | 'range' | 'from' | 'list';
  /** Unit of a unit price: `kg`, `100 g`, `month`; else null. */
  unit: string | null;
  isCurrencyAmbiguous: boolean;
  isAmountAmbiguous: boolean;
  taxIncluded: boolean | null;
}

/** Some sites use UK for the ISO 3166-1 code GB. */
function currencyOfRegion(country: string): string | null {
  return currencyOfCountry(country === 'UK' ? 'GB' : country);
}

/** Returns the currency that the page's signals select, or null. */
function resolveCurrency(currencyMark: CurrencyMark, signals: MoneySignals): string | null {
  const { currencies } = currencyMark;
  if (currencies.length === 1) return itemAt(currencies, 0);
  const region = signals.language?.split('-').find((part, index) => index > 0 && /^[A-Za-z]{2}$/.test(part));
  const candidates = [
    signals.currency,
    region === undefined ? null : currencyOfRegion(region.toUpperCase()),
    signals.country === null ? null : currencyOfRegion(signals.country),
    currencyData.languages[signals.language?.split('-')[0]?.toLowerCase() ?? ''],
    currencyData.defaults[currencyMark.sign],
  ];
  return candidates.find((candidate) => candidate != null && currencies.includes(candidate)) ?? null;
}

/** Returns true if the region of a language pays with a currency: GBP for `en-GB`. */
function isCurrencyOfLanguage(currency: string | null, language: string | null): boolean {
  const region = language?.split('-').find((part, index) => index > 0 && /^[A-Za-z]{2}$/.test(part));
  return region !== undefined && currency !== null && currencyOfRegion(region.toUpperCase()) === currency;
}

function getNumberFormat(
  mark: CurrencyMark | null,
  currency: string | null,
  signals: MoneySignals,
): NumberFormat {
  const own = getNumberFormatOf(signals.language);
  const { group } = own;
  const scales = currency === 'INR' ? scaleWordsOf('en-IN') : (own.scales ?? []);
  const minorDigits = currency === null ? null : minorDigitsOf(currency);
  if (mark === null) return { group, minorDigits: null, scales };
  const candidates = currency === null ? mark.currencies : [currency];
  if (candidates.some((code) => currencyData.commaGroups.includes(code))) {
    return {
      group: group === '.' && signals.language !== null ? '.' : ',',
      minorDigits: minorDigits ?? 2,
      isAgreed: group === ',' && isCurrencyOfLanguage(currency, signals.language),
      scales,
    };
  }
  if (candidates.some((code) => currencyData.pointGroups.includes(code))) {
    return { group: group === ',' ? null : '.', minorDigits: minorDigits ?? 2, scales };
  }
  return { group, minorDigits: minorDigits ?? 2, scales };
}

const perUnit =
  /^\s*(?:\/|per\b|pro\b|par\b|por\b|al\b|na\b|за\b|je(?=\s\d{0,4}\s?(?:[kmc]?[gl]|m[²³]?|st|stk|stück|paar|packung|pack|person|monat|tag|nacht|bestellung|einheit)\b))\s*(\d*\s?\p{L}+\.?)/iu;
const trailingDashes = /^\s?[.,:]?[-–]+(?!\s?\d)/;
const rangeSeparator = /^\s*(?:[-–~]|to|bis|à|a|until|tot|do|till|до|and|und)\s*$/iu;
interface PricedNumber {
  number: FoundNumber;
  mark: CurrencyMark | null;
}

/** Returns the currency mark next to a number, before or after it. */
function findAdjacentMark(
  text: string,
  number: FoundNumber,
  marks: readonly CurrencyMark[],
): CurrencyMark | null {
  const touches = (between: string) => /^[\s:.\-–*]*$/.test(between) && between.length <= 4;
  const before = marks.find((found) => found.to <= number.from && touches(text.slice(found.to, number.from)));
  const after = marks.find((found) => found.from >= number.to && touches(text.slice(number.to, found.from)));
  // A code behind the amount says which of the currencies a sign denotes: `$149.00 AUD`.
  const [code] = after?.currencies ?? [];
  const decides =
    before !== undefined &&
    code !== undefined &&
    before.currencies.length > 1 &&
    after?.currencies.length === 1;
  if (decides && before.currencies.includes(code)) return after ?? null;
  return before ?? after ?? null;
}

/** Cents behind the currency sign: `35€ 99`; three digits only directly behind it: `1250€600`. */
const centsBehindSign = /(\d) ?(\p{Sc}) ?(\d{2}|(?<=\p{Sc})\d{3})(?!\d| ?\p{Sc}| ?\p{L}|[.,%]\d|%)/gu;
/** A decimal mark with spaces around it: `12 .99`, `4 , 99`. */
const spacedMark = /(?<=\d) ([.,]) ?(?=\d{2}(?!\d))/g;
/** A space behind the decimal mark of an amount that ends there: `12. 99 €`. */
const spaceBehindMark = /(?<=\d)([.,]) (?=\d{2}(?: ?\p{Sc}|$))/gu;
/** A text whose only digits are an amount with a space behind its decimal mark: `118, 99 TL`. */
const onlySpacedAmount = /^\D*\d+[.,] \d\d\D*$/;
/** An amount without digits before its decimal mark, which may be repeated by mistake: `.75 €`, `$..75`. */
const leadingMark = /(?<![\p{L}\p{Nd}.,])\.?[.,](?=\d{1,2}(?!\d))/gu;
/** The end of a percentage, such as a discount. */
const percentSign = /^ ?%/;

/** Normalizes the notations of amounts in which layout separates the digits. */
function normalizeAmounts(text: string): string {
  return text
    .replace(spacedMark, '$1')
    .replace(spaceBehindMark, '$1')
    .replace(leadingMark, '0.')
    .replace(centsBehindSign, (found, digit: string, sign: string, cents: string, at: number) => {
      const whole = text.slice(Math.max(0, at - 2), at + 1);
      return /[.,]\d{2}$/.test(whole) ? found : `${digit}.${cents}${sign}`;
    });
}

/** Joins an amount and its cents if a currency mark or nothing else is beside them. */
function joinSpacedCents(text: string): string {
  if (!onlySpacedAmount.test(text)) return text;
  if (/\p{L}/u.test(text) && findMarks(text).length === 0) return text;
  return text.replace(/(?<=\d[.,]) (?=\d)/, '');
}

/** Words of a price of nothing: the whole text, or in front of a remark, as in "Free (certificate €59)". */
const freeWords =
  /^(?:for )?(?:free|free of charge|gratis|kostenlos|kostenfrei|gratuit|gratuite|gratuito|gratuita|grátis|darmowy|darmowa|bezpłatnie|za darmo|ilmainen|bedava|ücretsiz|zdarma|ingyenes|бесплатно|безкоштовно|無料|免费|무료)(?=[.!]?$|\s?[*(,;–]|\s-)/iu;

const maxFreeLength = 80;

/** Returns true if a text says that something costs nothing and names an amount for something else beside it. */
export function statesFreeAmount(text: string): boolean {
  return text.length < maxFreeLength && freeWords.test(text) && findMarks(text).length > 0;
}

function freePrice(raw: string, signals: MoneySignals): Money {
  return {
    raw,
    amount: '0',
    upTo: null,
    currency: signals.currency,
    kind: 'exact',
    unit: null,
    isCurrencyAmbiguous: false,
    isAmountAmbiguous: false,
    taxIncluded: null,
  };
}

/**
 * Returns the price in a text, or null if there is none. Of several numbers, those next to a currency mark
 * count; two of them joined by a separator are a range.
 */
export function parseMoney(raw: string, signals: MoneySignals): Money | null {
  if (raw.length < maxFreeLength && freeWords.test(raw.trim())) return freePrice(raw, signals);
  const text = joinSpacedCents(normalizeAmounts(normalizeDigits(raw.slice(0, 300))));
  const marks = findMarks(text);
  const all = findNumbers(text)
    .filter((number) => !percentSign.test(text.slice(number.to)))
    .map((number): PricedNumber => ({ number, mark: findAdjacentMark(text, number, marks) }));
  const marked = all.filter((priced) => priced.mark !== null);
  const priced = marked.length > 0 ? addRangeEnds(text, all, marked) : all;
  const current =
    priced.find(({ number }) => !isFormerLabel(removeMarks(text.slice(0, number.from)))) ?? priced[0];
  if (current === undefined) return null;
  const mark = current.mark ?? marks[0] ?? null;
  const currency = mark === null ? signals.currency : resolveCurrency(mark, signals);
  const format = getNumberFormat(mark, currency, signals);
  const first = parseAmount(text, current.number, format);
  if (first === null) return null;
  const partner = priced[priced.indexOf(current) + 1];
  const between =
    partner === undefined ? '' : removeMarks(text.slice(current.number.to, partner.number.from));
  const second =
    partner !== undefined && rangeSeparator.test(between) ? parseAmount(text, partner.number, format) : null;
  const ahead = removeMarks(text.slice(0, current.number.from));
  return {
    raw,
    amount: first.amount,
    upTo: second?.amount ?? null,
    currency,
    kind: second !== null ? 'range' : isLowerBound(ahead) ? 'from' : isFormerLabel(ahead) ? 'list' : 'exact',
    unit: unitAfter(text, current, mark),
    isCurrencyAmbiguous: mark !== null && currency === null,
    isAmountAmbiguous: first.isAmbiguous,
    taxIncluded: parseTaxIncluded(text),
  };
}

function removeMarks(text: string): string {
  return text.replace(currencyPattern, (found) =>
    signByText.has(found.toLowerCase()) || isCurrency(found) ? '' : found,
  );
}

/** Returns the marked numbers and the other end of a range with only one mark: `10 - 20 €`. */
function addRangeEnds(
  text: string,
  all: readonly PricedNumber[],
  marked: readonly PricedNumber[],
): PricedNumber[] {
  return all.filter((priced, index) => {
    if (marked.includes(priced)) return true;
    const next = all[index + 1];
    const previous = all[index - 1];
    if (
      next !== undefined &&
      marked.includes(next) &&
      rangeSeparator.test(removeMarks(text.slice(priced.number.to, next.number.from)))
    )
      return true;
    return (
      previous !== undefined &&
      marked.includes(previous) &&
      rangeSeparator.test(removeMarks(text.slice(previous.number.to, priced.number.from)))
    );
  });
}

function parseAmount(
  text: string,
  number: FoundNumber,
  format: NumberFormat,
): { amount: string; isAmbiguous: boolean } | null {
  const numberText = text.slice(number.from, number.to);
  const parsed = findNumbers(numberText, format)[0];
  if (parsed === undefined) return null;
  const rest = text.slice(number.to, number.to + 30);
  if (readScaleWord(rest, format.scales ?? []) !== null) {
    const amount = scaledNumber(text, { ...parsed, from: number.from, to: number.to }, format);
    return { amount: String(amount), isAmbiguous: false };
  }
  const scale = scaleAfter(rest.slice(0, 14), true);
  if (scale === 1) return parsed;
  return { amount: String(Number(parsed.amount) * scale), isAmbiguous: false };
}

function unitAfter(text: string, priced: PricedNumber, mark: CurrencyMark | null): string | null {
  const end = Math.max(priced.number.to, mark !== null && mark.from >= priced.number.to ? mark.to : 0);
  const rest = text.slice(end).replace(trailingDashes, '');
  return perUnit.exec(rest)?.[1]?.trim() ?? null;
}

/** Returns the ISO 4217 code that a code or sign in a text denotes, or null. */
export function parseCurrency(text: string, signals: MoneySignals): string | null {
  const foundMarks = findMarks(normalizeDigits(text.slice(0, 100)).toUpperCase()).concat(
    findMarks(normalizeDigits(text.slice(0, 100))),
  );
  const [first] = foundMarks;
  if (first === undefined) return null;
  // A code beside a sign says which of its currencies it denotes: `$149.00 AUD`.
  const code = foundMarks.find(
    ({ currencies }) => currencies.length === 1 && first.currencies.includes(currencies[0] ?? ''),
  );
  return resolveCurrency(code ?? first, signals);
}
