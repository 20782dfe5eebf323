import { type BoundedSets, hashOf } from './bounded-sets.ts';

/** Parameters that count through one list rather than cut it differently. */
const paging =
  /^(?:p|pg|page|paged|page_?no|page_?num(?:ber)?|offset|start|from|limit|per_?page|page_?size|cursor|after|before)$/i;
/** Values of one parameter from which on it names things, not properties. */
const manyValues = 60;
const fewestFacets = 3;
/** Combinations that any list may have, and how many a value more allows. */
const freeCombinations = 60;
const combinationsPerValue = 3;
const mostCombinations = 1000;

/**
 * Whether an address is one more combination of filters over a list that has shown enough of them: three or more
 * parameters of few values each, combined without end. Notes the combination when not.
 */
export function isEndlessFacets(url: URL, seen: BoundedSets): boolean {
  if (url.search.length < 2) return false;
  const pairs = [...url.searchParams].filter(([name]) => !paging.test(name));
  if (pairs.length === 0) return false;
  const place = url.host + url.pathname;
  const combinations = seen.of(`all ${place}`);
  const combination = hashOf(
    pairs
      .map(([name, value]) => `${name}=${value}`)
      .sort()
      .join('&'),
  );
  if (combinations.has(combination)) return false;
  const names = seen.of(`names ${place}`);
  const values = seen.of(`values ${place}`);
  const fresh = pairs.filter(([name, value]) => !values.has(hashOf(`${name}=${value}`)));
  const isLimited = names.size >= fewestFacets && values.size < manyValues * names.size;
  const allowed = Math.max(freeCombinations, combinationsPerValue * values.size);
  if (isLimited && fresh.length === 0 && combinations.size >= allowed) return true;
  for (const [name, value] of pairs) {
    if (names.size < 100) names.add(hashOf(name));
    if (values.size < mostCombinations) values.add(hashOf(`${name}=${value}`));
  }
  if (combinations.size < mostCombinations) combinations.add(combination);
  return false;
}
