/** Shown text that is only the number of its cell, in the notation of a language. */
const plainNumber = /^[-+]?(?!0\d)[\d.,'\u00a0\u202f ]+$/;

/** Rounds to 15 significant digits, the precision of spreadsheets: 0.1 + 0.2 is 0.3. */
function round(value: number): string {
  return String(Number(value.toPrecision(15)));
}

/** Returns a share as it is shown, or with all its digits if the cell shows fewer. */
function percentage(value: number, shown: string): string {
  const exact = round(value * 100);
  const [, digits = ''] = /^([-+]?\d{1,15}(?:[.,]\d{1,15})?)\s?%$/.exec(shown) ?? [];
  const decimal = digits.replace(',', '.');
  return `${digits !== '' && Number(decimal) === Number(exact) ? decimal : exact}%`;
}

/**
 * Returns the value of a cell (OpenDocument 1.3 part 3, 19.385) as HTML: dates in ISO 8601, plain numbers and percentages
 * with all their digits, other values as they are shown.
 */
export function cellText(attributes: Record<string, string>, shown: string): string {
  const value = Number(attributes['office:value'] ?? Number.NaN);
  switch (attributes['office:value-type'] ?? attributes['calcext:value-type']) {
    case 'date':
      return /^[\d:.TZ+-]{4,40}$/.exec(attributes['office:date-value'] ?? '')?.[0] ?? shown;
    case 'boolean':
      return attributes['office:boolean-value'] === 'true' ? 'TRUE' : 'FALSE';
    case 'percentage':
      return Number.isFinite(value) ? percentage(value, shown) : shown;
    case 'float':
      return Number.isFinite(value) && (shown === '' || plainNumber.test(shown)) ? round(value) : shown;
    default:
      return shown;
  }
}
