import { itemAt } from '../../domain/values/elements.ts';

/** Maximum length of a URL that a crawl follows; those of real pages are far shorter. */
const maxUrlLength = 2000;
const maxSegments = 24;
/** Maximum number of occurrences of one word in a path. */
const maxSameSegments = 4;
/** Number of words from which on a path with half of them repeated is a loop. */
const minRepetitiveWords = 8;
/** Maximum number of consecutive repetitions of one segment, and of a run of segments. */
const maxRepeatsOfOne = 3;
const maxRepeatsOfRun = 2;
/** Numbers repeat in dates and shards. */
const maxRepeatsOfNumber = 6;
const maxRunLength = 6;
const maxParameters = 24;
const maxSamePairs = 2;
const maxSameNames = 16;
const maxPageNumber = 5000;
const pageNumber = /(?:^|[/?&])(?:page|paged|p|pg|seite|pagina)[=/](\d{4,})(?=$|[/&?#])/i;
/** Triple percent-encoding, as of URLs nested in URLs. */
const tripleEncoded = /%2525/i;
const nestedUrl = /https?(?::|%3a|%253a)(?:\/|%2f|%252f){2}/gi;

/** Returns the non-empty segments of a path. */
export function segmentsOf(pathname: string): string[] {
  return pathname.split('/').filter((segment) => segment !== '');
}

function countsOf(items: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
}

function maxCount(counts: Map<string, number>): number {
  return counts.size === 0 ? 0 : Math.max(...counts.values());
}

/** Counts the consecutive repetitions of the `length` segments before `end`. */
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

/** Detects `/a/b/a/b/a/b`, which relative links cause on sites that answer under every path. */
function isLoop(segments: readonly string[]): boolean {
  for (let length = 1; length <= maxRunLength; length += 1) {
    for (let end = length * (maxRepeatsOfRun + 1); end <= segments.length; end += 1) {
      const maxRepeats = isNumber(itemAt(segments, end - 1)) ? maxRepeatsOfNumber : maxRepeatsOfOne;
      if (repeatsAt(segments, end, length) > (length === 1 ? maxRepeats : maxRepeatsOfRun)) return true;
    }
  }
  return false;
}

function isRepetitive(segments: readonly string[]): boolean {
  const words = segments.filter((segment) => !isNumber(segment));
  if (words.length >= minRepetitiveWords && new Set(words).size * 2 <= words.length) return true;
  return words.length > maxSameSegments && maxCount(countsOf(words)) > maxSameSegments;
}

function hasExcessParameters(search: string): boolean {
  const pairs = search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '');
  if (pairs.length <= maxSamePairs) return false;
  if (pairs.length > maxParameters || maxCount(countsOf(pairs)) > maxSamePairs) return true;
  return maxCount(countsOf(pairs.map((pair) => itemAt(pair.split('=', 1), 0)))) > maxSameNames;
}

/** Returns true if the URL alone shows a loop or endless growth. */
export function isUrlTrap(url: URL): boolean {
  const { href, pathname, search } = url;
  if (href.length > maxUrlLength || tripleEncoded.test(href)) return true;
  const segments = segmentsOf(pathname);
  if (segments.length > maxSegments || isLoop(segments) || isRepetitive(segments)) return true;
  if (search.length > 1 && hasExcessParameters(search)) return true;
  // The URL itself counts once, and a return URL in it is legitimate.
  if ((href.match(nestedUrl)?.length ?? 0) > 3) return true;
  return Number(pageNumber.exec(pathname + search)?.[1] ?? 0) > maxPageNumber;
}
