import type { BlobStore } from '../blobs/blob-store.ts';
import { storeBytes } from '../blobs/stored-blobs.ts';
import type { Database } from '../database.ts';
import type { ExportOptions, Table } from './table.ts';
import { writeTable } from './write-table.ts';

/** A table stored in the blob store, not referenced yet. */
export interface StoredTable {
  /** SHA-256 of the file, in hex. */
  digest: string;
  bytes: number;
  rows: number;
  /** Losses of the format, one sentence each. */
  notes: string[];
}

/**
 * Writes a table to the blob store as a stream. Throws Failure `too_large` above 512 MiB and `unavailable` if the disk
 * is full.
 */
export async function storeTable(
  ports: { database: Database; blobs: BlobStore },
  table: Table,
  options: ExportOptions,
  now: Date,
  signal: AbortSignal,
): Promise<StoredTable> {
  const written = writeTable(table, options);
  const { digest, bytes } = await storeBytes(ports.database, ports.blobs, written.pieces, now, { signal });
  return { digest, bytes, rows: written.rows(), notes: written.notes() };
}
