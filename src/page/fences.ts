/** An open code fence of Markdown (CommonMark section 4.5). */
export interface Fence {
  /** The character it is made of. */
  mark: '`' | '~';
  /** How many of them opened it; as many are needed to close it. */
  width: number;
  /** True when the fence stands in a block quote, which ends it as well. */
  quoted: boolean;
}

const openingMarks = new Set(['`', '~']);
/** How far into a line quotes, list markers and spaces before a fence are followed. */
const maxPrefix = 64;

/**
 * The fence that is open after `line`, given the one that was open before it. A fence may stand behind quote and list
 * markers and at any depth, because converters write code of nested items that way.
 */
export function fenceAfter(line: string, open: Fence | null): Fence | null {
  const start = fenceStart(line);
  if (open === null) return start === null ? null : openingFence(line, start);
  if (open.quoted && !isQuoted(line)) return start === null ? null : openingFence(line, start);
  return start !== null && closes(line, start, open) ? null : open;
}

/** Where the run of fence characters begins, or null when the line does not start with one. */
function fenceStart(line: string): number | null {
  let at = 0;
  while (at < line.length && at < maxPrefix) {
    const char = line.charAt(at);
    if (openingMarks.has(char))
      return line.charAt(at + 1) === char && line.charAt(at + 2) === char ? at : null;
    if (!' \t>-*+.)0123456789'.includes(char)) return null;
    at += 1;
  }
  return null;
}

function openingFence(line: string, start: number): Fence | null {
  const mark = line.charAt(start) as Fence['mark'];
  const width = runLength(line, start, mark);
  // A backtick in the rest of the line makes it a code span, not a fence.
  if (mark === '`' && line.indexOf('`', start + width) !== -1) return null;
  return { mark, width, quoted: line.lastIndexOf('>', start) !== -1 };
}

function closes(line: string, start: number, open: Fence): boolean {
  if (line.charAt(start) !== open.mark) return false;
  const width = runLength(line, start, open.mark);
  return width >= open.width && line.slice(start + width).trim() === '';
}

function runLength(line: string, start: number, mark: string): number {
  let end = start;
  while (line.charAt(end) === mark) end += 1;
  return end - start;
}

function isQuoted(line: string): boolean {
  return line.trimStart().startsWith('>');
}
