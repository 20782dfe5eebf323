import type { Field } from './field.ts';
import { choiceOf, withoutVocabulary, yesOrNo } from './phrases.ts';
import { parseEmail, parsePhone } from './typed/contact.ts';
import { parseDate } from './typed/date.ts';
import { isoDurationOf, parseDuration } from './typed/duration.ts';
import { type MoneySignals, parseCurrency, parseMoney } from './typed/money.ts';
import { habitOf, type NumberHabit, parseNumber } from './typed/number.ts';

/** What of a page decides how its texts are read. */
export interface Reading extends MoneySignals {
  /** Resolves addresses of the page; null for what is none. */
  resolve(reference: string): string | null;
}

/** Where a raw value comes from: machines write numbers with a point, people by their habit. */
export type RawSource = 'machine' | 'person';

/** A scalar of an answer. */
export type Scalar = string | number | boolean;

/** How numbers are written in JSON-LD, attributes and the like. */
const machineHabit: NumberHabit = { group: ',', minorDigits: 3 };
const longest = 20_000;
const longestVagueDate = 25;

function clean(text: string): string {
  return text
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Seconds in the unit that a field names; minutes where it names none. */
function inUnitOf(field: Field, seconds: number): number {
  const text = `${field.words.join(' ')} ${field.description.toLowerCase()}`;
  if (/\b(?:seconds?|secs?)\b/.test(text)) return seconds;
  if (/\b(?:hours?|hrs?)\b/.test(text)) return seconds / 3600;
  if (/\bdays?\b/.test(text)) return seconds / 86_400;
  return seconds / 60;
}

function money(text: string, source: RawSource, reading: Reading): number | null {
  if (source === 'machine' && /^-?\d+(?:\.\d+)?$/.test(text)) return Number(text);
  const found = parseMoney(text, reading);
  return found === null ? null : Number(found.amount);
}

function numeric(field: Field, text: string, source: RawSource, reading: Reading): number | null {
  switch (field.kind) {
    case 'money':
      return money(text, source, reading);
    case 'duration': {
      const seconds = parseDuration(text);
      if (seconds !== null) return inUnitOf(field, seconds);
      return /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
    }
    case 'date': {
      const date = parseDate(text, reading.language);
      return date === null ? yearIn(text) : Number(date.iso.slice(0, 4));
    }
    case 'rating': {
      const rating = parseNumber(text, source === 'machine' ? machineHabit : habitOf(reading.language));
      // What is more than ten is a count or of a hundred, which its writers say.
      return rating !== null && (rating <= 10 || (rating <= 100 && /%|\/\s?100/.test(text))) ? rating : null;
    }
    default:
      if (field.words.includes('year')) return yearIn(text);
      return parseNumber(text, source === 'machine' ? machineHabit : habitOf(reading.language));
  }
}

function yearIn(text: string): number | null {
  const year = /(?<!\d)(?:1[5-9]|20|21)\d{2}(?!\d)/.exec(text)?.[0];
  return year === undefined ? null : Number(year);
}

function toNumber(field: Field, text: string, source: RawSource, reading: Reading): number | null {
  const value = numeric(field, text, source, reading);
  if (value === null || !Number.isFinite(value)) return null;
  if (!field.types.includes('integer') || field.types.includes('number')) {
    return field.kind === 'duration' ? Math.round(value * 1000) / 1000 : value;
  }
  if (field.kind === 'duration') return Math.round(value);
  return Number.isInteger(value) ? value : null;
}

function address(text: string, reading: Reading): string | null {
  if (text === '' || /\s/.test(text) || text.length > 8_192 || /^(?:javascript|data|about|blob):/i.test(text))
    return null;
  const bare = /^(?:www\.)[\w-]+\.[a-z]/i.test(text) ? `http://${text}` : text;
  return reading.resolve(bare);
}

/** A date in the form that the format asks for; a month or year alone is no date. */
function dateText(field: Field, text: string, reading: Reading): string | null {
  const date = parseDate(text, reading.language);
  if (field.format === 'date') {
    return date === null || date.precision === 'month' || date.precision === 'year'
      ? null
      : date.iso.slice(0, 10);
  }
  if (field.format === 'date-time') {
    if (date === null || date.precision === 'month' || date.precision === 'year') return null;
    return date.precision === 'time' ? date.iso : `${date.iso}T00:00:00Z`;
  }
  // "30+ days ago" is how some say it; a sentence with a number in it is none.
  if (date === null) return /\d/.test(text) && text.length <= longestVagueDate ? text : null;
  if (date.precision === 'day' || date.precision === 'time') return date.iso;
  return text.length <= date.quote.length + longestVagueDate ? text : null;
}

function toText(field: Field, text: string, reading: Reading): string | null {
  switch (field.kind) {
    case 'date':
      return dateText(field, text, reading);
    case 'duration': {
      if (field.format !== 'duration') return text;
      const seconds = parseDuration(text);
      return seconds === null ? null : isoDurationOf(seconds);
    }
    case 'email':
      return parseEmail(text);
    case 'phone':
      return parsePhone(text)?.text ?? null;
    case 'url':
    case 'image':
      return address(text, reading);
    case 'currency':
      return parseCurrency(text, reading);
    case 'money':
    case 'number':
    case 'rating':
      return /\p{Nd}/u.test(text) ? text : null;
    default:
      return withoutVocabulary(text);
  }
}

function asType(
  field: Field,
  type: Field['types'][number],
  raw: string,
  source: RawSource,
  reading: Reading,
): Scalar | null {
  if (type === 'boolean') return yesOrNo(raw, field.words);
  if (type === 'string') return toText(field, raw, reading);
  return toNumber(field, raw, source, reading);
}

/**
 * A raw value as what the field asks for: `$1,299.00` as 1299, a date in ISO 8601, a choice by what the phrase means. Null
 * when it cannot be that; nothing is guessed.
 */
export function coerce(field: Field, raw: unknown, source: RawSource, reading: Reading): Scalar | null {
  if (typeof raw === 'number' || typeof raw === 'boolean') {
    if (field.choices !== null) return choiceOf(String(raw), field.choices);
    if (typeof raw === 'boolean') return field.types.includes('boolean') ? raw : null;
    if (!Number.isFinite(raw)) return null;
  }
  if (typeof raw === 'boolean') return raw;
  const text = clean(String(raw).slice(0, longest));
  if (text === '') return null;
  if (field.choices !== null) return choiceOf(text, field.choices);
  for (const type of field.types) {
    const value = asType(field, type, text, source, reading);
    if (value !== null) return value;
  }
  return null;
}
