const defaultMaxCached = 20_000;
const maxCachedLength = 200;

/** Returns a function of a short text whose results are cached, at most `maxCached` of them; those of long texts are not. */
export function memoize<Result>(
  compute: (text: string) => Result,
  maxCached = defaultMaxCached,
): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    if (text.length > maxCachedLength) return compute(text);
    let result = cache.get(text);
    if (result === undefined) {
      result = compute(text);
      if (cache.size >= maxCached) cache.clear();
      cache.set(text, result);
    }
    return result;
  };
}
