import { type Fence, fenceAfter } from './fences.ts';

/** Two surrogates that make one code point; a lone one counts as a code point of its own. */
const pair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/;

/** How much of a window may be given up so that it ends at a line: a tenth. */
const boundaryShare = 0.1;

/** The number of Unicode code points of `text`. */
export function countCodePoints(text: string): number {
  return codePointsBetween(text, 0, text.length);
}

/** The number of Unicode code points between two UTF-16 indexes. */
export function codePointsBetween(text: string, start: number, end: number): number {
  const first = text.slice(start, end).search(pair);
  if (first === -1) return end - start;
  let pairs = 0;
  for (let at = start + first; at < end - 1; at += 1) {
    if (isPairAt(text, at)) {
      pairs += 1;
      at += 1;
    }
  }
  return end - start - pairs;
}

/** The UTF-16 index that lies `count` code points after the index `from`; the end of the text when it is shorter. */
export function indexAfter(text: string, from: number, count: number): number {
  const reach = Math.min(text.length, from + count);
  const first = text.slice(from, reach + 1).search(pair);
  if (first === -1) return reach;
  let at = from + first;
  let left = count - first;
  while (left > 0 && at < text.length) {
    at += isPairAt(text, at) ? 2 : 1;
    left -= 1;
  }
  return at;
}

/** The part of `text` from code point `offset` on, at most `length` code points long; splits none. */
export function sliceCodePoints(text: string, offset: number, length: number): string {
  const start = indexAfter(text, 0, Math.max(0, offset));
  return text.slice(start, indexAfter(text, start, Math.max(0, length)));
}

/** The start of a text, and what it was cut from. */
export interface Cut {
  text: string;
  /** Code points of the whole text. */
  length: number;
  /** True when `text` is less than the whole. */
  truncated: boolean;
}

/**
 * The first `limit` code points of a Markdown text. Where a line ends, a paragraph ends or a code fence begins within the
 * last tenth of that window, the text is cut there instead, so that rows and fences stay whole. Never longer than `limit`.
 */
export function cutCodePoints(text: string, limit: number): Cut {
  const hardEnd = indexAfter(text, 0, Math.max(0, limit));
  if (hardEnd >= text.length) return { text, length: countCodePoints(text), truncated: false };
  const length = codePointsBetween(text, 0, hardEnd) + codePointsBetween(text, hardEnd, text.length);
  return { text: text.slice(0, goodEnd(text, hardEnd)), length, truncated: true };
}

/** The best place to cut at or before `hardEnd`: a paragraph's end, then a fence's start, then a line's end. */
function goodEnd(text: string, hardEnd: number): number {
  const earliest = Math.max(1, Math.floor(hardEnd * (1 - boundaryShare)));
  let fence: Fence | null = null;
  let paragraphEnd = -1;
  let fenceStart = -1;
  let lineEnd = -1;
  for (let start = 0; start < hardEnd; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const wasOpen: boolean = fence !== null;
    fence = fenceAfter(text.slice(start, Math.min(end, start + 512)), fence);
    if (!wasOpen && fence !== null && start >= earliest) fenceStart = start;
    if (end <= hardEnd && end >= earliest) {
      lineEnd = end;
      if (fence === null && (text.charAt(end + 1) === '\n' || wasOpen)) paragraphEnd = end;
    }
    start = end + 1;
  }
  if (fence !== null && fenceStart !== -1) return Math.max(paragraphEnd, fenceStart);
  if (fence === null && paragraphEnd !== -1) return paragraphEnd;
  return lineEnd === -1 ? hardEnd : lineEnd;
}

function isPairAt(text: string, at: number): boolean {
  const high = text.charCodeAt(at);
  if (high < 0xd800 || high > 0xdbff) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low <= 0xdfff;
}

const tagCharacters = /\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|[\u{E0000}-\u{E007F}]+/gu;

/** Text without tag characters (Unicode 23.9), which no reader sees and a model reads as ASCII; in flags of regions they stay. */
export function withoutTagCharacters(text: string): string {
  if (!text.includes('\udb40')) return text;
  return text.replace(tagCharacters, (found) => (found.startsWith('\u{1F3F4}') ? found : ''));
}
