import { parseJson, stringEnd } from './json.ts';
import { define } from './microdata.ts';

/** Most rows that are kept. */
const maxRows = 2000;

const pushed = /__next_f\.push\(\s*\[\s*1\s*,\s*(?=")/g;

/** The pieces of a React Server Components stream that a script of a page pushes, in order. */
export function flightChunks(script: string): string {
  let chunks = '';
  pushed.lastIndex = 0;
  for (let match = pushed.exec(script); match !== null; match = pushed.exec(script)) {
    const start = pushed.lastIndex;
    const end = stringEnd(script, start) + 1;
    const text = parseJson(script.slice(start, end));
    if (typeof text === 'string') chunks += text;
    pushed.lastIndex = end;
  }
  return chunks;
}

/**
 * The rows of such a stream that hold data, by their hexadecimal number: JSON as its value, text as it is. A string `$` with a
 * number stands for that row, and is replaced where the row is text.
 */
export function flightRows(stream: string): Record<string, unknown> {
  const texts = new Map<string, string>();
  const values = new Map<string, unknown>();
  const bytes = Buffer.from(stream);
  for (let at = 0; at < bytes.length && texts.size + values.size < maxRows; ) {
    const colon = bytes.indexOf(58, at);
    if (colon === -1) break;
    const id = bytes.toString('latin1', at, Math.min(colon, at + 20)).trim();
    const text = textRow(bytes, colon + 1);
    if (text !== null) {
      texts.set(id, text.value);
      at = text.end;
      continue;
    }
    const line = bytes.indexOf(10, colon);
    const end = line === -1 ? bytes.length : line;
    const value = isJsonStart(bytes[colon + 1])
      ? parseJson(bytes.toString('utf8', colon + 1, end))
      : undefined;
    if (typeof value === 'object' && value !== null && /^[\da-f]+$/.test(id)) values.set(id, value);
    at = end + 1;
  }
  const rows = {};
  for (const [id, value] of texts) define(rows, id, value);
  for (const [id, value] of values) define(rows, id, withTexts(value, texts));
  return rows;
}

function isJsonStart(byte: number | undefined): boolean {
  return byte === 123 || byte === 91;
}

/** A row of text: `T`, its length in bytes in hexadecimal, a comma, and no line break after it. */
function textRow(bytes: Buffer, at: number): { value: string; end: number } | null {
  if (bytes[at] !== 84) return null;
  const comma = bytes.indexOf(44, at);
  if (comma === -1 || comma - at > 10) return null;
  const length = Number.parseInt(bytes.toString('latin1', at + 1, comma), 16);
  if (!Number.isInteger(length) || length < 0) return null;
  const end = Math.min(bytes.length, comma + 1 + length);
  return { value: bytes.toString('utf8', comma + 1, end), end };
}

function withTexts(value: unknown, texts: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return value.startsWith('$') ? (texts.get(value.slice(1)) ?? value) : value;
  if (Array.isArray(value)) return value.map((item) => withTexts(item, texts));
  if (typeof value !== 'object' || value === null) return value;
  const copy = {};
  for (const [name, inner] of Object.entries(value)) define(copy, name, withTexts(inner, texts));
  return copy;
}
