import { inflateSync } from 'node:zlib';

/** Maximum decompressed sizes, in bytes, of one stream and of all streams of a PDF. */
const maxStreamBytes = 64_000_000;
const maxTotalBytes = 512_000_000;
/** Maximum length in bytes of a stream whose decompressed size cannot be determined. */
const maxOpaqueBytes = 256_000;

const keyword = Buffer.from('stream');
const endKeyword = Buffer.from('endstream');

/**
 * Throws if a PDF decompresses to more than the limits; PDF.js has no limit. Checks each possible start of a stream,
 * because the declared structure of a file is not trustworthy.
 */
export function checkStreamSizes(bytes: Uint8Array): void {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOpaque = file.includes('/Encrypt') || file.includes('LZW');
  let total = 0;
  for (let at = file.indexOf(keyword); at !== -1; at = file.indexOf(keyword, at + keyword.length)) {
    const start = afterLineEnd(file, at + keyword.length);
    if (start === -1) continue;
    if (isZlib(file, start)) {
      total += decompressedLength(file.subarray(start));
      if (total > maxTotalBytes) throw new Error(tooLargeMessage);
    } else if (isOpaque) checkOpaqueStream(file, start);
  }
}

const tooLargeMessage = 'Its decompressed size exceeds the limit.';

function afterLineEnd(file: Buffer, at: number): number {
  if (file[at] === 13) return file[at + 1] === 10 ? at + 2 : at + 1;
  return file[at] === 10 ? at + 1 : -1;
}

/** Returns true if a zlib header (RFC 1950, 2.2) is at this position. */
function isZlib(file: Buffer, at: number): boolean {
  const first = file[at] ?? 0;
  return (first & 15) === 8 && ((first << 8) | (file[at + 1] ?? 0)) % 31 === 0;
}

/** Returns the decompressed size of a stream; nested compression counts as decompressed. */
function decompressedLength(compressed: Buffer): number {
  let result: Buffer;
  try {
    result = inflateSync(compressed, { maxOutputLength: maxStreamBytes });
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error(tooLargeMessage, { cause });
    // PDF.js reads the intact part of a damaged stream, so its compressed length is limited.
    checkOpaqueStream(compressed, 0);
    return 0;
  }
  return result.length + (isZlib(result, 0) ? decompressedLength(result) : 0);
}

/** Throws if an encrypted, damaged or otherwise encoded stream is too long. JPEG images are exempt. */
function checkOpaqueStream(file: Buffer, start: number): void {
  if (file[start] === 0xff && file[start + 1] === 0xd8) return;
  const end = file.indexOf(endKeyword, start);
  const length = (end === -1 ? file.length : end) - start;
  if (length > maxOpaqueBytes)
    throw new Error('The document is encrypted or uses an unsupported compression method.');
}
