/** One page of a list, and the position of the next one; null at the end. */
export interface ListPage<Item, Cursor> {
  items: readonly Item[];
  next: Cursor | null;
}

/**
 * Puts a newer first page before the pages that are loaded. A gap between them would hide items, so the list starts anew if
 * the first page does not reach the loaded items.
 */
export function mergeFirstPage<Item, Cursor>(
  loaded: ListPage<Item, Cursor> | null,
  first: ListPage<Item, Cursor>,
  keyOf: (item: Item) => string,
): ListPage<Item, Cursor> {
  const last = first.items.at(-1);
  if (loaded === null || last === undefined || first.next === null) return first;
  const lastKey = keyOf(last);
  const at = loaded.items.findIndex((item) => keyOf(item) === lastKey);
  return at === -1 ? first : { items: [...first.items, ...loaded.items.slice(at + 1)], next: loaded.next };
}
