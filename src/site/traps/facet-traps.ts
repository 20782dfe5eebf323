import { type BoundedSets, hashOf } from './bounded-sets.ts';

/** Parameters that page through a list and do not filter it. */
const pagingParameter =
  /^(?:p|pg|page|paged|page_?no|page_?num(?:ber)?|offset|start|from|limit|per_?page|page_?size|cursor|after|before)$/i;
/** Average number of values per parameter from which on parameters identify items, not properties. */
const manyValuesPerName = 60;
const minFacets = 3;
/** Combinations that each list may have, and further combinations per distinct value. */
const freeCombinations = 60;
const combinationsPerValue = 3;
const maxCombinations = 1000;

/**
 * Returns true if a URL is a further combination of filters of a list above its limits: three or more parameters with
 * few values each, combined without end. Otherwise records the combination.
 */
export function isEndlessFacets(url: URL, visited: BoundedSets): boolean {
  if (url.search.length < 2) return false;
  const pairs = [...url.searchParams].filter(([name]) => !pagingParameter.test(name));
  if (pairs.length === 0) return false;
  const listKey = url.host + url.pathname;
  const combinations = visited.get(`all ${listKey}`);
  const combination = hashOf(
    pairs
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('&'),
  );
  if (combinations.has(combination)) return false;
  const names = visited.get(`names ${listKey}`);
  const values = visited.get(`values ${listKey}`);
  const newPairs = pairs.filter(([name, value]) => !values.has(hashOf(`${name}=${value}`)));
  const isLimited = names.size >= minFacets && values.size < manyValuesPerName * names.size;
  const maxAllowed = Math.max(freeCombinations, combinationsPerValue * values.size);
  if (isLimited && newPairs.length === 0 && combinations.size >= maxAllowed) return true;
  for (const [name, value] of pairs) {
    if (names.size < 100) names.add(hashOf(name));
    if (values.size < maxCombinations) values.add(hashOf(`${name}=${value}`));
  }
  if (combinations.size < maxCombinations) combinations.add(combination);
  return false;
}
