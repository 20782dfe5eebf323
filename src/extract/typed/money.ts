import { readFileSync } from 'node:fs';
import { currencyOfCountry, isCurrency, minorDigitsOf } from '../../domain/currency.ts';
import { type FoundNumber, habitOf, type NumberHabit, numbersIn, plainDigits, scaleAfter } from './number.ts';
import { taxIncludedIn } from './tax.ts';

/** Signals of the page that tell whose `$` or `kr` is meant. */
export interface MoneySignals {
  /** BCP 47. */
  language: string | null;
  /** ISO 3166-1 alpha-2 of the site or the exit. */
  country: string | null;
  /** Currency that the page's own data names, ISO 4217. */
  currency: string | null;
}

/** A price as a page shows it. */
export interface Money {
  raw: string;
  /** Decimal string. */
  amount: string;
  /** The upper end of a range, or null. */
  upTo: string | null;
  /** ISO 4217, or null when the sign is of several and nothing tells whose. */
  currency: string | null;
  /** `from` is a lower bound; `list` what it cost before. */
  kind: 'exact' | 'range' | 'from' | 'list';
  /** What the price is for, when it is for a unit: `kg`, `100 g`, `month`. */
  unit: string | null;
  isCurrencyAmbiguous: boolean;
  isAmountAmbiguous: boolean;
  taxIncluded: boolean | null;
}

interface CurrencyFacts {
  signs: Record<string, string[]>;
  usual: Record<string, string>;
  languages: Record<string, string>;
  pointGroups: string[];
  commaGroups: string[];
}

const facts = JSON.parse(
  readFileSync(new URL('./currencies.json', import.meta.url), 'utf8'),
) as CurrencyFacts;

const escaped = (sign: string) => sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const signs = Object.keys(facts.signs).map((sign) => ({ sign, plain: plainDigits(sign) }));
const bySign = new Map(signs.map(({ sign, plain }) => [plain.toLowerCase(), sign]));
/** Signs of letters stand alone, those of other characters anywhere. */
const mark = new RegExp(
  [...new Set(signs.map(({ plain }) => plain))]
    .sort((one, other) => other.length - one.length)
    .map((plain) =>
      /^\p{L}+\.?$/u.test(plain)
        ? `(?<!\\p{L})${escaped(plain)}(?!\\p{L})`
        : /^\p{L}/u.test(plain)
          ? `(?<!\\p{L})${escaped(plain)}`
          : escaped(plain),
    )
    .concat('(?<![\\p{L}\\d])[A-Z]{3}(?!\\p{L})')
    .join('|'),
  'gu',
);

interface Mark {
  from: number;
  to: number;
  /** Currencies it may stand for. */
  currencies: readonly string[];
  sign: string;
}

function marksIn(text: string): Mark[] {
  const found: Mark[] = [];
  for (const match of text.matchAll(mark)) {
    const sign = bySign.get(match[0].toLowerCase());
    const isCode = isCurrency(match[0]);
    if (sign === undefined && !isCode) continue;
    const currencies = isCode ? [match[0]] : (facts.signs[sign as string] as string[]);
    found.push({ from: match.index, to: match.index + match[0].length, currencies, sign: sign ?? match[0] });
  }
  return found;
}

/** Pages write UK for what ISO 3166-1 calls GB. */
function currencyIn(country: string): string | null {
  return currencyOfCountry(country === 'UK' ? 'GB' : country);
}

/** The one of several currencies that the page speaks for, or null. */
function resolved(found: Mark, signals: MoneySignals): string | null {
  const { currencies } = found;
  if (currencies.length === 1) return currencies[0] as string;
  const region = signals.language?.split('-').find((part, index) => index > 0 && /^[A-Za-z]{2}$/.test(part));
  const candidates = [
    signals.currency,
    region === undefined ? null : currencyIn(region.toUpperCase()),
    signals.country === null ? null : currencyIn(signals.country),
    facts.languages[signals.language?.split('-')[0]?.toLowerCase() ?? ''],
    facts.usual[found.sign],
  ];
  return candidates.find((candidate) => candidate != null && currencies.includes(candidate)) ?? null;
}

function habitFor(found: Mark | null, currency: string | null, signals: MoneySignals): NumberHabit {
  const { group } = habitOf(signals.language);
  const minorDigits = currency === null ? null : minorDigitsOf(currency);
  if (found === null) return { group, minorDigits: null };
  const candidates = currency === null ? found.currencies : [currency];
  if (candidates.some((code) => facts.commaGroups.includes(code))) {
    return { group: group === '.' && signals.language !== null ? '.' : ',', minorDigits: minorDigits ?? 2 };
  }
  if (candidates.some((code) => facts.pointGroups.includes(code))) {
    return { group: group === ',' ? null : '.', minorDigits: minorDigits ?? 2 };
  }
  return { group, minorDigits: minorDigits ?? 2 };
}

const lowerBound =
  /(?:^|\s)(?:from|starting (?:at|from)|as low as|ab|à partir de|a partir de|desde|a partire da|da|vanaf|od|från|fra|от|ab nur|から)\s*:?\s*$/iu;
