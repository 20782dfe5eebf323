// Functions of newer runtimes that `webdata/content` uses, for those from Node 20 on. The build puts them in place of the calls.

/** `URL.parse` (Node 22). */
export function compatibleParseUrl(url, base) {
  try {
    return new URL(url, base);
  } catch {
    // The result states that the URL is not valid.
    return null;
  }
}

/** `URL.canParse`, which early releases of Node 20 answer with false for relative URLs once the call is optimized. */
export const compatibleCanParseUrl = (url, base) => compatibleParseUrl(url, base) !== null;

/** `Map.groupBy` (Node 21). */
export function compatibleGroupBy(items, keyOf) {
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
