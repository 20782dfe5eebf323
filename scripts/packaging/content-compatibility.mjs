// Functions of newer runtimes that `webdata/content` uses, for those from Node 20 on. The build puts them in place of the calls.

/** `URL.parse` (Node 22). */
export const parseUrl = (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

/** `Map.groupBy` (Node 21). */
export function groupBy(items, keyOf) {
  const groups = new Map();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index++);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}
