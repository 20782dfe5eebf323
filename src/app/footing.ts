import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PoolConfig } from 'pg';
import { ensureDefaultAccount, findDefaultAccount } from '../account/accounts.ts';
import { ensureInstance, publishedKeys } from '../account/instance.ts';
import { newToken } from '../account/keys.ts';
import { type Clock, systemClock } from '../domain/clock.ts';
import type { DiskSpace } from '../domain/disk-space.ts';
import { Failure, messageOf } from '../domain/failure.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { Log } from '../domain/log.ts';
import { deriveKey, secretFingerprint } from '../domain/secret-keys.ts';
import type { Settings } from '../domain/settings.ts';
import { receiptKeyFromSeed } from '../domain/signature.ts';
import type { Signer } from '../fetching/receipts.ts';
import { type LeaseTimes, usualLease } from '../jobs/job-runner.ts';
import { type DataDirectory, openDataDirectory } from '../runtime/data-directory.ts';
import { createDiskSpace } from '../runtime/disk-space.ts';
import { startEmbeddedPostgres } from '../runtime/embedded-postgres.ts';
import { createLogger } from '../runtime/logger.ts';
import { createMetrics, type RunningMetrics } from '../runtime/metrics.ts';
import { findRunningPostgres } from '../runtime/running-postgres.ts';
import { readOrCreateSecret, writeSecret } from '../runtime/secret-files.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import { type ExitsFile, readExitsFile } from '../web/exits/exits-file.ts';
import { openGeoDatabase } from '../web/exits/geo-database.ts';
import { openBlobs } from './blobs.ts';
import { findRootSecret } from './root-secret.ts';

/** A database that leaves a query without an answer for this long counts as away. */
const queryWithinMs = 20_000;

/** What every part of the program stands on: a place for data, a database that is ours, secrets. */
export interface Footing {
  settings: Settings;
  clock: Clock;
  log: Log;
  directory: DataDirectory;
  connection: PoolConfig;
  database: Database;
  /** How the database is run, for whoever asks how the service is. */
  databaseKind: string;
  /** Connections that are busy or idle, and queries that wait for one. */
  databaseLoad(): { busy: number; idle: number; waiting: number };
  metrics: RunningMetrics;
  blobs: BlobStore;
  /** How files are kept, for whoever asks how the service is. */
  blobsKind: string;
  /** Throws a Failure that says why files cannot be kept. */
  checkBlobs(): Promise<void>;
  disk: DiskSpace;
  /** What every other secret is derived from. */
  rootSecret: string;
  signer: Signer;
  exitsFile: ExitsFile;
  /** Seals the webhook secrets of accounts. */
  webhookKey: Buffer;
  /** How soon the pages of a silent worker are taken from it. */
  lease: LeaseTimes;
}

/** Parts of the process that a test replaces; everything else is the real thing. */
export interface Replaceable {
  clock?: Clock;
  disk?: DiskSpace;
  log?: Log;
  lease?: LeaseTimes;
}

/** Who opens the footing: the service, which owns its database, or a command that may look in while it runs. */
export interface Occupant {
  isVisitor: boolean;
  /** Aborted when the opening is not wanted any more. */
  calledOff: AbortSignal;
  /** Called when the database was lost to another process: nothing may go on. */
  onLost(reason: Failure): void;
}

interface Connected {
  connection: PoolConfig;
  databaseKind: string;
}

/** Connects to the database of `DATABASE_URL`, or starts the embedded one, which the stack stops. */
export async function connectDatabase(
  settings: Settings,
  directory: DataDirectory,
  log: Log,
  occupant: Occupant,
  stack: AsyncDisposableStack,
): Promise<Connected> {
  if (settings.databaseUrl !== null) {
    return {
      connection: { connectionString: settings.databaseUrl },
      databaseKind: 'PostgreSQL at DATABASE_URL',
    };
  }
  const running = occupant.isVisitor ? await findRunningPostgres(directory) : null;
  if (running !== null) return { connection: running, databaseKind: 'embedded PostgreSQL, which runs' };
  const embedded = await startEmbeddedPostgres({
    dataDirectory: directory,
    log,
    signal: occupant.calledOff,
    onLost: (reason) => occupant.onLost(reason),
  });
  stack.defer(() => embedded.stop());
  const databaseKind = embedded.adopted ? 'embedded PostgreSQL, found running' : 'embedded PostgreSQL';
  return { connection: embedded.connection, databaseKind };
}

