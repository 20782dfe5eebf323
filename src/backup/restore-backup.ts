import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Client, type PoolConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { Failure } from '../domain/failure.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { migrations } from '../store/migrations/all.ts';
import { type ArchiveReader, openArchive } from './archive-reader.ts';
import type { BackupCounts } from './create-backup.ts';
import type { Frame } from './frames.ts';
import {
  type BlobColumn,
  fitSequences,
  listBlobColumns,
  listTables,
  quoted,
  type TableShape,
} from './tables.ts';

type Manifest = Extract<Frame, { frame: 'manifest' }>;
type FrameOf<Kind extends Frame['frame']> = Extract<Frame, { frame: Kind }>;

/** A backup that was read to its end and found whole. */
export interface CheckedBackup {
  path: string;
  manifest: Manifest;
  secrets: ReadonlyMap<string, string>;
}

/** Where a backup goes. */
export interface RestoreTarget {
  /** The database, with the manifest's migrations applied and nothing in it. */
  connection: PoolConfig;
  blobs: BlobStore;
  /** Called when all is in place and before it counts: what must be there together with the rows. */
  beforeCommit(): Promise<void>;
  say(line: string): void;
}

function damaged(path: string): Failure {
  return new Failure('invalid', `${path} is cut off or damaged`);
}

async function textOf(archive: ArchiveReader): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of archive.payload()) pieces.push(piece);
  return Buffer.concat(pieces).toString('utf8');
}

async function digestOf(archive: ArchiveReader): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of archive.payload()) hash.update(piece);
  return hash.digest('hex');
}

/** Refuses what this version cannot take in. */
function checkVersion(path: string, { migrations: applied, version }: Manifest): void {
  const known = Object.keys(migrations).sort();
  if (applied.every((name, index) => known[index] === name)) return;
  throw new Failure(
    'invalid',
    `${path} was made by version ${version}, whose database this version does not know: restore it with that version`,
  );
}

/**
 * Reads a backup once from beginning to end: every checksum, every count, and whether this version can take it in. A
 * Failure of kind `invalid` when anything is amiss.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const archive = await openArchive(path);
  try {
    const manifest = await archive.next();
    if (manifest?.frame !== 'manifest') throw damaged(path);
    checkVersion(path, manifest);
    const secrets = new Map<string, string>();
    const counts = { tables: 0, rows: 0, blobs: 0 };
    for (let frame = await archive.next(); frame !== null; frame = await archive.next()) {
      if (frame.frame === 'secret') secrets.set(frame.name, await textOf(archive));
      else if (frame.frame === 'table') counts.tables += 1;
      else if (frame.frame === 'table_end') counts.rows += frame.rows;
      else if (frame.frame === 'blob') {
        counts.blobs += 1;
        if ((await digestOf(archive)) !== frame.digest) throw damaged(path);
      } else if (frame.frame === 'end') {
        if (Object.entries(counts).some(([name, count]) => frame[name as keyof typeof counts] !== count)) {
          throw damaged(path);
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
  const unknown = frame.columns.find((column) => shape?.columns.includes(column) !== true);
  if (shape === undefined || unknown !== undefined) {
    throw new Failure(
      'invalid',
      `the backup has ${frame.name} ${unknown ?? ''}, which this version does not know`,
    );
  }
  const target = client.query(
    copyFrom(`copy ${quoted(frame.name)} (${frame.columns.map(quoted).join(', ')}) from stdin`),
  );
  const done = finished(target);
  done.catch(() => {});
  for (let next = await archive.next(); ; next = await archive.next()) {
    if (next?.frame === 'table_end') {
      target.end();
      await done;
      if (target.rowCount !== next.rows) throw new Failure('invalid', `${frame.name} has lost rows`);
      return next.rows;
    }
    if (next?.frame !== 'rows') throw new Failure('invalid', `${frame.name} has no end`);
    for await (const piece of archive.payload()) {
      if (!target.write(piece)) await Promise.race([once(target, 'drain'), done]);
    }
  }
}

async function loadBlob(archive: ArchiveReader, blobs: BlobStore, frame: FrameOf<'blob'>): Promise<void> {
  const stored = await blobs.put(archive.payload(), { maxBytes: frame.bytes, announce: async () => {} });
  if (stored.digest !== frame.digest) throw new Failure('invalid', `the file ${frame.digest} is damaged`);
}

/** What named a blob that was gone when the backup was made counts as expired. */
async function forgetBlob(client: Client, columns: readonly BlobColumn[], digest: string): Promise<void> {
  for (const { table, column } of columns) {
    const name = quoted(column);
    await client.query(`update ${quoted(table)} set ${name} = null where ${name} = $1`, [digest]);
  }
}

async function load(client: Client, archive: ArchiveReader, target: RestoreTarget): Promise<BackupCounts> {
  const { blobs, say } = target;
  const tables = await listTables(client);
  const shapes = new Map(tables.map((table) => [table.name, table]));
  const columns = await listBlobColumns(client);
  const counts: BackupCounts = { tables: 0, rows: 0, blobs: 0, missing: 0 };
  for (let frame = await archive.next(); frame !== null; frame = await archive.next()) {
    if (frame.frame === 'table') {
      const rows = await loadTable(client, archive, frame, shapes);
      counts.tables += 1;
      counts.rows += rows;
      say(`${frame.name.padEnd(24)} ${rows} rows`);
    } else if (frame.frame === 'blob') {
      await loadBlob(archive, blobs, frame);
      counts.blobs += 1;
    } else if (frame.frame === 'missing') {
      await forgetBlob(client, columns, frame.digest);
      counts.missing += 1;
    }
  }
  say(`${'files'.padEnd(24)} ${counts.blobs}`);
  await fitSequences(client, tables);
  return counts;
}

/** Whether somebody has used the database since it was found empty. */
async function isUsed(client: Client): Promise<boolean> {
  await client.query('lock table instance, accounts in exclusive mode');
  const { rows } = await client.query<{ used: boolean }>(
    'select exists (select from instance) or exists (select from accounts) as used',
  );
  return rows[0]?.used !== false;
}

/**
 * Brings a checked backup into an empty database and a blob store. The rows count all at once, when everything is in
 * place; before that a failure leaves the database as it was.
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
      throw new Failure('conflict', 'the database is in use: restore into an empty one');
    const counts = await load(client, archive, target);
    await target.beforeCommit();
    await client.query('commit');
    return counts;
  } finally {
    await archive.close();
    await client.end();
  }
}
