import { findStringEnd, parseJson } from '../text/json.ts';
import { defineProperty } from './microdata.ts';

/** Maximum number of rows. */
const maxRows = 2000;

const pushPattern = /__next_f\.push\(\s*\[\s*1\s*,\s*(?=")/g;

/** Concatenates the parts of a React Server Components stream that a script pushes. */
export function readFlightChunks(script: string): string {
  let chunks = '';
  pushPattern.lastIndex = 0;
  for (let match = pushPattern.exec(script); match !== null; match = pushPattern.exec(script)) {
    const start = pushPattern.lastIndex;
    const end = findStringEnd(script, start) + 1;
    const text = parseJson(script.slice(start, end));
    if (typeof text === 'string') chunks += text;
    pushPattern.lastIndex = end;
  }
  return chunks;
}

/**
 * Parses the data rows of a stream by their hexadecimal id, as JSON values or texts. References to text rows (`$` with an id)
 * are replaced by the text.
 */
export function parseFlightRows(stream: string): Record<string, unknown> {
  const texts = new Map<string, string>();
  const values = new Map<string, unknown>();
  const bytes = new TextEncoder().encode(stream);
  for (let at = 0; at < bytes.length && texts.size + values.size < maxRows; ) {
    const colon = bytes.indexOf(58, at);
    if (colon === -1) break;
    const id = textOf(bytes, at, Math.min(colon, at + 20)).trim();
    const text = parseTextRow(bytes, colon + 1);
    if (text !== null) {
      texts.set(id, text.value);
      at = text.end;
      continue;
    }
    const line = bytes.indexOf(10, colon);
    const end = line === -1 ? bytes.length : line;
    const value = isJsonStart(bytes[colon + 1]) ? parseJson(textOf(bytes, colon + 1, end)) : undefined;
    if (typeof value === 'object' && value !== null && /^[\da-f]+$/.test(id)) values.set(id, value);
    at = end + 1;
  }
  const rows = {};
  for (const [id, value] of texts) defineProperty(rows, id, value);
  for (const [id, value] of values) defineProperty(rows, id, resolveTextReferences(value, texts));
  return rows;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}

function isJsonStart(byte: number | undefined): boolean {
  return byte === 123 || byte === 91;
}

/** Reads a text row: `T`, the length in bytes in hexadecimal, a comma, and the text without a line end. */
function parseTextRow(bytes: Uint8Array, at: number): { value: string; end: number } | null {
  if (bytes[at] !== 84) return null;
  const comma = bytes.indexOf(44, at);
  if (comma === -1 || comma - at > 10) return null;
  const length = Number.parseInt(textOf(bytes, at + 1, comma), 16);
  if (!Number.isInteger(length) || length < 0) return null;
  const end = Math.min(bytes.length, comma + 1 + length);
  return { value: textOf(bytes, comma + 1, end), end };
}

function resolveTextReferences(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (texts.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => resolveTextReferences(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [name, inner] of Object.entries(value))
    defineProperty(copy, name, resolveTextReferences(inner, texts));
  return copy;
}