/** Says which setting leads to a database that cannot be used, and why; the address itself holds a password. */
export function unusableDatabase(error: unknown): Failure {
  if (error instanceof Failure) return error;
  // A name with several addresses fails with one error for each of them.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = messageOf(first);
  return new Failure('unavailable', `the database at DATABASE_URL cannot be used: ${reason}`, {
    cause: error,
  });
}

/** The disks as one: there is as little room as on the fullest of them. */
function fullestOf(disks: DiskSpace[]): DiskSpace {
  return {
    low: () => disks.some((disk) => disk.low()),
    free: () => Math.min(...disks.map((disk) => disk.free())),
  };
}

/** Over a connection of its own, since changing big tables may take longer than any other query. */
async function migrateAt(connection: PoolConfig, log: Log): Promise<void> {
  const { database } = openDatabase(connection, 2, log);
  try {
    await migrate(database, log);
  } finally {
    await database.destroy();
  }
}

/** A database that cannot be read stops the start, not the first page that needs it. */
async function checkGeoDatabase(path: string): Promise<void> {
  await openGeoDatabase(path).catch((cause: unknown) => {
    throw new Failure('invalid', `bad setting WEBDATA_GEOIP_DB: ${messageOf(cause)}`, { cause });
  });
}

/** Opens the data directory and the database on it, and brings its schema up to date. */
export async function openFooting(
  settings: Settings,
  replaced: Replaceable,
  stack: AsyncDisposableStack,
  occupant: Occupant,
): Promise<Footing> {
  const clock = replaced.clock ?? systemClock;
  const log = replaced.log ?? createLogger({ level: settings.logLevel, readable: process.stderr.isTTY });
  const exitsFile = await readExitsFile(settings.exitsFile);
  if (settings.geoipFile !== null) await checkGeoDatabase(settings.geoipFile);
  const directory = await openDataDirectory(settings.dataDir);
  const { blobFolder, ...opened } = await openBlobs(settings, directory, log, stack);
  const { connection, databaseKind } = await connectDatabase(settings, directory, log, occupant, stack);
  occupant.calledOff.throwIfAborted();
  await migrateAt(connection, log).catch((error: unknown) => {
    throw settings.databaseUrl === null ? error : unusableDatabase(error);
  });
  const { database, pool } = openDatabase({ ...connection, query_timeout: queryWithinMs }, 16, log);
  stack.defer(() => database.destroy());
  const secret = await findRootSecret(settings, directory, database);
  const key = receiptKeyFromSeed(deriveKey(secret, 'receipt'));
  const facts = {
    secretFingerprint: secretFingerprint(secret),
    receiptKey: { kid: key.kid, publicJwk: key.publicJwk },
  };
  const { instanceId } = await ensureInstance(database, facts, clock.now());
  return {
    settings,
    clock,
    log,
    directory,
    connection,
    database,
    databaseKind,
    databaseLoad: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    metrics: createMetrics(),
    ...opened,
    disk:
      replaced.disk ??
      fullestOf([directory.path, blobFolder ?? directory.path].map((path) => createDiskSpace(path))),
    rootSecret: secret,
    signer: { issuer: instanceId, key },
    exitsFile,
    lease: replaced.lease ?? usualLease,
    webhookKey: deriveKey(secret, 'webhook'),
  };
}

/** The first key when it was made just now, and the file that keeps it. */
export interface FirstKey {
  token: string;
  path: string;
}

/** Makes the default account and its first key, which is on the disk before it is in the database: never lost. */
export async function ensureFirstKey({
  settings,
  clock,
  database,
  directory,
}: Footing): Promise<FirstKey | null> {
  const account = { planCredits: settings.planCredits, unlimited: settings.unlimited };
  const name = 'first-key';
  if ((await findDefaultAccount(database)) !== null) {
    await ensureDefaultAccount(database, { ...account, presetKey: settings.apiKey }, clock);
    return null;
  }
  if (settings.apiKey !== null) await writeSecret(directory.secrets, name, settings.apiKey);
  const token = await readOrCreateSecret(directory.secrets, name, () =>
    newToken(newIdentifier('key', clock.now())),
  );
  await ensureDefaultAccount(database, { ...account, presetKey: token }, clock);
  return { token, path: join(directory.secrets, name) };
}

/** Leaves the public receipt keys beside the data, so that `verify` works offline on this machine. */
export async function publishKeys({ database, directory }: Footing): Promise<void> {
  const keys = await publishedKeys(database);
  await writeFile(join(directory.path, 'receipt-keys.json'), `${JSON.stringify({ keys }, null, 2)}\n`);
}
