import { currencyOfCountry, minorDigitsOf } from '../../domain/values/currency.ts';
import { itemAt } from '../../domain/values/elements.ts';
import {
  type FoundNumber,
  findNumbers,
  getNumberFormatOf,
  type NumberFormat,
  normalizeDigits,
  readScaled,
  scaleAfter,
} from '../../page/text/number.ts';
import { readScaleWord, type ScaleWords, scaleWordsOf } from '../../page/text/scale-words.ts';
import { type CurrencyMark, currencyData, findMarks, type MarkSignals } from './currency-marks.ts';
import { baseLanguageOf, homeCountryOf, isSpokenIn, regionOf } from './home-country.ts';
import { isFormerLabel, isLowerBound } from './price-words.ts';

/** Signals of the page that resolve ambiguous currency signs such as `$` or `kr`. */
export interface MoneySignals extends MarkSignals {
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
}

/** Some sites use UK for the ISO 3166-1 code GB. */
function currencyOfRegion(country: string): string | null {
  return currencyOfCountry(country === 'UK' ? 'GB' : country);
}

/** Returns the currency that the page's signals select, or null. */
function resolveCurrency(currencyMark: CurrencyMark, signals: MoneySignals): string | null {
  const { currencies } = currencyMark;
  if (currencies.length === 1) return itemAt(currencies, 0);
  const region = regionOf(signals.language);
  const candidates = [
    signals.currency,
    region === null ? null : currencyOfRegion(region),
    signals.country === null ? null : currencyOfRegion(signals.country),
    currencyData.languages[signals.language?.split('-')[0]?.toLowerCase() ?? ''],
    currencyData.defaults[currencyMark.sign],
  ];
  return candidates.find((candidate) => candidate != null && currencies.includes(candidate)) ?? null;
}

/** Currencies whose amounts have more than two decimals in practice, such as the price of a litre of fuel. */
const preciseCurrencies: ReadonlySet<string> = new Set(['EUR', ...currencyData.commaGroups]);

/**
 * Returns true if language and currency are of the same country, so that its notation is the one of the amount. Where neither
 * the language nor the site names a country, it is that of the currency (the first two letters of its code, ISO 4217), if
 * the language is spoken there: pounds on an English page.
 */
function areOfOneCountry(currency: string, { language, country }: MoneySignals): boolean {
  if (!preciseCurrencies.has(currency)) return false;
  const home = homeCountryOf(language, country);
  if (home !== null) return currencyOfRegion(home) === currency;
  const base = baseLanguageOf(language);
  const issuer = currency.slice(0, 2);
  return (
    base !== null && country === null && isSpokenIn(issuer, base) && currencyOfRegion(issuer) === currency
  );
}

/** Words of scale of amounts in rupees, of which `L` for lakh is a unit elsewhere. */
const rupeeScales: ScaleWords = [...scaleWordsOf('en-IN'), ['l', 1e5]];

