import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { functionWords } from '../../page/text/function-words.ts';
import {
  getNumberFormatOf,
  type NumberFormat,
  parseNumber,
  startsWithRange,
} from '../../page/text/number.ts';
import type { Field } from '../schema/field.ts';
import { namesPeriod } from '../schema/field-kind.ts';
import { findAvailabilityChoice, isAvailabilityField, parseInStock } from '../typed/availability-value.ts';
import { parseEmail, parsePhone } from '../typed/contact.ts';
import { findMarks } from '../typed/currency-marks.ts';
import { parseDate } from '../typed/date.ts';
import type { DateOrderOf } from '../typed/date-order.ts';
import { formatIsoDuration, parseDuration, parsePlayingTime } from '../typed/duration.ts';
import { type MoneySignals, parseCurrency, parseMoney, statesFreeAmount } from '../typed/money.ts';
import { isMinimumCount, parseQuantity, unitOf } from '../typed/quantity.ts';
import { parseRelativeDate } from '../typed/relative-date.ts';
import { findChoice, findContainedChoice, parseYesNo, removeVocabulary } from '../words/phrases.ts';
import { findRelatedChoice } from './related-choice.ts';

/** Properties of a page that decide how its texts are parsed. */
export interface ParseContext extends MoneySignals {
  /** Resolves a URL reference of the page; returns null for an invalid one. */
  resolve(reference: string): string | null;
  /** Time of the fetch (ISO 8601), from which dates such as "3 days ago" count; null or absent if it is unknown. */
  fetchedAt?: string | null;
  /** Returns the order of day and month that the dates of the page show; absent if it is unknown. */
  dateOrderOf?: DateOrderOf;
}

/**
 * Origin of a raw value: machines write numbers with a decimal point, people in the notation of their language. `range` is a
 * text of a person in which a range of numbers is read as its lower end, to compare it with other texts.
 */
export type RawSource = 'machine' | 'person' | 'range';

export type Scalar = string | number | boolean;

/** Number format of JSON-LD and attributes. */
const machineFormat: NumberFormat = { group: ',', minorDigits: 3 };
const maxRawLength = 20_000;
const maxVagueDateLength = 25;

function clean(text: string): string {
  return collapseSpace(text.replace(/[\u00ad\u200b-\u200d\ufeff]/g, ''));
}

/** Converts seconds to the unit that a field names; minutes if it names none. */
function convertSeconds(field: Field, seconds: number): number {
  const text = `${field.words.join(' ')} ${field.description.toLowerCase()}`;
  if (/\b(?:seconds?|secs?)\b/.test(text)) return seconds;
  if (/\b(?:hours?|hrs?)\b/.test(text)) return seconds / 3600;
  if (/\bdays?\b/.test(text)) return seconds / 86_400;
  return seconds / 60;
}

/** Words of fields about recordings, whose length is written like a time of day. */
const playingWords =
  /^(?:duration|length|runtime|running|playing|track|video|audio|song|laufzeit|duree|duracion|durata|duur)$/;

function isPlayingTime({ words }: Field): boolean {
  return words.some((word) => playingWords.test(word));
}

function secondsIn(field: Field, text: string): number | null {
  return isPlayingTime(field) ? parsePlayingTime(text) : parseDuration(text);
}

/** Returns true if a text is a time of day, which is no duration of cooking. */
function isTimeOfDay(field: Field, text: string): boolean {
  return !isPlayingTime(field) && /^\d{1,2}:\d{2}$/.test(text);
}

/** Words that mean a time of day as well as how long something takes. */
const clockWords = /^(?:time|zeit|temps|tiempo|tempo|tijd|czas|tid|время|時間|时间)$/;

/** Returns true if the name of a field alone does not say whether it asks for a time of day or for how long. */
function mayBeClock({ words }: Field): boolean {
  return words.length === 1 && clockWords.test(words[0] ?? '');
}

