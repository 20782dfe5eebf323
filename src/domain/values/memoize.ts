const defaultMaxCached = 20_000;
const defaultMaxLength = 200;

/**
 * Returns a function of a text whose results are cached, at most `maxCached` of them; those of texts above `maxLength` code units
 * are not.
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
      result = compute(text);
      if (cache.size >= maxCached) cache.clear();
      cache.set(text, result);
    }
    return result;
  };
}
