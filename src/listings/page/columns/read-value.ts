import type { Json } from '../../../domain/pages/extraction.ts';
import type { FieldRule, Transform } from '../../../domain/pages/records.ts';
import { collapseSpace } from '../../../domain/values/collapse-space.ts';
import { isObject } from '../../../domain/values/is-object.ts';
import { plainText } from '../../../extract/page-data/raw-values.ts';
import { parseEmail } from '../../../extract/typed/contact.ts';
import { parseDate } from '../../../extract/typed/date.ts';
import { findCurrencySign, parseCurrency, parseMoney } from '../../../extract/typed/money.ts';
import type { ParseContext } from '../../../extract/values/coerce.ts';
import { getNumberFormatOf, parseNumber } from '../../../page/text/number.ts';
import { getValuesAtPointer } from '../../paging/record-lists.ts';
import { codeInText } from './code-in-text.ts';

const maxTextLength = 20_000;
const isoForm = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
const numericForm = /^-?\d+(?:\.\d+)?$/;

/** Formats seconds or milliseconds since 1970 as ISO 8601 in UTC; null for implausible values. */
function formatEpoch(value: number, unit: 's' | 'ms'): string | null {
  const ms = unit === 's' ? value * 1000 : value;
  if (!Number.isFinite(ms) || Math.abs(ms) > 4e12) return null;
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Divides and removes binary rounding errors. */
function divide(value: number, by: number): number {
  return Number((value / by).toFixed(6));
}

function applyTransform(raw: Json, transform: Transform): Json {
  if (transform.kind === 'template') {
    if (typeof raw !== 'string' && typeof raw !== 'number') return null;
    return `${transform.before}${raw}${transform.after}`;
  }
  if (transform.kind === 'code') return typeof raw === 'string' ? codeInText(plainText(raw)) : null;
  const number =
    typeof raw === 'number'
      ? raw
      : typeof raw === 'string' && numericForm.test(raw.trim())
        ? Number(raw)
        : null;
  if (number === null) return null;
  return transform.kind === 'divide' ? divide(number, transform.by) : formatEpoch(number, transform.unit);
}

function readText(raw: Json): string | null {
  if (typeof raw === 'string') return collapseSpace(plainText(raw.slice(0, maxTextLength))) || null;
  if (typeof raw === 'number') return String(raw);
  return null;
}

function readScalar(raw: Json, rule: FieldRule, parseContext: ParseContext): Json {
  if (typeof raw === 'number' || typeof raw === 'boolean') {
    const isText = rule.type === 'text' || rule.type === 'url' || rule.type === 'image';
    return isText || rule.type === 'number' || rule.type === 'money' || rule.type === 'boolean'
      ? raw
      : String(raw);
  }
  const text = readText(raw);
  if (text === null) return null;
  switch (rule.type) {
    case 'money': {
      if (numericForm.test(text)) return Number(text);
      const money = parseMoney(text, parseContext);
      return money === null ? null : Number(money.amount);
    }
    case 'currency':
      // Several currencies share some signs; the sign is then all that the page states.
      return parseCurrency(text, parseContext) ?? findCurrencySign(text);
    case 'number':
      return numericForm.test(text)
        ? Number(text)
        : parseNumber(text, getNumberFormatOf(parseContext.language));
    case 'date':
      return isoForm.test(text)
        ? text
        : (parseDate(text, parseContext.language, parseContext.dateOrderOf)?.iso ?? null);
    case 'url':
    case 'image':
      return parseContext.resolve(text.trim());
    case 'email':
      return parseEmail(text);
    case 'boolean':
      return /^(?:true|yes|1)$/i.test(text) ? true : /^(?:false|no|0)$/i.test(text) ? false : text;
    default:
      return text;
  }
}

/** Converts a raw value by a field's rule; null if it does not fit. */
export function readRaw(
  raw: Json,
  rule: Pick<FieldRule, 'transform' | 'type'>,
  parseContext: ParseContext,
): Json {
  if (raw === null) return null;
  if (Array.isArray(raw)) {
    if (rule.type === 'list' || rule.type === 'text') return raw.length === 0 ? null : raw;
    return readRaw(raw[0] ?? null, rule, parseContext);
  }
  if (isObject(raw)) return null;
  const value = rule.transform === null ? raw : applyTransform(raw, rule.transform);
  return value === null ? null : readScalar(value, { ...rule, paths: [] }, parseContext);
}

/** Returns the value of a field in a record, from the first of the rule's paths that has one. */
export function readField(
  row: Readonly<Record<string, unknown>>,
  rule: FieldRule,
  parseContext: ParseContext,
): Json {
  for (const path of rule.paths) {
    const raw = getValuesAtPointer(row, path)[0];
    if (raw === undefined || raw === null || raw === '') continue;
    const value = readRaw(raw as Json, rule, parseContext);
    if (value !== null) return value;
  }
  return null;
}
