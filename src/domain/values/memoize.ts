const defaultMaxCached = 20_000;
const defaultMaxLength = 200;

/**
 * Returns a text that shares no memory with others: a part of a text keeps the whole text in memory (V8's sliced strings), so that
 * a cached name would keep its page.
 */
const copyOf = (text: string) => text.split('').join('');

/**
 * Returns a function of a text whose results are cached, at most `maxCached` of them; those of texts above `maxLength` code units
 * are not. Texts of up to 200 code units are copied before they are kept; only caches of short life should keep longer ones.
 */
export function memoize<Result>(
  compute: (text: string) => Result,
  maxCached = defaultMaxCached,
  maxLength = defaultMaxLength,
): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    if (text.length > maxLength) return compute(text);
    let result = cache.get(text);
    if (result === undefined) {
      const own = text.length > defaultMaxLength ? text : copyOf(text);
      result = compute(own);
      if (cache.size >= maxCached) cache.clear();
      cache.set(own, result);
    }
    return result;
  };
}
