import { lengthWithinTokens } from '../../domain/values/estimate-tokens.ts';
import { type Fence, nextFence } from './fences.ts';

/** Surrogate pair; a lone surrogate counts as one code point. */
const surrogatePair = /[\uD800-\uDBFF][\uDC00-\uDFFF]/;

/** Share of a window that may be dropped to end at a line boundary. */
const maxDroppedShare = 0.1;

/** Counts the Unicode code points of `text`. */
export function countCodePoints(text: string): number {
  return codePointsBetween(text, 0, text.length);
}

/** Counts the Unicode code points between two UTF-16 indexes. */
export function codePointsBetween(text: string, start: number, end: number): number {
  const first = text.slice(start, end).search(surrogatePair);
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

/** Returns the UTF-16 index `count` code points after the index `from`, or the end of the text. */
export function indexAfter(text: string, from: number, count: number): number {
  const maxIndex = Math.min(text.length, from + count);
  const first = text.slice(from, maxIndex + 1).search(surrogatePair);
  if (first === -1) return maxIndex;
  let at = from + first;
  let remaining = count - first;
  while (remaining > 0 && at < text.length) {
    at += isPairAt(text, at) ? 2 : 1;
    remaining -= 1;
  }
  return at;
}

/** Returns at most `length` code points of `text` from code point `offset`. Splits no surrogate pair. */
export function sliceCodePoints(text: string, offset: number, length: number): string {
  const start = indexAfter(text, 0, Math.max(0, offset));
  return text.slice(start, indexAfter(text, start, Math.max(0, length)));
}

/** Start of a text, and the length of the whole. */
export interface Cut {
  text: string;
  /** Length of the whole text in code points. */
  length: number;
  /** True if `text` is shorter than the whole. */
  truncated: boolean;
}

/**
 * Returns at most the first `limit` code points and `maxTokens` estimated tokens of a Markdown text. Cuts at the end of a line or paragraph, or before a code
 * fence, in the last tenth of that window, so that rows and fences stay complete.
 */
export function cutCodePoints(text: string, limit: number, maxTokens: number | null = null): Cut {
  const maxEnd = indexAfter(text, 0, Math.max(0, limit));
  const hardEnd = maxTokens === null ? maxEnd : Math.min(maxEnd, tokenEnd(text, maxTokens));
  if (hardEnd >= text.length) return { text, length: countCodePoints(text), truncated: false };
  const length = codePointsBetween(text, 0, hardEnd) + codePointsBetween(text, hardEnd, text.length);
  return { text: text.slice(0, findCut(text, hardEnd)), length, truncated: true };
}

/** Returns the UTF-16 index up to which a text has at most so many estimated tokens. Splits no surrogate pair. */
function tokenEnd(text: string, maxTokens: number): number {
  const end = lengthWithinTokens(text, maxTokens);
  return end > 0 && isPairAt(text, end - 1) ? end - 1 : end;
}

/** Returns the best cut at or before `hardEnd`: the end of a paragraph, else the start of a fence, else the end of a line. */
function findCut(text: string, hardEnd: number): number {
  const minEnd = Math.max(1, Math.floor(hardEnd * (1 - maxDroppedShare)));
  let fence: Fence | null = null;
  let paragraphEnd = -1;
  let fenceStart = -1;
  let lineEnd = -1;
  for (let start = 0; start < hardEnd; ) {
    const newline = text.indexOf('\n', start);
    const end = newline === -1 ? text.length : newline;
    const wasOpen: boolean = fence !== null;
    fence = nextFence(text.slice(start, Math.min(end, start + 512)), fence);
    if (!wasOpen && fence !== null && start >= minEnd) fenceStart = start;
    if (end <= hardEnd && end >= minEnd) {
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
