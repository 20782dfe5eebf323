/** An entry of a list: its text, and its line from 1, or in a JSON list its element. */
export interface ListEntry {
  line: number;
  text: string;
}

const newline = 0x0a;
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const byteOrderMark = [0xef, 0xbb, 0xbf];

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === newline;
}

/** Returns the offset of the first byte that is no white space, and not part of a byte order mark. */
function skipStart(bytes: Uint8Array): number {
  let at = byteOrderMark.every((byte, index) => bytes[index] === byte) ? byteOrderMark.length : 0;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

/** Yields the lines of a text. Empty lines and comments (`#`) are no entries. */
function* readLines(bytes: Uint8Array): Generator<ListEntry> {
  const decoder = new TextDecoder();
  let line = 0;
  for (let from = 0; from < bytes.byteLength; ) {
    const end = bytes.indexOf(newline, from);
    const to = end === -1 ? bytes.byteLength : end;
    line += 1;
    const text = decoder.decode(bytes.subarray(from, to)).trim();
    if (text !== '' && !text.startsWith('#')) yield { line, text };
    from = to + 1;
  }
}

/** The JSON list of a file does not end, or something follows it. */
export class BrokenListError extends Error {}

/**
 * Yields the elements of a JSON list, which starts at `start`, as JSON texts. They are found by brackets and quotes, without
 * parsing the whole list. Throws BrokenListError.
 */
function* readElements(bytes: Uint8Array, start: number): Generator<ListEntry> {
  const decoder = new TextDecoder();
  let line = 0;
  let depth = 0;
  let isInString = false;
  let from = start + 1;
  for (let at = from; at < bytes.byteLength; at += 1) {
    const byte = bytes[at];
    if (isInString) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInString = false;
      continue;
    }
    if (byte === quote) isInString = true;
    else if (byte === openBracket || byte === openBrace) depth += 1;
    else if (depth > 0 && (byte === closeBracket || byte === closeBrace)) depth -= 1;
    else if (depth === 0 && (byte === comma || byte === closeBracket)) {
      const text = decoder.decode(bytes.subarray(from, at)).trim();
      line += 1;
      // `[]` has no element.
      if (byte === comma || text !== '' || line > 1) yield { line, text };
      from = at + 1;
      if (byte === closeBracket) return requireEnd(bytes, from);
    }
  }
  throw new BrokenListError('The JSON list does not end.');
}

function requireEnd(bytes: Uint8Array, from: number): void {
  for (let at = from; at < bytes.byteLength; at += 1)
    if (!isSpace(bytes[at])) throw new BrokenListError('Something follows the JSON list.');
}

/**
 * Yields the entries of a list in UTF-8: a JSON list, or one entry on each line. Throws BrokenListError for a JSON list that is
 * not complete.
 */
export function readEntries(bytes: Uint8Array): { isJson: boolean; entries: Iterable<ListEntry> } {
  const start = skipStart(bytes);
  const isJson = bytes[start] === openBracket;
  return { isJson, entries: isJson ? readElements(bytes, start) : readLines(bytes) };
}
