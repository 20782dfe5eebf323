/** How the number of a spreadsheet cell is shown, as far as it changes its meaning. */
export type CellFormat = 'number' | 'date' | 'time' | 'dateTime' | 'percent';

/** Built-in formats that are not plain numbers (ECMA-376 part 1, 18.8.30). */
const builtIn: ReadonlyMap<number, CellFormat> = new Map([
  [9, 'percent'],
  [10, 'percent'],
  ...[14, 15, 16, 17].map((id): [number, CellFormat] => [id, 'date']),
  ...[18, 19, 20, 21, 45, 46, 47].map((id): [number, CellFormat] => [id, 'time']),
  [22, 'dateTime'],
]);

/** The format with this number, or of this code when the workbook defines it. */
export function cellFormatOf(id: number, code: string | undefined): CellFormat {
  if (code === undefined) return builtIn.get(id) ?? 'number';
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').split(';', 1)[0] ?? '';
  if (bare.includes('%')) return 'percent';
  const hasDay = /[yd]/i.test(bare);
  const hasHour = /[hs]/i.test(bare);
  if (hasDay && hasHour) return 'dateTime';
  if (hasDay || /^m+[/.\- ]?m*$/i.test(bare)) return 'date';
  return hasHour ? 'time' : 'number';
}

const dayMs = 86_400_000;
/** Day 0 of the two calendars of spreadsheets; the first counts a 29 February 1900 that never was. */
const epoch1900 = Date.UTC(1899, 11, 30);
const epoch1904 = Date.UTC(1904, 0, 1);
const lastDay = 2_958_466;

/** A number of a cell as text: dates in ISO 8601, percentages with their sign, other numbers in their shortest form. */
export function shownNumber(raw: string, format: CellFormat, uses1904: boolean): string {
  const value = Number(raw);
  if (raw.trim() === '' || !Number.isFinite(value)) return raw;
  if (format === 'percent') return `${round(value * 100)}%`;
  if (format === 'number' || value < 0 || value >= lastDay) return String(round(value));
  const day = !uses1904 && value >= 1 && value < 60 ? value + 1 : value;
  const moment = new Date((uses1904 ? epoch1904 : epoch1900) + Math.round(day * dayMs));
  const iso = moment.toISOString();
  if (format === 'time') return iso.slice(11, 19);
  return format === 'date' && value % 1 === 0 ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Fifteen digits are what a spreadsheet shows at most: 0.1 + 0.2 is 0.3. */
function round(value: number): number {
  return Number(value.toPrecision(15));
}
