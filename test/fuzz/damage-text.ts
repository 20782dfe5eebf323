import { gzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';

/** Request body as sent, and the headers that describe it. */
export interface SentBody {
  bytes: Buffer;
  /** Null omits the header. */
  mediaType: string | null;
  contentEncoding: string | null;
}

const mediaTypes: readonly (string | null)[] = [
  null,
  '',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json; charset=utf-16',
  'application/merge-patch+json',
  'APPLICATION/JSON',
  'application/json, text/plain',
  '*/*',
  ';;;',
];

const otherDocuments: readonly string[] = [
  '',
  ' ',
  'null',
  'true',
  '0',
  '"text"',
  '[]',
  '[[]]',
  '{}',
  '{}{}',
  '{"a":1,}',
  '{a:1}',
  '// comment\n{}',
  '<xml/>',
  'a=b&c=d',
  '\u2028{}',
  '{"url":"\\ud800"}',
  '{"":""}',
  '{"__proto__":{"url":"x"}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
];

/** 8 MiB of one letter in 8 kB: a decompression bomb. */
let bomb: Buffer | null = null;
function compressedBomb(): Buffer {
  bomb ??= gzipSync(Buffer.alloc(8 * 1024 * 1024, 0x20));
  return bomb;
}

function inserted(bytes: Buffer, at: number, more: readonly number[]): Buffer {
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(more), bytes.subarray(at)]);
}

/** Inserts a duplicate member before the first one (RFC 8259 section 4). */
function doubledKey(text: string): string {
  const key = /^\{"((?:[^"\\]|\\.)*)":/.exec(text)?.[1];
  return key === undefined ? text : `{"${key}":null,${text.slice(1)}`;
}

const sent = (bytes: Buffer | string): SentBody => ({
  bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  mediaType: 'application/json',
  contentEncoding: null,
});

/** Returns a JSON text as a valid body. */
export function plainBody(text: string): SentBody {
  return sent(text);
}

/** Returns a JSON text as a body with one fault in its bytes or headers. */
export function damageText(text: string, dice: Dice): SentBody {
  const bytes = Buffer.from(text);
  return dice.weigh<() => SentBody>([
    [3, () => sent(bytes.subarray(0, dice.below(bytes.length + 1)))],
    [
      2,
      () =>
        sent(
          inserted(
            bytes,
            dice.below(bytes.length + 1),
            dice.pick([[0], [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0x1f], [0x7f]]),
          ),
        ),
    ],
    [2, () => sent(doubledKey(text))],
    [1, () => sent(inserted(bytes, 0, [0xef, 0xbb, 0xbf]))],
    [1, () => sent(Buffer.from(`\ufeff${text}`, 'utf16le'))],
    [3, () => sent(dice.pick(otherDocuments))],
    [1, () => sent(`${text}${dice.pick(['}', ' ', '\0', 'null', text])}`)],
    [0.05, () => sent(`${' '.repeat(dice.pick([2_097_153, 2_000_000]))}${text}`)],
    [3, () => ({ ...sent(bytes), mediaType: dice.pick(mediaTypes) })],
    [1, () => ({ ...sent(bytes), contentEncoding: dice.pick(['gzip', 'br', 'identity', 'x', '']) })],
    [0.2, () => ({ ...sent(compressedBomb()), contentEncoding: 'gzip' })],
  ])();
}
