/** Longest address a crawl follows; those of real pages stay far below it. */
const longestAddress = 2000;
const mostSegments = 24;
/** How often a word may stand in one path, at any distance. */
const mostSameSegments = 4;
/** A path with so many words of which half repeat others is going in circles. */
const fewestLong = 8;
/** How often one segment, or a run of several, may follow upon itself. */
const mostRepeatsOfOne = 3;
const mostRepeatsOfRun = 2;
/** Numbers repeat in dates and shards. */
const mostRepeatsOfNumber = 6;
const longestRun = 6;
const mostParameters = 24;
const mostSamePairs = 2;
const mostSameNames = 16;
const highestPage = 5000;
const pageNumber = /(?:^|[/?&])(?:page|paged|p|pg|seite|pagina)[=/](\d{4,})(?=$|[/&?#])/i;
/** Encoded a third time: an address that was put into an address that was put into an address. */
const thriceEncoded = /%2525/i;
const nestedAddress = /https?(?::|%3a|%253a)(?:\/|%2f|%252f){2}/gi;

/** The segments of a path without empty ones. */
export function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}

function countsOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function most(counts: Map<string, number>): number {
  return counts.size === 0 ? 0 : Math.max(...counts.values());
}

/** How often the run of `length` segments that ends the path stands there in a row. */
function repeatsAt(segments: readonly string[], end: number, length: number): number {
  let repeats = 1;
  for (let at = end - length; at >= length; at -= length) {
    for (let step = 1; step <= length; step += 1)
      if (segments[at - step] !== segments[end - step]) return repeats;
    repeats += 1;
  }
  return repeats;
}

function isNumber(segment: string): boolean {
  return /^\d+$/.test(segment);
}

/** `/a/b/a/b/a/b`, as relative links on a page that answers under every path make them. */
function isLoop(segments: readonly string[]): boolean {
  for (let length = 1; length <= longestRun; length += 1) {
    for (let end = length * (mostRepeatsOfRun + 1); end <= segments.length; end += 1) {
      const one = isNumber(segments[end - 1] as string) ? mostRepeatsOfNumber : mostRepeatsOfOne;
      if (repeatsAt(segments, end, length) > (length === 1 ? one : mostRepeatsOfRun)) return true;
    }
  }
  return false;
}

function isRepetitive(segments: readonly string[]): boolean {
  const words = segments.filter((segment) => !isNumber(segment));
  if (words.length >= fewestLong && new Set(words).size * 2 <= words.length) return true;
  return words.length > mostSameSegments && most(countsOf(words)) > mostSameSegments;
}

function isOverloaded(search: string): boolean {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length <= mostSamePairs) return false;
  if (pairs.length > mostParameters || most(countsOf(pairs)) > mostSamePairs) return true;
  return most(countsOf(pairs.map((pair) => pair.split('=', 1)[0] as string))) > mostSameNames;
}

/** Whether an address alone shows that a crawl runs in circles, whatever else was seen. */
export function isTrapByItself(url: URL): boolean {
  const { href, pathname, search } = url;
  if (href.length > longestAddress || thriceEncoded.test(href)) return true;
  const segments = segmentsOf(pathname);
  if (segments.length > mostSegments || isLoop(segments) || isRepetitive(segments)) return true;
  if (search.length > 1 && isOverloaded(search)) return true;
  // The address itself is one, a return address within it another.
  if ((href.match(nestedAddress)?.length ?? 0) > 3) return true;
  return Number(pageNumber.exec(pathname + search)?.[1] ?? 0) > highestPage;
}
