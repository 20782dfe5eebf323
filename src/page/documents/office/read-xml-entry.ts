import { type ByteBudget, readEntry, type ZipEntry } from './zip.ts';

/** Maximum decompressed size of the texts of a document in bytes. */
const maxTextBytes = 32_000_000;

/** Reads the entries of an archive by name, within one limit of decompressed bytes. */
export function createEntryReader(
  bytes: Uint8Array,
  entries: readonly ZipEntry[],
  maxBytes = maxTextBytes,
): (name: string) => Uint8Array | null {
  const budget: ByteBudget = { remaining: maxBytes };
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return (name) => {
    const entry = byName.get(name);
    return entry === undefined ? null : readEntry(bytes, entry, budget);
  };
}

/** Decodes the bytes of an entry as UTF-8. */
export function toText(bytes: Uint8Array | null): string {
  return bytes === null ? '' : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
