import { inflateRawSync } from 'node:zlib';

/** Maximum number of entries that are read. */
const maxEntries = 10_000;
/** Lengths in bytes of the end of central directory record and of its longest comment (APPNOTE 4.3.16). */
const endRecordLength = 22;
const maxCommentLength = 65_535;

const storedMethod = 0;
const deflateMethod = 8;

/** File in a ZIP archive, from the central directory. */
export interface ZipEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  /** Compressed size in bytes. */
  compressedSize: number;
  /** Byte offset of the local file header. */
  offset: number;
}

/** Reads the central directory of a ZIP archive (APPNOTE 4.3.12). Returns an empty list if there is none. */
export function readZipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEndRecord(view);
  if (end === -1) return [];
  const count = Math.min(view.getUint16(end + 10, true), maxEntries);
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  while (entries.length < count && at + 46 <= bytes.length && view.getUint32(at, true) === 0x02014b50) {
    const nameLength = view.getUint16(at + 28, true);
    entries.push({
      name: Buffer.from(
        bytes.buffer,
        bytes.byteOffset + at + 46,
        clampLength(bytes, at + 46, nameLength),
      ).toString(),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      compressedSize: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

function clampLength(bytes: Uint8Array, start: number, length: number): number {
  return Math.max(0, Math.min(length, bytes.length - start));
}

function findEndRecord(view: DataView): number {
  const lastStart = view.byteLength - endRecordLength;
  for (let position = lastStart; position >= Math.max(0, lastStart - maxCommentLength); position--) {
    if (view.getUint32(position, true) === 0x06054b50) return position;
  }
  return -1;
}

/** Remaining number of decompressed bytes, a guard against decompression bombs. */
export interface ByteBudget {
  remaining: number;
}

/** Decompresses an entry. Throws if it is encrypted, damaged or larger than the remaining budget. */
export function readEntry(archive: Uint8Array, entry: ZipEntry, budget: ByteBudget): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (entry.isEncrypted) throw new Error('The document is password-protected.');
  if (entry.offset + 30 > archive.length || view.getUint32(entry.offset, true) !== 0x04034b50)
    throw new Error('The ZIP archive is damaged.');
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const compressed = archive.subarray(start, start + entry.compressedSize);
  const bytes = decompress(compressed, entry.method, budget.remaining);
  if (bytes.length > budget.remaining) throw new Error(tooLargeMessage);
  budget.remaining -= bytes.length;
  return bytes;
}

const tooLargeMessage = 'Its decompressed size exceeds the limit.';

function decompress(compressed: Uint8Array, method: number, limit: number): Uint8Array {
  if (method === storedMethod) return compressed;
  if (method !== deflateMethod) throw new Error('The ZIP archive uses an unsupported compression method.');
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, limit) });
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError;
    throw new Error(isTooLarge ? tooLargeMessage : 'The ZIP archive is damaged.', { cause });
  }
}
