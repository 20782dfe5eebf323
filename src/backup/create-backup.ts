import { Client, type PoolConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Failure } from '../domain/system/failure.ts';
import { lastOf } from '../domain/values/elements.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import { type BlobColumn, listBlobColumns, listTables, quoteIdentifier, type TableShape } from './tables.ts';

/** Options of a backup. */
export interface BackupOptions {
  /** The database, migrated to the schema of this version. */
  connection: PoolConfig;
  blobs: BlobStore;
  /** Contents of the secrets folder, by file name. */
  secrets: ReadonlyMap<string, string>;
  /** Version of webdata. */
  version: string;
  createdAt: Date;
  /** Receives one line of progress per step. */
  onProgress(line: string): void;
}

/** Numbers of items in a backup. */
export interface BackupCounts {
  tables: number;
  rows: number;
  blobs: number;
  /** Blobs that rows reference and that no longer exist. */
  missing: number;
}

const blobBatchSize = 500;
/** Settings that make the text of rows independent of server and time zone. */
const settings = `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres';
  set timezone = 'UTC'; set extra_float_digits = 3; set bytea_output = 'hex'; set statement_timeout = 0;
  set idle_in_transaction_session_timeout = 0`;

async function writeManifest(client: Client, archive: ArchiveWriter, options: BackupOptions): Promise<void> {
  const applied = await client.query<{ name: string }>('select name from kysely_migration order by name');
  const instance = await client.query<{ instance_id: string }>('select instance_id from instance');
  await archive.frame({
    frame: 'manifest',
    version: options.version,
    created_at: options.createdAt.toISOString(),
    instance_id: instance.rows[0]?.instance_id ?? '',
    migrations: applied.rows.map((row) => row.name),
  });
}

async function writeSecrets(archive: ArchiveWriter, secrets: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, value] of secrets) {
    const bytes = Buffer.from(value);
    await archive.frame({ frame: 'secret', name, bytes: bytes.length });
    await archive.bytes(bytes);
  }
}

async function writeTable(client: Client, archive: ArchiveWriter, table: TableShape): Promise<number> {
  await archive.frame({ frame: 'table', ...table });
  const columns = table.columns.map(quoteIdentifier).join(', ');
  const rows = client.query(copyTo(`copy ${quoteIdentifier(table.name)} (${columns}) to stdout`));
  for await (const piece of rows as AsyncIterable<Buffer>) {
    await archive.frame({ frame: 'rows', bytes: piece.length });
    await archive.bytes(piece);
  }
  await archive.frame({ frame: 'table_end', rows: rows.rowCount });
  return rows.rowCount;
}

/** Yields the digests of the blobs that the snapshot references, in order, read in batches. */
async function* readReferencedBlobs(client: Client, columns: readonly BlobColumn[]): AsyncGenerator<string> {
  const used = columns.map(
    ({ table, column }) =>
      `exists (select from ${quoteIdentifier(table)} where ${quoteIdentifier(column)} = content.digest)`,
  );
  if (used.length === 0) return;
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ digest: string }>(
      `select digest from blob_contents content where digest > $1 and (${used.join(' or ')})
       order by digest limit ${blobBatchSize}`,
      [last],
    );
    for (const { digest } of rows) yield digest;
    if (rows.length < blobBatchSize) return;
    last = lastOf(rows).digest;
  }
}

async function writeBlob(archive: ArchiveWriter, blobs: BlobStore, digest: string): Promise<boolean> {
  const bytes = await blobs.stat(digest);
  const content = bytes === null ? null : await blobs.open(digest);
  if (bytes === null || content === null) {
    await archive.frame({ frame: 'missing', digest });
    return false;
  }
  await archive.frame({ frame: 'blob', digest, bytes });
  let left = bytes;
  for await (const piece of content as AsyncIterable<Buffer>) {
    left -= piece.length;
    if (left < 0) break;
    await archive.bytes(piece);
  }
  if (left !== 0)
    throw new Failure(
      'unavailable',
      `The stored file ${digest} has changed its size. Restore it, then start the backup again.`,
    );
  return true;
}

async function writeFrames(
  client: Client,
  archive: ArchiveWriter,
  options: BackupOptions,
): Promise<BackupCounts> {
  const { blobs, onProgress } = options;
  const counts: BackupCounts = { tables: 0, rows: 0, blobs: 0, missing: 0 };
  await writeManifest(client, archive, options);
  await writeSecrets(archive, options.secrets);
  for (const table of await listTables(client)) {
    const rows = await writeTable(client, archive, table);
    counts.tables += 1;
    counts.rows += rows;
    onProgress(`${table.name.padEnd(24)} ${rows} rows`);
  }
  for await (const digest of readReferencedBlobs(client, await listBlobColumns(client))) {
    if (await writeBlob(archive, blobs, digest)) counts.blobs += 1;
    else counts.missing += 1;
    if ((counts.blobs + counts.missing) % 1_000 === 0)
      onProgress(`${'files'.padEnd(24)} ${counts.blobs} so far`);
  }
  onProgress(
    `${'files'.padEnd(24)} ${counts.blobs}${counts.missing > 0 ? `, ${counts.missing} missing` : ''}`,
  );
  const { tables, rows, blobs: copied } = counts;
  await archive.frame({ frame: 'end', tables, rows, blobs: copied, sha256: archive.digest() });
  return counts;
}

/**
 * Writes a backup file with a consistent snapshot of the running service: database rows, the blobs that they reference, and
 * secrets. Memory is bounded at any size. Throws a Failure and leaves no file if a step fails.
 */
export async function createBackup(path: string, options: BackupOptions): Promise<BackupCounts> {
  const client = new Client({ ...options.connection, application_name: 'webdata backup' });
  // The query in progress reports a lost connection.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    await client.query('begin isolation level repeatable read read only');
    let counts: BackupCounts | null = null;
    await writeArchive(path, async (archive) => {
      counts = await writeFrames(client, archive, options);
    });
    return counts as unknown as BackupCounts;
  } finally {
    await client.end();
  }
}
