import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { PoolConfig } from 'pg';
import { ensureDefaultAccount, findDefaultAccount } from '../account/accounts/accounts.ts';
import { ensureInstance, listPublishedKeys } from '../account/accounts/instance.ts';
import { newToken } from '../account/accounts/keys.ts';
import type { SettingTexts } from '../capabilities/account/service-settings.ts';
import type { Capability } from '../capabilities/capability.ts';
import { deriveKey, secretFingerprint } from '../domain/crypto/secret-keys.ts';
import { receiptKeyFromSeed } from '../domain/crypto/signature.ts';
import { type Clock, systemClock } from '../domain/system/clock.ts';
import type { DiskSpace } from '../domain/system/disk-space.ts';
import { errorMessage, Failure } from '../domain/system/failure.ts';
import type { Log } from '../domain/system/log.ts';
import type { Settings } from '../domain/system/settings.ts';
import { newIdentifier } from '../domain/values/identifier.ts';
import type { FetchPage } from '../fetching/fetch-request.ts';
import type { Signer } from '../fetching/receipts.ts';
import { defaultLease, type LeaseTimes } from '../jobs/runner/worker-lease.ts';
import { type DataDirectory, openDataDirectory } from '../runtime/files/data-directory.ts';
import { createDiskSpace } from '../runtime/files/disk-space.ts';
import { readOrCreateSecret, writeSecret } from '../runtime/files/secret-files.ts';
import { createLogger } from '../runtime/logs/logger.ts';
import { createMetrics, type MetricsRegistry } from '../runtime/logs/metrics.ts';
import { startEmbeddedPostgres } from '../runtime/postgres/embedded-postgres.ts';
import { findRunningPostgres } from '../runtime/postgres/running-postgres.ts';
import type { ContentThreadPool } from '../runtime/threads/content-threads.ts';
import type { WatchdogTimes } from '../runtime/watchdog/main-thread-watchdog.ts';
import type { BlobStore } from '../store/blobs/blob-store.ts';
import { checkPooling } from '../store/check-pooling.ts';
import { setDataKey } from '../store/data-key.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { createDatabaseSize } from '../store/database-size.ts';
import { migrate } from '../store/migrate.ts';
import { type ExitsFile, readExitsFile } from '../web/exits/exits-file.ts';
import { openGeoDatabase } from '../web/exits/geo-database.ts';
import { findRootSecret } from './commands/root-secret.ts';
import { openBlobs } from './composition/blobs.ts';
import { createLiveSettings, type LiveSettings } from './live-settings.ts';
import { operatorSecretsOf } from './operator-secrets.ts';
import { StoredSettings } from './stored-settings.ts';

/** Timeout of a query. */
const queryTimeoutMs = 20_000;

/** Parts that every command needs: settings, data directory, database, blob store and secrets. */
export interface AppContext {
  settings: Settings;
  live: LiveSettings;
  /** The settings that the database keeps. */
  stored: StoredSettings;
  clock: Clock;
  log: Log;
  directory: DataDirectory;
  connection: PoolConfig;
  database: Database;
  /** Kind of the database, for health. */
  databaseKind: string;
  /** Numbers of busy and idle connections, and of queries that wait for one. */
  databaseLoad(): { busy: number; idle: number; waiting: number };
  /** Returns the size of the database in bytes, at most ten seconds old. */
  databaseSize(): Promise<number>;
  metrics: MetricsRegistry;
  blobs: BlobStore;
  /** Kind of the blob store, for health. */
  blobsKind: string;
  /** Throws a Failure with the reason if files cannot be stored. */
  checkBlobs(): Promise<void>;
  disk: DiskSpace;
  /** The secret that all keys are derived from. */
  rootSecret: string;
  signer: Signer;
  exitsFile: ExitsFile;
  /** Encrypts the webhook secrets of accounts. */
  webhookKey: Buffer;
  /** Times of the leases of jobs. */
  lease: LeaseTimes;
  /** Wraps the page fetcher. Only tests change it. */
  decorateFetcher(fetchPage: FetchPage): FetchPage;
  /** Module of the content threads. Only tests change it. */
  contentModule: URL;
  /** Opens the content threads. Only tests change it. */
  openContentThreads(open: () => ContentThreadPool): ContentThreadPool;
}

