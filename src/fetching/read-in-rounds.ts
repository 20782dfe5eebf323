import { itemAt } from '../domain/values/elements.ts';

/** Options of {@link readInRounds}. */
export interface RoundsOptions<Item, Result> {
  read(item: Item): Promise<Result>;
  /** Returns true if an item waited for its turn for most of its timeout. */
  isStarved(result: Result): boolean;
  /** Returns true if there is time for another round. */
  hasTime(): boolean;
}

/**
 * Reads items in parallel, and those whose turn did not come again, as long as there is time and each round reads some of
 * them. Returns the results in the order of the items.
 */
export async function readInRounds<Item, Result>(
  items: readonly Item[],
  { read, isStarved, hasTime }: RoundsOptions<Item, Result>,
): Promise<Result[]> {
  let results = await Promise.all(items.map(read));
  const countStarved = () => results.filter(isStarved).length;
  for (let starved = countStarved(), before = items.length; starved > 0 && starved < before && hasTime(); ) {
    results = await Promise.all(
      results.map((result, at) => (isStarved(result) ? read(itemAt(items, at)) : result)),
    );
    before = starved;
    starved = countStarved();
  }
  return results;
}
