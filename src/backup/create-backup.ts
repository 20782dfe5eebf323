import { Client, type PoolConfig } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Failure } from '../domain/failure.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import { type BlobColumn, listBlobColumns, listTables, quoted, type TableShape } from './tables.ts';

/** What a backup is made of. */
export interface BackupOptions {
  /** The database, whose schema is this version's. */
  connection: PoolConfig;
  blobs: BlobStore;
  /** What stands in the folder of secrets, by name. */
  secrets: ReadonlyMap<string, string>;
  /** Version of webdata. */
  version: string;
  createdAt: Date;
  /** Told what has been done, a line a step. */
  say(line: string): void;
}

/** What a backup holds. */
export interface BackupCounts {
  tables: number;
  rows: number;
  blobs: number;
  /** Blobs that the rows name and that were gone. */
  missing: number;
}

const blobsAtOnce = 500;
/** Text that reads the same on every server and in every place. */
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
  const columns = table.columns.map(quoted).join(', ');
  const rows = client.query(copyTo(`copy ${quoted(table.name)} (${columns}) to stdout`));
  for await (const piece of rows as AsyncIterable<Buffer>) {
    await archive.frame({ frame: 'rows', bytes: piece.length });
    await archive.bytes(piece);
  }
  await archive.frame({ frame: 'table_end', rows: rows.rowCount });
  return rows.rowCount;
}

/** Digests of the blobs that the snapshot names, in order, a batch at a time. */
async function* namedBlobs(client: Client, columns: readonly BlobColumn[]): AsyncGenerator<string> {
  const used = columns.map(
    ({ table, column }) => `exists (select from ${quoted(table)} where ${quoted(column)} = content.digest)`,
  );
  if (used.length === 0) return;
  for (let last = ''; ; ) {
    const { rows } = await client.query<{ digest: string }>(
      `select digest from blob_contents content where digest > $1 and (${used.join(' or ')})
       order by digest limit ${blobsAtOnce}`,
      [last],
    );
    for (const { digest } of rows) yield digest;
    if (rows.length < blobsAtOnce) return;
    last = (rows.at(-1) as { digest: string }).digest;
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
  if (left !== 0) throw new Failure('unavailable', `the stored file ${digest} is not as long as it was`);
  return true;
}

async function fill(client: Client, archive: ArchiveWriter, options: BackupOptions): Promise<BackupCounts> {
  const { blobs, say } = options;
  const counts: BackupCounts = { tables: 0, rows: 0, blobs: 0, missing: 0 };
  await writeManifest(client, archive, options);
  await writeSecrets(archive, options.secrets);
  for (const table of await listTables(client)) {
    const rows = await writeTable(client, archive, table);
    counts.tables += 1;
    counts.rows += rows;
    say(`${table.name.padEnd(24)} ${rows} rows`);
  }
  for await (const digest of namedBlobs(client, await listBlobColumns(client))) {
    if (await writeBlob(archive, blobs, digest)) counts.blobs += 1;
    else counts.missing += 1;
    if ((counts.blobs + counts.missing) % 1_000 === 0) say(`${'files'.padEnd(24)} ${counts.blobs} so far`);
  }
  say(
    `${'files'.padEnd(24)} ${counts.blobs}${counts.missing > 0 ? `, and ${counts.missing} that are gone` : ''}`,
  );
  const { tables, rows, blobs: copied } = counts;
  await archive.frame({ frame: 'end', tables, rows, blobs: copied, sha256: archive.digest() });
  return counts;
}

/**
 * Writes one file that holds the service as it was at one moment, while it goes on: rows of one snapshot of the
 * database, the blobs that they name, and the secrets. Memory stays bounded whatever the size. Throws a Failure and
 * leaves no file when something fails.
 */
export async function createBackup(path: string, options: BackupOptions): Promise<BackupCounts> {
  const client = new Client({ ...options.connection, application_name: 'webdata backup' });
  // An error of a connection that is lost is told by the query under way.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    await client.query('begin isolation level repeatable read read only');
    let counts: BackupCounts | null = null;
    await writeArchive(path, async (archive) => {
      counts = await fill(client, archive, options);
    });
    return counts as unknown as BackupCounts;
  } finally {
    await client.end();
  }
}