function parseAmount(text: string, source: RawSource, context: ParseContext): number | null {
  if (source === 'machine' && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const parsedMoney = parseMoney(text, context);
  // Neither end of a range is the amount.
  if (parsedMoney === null || (parsedMoney.upTo !== null && source !== 'range')) return null;
  const amount = Number(parsedMoney.amount);
  return bracketedNumber.test(text) ? -Math.abs(amount) : amount;
}

function parseNumeric(field: Field, text: string, source: RawSource, context: ParseContext): number | null {
  switch (field.kind) {
    case 'money':
      return parseAmount(text, source, context);
    case 'duration': {
      const seconds = secondsIn(field, text);
      if (seconds !== null) return convertSeconds(field, seconds);
      return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
    }
    case 'date': {
      const date = parseDate(text, context.language, context.dateOrderOf);
      return date === null ? yearIn(text) : Number(date.iso.slice(0, 4));
    }
    case 'rating': {
      const rating = parseNumber(
        text.replace(drawnStars, ' '),
        source === 'machine' ? machineFormat : getNumberFormatOf(context.language),
      );
      // A number above ten is a count, unless the text states a scale of 100.
      return rating !== null && (rating <= 10 || (rating <= 100 && /%|\/\s?100/.test(text))) ? rating : null;
    }
    default:
      return parsePlainNumber(field, text, source, context);
  }
}

/** A name with a digit at its end in front of a number: `CO2 120 g`, `PM10 35`. */
const numberedName = /(?<![^\s(])\p{Lu}\p{L}{0,2}\d{1,2}(?=:?\s\d)/gu;

/** Returns a text without names that end in a digit, unless they are an amount with its sign: `R1 200`. */
function withoutNumberedNames(text: string, context: ParseContext): string {
  return text.replace(numberedName, (name) => (findMarks(name, context).length > 0 ? name : ''));
}

function parsePlainNumber(
  field: Field,
  raw: string,
  source: RawSource,
  context: ParseContext,
): number | null {
  const text = source === 'machine' ? raw : withoutNumberedNames(raw, context);
  if (source !== 'machine' && statesFreeAmount(text)) return 0;
  if (field.words.includes('year') && !namesPeriod(field)) return yearIn(text);
  const unit = field.kind === 'number' || field.kind === 'text' ? fieldUnit(field, text) : null;
  const format = source === 'machine' ? machineFormat : getNumberFormatOf(context.language);
  if (source === 'person' && (startsWithRange(text, format) || hasNamedNumbers(field, text))) return null;
  if (unit !== null && source !== 'machine' && !isMinimumCount(field.words, text, format))
    return parseQuantity(text, unit, format);
  const number = parseNumber(text, format);
  return number !== null && isBracketedLoss(field, text) ? -Math.abs(number) : number;
}

/** A number with its name or the short form of it in front: "Vol. 12", "No. 3". */
const namedNumber = /(?:^|[\s,;(])(\p{L}{1,12}\.?) \d{1,6}(?![\p{L}\d])/gu;
const maxNamedLength = 60;

/** Returns true if a text has numbers of several things, each with its name: none of them is the number of the whole. */
function hasNamedNumbers({ words }: Field, text: string): boolean {
  if (text.length > maxNamedLength) return false;
  const named = [...text.matchAll(namedNumber)].map(([, name = '']) => name.toLowerCase());
  const names = new Set(named.filter((name) => !functionWords.has(name)));
  return (
    names.size > 1 && /^\p{L}/u.test(text) && !words.some((word) => names.has(word) || names.has(`${word}.`))
  );
}

/** Stars that show a rating beside its number; a half one is no fraction. */
const drawnStars = /[★☆✩✭✮⭐🌟⯨](?:[★☆✩✭✮⭐🌟⯨½\s]|\ufe0f)*/gu;

/** Words of fields that count things. */
const countWord =
  /^(?:counts?|number|reviews?|ratings?|votes?|comments?|replies|views|likes|quantity|total|size)$/;
const bracketedNumber = /^\(\s?\p{Sc}?\s?\d[\d.,' ]*(?:\p{Sc}|%|\p{L}{1,8})?\s?\)\s?%?$/u;

/** Returns true for the notation of losses in tables of figures, such as `(32.1)`. A count in brackets is only a remark. */
function isBracketedLoss(field: Field, text: string): boolean {
  return bracketedNumber.test(text) && !field.words.some((word) => countWord.test(word));
}

function fieldUnit({ words, description }: Field, text: string) {
  return unitOf(words, description, text);
}

/** A year that is the whole text: "1287". */
const onlyYear = /^1\d{3}$/;

function yearIn(text: string): number | null {
  const year = (onlyYear.exec(text) ?? /(?<!\d)(?:1[5-9]|20|21)\d{2}(?!\d)/.exec(text))?.[0];
  return year === undefined ? null : Number(year);
}

function toNumber(field: Field, text: string, source: RawSource, context: ParseContext): number | null {
  const value = parseNumeric(field, text, source, context);
  if (value === null || !Number.isFinite(value)) return null;
  if (!field.types.includes('integer') || field.types.includes('number')) {
    return field.kind === 'duration' ? Math.round(value * 1000) / 1000 : value;
  }
  if (field.kind === 'duration') return Math.round(value);
  return Number.isInteger(value) ? value : null;
}

/** A word alone is no reference, although RFC 3986 allows it as a relative one. */
const addressShape = /[./:?#]/;

function parseUrl(text: string, context: ParseContext): string | null {
  if (text === '' || /\s/.test(text) || text.length > 8_192 || /^(?:javascript|data|about|blob):/i.test(text))
    return null;
  if (!addressShape.test(text)) return null;
  const bare = /^(?:www\.)[\w-]+\.[a-z]/i.test(text) ? `http://${text}` : text;
  return context.resolve(bare);
}

function relativeDate(text: string, { language, fetchedAt }: ParseContext) {
  return fetchedAt == null ? null : parseRelativeDate(text, language, fetchedAt);
}

/**
 * Formats a date for the field's format. Returns null for a month or year alone if the format requires a day.
 */
function formatDate(field: Field, text: string, context: ParseContext): string | null {
  const date = parseDate(text, context.language, context.dateOrderOf) ?? relativeDate(text, context);
  if (field.format === 'date') {
    return date === null || date.precision === 'month' || date.precision === 'year'
      ? null
      : date.iso.slice(0, 10);
  }
  if (field.format === 'date-time') {
    if (date === null || date.precision === 'month' || date.precision === 'year') return null;
    return date.precision === 'time' ? date.iso : `${date.iso}T00:00:00Z`;
  }
  // A short text with a number, such as "30+ days ago", is a valid vague date.
  if (date === null) return /\d/.test(text) && text.length <= maxVagueDateLength ? text : null;
  if (date.precision === 'day' || date.precision === 'time') return date.iso;
  return text.length <= date.quote.length + maxVagueDateLength ? text : null;
}

function toText(field: Field, text: string, context: ParseContext): string | null {
  switch (field.kind) {
    case 'date':
      return formatDate(field, text, context);
    case 'duration': {
      if (field.format !== 'duration') return isTimeOfDay(field, text) && !mayBeClock(field) ? null : text;
      const seconds = secondsIn(field, text);
      return seconds === null ? null : formatIsoDuration(seconds);
    }
    case 'email':
      return parseEmail(text);
    case 'phone':
      return parsePhone(text)?.text ?? null;
    case 'url':
    case 'image':
      return parseUrl(text, context);
    case 'currency':
      return parseCurrency(text, context);
    case 'money':
    case 'number':
    case 'rating':
      return /\p{Nd}/u.test(text) ? text : null;
    default:
      return removeVocabulary(text);
  }
}

function coerceToType(
  field: Field,
  type: Field['types'][number],
  raw: string,
  source: RawSource,
  context: ParseContext,
): Scalar | null {
  if (type === 'boolean')
    return (
      parseYesNo(raw, field.words) ??
      (isAvailabilityField(field.words) ? parseInStock(raw, field.words) : null)
    );
  if (type === 'string') return toText(field, raw, context);
  return toNumber(field, raw, source, context);
}

/**
 * Converts a raw value to the type of a field: `$1,299.00` to 1299, a date to ISO 8601, a phrase to the choice
 * with the same meaning. Returns null if the value does not fit; nothing is guessed.
 */
export function coerce(field: Field, raw: unknown, source: RawSource, context: ParseContext): Scalar | null {
  if (typeof raw === 'number' || typeof raw === 'boolean') {
    if (field.choices !== null) return findChoice(String(raw), field.choices);
    if (typeof raw === 'boolean') return field.types.includes('boolean') ? raw : null;
    if (!Number.isFinite(raw)) return null;
  }
  if (typeof raw === 'boolean') return raw;
  const text = clean(String(raw).slice(0, maxRawLength));
  if (text === '') return null;
  if (field.choices !== null) {
    const choice = findChoice(text, field.choices);
    if (choice !== null) return choice;
    if (isAvailabilityField(field.words)) return findAvailabilityChoice(text, field.choices);
    const contained = findContainedChoice(text, field.choices);
    return contained ?? (source === 'person' ? findRelatedChoice(text, field.choices) : null);
  }
  for (const type of field.types) {
    const value = coerceToType(field, type, text, source, context);
    if (value !== null) return value;
  }
  return null;
}