/** The context of a process that composes the service, or a part of it. */
export interface ServiceContext extends AppContext {
  /** Capabilities of the service, in the order of the reference. */
  capabilities: readonly Capability[];
}

/** Parts of the process that tests replace. */
export interface Replaceable {
  clock?: Clock;
  disk?: DiskSpace;
  log?: Log;
  lease?: LeaseTimes;
  /** Null for no watchdog of the main thread, which a test process shares with the service. */
  watchdog?: WatchdogTimes | null;
  /** Wraps the page fetcher, for pages that crash the process. */
  decorateFetcher?(fetchPage: FetchPage): FetchPage;
  /** Module of the content threads, for threads that die. */
  contentModule?: URL;
  /** Returns the content threads, which `open` starts, for services that share them. */
  openContentThreads?(open: () => ContentThreadPool): ContentThreadPool;
  /** Other capabilities than those of `capabilities.ts`. */
  capabilities?: readonly Capability[];
}

/** How the context is opened: by the service, which owns its database, or by a command while the service may run. */
export interface StartMode {
  isReadOnly: boolean;
  /** Aborted to cancel the start. */
  cancelled: AbortSignal;
  /** Called when another process has taken over the database, so that this one must stop. */
  onLost(reason: Failure): void;
}

interface Connected {
  connection: PoolConfig;
  databaseKind: string;
}

/** Connects to the database of `DATABASE_URL`, or starts the embedded database, which the stack stops. */
export async function connectDatabase(
  settings: Settings,
  directory: DataDirectory,
  log: Log,
  startMode: StartMode,
  stack: AsyncDisposableStack,
): Promise<Connected> {
  if (settings.databaseUrl !== null) {
    return {
      connection: { connectionString: settings.databaseUrl },
      databaseKind: 'PostgreSQL at DATABASE_URL',
    };
  }
  const running = startMode.isReadOnly ? await findRunningPostgres(directory) : null;
  if (running !== null) return { connection: running, databaseKind: 'embedded PostgreSQL, which runs' };
  const embedded = await startEmbeddedPostgres({
    dataDirectory: directory,
    log,
    signal: startMode.cancelled,
    onOwnershipLost: (reason) => startMode.onLost(reason),
  });
  stack.defer(() => embedded.stop());
  const databaseKind = embedded.isAdopted ? 'embedded PostgreSQL, found running' : 'embedded PostgreSQL';
  return { connection: embedded.connection, databaseKind };
}

/** Returns a Failure that names the setting and the reason. The URL stays out of it, since it contains a password. */
export function toDatabaseFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  // A host name with several addresses fails with one error for each address.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const reason = errorMessage(first);
  return new Failure('unavailable', `the database at DATABASE_URL cannot be used: ${reason}`, {
    cause: error,
  });
}

/** Combines disks: the result has as much free space as the fullest of them. */
function fullestDisk(disks: DiskSpace[]): DiskSpace {
  return {
    isLow: () => disks.some((disk) => disk.isLow()),
    freeBytes: () => Math.min(...disks.map((disk) => disk.freeBytes())),
  };
}

/** Migrates over a connection of its own, since changes of large tables exceed the query timeout. */
async function migrateDatabase(connection: PoolConfig, log: Log): Promise<void> {
  const { database } = openDatabase(connection, 2, log);
  try {
    await migrate(database, log);
  } finally {
    await database.destroy();
  }
}

