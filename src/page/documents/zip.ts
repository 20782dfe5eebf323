import { crc32, inflateRawSync } from 'node:zlib';

/** Most entries that an archive may have. */
const maxEntries = 10_000;
/** The record that ends an archive and what may follow it, in bytes (APPNOTE 4.3.16). */
const endRecord = 22;
const maxComment = 65_535;

const stored = 0;
const deflated = 8;

/** A file in a ZIP archive, as the archive's directory names it. */
export interface ZipEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  /** Length in the archive, in bytes. */
  compressedSize: number;
  /** Where its local header starts. */
  offset: number;
}

/** The entries of a ZIP archive (APPNOTE 4.3.12), or none when the bytes hold no directory. */
export function zipEntries(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
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
        safeLength(bytes, at + 46, nameLength),
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

function safeLength(bytes: Uint8Array, start: number, length: number): number {
  return Math.max(0, Math.min(length, bytes.length - start));
}

function endOf(view: DataView): number {
  const last = view.byteLength - endRecord;
  for (let at = last; at >= Math.max(0, last - maxComment); at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return -1;
}

/** A budget of decompressed bytes, so that an archive cannot unpack into more than was meant. */
export interface ByteBudget {
  left: number;
}

/** The bytes of an entry. Throws when it is encrypted, broken, or larger than what is left of the budget. */
export function readEntry(archive: Uint8Array, entry: ZipEntry, budget: ByteBudget): Uint8Array {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  if (entry.isEncrypted) throw new Error('It is protected with a password.');
  if (entry.offset + 30 > archive.length || view.getUint32(entry.offset, true) !== 0x04034b50)
    throw new Error('Its archive is damaged.');
  const start =
    entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true);
  const packed = archive.subarray(start, start + entry.compressedSize);
  const bytes = unpacked(packed, entry.method, budget.left);
  if (bytes.length > budget.left) throw new Error(tooLarge);
  budget.left -= bytes.length;
  return bytes;
}

const tooLarge = 'It unpacks into more than is read.';

function unpacked(packed: Uint8Array, method: number, limit: number): Uint8Array {
  if (method === stored) return packed;
  if (method !== deflated) throw new Error('Its archive is compressed in a way that is not read.');
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, limit) });
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError;
    throw new Error(isTooLarge ? tooLarge : 'Its archive is damaged.', { cause });
  }
}

/** An archive of these files, not compressed. */
export function storedZip(files: readonly { name: string; bytes: Uint8Array }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of files) {
    const encoded = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(encoded.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, encoded, Buffer.from(bytes));
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, rest, encoded);
    offset += 30 + encoded.length + bytes.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(endRecord);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}
