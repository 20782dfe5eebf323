import type { BlobStore } from '../blobs/blob-store.ts';
import { storeBytes } from '../blobs/stored-blobs.ts';
import type { Database } from '../database.ts';
import type { ExportChoices, Table } from './table.ts';
import { writeTable } from './write-table.ts';

/** A table that lies written in the blob store, where nothing refers to it yet. */
export interface StoredTable {
  /** SHA-256 of the file, in hex. */
  digest: string;
  bytes: number;
  rows: number;
  /** What could not be written whole, one sentence each. */
  notes: string[];
}

/** Writes a table to the blob store, piece by piece. Throws Failure `too_large` past 512 MiB and `unavailable` for lack of room. */
export async function storeTable(
  ports: { database: Database; blobs: BlobStore },
  table: Table,
  choices: ExportChoices,
  now: Date,
  signal: AbortSignal,
): Promise<StoredTable> {
  const written = writeTable(table, choices);
  const { digest, bytes } = await storeBytes(ports.database, ports.blobs, written.pieces, now, { signal });
  return { digest, bytes, rows: written.rows(), notes: written.notes() };
}
