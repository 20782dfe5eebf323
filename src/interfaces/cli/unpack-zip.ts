import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw } from 'node:zlib';

/** A file of a ZIP archive: its name, and where its deflated bytes are. */
interface ZipEntry {
  name: string;
  /** Position of its local header. */
  offset: number;
  packed: number;
}

/** Sizes of the records without names (PKWARE APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
const localHeaderSize = 30;
const entrySize = 46;
const endSize = 22;
const endSignature = 0x06054b50;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('the archive is not complete');
  return buffer;
}

/** Reads the central directory of an archive without a comment, as the service writes them. */
async function readEntries(file: FileHandle): Promise<ZipEntry[]> {
  const { size } = await file.stat();
  const end = await readAt(file, Math.max(0, size - endSize), endSize);
  if (end.readUInt32LE(0) !== endSignature) throw new Error('the archive is not complete');
  const directory = await readAt(file, end.readUInt32LE(16), end.readUInt32LE(12));
  const entries: ZipEntry[] = [];
  for (let at = 0; at < directory.length; ) {
    const nameLength = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + entrySize, at + entrySize + nameLength),
      offset: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
    });
    at += entrySize + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Returns the path of an entry below the folder. Throws for a name that would leave it. */
function pathOf(folder: string, name: string): string {
  const parts = name.split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\')))
    throw new Error(`the archive contains the unsafe name ${JSON.stringify(name)}`);
  return join(folder, ...parts);
}

async function writeEntry(
  archive: string,
  file: FileHandle,
  { name, offset, packed }: ZipEntry,
  folder: string,
): Promise<void> {
  const path = pathOf(folder, name);
  const header = await readAt(file, offset, localHeaderSize);
  const start = offset + localHeaderSize + header.readUInt16LE(26) + header.readUInt16LE(28);
  await mkdir(dirname(path), { recursive: true });
  // A stream of the open file would leave a listener on it for each entry.
  const bytes = createReadStream(archive, { start, end: start + packed - 1 });
  await pipeline(bytes, createInflateRaw(), createWriteStream(path));
}

/** Writes the files of a ZIP archive, as `job export` creates them, into a folder. Returns their number. */
export async function unpackZip(archive: string, folder: string): Promise<number> {
  await using file = await open(archive);
  const entries = await readEntries(file);
  for (const entry of entries) await writeEntry(archive, file, entry, folder);
  return entries.length;
}
