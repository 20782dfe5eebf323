import type { Json } from '../../../../domain/pages/extraction.ts';
import { decodeText } from '../../../../page/text/decode.ts';
import { parseJson } from '../../../../page/text/json.ts';
import { selectJson } from '../../../../page/text/json-path.ts';

/** An answer in JSON, and the JSONPath query of its watched part; null for all of it. */
export interface JsonPartRequest {
  bytes: Uint8Array;
  contentType: string | null;
  path: string | null;
}

/** The watched part of an answer in JSON. `unreadable`: the answer is not valid JSON. */
export type JsonPart = { kind: 'value'; data: Json } | { kind: 'missing' } | { kind: 'unreadable' };

/** Integers that a number cannot hold stay as they are written: two of them would else be equal. */
function keepLargeIntegers(_name: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded ? (context?.source ?? value) : value;
}

/** Reads the watched part of an answer in JSON. */
export function readJsonPart({ bytes, contentType, path }: JsonPartRequest): JsonPart {
  const text = decodeText(bytes, contentType, false).text.replace(/^\uFEFF/, '');
  if (parseJson(text) === undefined) return { kind: 'unreadable' };
  const document = JSON.parse(text, keepLargeIntegers) as Json;
  const data = path === null ? document : selectJson(document, path);
  return data === undefined ? { kind: 'missing' } : { kind: 'value', data };
}
