/** Minimum number of entries that leave a page, and that come, if it replaces the first ones. */
export const minReplaced = 3;
/** Maximum number of entries of a list that stay in place while the others pass, such as its headings. */
const maxFixed = 2;

/** Difference between the entries of a page at two times. */
export interface EntriesChange {
  /** Numbers of entries that left the page and that came. */
  gone: number;
  added: number;
  isGrown: boolean;
  /** True if other entries took the place of some. */
  isReplaced: boolean;
  /** True if a list has no entry of before, so that entries between them may never have been in the page. */
  hasGap: boolean;
}

function groupByPath(entries: readonly string[]): Map<string, Set<string>> {
  const groups = new Map<string, Set<string>>();
  for (const entry of entries) {
    const path = entry.slice(0, entry.indexOf(' '));
    const group = groups.get(path) ?? new Set();
    groups.set(path, group.add(entry));
  }
  return groups;
}

/**
 * Returns the entries of each list that stay in place while it is scrolled, such as its headings: the few that it has both
 * at its start and at its end.
 */
export function findFixedEntries(start: readonly string[], end: readonly string[]): Set<string> {
  const ends = groupByPath(end);
  const fixed = [...groupByPath(start)].flatMap(([path, group]) => {
    const common = [...group].filter((entry) => ends.get(path)?.has(entry) === true);
    return common.length <= maxFixed ? common : [];
  });
  return new Set(fixed);
}

/** Returns true if the outermost list of which most entries left has none in common with before but fixed ones. */
function hasGap(
  before: readonly string[],
  present: ReadonlySet<string>,
  fixed: ReadonlySet<string>,
): boolean {
  const depthOf = (path: string) => Number(path.split(':', 1)[0]);
  const replaced = [...groupByPath(before)]
    .filter(([, group]) => [...group].filter((entry) => !present.has(entry)).length * 2 >= group.size)
    .sort(([one], [other]) => depthOf(one) - depthOf(other));
  const [outermost] = replaced;
  if (outermost === undefined) return false;
  return ![...outermost[1]].some((entry) => present.has(entry) && !fixed.has(entry));
}

/** Returns the difference between the entries of a page at two times; `fixed` are those that stay in place. */
export function compareEntries(
  before: readonly string[],
  after: readonly string[],
  fixed: ReadonlySet<string>,
): EntriesChange {
  const [known, present] = [new Set(before), new Set(after)];
  const gone = [...known].filter((entry) => !present.has(entry)).length;
  const added = [...present].filter((entry) => !known.has(entry)).length;
  return {
    gone,
    added,
    isGrown: after.length > before.length,
    isReplaced: gone >= minReplaced && added >= minReplaced,
    hasGap: gone > 0 && hasGap(before, present, fixed),
  };
}