function getNumberFormat(
  mark: CurrencyMark | null,
  currency: string | null,
  signals: MoneySignals,
): NumberFormat {
  const own = getNumberFormatOf(signals.language);
  const { group } = own;
  const scales = currency === 'INR' ? rupeeScales : (own.scales ?? []);
  const minorDigits = currency === null ? null : minorDigitsOf(currency);
  if (mark === null) return { group, minorDigits: null, scales };
  if (currency !== null && minorDigits !== 0 && areOfOneCountry(currency, signals)) {
    const decimalGroup = own.decimal === ',' ? '.' : ',';
    return { group: decimalGroup, minorDigits, isAgreed: own.decimal !== null, scales };
  }
  const candidates = currency === null ? mark.currencies : [currency];
  if (candidates.some((code) => currencyData.commaGroups.includes(code))) {
    return {
      group: group === '.' && signals.language !== null ? '.' : ',',
      minorDigits: minorDigits ?? 2,
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
/** A sign of scale at the end of the lower end of a range. */
const scaleSign = /^\s?(?:k|m|bn?|mio|mrd|tsd|l|cr)\.?(?!\p{L})/iu;

interface PricedNumber {
  number: FoundNumber;
  /** End of the number with its words of scale. */
  to: number;
  mark: CurrencyMark | null;
}

/** Returns the currency mark next to a number, before or after it. */
function findAdjacentMark(
  text: string,
  number: Pick<FoundNumber, 'from' | 'to'>,
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
/** Two raised digits behind a number, with the currency sign behind them. */
const raisedDigits = /(?<=\d)\^(\d{2})(?!\d)( ?\p{Sc})?/gu;
/** A whole amount behind its currency sign, at the end of a text. */
const wholeAmount = /\p{Sc} ?\d[\d,.']*$/u;
const maxWholeLength = 20;
const decimals = /[.,]\d{1,2}$/;
/** The end of a percentage, such as a discount. */
const percentSign = /^ ?%/;

/** Normalizes the notations of amounts in which layout separates the digits. */
function normalizeAmounts(text: string): string {
  return text
    .replace(raisedDigits, (found, cents: string, sign: string | undefined, at: number) => {
      const ahead = text.slice(Math.max(0, at - maxWholeLength), at);
      const isAmount = sign !== undefined || wholeAmount.test(ahead);
      const mark = ahead.includes('.') ? ',' : '.';
      return isAmount && !decimals.test(ahead) ? `${mark}${cents}${sign ?? ''}` : found;
    })
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
  };
}

/**
 * Returns the price in a text, or null if there is none. Of several numbers, those next to a currency mark
 * count; two of them joined by a separator are a range.
 */
export function parseMoney(raw: string, signals: MoneySignals): Money | null {
  if (raw.length < maxFreeLength && freeWords.test(raw.trim())) return freePrice(raw, signals);
  const text = joinSpacedCents(normalizeAmounts(normalizeDigits(raw.slice(0, 300))));
  const marks = findMarks(text, signals);
  const between = (from: number, to: number) => withoutMarks(text, marks, from, to);
  const all = findPricedNumbers(text, marks, signals);
  const marked = all.filter((priced) => priced.mark !== null);
  const priced = marked.length > 0 ? addRangeEnds(all, marked, between) : all;
  const current = priced.find(({ number }) => !isFormerLabel(between(0, number.from))) ?? priced[0];
  if (current === undefined) return null;
  const mark = current.mark ?? marks[0] ?? null;
  const currency = mark === null ? signals.currency : resolveCurrency(mark, signals);
  const format = getNumberFormat(mark, currency, signals);
  const first = parseAmount(text, current.number, format);
  if (first === null) return null;
  const partner = priced[priced.indexOf(current) + 1];
  const isRange = partner !== undefined && isRangeBetween(between(current.to, partner.number.from));
  const second = isRange ? parseAmount(text, partner.number, format) : null;
  const ahead = between(0, current.number.from);
  return {
    raw,
    amount: scaledLike(first, second),
    upTo: second?.amount ?? null,
    currency,
    kind: second !== null ? 'range' : isLowerBound(ahead) ? 'from' : isFormerLabel(ahead) ? 'list' : 'exact',
    unit: unitAfter(text, current, mark),
    isCurrencyAmbiguous: mark !== null && currency === null,
    isAmountAmbiguous: first.isAmbiguous,
  };
}

/** Returns the numbers of a text but for percentages, each with the mark beside it. */
function findPricedNumbers(
  text: string,
  marks: readonly CurrencyMark[],
  { language }: MoneySignals,
): PricedNumber[] {
  const format = getNumberFormatOf(language);
  const found: PricedNumber[] = [];
  for (const number of findNumbers(text)) {
    // The digits behind a sign of scale continue a number: `3万5000円`.
    if (number.from < (found.at(-1)?.to ?? 0) || percentSign.test(text.slice(number.to))) continue;
    const { to } = readScaled(text, number, format);
    found.push({ number, to, mark: findAdjacentMark(text, { from: number.from, to }, marks) });
  }
  return found;
}

/** Returns a part of a text without the marks in it. */
function withoutMarks(text: string, marks: readonly CurrencyMark[], from: number, to: number): string {
  let rest = '';
  let at = from;
  for (const mark of marks) {
    if (mark.to <= at || mark.from >= to) continue;
    rest += text.slice(at, Math.max(at, mark.from));
    at = Math.min(to, mark.to);
  }
  return rest + text.slice(at, to);
}

/** Returns true for the text between the ends of a range; the first end may have a sign of scale: `50k – 60k`. */
function isRangeBetween(text: string): boolean {
  return rangeSeparator.test(text.replace(scaleSign, ''));
}

/** Returns the lower end of a range, which has the scale of the upper one if only that has one: `50–60k`. */
function scaledLike(lower: ParsedAmount, upper: ParsedAmount | null): string {
  if (upper === null || upper.scale === 1 || lower.scale !== 1) return lower.amount;
  const scaled = Number((Number(lower.amount) * upper.scale).toPrecision(15));
  return scaled > Number(upper.amount) ? lower.amount : String(scaled);
}

/** Returns the marked numbers and the other end of a range with only one mark: `10 - 20 €`. */
function addRangeEnds(
  all: readonly PricedNumber[],
  marked: readonly PricedNumber[],
  between: (from: number, to: number) => string,
): PricedNumber[] {
  return all.filter((priced, index) => {
    if (marked.includes(priced)) return true;
    const next = all[index + 1];
    const previous = all[index - 1];
    if (next !== undefined && marked.includes(next) && isRangeBetween(between(priced.to, next.number.from)))
      return true;
    return (
      previous !== undefined &&
      marked.includes(previous) &&
      isRangeBetween(between(previous.to, priced.number.from))
    );
  });
}

interface ParsedAmount {
  amount: string;
  /** Factor of its word or sign of scale. */
  scale: number;
  isAmbiguous: boolean;
}

function parseAmount(text: string, number: FoundNumber, format: NumberFormat): ParsedAmount | null {
  const numberText = text.slice(number.from, number.to);
  const parsed = findNumbers(numberText, format)[0];
  if (parsed === undefined) return null;
  const rest = text.slice(number.to, number.to + 30);
  const word = readScaleWord(rest, format.scales ?? []);
  if (word !== null) {
    const { value } = readScaled(text, { ...parsed, from: number.from, to: number.to }, format);
    return { amount: String(value), scale: word.factor, isAmbiguous: false };
  }
  const scale = scaleAfter(rest.slice(0, 14), true);
  if (scale === 1) return { ...parsed, scale };
  const amount = Number((Number(parsed.amount) * scale).toPrecision(15));
  return { amount: String(amount), scale, isAmbiguous: false };
}

function unitAfter(text: string, priced: PricedNumber, mark: CurrencyMark | null): string | null {
  const end = Math.max(priced.number.to, mark !== null && mark.from >= priced.number.to ? mark.to : 0);
  const rest = text.slice(end).replace(trailingDashes, '');
  return perUnit.exec(rest)?.[1]?.trim() ?? null;
}

/** Returns the ISO 4217 code that a code or sign in a text denotes, or null. */
export function parseCurrency(text: string, signals: MoneySignals): string | null {
  const plain = normalizeDigits(text.slice(0, 100));
  const foundMarks = findMarks(plain.toUpperCase()).concat(findMarks(plain, signals));
  const [first] = foundMarks;
  if (first === undefined) return null;
  // A code beside a sign says which of its currencies it denotes: `$149.00 AUD`.
  const code = foundMarks.find(
    ({ currencies }) => currencies.length === 1 && first.currencies.includes(currencies[0] ?? ''),
  );
  return resolveCurrency(code ?? first, signals);
}

/** Returns the first currency sign or code in a text as it is written, such as `$`; null without one. */
export function findCurrencySign(text: string): string | null {
  const start = text.slice(0, 100);
  const [mark] = findMarks(start);
  return mark === undefined ? null : start.slice(mark.from, mark.to);
}
