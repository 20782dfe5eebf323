/** Order of a table: the column, and its direction. */
export interface Sorting {
  id: string;
  isDescending: boolean;
}

type Value = string | number;

const [zero, nine] = [0x30, 0x39];

function isDigit(code: number): boolean {
  return code >= zero && code <= nine;
}

/** Returns the start of the number in a text without its leading zeros, and its end; both are `at` without a number. */
function numberAt(text: string, at: number): { start: number; end: number } {
  let end = at;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  let start = at;
  while (start < end - 1 && text.charCodeAt(start) === zero) start += 1;
  return { start, end };
}

/**
 * Compares texts as people expect: the numbers in them as numbers, so that `page 10` follows `page 9`. It looks only at the
 * first difference, because keys with filled numbers take longer to make than thousands of texts to sort.
 */
function compareTexts(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let at = 0;
  while (at < shorter && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  let first = at;
  while (first > 0 && isDigit(one.charCodeAt(first - 1))) first -= 1;
  const [left, right] = [numberAt(one, first), numberAt(other, first)];
  if (left.end > first && right.end > first) {
    const longer = left.end - left.start - (right.end - right.start);
    if (longer !== 0) return longer;
  }
  if (at === shorter) return one.length - other.length;
  return one.charCodeAt(at) - other.charCodeAt(at);
}

/** Compares keys; numbers come before texts. */
function compare(one: Value, other: Value): number {
  if (typeof one === 'number') return typeof other === 'number' ? one - other : -1;
  return typeof other === 'number' ? 1 : compareTexts(one, other);
}

/** Returns a key for the order: texts are compared regardless of case. */
function toKey(value: Value): Value {
  return typeof value === 'number' ? value : value.toLowerCase();
}

/** Returns the items in the order of their values; items with the same value keep their order. */
export function sortItems<Item>(
  items: readonly Item[],
  sortBy: (item: Item) => Value,
  isDescending: boolean,
): Item[] {
  const direction = isDescending ? -1 : 1;
  const keyed = items.map((item) => ({ item, key: toKey(sortBy(item)) }));
  return keyed.sort((one, other) => direction * compare(one.key, other.key)).map(({ item }) => item);
}

/**
 * Returns the order after a click on the head of a column: texts from A first, numbers from the largest first, then the
 * other direction, then none.
 */
export function nextSorting(current: Sorting | null, id: string, isNumeric: boolean): Sorting | null {
  if (current?.id !== id) return { id, isDescending: isNumeric };
  return current.isDescending === isNumeric ? { id, isDescending: !isNumeric } : null;
}
