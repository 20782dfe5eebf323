import { inflateSync } from 'node:zlib';

/** Most bytes that one stream of a PDF, and all of them, may unpack into. */
const maxStream = 64_000_000;
const maxTotal = 512_000_000;
/** Longest stream in bytes that is accepted when its coding hides what it unpacks into. */
const maxOpaque = 256_000;

const keyword = Buffer.from('stream');
const endKeyword = Buffer.from('endstream');

/**
 * Refuses a PDF that unpacks into far more than it is: the PDF reader itself puts no limit to that. Every place where a stream
 * may start is tried, whatever the file says is in it, for a file can say anything.
 */
export function checkStreams(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOpaque = file.includes('/Encrypt') || file.includes('LZW');
  let total = 0;
  for (let at = file.indexOf(keyword); at !== -1; at = file.indexOf(keyword, at + keyword.length)) {
    const start = afterLineEnd(file, at + keyword.length);
    if (start === -1) continue;
    if (isZlib(file, start)) {
      total += unpackedLength(file.subarray(start));
      if (total > maxTotal) throw new Error(tooLarge);
    } else if (isOpaque) checkOpaque(file, start);
  }
}

const tooLarge = 'It unpacks into more than is read.';

function afterLineEnd(file: Buffer, at: number): number {
  if (file[at] === 13) return file[at + 1] === 10 ? at + 2 : at + 1;
  return file[at] === 10 ? at + 1 : -1;
}

/** Whether a zlib header stands here (RFC 1950, 2.2). */
function isZlib(file: Buffer, at: number): boolean {
  const first = file[at] ?? 0;
  return (first & 15) === 8 && ((first << 8) | (file[at + 1] ?? 0)) % 31 === 0;
}

/** Bytes that a compressed stream holds; what is compressed twice counts as what it ends up as. */
function unpackedLength(packed: Buffer): number {
  let result: Buffer;
  try {
    result = inflateSync(packed, { maxOutputLength: maxStream });
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error(tooLarge, { cause });
    // A broken stream gives no more than the reader makes of its sound part, which is looked at by length.
    checkOpaque(packed, 0);
    return 0;
  }
  return result.length + (isZlib(result, 0) ? unpackedLength(result) : 0);
}

/** Refuses what is encrypted, damaged or in another coding when it is long; pictures tell themselves by their first bytes. */
function checkOpaque(file: Buffer, start: number): void {
  if (file[start] === 0xff && file[start + 1] === 0xd8) return;
  const end = file.indexOf(endKeyword, start);
  const length = (end === -1 ? file.length : end) - start;
  if (length > maxOpaque) throw new Error('It is protected, or compressed in a way that is not read.');
}
