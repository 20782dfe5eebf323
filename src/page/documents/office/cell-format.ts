import { dayMs } from '../../../domain/values/day-ms.ts';

/** Number format of a spreadsheet cell, as far as it changes the meaning of the number. */
export type CellFormat = 'number' | 'date' | 'time' | 'dateTime' | 'percent';

/** Built-in formats other than plain numbers (ECMA-376 part 1, 18.8.30). */
const builtInFormats: ReadonlyMap<number, CellFormat> = new Map([
  [9, 'percent'],
  [10, 'percent'],
  ...[14, 15, 16, 17].map((id): [number, CellFormat] => [id, 'date']),
  ...[18, 19, 20, 21, 45, 46, 47].map((id): [number, CellFormat] => [id, 'time']),
  [22, 'dateTime'],
]);

/** Returns the format with an id, or that of a format code if the workbook defines one. */
export function resolveCellFormat(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return builtInFormats.get(id) ?? 'number';
  const withoutLiterals = code.replace(/"[^"]*"|\[[^[\]]*\]|\\./g, '').split(';', 1)[0] ?? '';
  if (withoutLiterals.includes('%')) return 'percent';
  const hasDay = /[yd]/i.test(withoutLiterals);
  const hasHour = /[hs]/i.test(withoutLiterals);
  if (hasDay && hasHour) return 'dateTime';
  if (hasDay || /^m+(?:[/.\- ]m*)?$/i.test(withoutLiterals)) return 'date';
  return hasHour ? 'time' : 'number';
}

/** Day 0 of the two date systems; the 1900 system counts a 29 February 1900 that did not exist. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
const maxDay = 2_958_466;

/** Formats the number of a cell: dates in ISO 8601, percentages with their sign, other numbers in their shortest form. */
export function formatNumber(raw: string, format: CellFormat, uses1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (format === 'percent') return `${round(value * 100)}%`;
  if (format === 'number' || value < 0 || value >= maxDay) return String(round(value));
  const day = !uses1904 && value >= 1 && value < 60 ? value + 1 : value;
  const date = new Date((uses1904 ? epoch1904 : epoch1900) + Math.round(day * dayMs));
  const iso = date.toISOString();
  if (format === 'time') return iso.slice(11, 19);
  return format === 'date' && value % 1 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Rounds to 15 significant digits, the precision of spreadsheets: 0.1 + 0.2 is 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(15));
}
