import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Client, type PoolConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Failure } from '../domain/system/failure.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { migrations } from '../store/migrations/all.ts';
import { type ArchiveReader, openArchive } from './archive-reader.ts';
import type { BackupCounts } from './create-backup.ts';
import type { Frame } from './frames.ts';
import {
  type BlobColumn,
  listBlobColumns,
  listTables,
  quoteIdentifier,
  resetSequences,
  type TableShape,
} from './tables.ts';

type Manifest = Extract<Frame, { frame: 'manifest' }>;
type FrameOf<Kind extends Frame['frame']> = Extract<Frame, { frame: Kind }>;

/** A backup that was read completely and is intact. */
export interface CheckedBackup {
  path: string;
  manifest: Manifest;
  secrets: ReadonlyMap<string, string>;
}

/** Destination of a restore. */
export interface RestoreTarget {
  /** An empty database with the manifest's migrations applied. */
  connection: PoolConfig;
  blobs: BlobStore;
  /**
   * Called after the rows are written and before they are committed, to create everything that must exist together with
   * them.
   */
  beforeCommit(): Promise<void>;
  onProgress(line: string): void;
}

function damagedFileError(path: string): Failure {
  return new Failure('invalid', `${path} is truncated or damaged. Use another backup.`);
}

async function readText(archive: ArchiveReader): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of archive.payload()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function readDigest(archive: ArchiveReader): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of archive.payload()) hash.update(piece);
  return hash.digest('hex');
}

/** Throws if the backup has migrations that this version does not have. */
function checkVersion(path: string, { migrations: applied, version }: Manifest): void {
  const knownMigrations = Object.keys(migrations).sort();
  if (applied.every((name, index) => knownMigrations[index] === name)) return;
  throw new Failure(
    'invalid',
    `${path} was created by version ${version}, which has an unknown database schema. Restore it with that version.`,
  );
}

/**
 * Reads a backup completely and verifies checksums, counts and that this version can restore it. Throws a Failure of kind
 * `invalid` otherwise.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const archive = await openArchive(path);
  try {
    const manifest = await archive.next();
    if (manifest?.frame !== 'manifest') throw damagedFileError(path);
    checkVersion(path, manifest);
    const secrets = new Map<string, string>();
    const counts = { tables: 0, rows: 0, blobs: 0 };
    for (let frame = await archive.next(); frame !== null; frame = await archive.next()) {
      if (frame.frame === 'secret') secrets.set(frame.name, await readText(archive));
      else if (frame.frame === 'table') counts.tables += 1;
      else if (frame.frame === 'table_end') counts.rows += frame.rows;
      else if (frame.frame === 'blob') {
        counts.blobs += 1;
        if ((await readDigest(archive)) !== frame.digest) throw damagedFileError(path);
      } else if (frame.frame === 'end') {
        if (Object.entries(counts).some(([name, count]) => frame[name as keyof typeof counts] !== count)) {
          throw damagedFileError(path);
        }
      }
    }
    return { path, manifest, secrets };
  } finally {
    await archive.close();
  }
}

async function loadTable(
  client: Client,
  archive: ArchiveReader,
  frame: FrameOf<'table'>,
  shapes: ReadonlyMap<string, TableShape>,
): Promise<number> {
  const shape = shapes.get(frame.name);
  const unknownColumn = frame.columns.find((column) => shape?.columns.includes(column) !== true);
  if (shape === undefined || unknownColumn !== undefined) {
    throw new Failure(
      'invalid',
      `The backup has ${frame.name} ${unknownColumn ?? ''}, which this version does not have. Restore it with a newer version.`,
    );
  }
  const target = client.query(
    copyFrom(
      `copy ${quoteIdentifier(frame.name)} (${frame.columns.map(quoteIdentifier).join(', ')}) from stdin`,
    ),
  );
  const done = finished(target);
  // It is awaited below; until then a rejection must not count as unhandled.
  done.catch(() => {});
  for (let next = await archive.next(); ; next = await archive.next()) {
    if (next?.frame === 'table_end') {
      target.end();
      await done;
      if (target.rowCount !== next.rows)
        throw new Failure(
          'invalid',
          `The backup is damaged: rows of ${frame.name} are missing. Use another backup.`,
        );
      return next.rows;
    }
    if (next?.frame !== 'rows')
      throw new Failure('invalid', `The backup is damaged: ${frame.name} has no end. Use another backup.`);
    for await (const piece of archive.payload()) {
      if (!target.write(piece)) await Promise.race([once(target, 'drain'), done]);
    }
  }
}

async function loadBlob(archive: ArchiveReader, blobs: BlobStore, frame: FrameOf<'blob'>): Promise<void> {
  const stored = await blobs.put(archive.payload(), { maxBytes: frame.bytes, onDigest: async () => {} });
  if (stored.digest !== frame.digest)
    throw new Failure('invalid', `The backup is damaged in file ${frame.digest}. Use another backup.`);
}

/** Clears references to a blob that did not exist during the backup, as if it had expired. */
async function clearBlobReferences(
  client: Client,
  columns: readonly BlobColumn[],
  digest: string,
): Promise<void> {
  for (const { table, column } of columns) {
    const name = quoteIdentifier(column);
    await client.query(`update ${quoteIdentifier(table)} set ${name} = null where ${name} = $1`, [digest]);
  }
}

async function loadArchive(
  client: Client,
  archive: ArchiveReader,
  target: RestoreTarget,
): Promise<BackupCounts> {
  const { blobs, onProgress } = target;
  const tables = await listTables(client);
  const shapes = new Map(tables.map((table) => [table.name, table]));
  const columns = await listBlobColumns(client);
  const counts: BackupCounts = { tables: 0, rows: 0, blobs: 0, missing: 0 };
  for (let frame = await archive.next(); frame !== null; frame = await archive.next()) {
    if (frame.frame === 'table') {
      const rows = await loadTable(client, archive, frame, shapes);
      counts.tables += 1;
      counts.rows += rows;
      onProgress(`${frame.name.padEnd(24)} ${rows} rows`);
    } else if (frame.frame === 'blob') {
      await loadBlob(archive, blobs, frame);
      counts.blobs += 1;
    } else if (frame.frame === 'missing') {
      await clearBlobReferences(client, columns, frame.digest);
      counts.missing += 1;
    }
  }
  onProgress(`${'files'.padEnd(24)} ${counts.blobs}`);
  await resetSequences(client, tables);
  return counts;
}

/** Returns true if the database got rows after it was found empty. Locks the tables against writes. */
async function isUsed(client: Client): Promise<boolean> {
  await client.query('lock table instance, accounts in exclusive mode');
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from instance) or exists (select from accounts) as used',
  );
  return rows[0]?.used !== false;
}

/**
 * Restores a checked backup into an empty database and a blob store. All rows are committed at once at the end; an error
 * before that leaves the database unchanged.
 */
export async function restoreBackup({ path }: CheckedBackup, target: RestoreTarget): Promise<BackupCounts> {
  const client = new Client({ ...target.connection, application_name: 'webdata restore' });
  client.on('error', () => {});
  await client.connect();
  const archive = await openArchive(path);
  try {
    await client.query("set client_encoding = 'UTF8'; set statement_timeout = 0");
    await client.query('begin');
    if (await isUsed(client))
      throw new Failure('conflict', 'The database is in use. Restore into an empty one.');
    const counts = await loadArchive(client, archive, target);
    await target.beforeCommit();
    await client.query('commit');
    return counts;
  } finally {
    await archive.close();
    await client.end();
  }
}