const beforePrice =
  /(?<!\p{L})(?:was|war|uvp|rrp|msrp|m\.?r\.?p|statt|list(?: price)?|reg(?:ular)?\.?|before|avant|était|antes|era|prima|van|voor|było|tidigare|før|originalpreis|normalpreis|(?:original|regular|old|former|previous) price|ursprünglich(?:er preis)?|prix initial|prix barré|precio original|prezzo originale|oorspronkelijke prijs|ordinarie pris|normalpris|cena (?:pierwotna|katalogowa|regularna)|старая цена|было)(?!\p{L})\.?\s*:?\s*$/iu;
const perUnit = /^\s*(?:\/|per\b|pro\b|par\b|por\b|al\b|na\b|за\b|je\b)\s*(\d*\s?\p{L}+\.?)/iu;
const trailing = /^\s?[.,:]?[-–]+(?!\s?\d)/;
const joins = /^\s*(?:[-–~]|to|bis|à|a|until|tot|do|till|до|and|und)\s*$/iu;
interface Priced {
  number: FoundNumber;
  mark: Mark | null;
}

/** The mark that touches a number, before it or behind it. */
function markAt(text: string, number: FoundNumber, marks: readonly Mark[]): Mark | null {
  const touches = (between: string) => /^[\s:.\-–*]*$/.test(between) && between.length <= 4;
  const before = marks.find((found) => found.to <= number.from && touches(text.slice(found.to, number.from)));
  const behind = marks.find((found) => found.from >= number.to && touches(text.slice(number.to, found.from)));
  return before ?? behind ?? null;
}

/**
 * The price that a text shows, by the rules for marks of groups and decimals; null when it shows none. Of several numbers
 * those count that touch a currency; two of them joined are a range.
 */
export function parseMoney(raw: string, signals: MoneySignals): Money | null {
  const text = plainDigits(raw.slice(0, 300));
  const marks = marksIn(text);
  const all = numbersIn(text).map((number): Priced => ({ number, mark: markAt(text, number, marks) }));
  const marked = all.filter((priced) => priced.mark !== null);
  const chosen = marked.length > 0 ? withPartners(text, all, marked) : all;
  const current =
    chosen.find(({ number }) => !beforePrice.test(withoutMarks(text.slice(0, number.from)))) ?? chosen[0];
  if (current === undefined) return null;
  const found = current.mark ?? marks[0] ?? null;
  const currency = found === null ? signals.currency : resolved(found, signals);
  const habit = habitFor(found, currency, signals);
  const first = amountOf(text, current.number, habit);
  if (first === null) return null;
  const partner = chosen[chosen.indexOf(current) + 1];
  const between =
    partner === undefined ? '' : withoutMarks(text.slice(current.number.to, partner.number.from));
  const second = partner !== undefined && joins.test(between) ? amountOf(text, partner.number, habit) : null;
  const ahead = withoutMarks(text.slice(0, current.number.from));
  return {
    raw,
    amount: first.amount,
    upTo: second?.amount ?? null,
    currency,
    kind:
      second !== null
        ? 'range'
        : lowerBound.test(ahead)
          ? 'from'
          : beforePrice.test(ahead)
            ? 'list'
            : 'exact',
    unit: unitAfter(text, current, found),
    isCurrencyAmbiguous: found !== null && currency === null,
    isAmountAmbiguous: first.isAmbiguous,
    taxIncluded: taxIncludedIn(text),
  };
}

function withoutMarks(text: string): string {
  return text.replace(mark, (found) => (bySign.has(found.toLowerCase()) || isCurrency(found) ? '' : found));
}

/** The marked numbers, with the other end of a range that carries its mark once: `10 - 20 €`. */
function withPartners(text: string, all: readonly Priced[], marked: readonly Priced[]): Priced[] {
  return all.filter((priced, index) => {
    if (marked.includes(priced)) return true;
    const next = all[index + 1];
    const previous = all[index - 1];
    if (
      next !== undefined &&
      marked.includes(next) &&
      joins.test(withoutMarks(text.slice(priced.number.to, next.number.from)))
    )
      return true;
    return (
      previous !== undefined &&
      marked.includes(previous) &&
      joins.test(withoutMarks(text.slice(previous.number.to, priced.number.from)))
    );
  });
}

function amountOf(
  text: string,
  number: FoundNumber,
  habit: NumberHabit,
): { amount: string; isAmbiguous: boolean } | null {
  const written = text.slice(number.from, number.to);
  const read = numbersIn(written, habit)[0];
  if (read === undefined) return null;
  const scale = scaleAfter(text.slice(number.to, number.to + 14));
  if (scale === 1) return read;
  return { amount: String(Number(read.amount) * scale), isAmbiguous: false };
}

function unitAfter(text: string, priced: Priced, found: Mark | null): string | null {
  const end = Math.max(priced.number.to, found !== null && found.from >= priced.number.to ? found.to : 0);
  const rest = text.slice(end).replace(trailing, '');
  return perUnit.exec(rest)?.[1]?.trim() ?? null;
}

/** ISO 4217 code that a text names by a code or sign, or null. */
export function parseCurrency(text: string, signals: MoneySignals): string | null {
  const found = marksIn(plainDigits(text.slice(0, 100)).toUpperCase()).concat(
    marksIn(plainDigits(text.slice(0, 100))),
  );
  const first = found[0];
  return first === undefined ? null : resolved(first, signals);
}
