import type { Json } from '../../domain/extraction.ts';
import type { FieldRule, Transform } from '../../domain/records.ts';
import { isObject, valuesAtPointer } from '../../site/record-lists.ts';
import type { Reading } from '../coerce.ts';
import { plainText } from '../page-data/raw-values.ts';
import { parseEmail } from '../typed/contact.ts';
import { parseDate } from '../typed/date.ts';
import { parseCurrency, parseMoney } from '../typed/money.ts';
import { habitOf, parseNumber } from '../typed/number.ts';

const longestText = 20_000;
const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const numeric = /^-?\d+(?:\.\d+)?$/;

/** Seconds or milliseconds since 1970 as ISO 8601 in UTC; null for what is no moment of our times. */
function momentOf(value: number, unit: 's' | 'ms'): string | null {
  const ms = unit === 's' ? value * 1000 : value;
  if (!Number.isFinite(ms) || Math.abs(ms) > 4e12) return null;
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** A division without the dust of binary fractions. */
function divided(value: number, by: number): number {
  return Number((value / by).toFixed(6));
}

function transformed(raw: Json, transform: Transform): Json {
  if (transform.kind === 'template') {
    if (typeof raw !== 'string' && typeof raw !== 'number') return null;
    return `${transform.before}${raw}${transform.after}`;
  }
  const number =
    typeof raw === 'number' ? raw : typeof raw === 'string' && numeric.test(raw.trim()) ? Number(raw) : null;
  if (number === null) return null;
  return transform.kind === 'divide' ? divided(number, transform.by) : momentOf(number, transform.unit);
}

function textOf(raw: Json): string | null {
  if (typeof raw === 'string')
    return plainText(raw.slice(0, longestText)).replace(/\s+/g, ' ').trim() || null;
  if (typeof raw === 'number') return String(raw);
  return null;
}

function scalarOf(raw: Json, rule: FieldRule, reading: Reading): Json {
  if (typeof raw === 'number' || typeof raw === 'boolean') {
    const isText = rule.type === 'text' || rule.type === 'url' || rule.type === 'image';
    return isText || rule.type === 'number' || rule.type === 'money' || rule.type === 'boolean'
      ? raw
      : String(raw);
  }
  const text = textOf(raw);
  if (text === null) return null;
  switch (rule.type) {
    case 'money': {
      if (numeric.test(text)) return Number(text);
      const money = parseMoney(text, reading);
      return money === null ? null : Number(money.amount);
    }
    case 'currency':
      return parseCurrency(text, reading);
    case 'number':
      return numeric.test(text) ? Number(text) : parseNumber(text, habitOf(reading.language));
    case 'date':
      return isoForm.test(text) ? text : (parseDate(text, reading.language)?.iso ?? null);
    case 'url':
    case 'image':
      return reading.resolve(text.trim());
    case 'email':
      return parseEmail(text);
    case 'boolean':
      return /^(?:true|yes|1)$/i.test(text) ? true : /^(?:false|no|0)$/i.test(text) ? false : text;
    default:
      return text;
  }
}

/** What a raw value is as the field's rule reads it; null when it can be no such thing. */
export function readRaw(raw: Json, rule: Pick<FieldRule, 'transform' | 'type'>, reading: Reading): Json {
  if (raw === null) return null;
  if (Array.isArray(raw)) {
    if (rule.type === 'list' || rule.type === 'text') return raw.length === 0 ? null : raw;
    return readRaw(raw[0] ?? null, rule, reading);
  }
  if (isObject(raw)) return null;
  const value = rule.transform === null ? raw : transformed(raw, rule.transform);
  return value === null ? null : scalarOf(value, { ...rule, paths: [] }, reading);
}

/** The value of a field in a record of a source: by the first of its places that holds one. */
export function readField(row: Readonly<Record<string, unknown>>, rule: FieldRule, reading: Reading): Json {
  for (const path of rule.paths) {
    const raw = valuesAtPointer(row, path)[0];
    if (raw === undefined || raw === null || raw === '') continue;
    const value = readRaw(raw as Json, rule, reading);
    if (value !== null) return value;
  }
  return null;
}
