/** Order of a table: the column, and its direction. */
export interface Sorting {
  id: string;
  isDescending: boolean;
}

type Value = string | number;

/** Digits to which the numbers in texts are filled, so that `page 10` follows `page 9`. */
const numberDigits = 16;

/** Returns a value that compares as people expect: texts regardless of case, and with their numbers as numbers. */
function toKey(value: Value): Value {
  if (typeof value === 'number') return value;
  return value.toLowerCase().replaceAll(/\d+/g, (digits) => digits.padStart(numberDigits, '0'));
}

/** Compares keys; numbers come before texts. */
function compare(one: Value, other: Value): number {
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return one === other ? 0 : one < other ? -1 : 1;
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
