/** Order of day and month in numeric dates. */
export type DateOrder = 'day' | 'month';

/** Returns the order of the dates of a page with a separator (`.`, `/` or `-`); null if they show none or both. */
export type DateOrderOf = (separator: string) => DateOrder | null;

const numericDate = /(?<![\d.,/-])(\d{1,2})([./-])(\d{1,2})\2(?:19|20)\d{2}(?![\d]|[./-]\d)/g;
const months = 12;
const maxDay = 31;

/** Reads the order from the dates of a text that have only one reading: `28.5.2026` has the day first. */
export function findDateOrder(text: string): DateOrderOf {
  const orders = new Map<string, Set<DateOrder>>();
  for (const [, first, separator = '', second] of text.matchAll(numericDate)) {
    const [one, other] = [Number(first), Number(second)];
    if (Math.max(one, other) > maxDay || one > months === other > months) continue;
    const seen = orders.get(separator) ?? new Set();
    orders.set(separator, seen.add(one > months ? 'day' : 'month'));
  }
  return (separator) => {
    const seen = orders.get(separator);
    return seen?.size === 1 ? ([...seen][0] ?? null) : null;
  };
}