/** Throws at the start if the database cannot be read, rather than at the first page that needs it. */
async function checkGeoDatabase(path: string): Promise<void> {
  await openGeoDatabase(path).catch((cause: unknown) => {
    throw new Failure('invalid', `bad setting WEBDATA_GEOIP_DB: ${errorMessage(cause)}`, { cause });
  });
}

/** Opens the data directory and the database, and migrates the schema. */
export async function openAppContext(
  given: Settings,
  replaced: Replaceable,
  stack: AsyncDisposableStack,
  startMode: StartMode,
): Promise<AppContext> {
  const clock = replaced.clock ?? systemClock;
  const live = createLiveSettings(given);
  const { settings } = live;
  const secrets = operatorSecretsOf(settings);
  const log =
    replaced.log ??
    createLogger({ level: settings.logLevel, readable: process.stderr.isTTY, mask: secrets.mask });
  const exitsFile = await readExitsFile(settings.exitsFile);
  if (settings.geoipFile !== null) await checkGeoDatabase(settings.geoipFile);
  const directory = await openDataDirectory(settings.dataDir);
  const { blobFolder, ...opened } = await openBlobs(settings, directory, log, stack);
  const { connection, databaseKind } = await connectDatabase(settings, directory, log, startMode, stack);
  startMode.cancelled.throwIfAborted();
  const toStartFailure = (error: unknown) => {
    throw settings.databaseUrl === null ? error : toDatabaseFailure(error);
  };
  if (settings.databaseUrl !== null) await checkPooling(connection).catch(toStartFailure);
  await migrateDatabase(connection, log).catch(toStartFailure);
  const { database, pool } = openDatabase({ ...connection, query_timeout: queryTimeoutMs }, 16, log);
  stack.defer(() => database.destroy());
  const secret = await findRootSecret(settings, directory, database);
  setDataKey(database, deriveKey(secret, 'job'));
  const key = receiptKeyFromSeed(deriveKey(secret, 'receipt'));
  const facts = {
    secretFingerprint: secretFingerprint(secret),
    receiptKey: { kid: key.kid, publicJwk: key.publicJwk },
  };
  const { instanceId } = await ensureInstance(database, facts, clock.now());
  const stored = new StoredSettings(database, log);
  stored.follow('texts', (texts) => {
    live.apply((texts ?? {}) as SettingTexts);
    secrets.addAll(operatorSecretsOf(settings).values());
  });
  await stored.refresh();
  return {
    settings,
    live,
    stored,
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
    databaseSize: createDatabaseSize(database),
    metrics: createMetrics(),
    ...opened,
    disk:
      replaced.disk ??
      fullestDisk([directory.path, blobFolder ?? directory.path].map((path) => createDiskSpace(path))),
    rootSecret: secret,
    signer: { issuer: instanceId, key },
    exitsFile,
    lease: replaced.lease ?? defaultLease,
    decorateFetcher: replaced.decorateFetcher ?? ((fetchPage) => fetchPage),
    contentModule:
      replaced.contentModule ??
      new URL(`./threads/content-thread${extname(import.meta.url)}`, import.meta.url),
    openContentThreads: replaced.openContentThreads ?? ((open) => open()),
    webhookKey: deriveKey(secret, 'webhook'),
  };
}

/** The new first key, and its file. */
export interface FirstKey {
  token: string;
  path: string;
}

/**
 * Creates the default account and its first key. The key is written to its file before the database, so that it is never
 * lost. Returns null if the account exists.
 */
export async function ensureFirstKey({
  settings,
  clock,
  database,
  directory,
}: AppContext): Promise<FirstKey | null> {
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

/** Writes the public receipt keys into the data directory, so that `verify` works offline on this machine. */
export async function publishKeys({ database, directory }: AppContext): Promise<void> {
  const keys = await listPublishedKeys(database);
  await writeFile(join(directory.path, 'receipt-keys.json'), `${JSON.stringify({ keys }, null, 2)}\n`);
}
