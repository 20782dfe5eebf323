import { dayMs } from '../../../domain/values/day-ms.ts';
import { type FormatSection, parseFormatCode } from './format-code.ts';

/** Number format of a spreadsheet cell: one to four sections (ECMA-376 part 1, 18.8.31). */
export type CellFormat = readonly FormatSection[];

/** Codes of built-in formats (ECMA-376 part 1, 18.8.30); those with a currency that depends on the computer have none. */
const builtInCodes: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  43: '#,##0.00',
  44: '#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

/** Returns the format with an id, or that of a format code if the workbook defines one. */
export function resolveCellFormat(id: number, code?: string): CellFormat {
  const isDate = (id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);
  return parseFormatCode(code ?? (isDate ? 'm/d/yy' : (builtInCodes[id] ?? 'General')));
}

/** Format of a cell without a style. */
export const generalFormat: CellFormat = parseFormatCode('General');

/** Day 0 of the two date systems; the 1900 system counts a 29 February 1900 that did not exist. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
const maxDay = 2_958_466;

/**
 * Formats the number of a cell: dates in ISO 8601; other numbers with the signs, units and leading zeros of their format,
 * without a separator of thousands.
 */
export function formatNumber(raw: string, format: CellFormat, uses1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  const section = sectionFor(value, format);
  switch (section.kind) {
    case 'empty':
      return '';
    case 'elapsed':
      return formatElapsed(value, section);
    case 'date':
    case 'time':
    case 'dateTime':
      return value < 0 || value >= maxDay ? shortest(value) : formatDate(value, section.kind, uses1904);
    case 'number':
      return formatWithLiterals(value, section, format.length > 1 && section === format[1]);
  }
}

/** Returns the section for a value: the first whose condition it fulfils, else by its sign. */
function sectionFor(value: number, format: CellFormat): FormatSection {
  const [first, second, third] = format;
  const fallback = first ?? { kind: 'number', parts: [], condition: null };
  if (format.some(({ condition }) => condition != null)) {
    const fitting = format.find(({ condition }) => condition?.(value) === true);
    return fitting ?? format.find(({ condition }) => condition === null) ?? fallback;
  }
  if (value < 0) return second ?? fallback;
  return value === 0 ? (third ?? fallback) : fallback;
}

function formatDate(value: number, kind: 'date' | 'time' | 'dateTime', uses1904: boolean): string {
  const day = !uses1904 && value >= 1 && value < 60 ? value + 1 : value;
  const date = new Date((uses1904 ? epoch1904 : epoch1900) + Math.round(day * dayMs));
  const iso = date.toISOString();
  if (kind === 'time') return iso.slice(11, 19);
  return kind === 'date' && value % 1 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Formats a duration, such as 27:30 for `[h]:mm`. */
function formatElapsed(value: number, { parts }: FormatSection): string {
  const units = parts.flatMap((part) => (part.type === 'unit' ? [part] : []));
  let rest = Math.round(Math.abs(value) * 86_400);
  const texts: string[] = [];
  for (const { unit, width } of units) {
    const seconds = unit === 'h' ? 3_600 : unit === 'm' ? 60 : 1;
    texts.push(String(Math.floor(rest / seconds)).padStart(width, '0'));
    rest %= seconds;
  }
  return `${value < 0 ? '-' : ''}${texts.join(':')}`;
}

/** Maximum number of decimals of a number that is not the result of a division or the like. */
const maxEnteredDecimals = 6;

function formatWithLiterals(signed: number, section: FormatSection, isNegativeSection: boolean): string {
  const { parts } = section;
  const firstDigit = parts.findIndex(({ type }) => type === 'digit' || type === 'general');
  if (firstDigit === -1) return literalText(parts) || shortest(signed);
  if (parts.some(({ type }) => type === 'exponent' || type === 'slash')) return shortest(signed);
  const lastDigit = parts.findLastIndex(({ type }) => /^(?:digit|general|point)$/.test(type));
  const digits = numberText(Math.abs(signed), parts);
  const pattern = parts.slice(firstDigit, lastDigit + 1);
  const before = literalsOf(parts.slice(0, firstDigit));
  const after = literalsOf(parts.slice(lastDigit + 1));
  const isSigned =
    signed < 0 && (!isNegativeSection || !/\p{L}/u.test(before + after) || /[-(]/.test(before));
  // The sign is written once, and a dash that stands for zero is none.
  const hasOwnSign = isNegativeSection || signed === 0;
  const plain = (text: string) => (hasOwnSign ? text.replace(/[-()]/g, '') : text);
  const text =
    `${isSigned ? '-' : ''}${plain(before)}${withInnerLiterals(digits, pattern)}${plain(after)}`.trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : shortest(signed);
}

type Parts = FormatSection['parts'];

function literalsOf(parts: Parts): string {
  return parts
    .map((part) => (part.type === 'literal' ? part.text : part.type === 'percent' ? '%' : ''))
    .join('');
}

/** Returns the text of a section without digits; empty if it has only signs, which stand for zero. */
function literalText(parts: Parts): string {
  const text = literalsOf(parts).trim();
  return /[\p{L}\p{N}]/u.test(text) ? text : '';
}

/** Returns the digits of an absolute value with the zeros and the scale of a format. */
function numberText(value: number, parts: Parts): string {
  const point = parts.findIndex(({ type }) => type === 'point');
  const whole = point === -1 ? parts : parts.slice(0, point);
  const zeros = (some: Parts) => some.filter((part) => part.type === 'digit' && part.isZero).length;
  const decimals = point === -1 ? [] : parts.slice(point);
  const percents = parts.filter(({ type }) => type === 'percent').length;
  const thousands = parts.filter((part) => part.type === 'scale').length;
  const scaled = round(value * 100 ** percents) / 1000 ** thousands;
  const [integer = '', fraction = ''] = shortest(scaled).split('.');
  const isGeneral = parts.some(({ type }) => type === 'general');
  const places = decimals.filter(({ type }) => type === 'digit').length;
  if (!isGeneral && fraction.length > maxEnteredDecimals && !/e/i.test(fraction)) {
    const [rounded = '', kept = ''] = String(Number(scaled.toFixed(Math.min(places, 15)))).split('.');
    return withZeros(rounded, kept, zeros(whole), zeros(decimals));
  }
  return withZeros(integer, fraction, zeros(whole), zeros(decimals));
}

function withZeros(integer: string, fraction: string, before: number, after: number): string {
  const decimals = fraction.padEnd(after, '0');
  return `${integer.padStart(before, '0')}${decimals === '' ? '' : `.${decimals}`}`;
}

/** Places the literals between the digits of a format, as in `000-000`, if the number is whole. */
function withInnerLiterals(digits: string, pattern: Parts): string {
  if (!pattern.some(({ type }) => type === 'literal') || /\D/.test(digits)) return digits;
  let rest = digits;
  let text = '';
  for (const [index, part] of [...pattern.entries()].reverse()) {
    if (part.type === 'literal') text = part.text + text;
    if (part.type !== 'digit') continue;
    const isFirst = !pattern.slice(0, index).some(({ type }) => type === 'digit');
    const taken = isFirst ? rest : rest.slice(-1);
    text = taken + text;
    rest = rest.slice(0, rest.length - taken.length);
  }
  return text;
}

function shortest(value: number): string {
  return String(round(value));
}

/** Rounds to 15 significant digits, the precision of spreadsheets: 0.1 + 0.2 is 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(15));
}
