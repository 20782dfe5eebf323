/** Open code fence in Markdown (CommonMark section 4.5). */
export interface Fence {
  /** Fence character. */
  character: '`' | '~';
  /** Number of fence characters; the closing fence needs at least as many. */
  length: number;
  /** True if the fence is in a block quote, whose end also closes it. */
  isQuoted: boolean;
}

const openingMarks = new Set(['`', '~']);
/** Maximum length of quote markers, list markers and spaces before a fence. */
const maxPrefixLength = 64;

/**
 * Returns the fence that is open after `line`, given the one open before it. A fence may follow quote and list markers at any
 * depth, because converters write code in nested items that way.
 */
export function nextFence(line: string, open: Fence | null): Fence | null {
  const start = fenceStart(line);
  if (open === null) return start === null ? null : parseOpeningFence(line, start);
  if (open.isQuoted && !startsWithQuote(line)) return start === null ? null : parseOpeningFence(line, start);
  return start !== null && isClosingFence(line, start, open) ? null : open;
}

/** Returns the index of the fence characters, or null if the line has no fence. */
function fenceStart(line: string): number | null {
  let at = 0;
  while (at < line.length && at < maxPrefixLength) {
    const candidate = line.charAt(at);
    if (openingMarks.has(candidate))
      return line.charAt(at + 1) === candidate && line.charAt(at + 2) === candidate ? at : null;
    if (!' \t>-*+.)0123456789'.includes(candidate)) return null;
    at += 1;
  }
  return null;
}

function parseOpeningFence(line: string, start: number): Fence | null {
  const character = line.charAt(start) as Fence['character'];
  const length = runLength(line, start, character);
  // A backtick in the rest of the line makes it a code span, not a fence.
  if (character === '`' && line.indexOf('`', start + length) !== -1) return null;
  return { character, length, isQuoted: line.lastIndexOf('>', start) !== -1 };
}

function isClosingFence(line: string, start: number, open: Fence): boolean {
  if (line.charAt(start) !== open.character) return false;
  const length = runLength(line, start, open.character);
  return length >= open.length && line.slice(start + length).trim() === '';
}

function runLength(line: string, start: number, character: string): number {
  let end = start;
  while (line.charAt(end) === character) end += 1;
  return end - start;
}

function startsWithQuote(line: string): boolean {
  return line.trimStart().startsWith('>');
}
