import { readdir } from 'node:fs/promises';
import { createBackup } from '../backup/create-backup.ts';
import { type CheckedBackup, checkBackup, restoreBackup } from '../backup/restore-backup.ts';
import { Failure } from '../domain/failure.ts';
import { secretFingerprint } from '../domain/secret-keys.ts';
import type { Settings } from '../domain/settings.ts';
import { type DataDirectory, openDataDirectory } from '../runtime/data-directory.ts';
import { createLogger } from '../runtime/logger.ts';
import { passwordName } from '../runtime/prepare-cluster.ts';
import { readSecret, writeSecret } from '../runtime/secret-files.ts';
import { type Database, openDatabase } from '../store/database.ts';
import { isEmptyDatabase, migrate } from '../store/migrate.ts';
import { openBlobs } from './blobs.ts';
import { connectDatabase, type Footing, unusableDatabase } from './footing.ts';
import { version } from './version.ts';

/** Told what has been done, a line a step. */
type Say = (line: string) => void;

const rootSecretName = 'root-secret';

/** Whatever must be kept secret and kept, by name; the password of an embedded database belongs to that one alone. */
async function secretsOf({ settings, directory }: Footing): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of (await readdir(directory.secrets)).sort()) {
    if (name.startsWith('.') || name === passwordName) continue;
    const value = await readSecret(directory.secrets, name);
    if (value !== null) secrets.set(name, value);
  }
  if (settings.secret !== null) secrets.set(rootSecretName, settings.secret);
  return secrets;
}

/** Writes a backup of the service, which may run meanwhile. */
export async function backUp(footing: Footing, path: string, say: Say): Promise<void> {
  const { tables, rows, blobs } = await createBackup(path, {
    connection: footing.connection,
    blobs: footing.blobs,
    secrets: await secretsOf(footing),
    version,
    createdAt: footing.clock.now(),
    say,
  });
  say(`backed up ${tables} tables with ${rows} rows and ${blobs} files into ${path}`);
  say('it holds the secrets of the service: keep it as safe as the data directory');
}

async function refuseUsedDirectory(path: string): Promise<void> {
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.length === 0) return;
  throw new Failure('conflict', `DATA_DIR ${path} is not empty: restore into a new one`);
}

/** The secret that the restored service needs, which must be the one it had. */
function rootSecretOf(settings: Settings, { path, secrets }: CheckedBackup): string {
  const kept = secrets.get(rootSecretName);
  if (kept === undefined) throw new Failure('invalid', `${path} holds no root secret`);
  if (settings.secret !== null && secretFingerprint(settings.secret) !== secretFingerprint(kept)) {
    throw new Failure('conflict', 'WEBDATA_SECRET is not the one that the backup was made with');
  }
  return kept;
}

async function writeSecrets(
  directory: DataDirectory,
  settings: Settings,
  backup: CheckedBackup,
): Promise<void> {
  for (const [name, value] of backup.secrets) {
    // Where the setting says it, it is not kept a second time.
    if (name === rootSecretName && settings.secret !== null) continue;
    if (name !== passwordName) await writeSecret(directory.secrets, name, value);
  }
}

async function refuseUsedDatabase(database: Database, settings: Settings): Promise<void> {
  const isEmpty = await isEmptyDatabase(database).catch((error: unknown) => {
    throw settings.databaseUrl === null ? error : unusableDatabase(error);
  });
  if (!isEmpty) {
    throw new Failure('conflict', 'the database at DATABASE_URL is not empty: restore into a new one');
  }
}

/**
 * Brings a backup into an empty data directory, or into the empty database of DATABASE_URL and the blob store of
 * BLOB_URL. Nothing is touched before the file was read once and found whole.
 */
export async function restore(settings: Settings, path: string, say: Say): Promise<void> {
  if (settings.databaseUrl === null) await refuseUsedDirectory(settings.dataDir);
  const backup = await checkBackup(path);
  rootSecretOf(settings, backup);
  say(`${path} is whole: version ${backup.manifest.version}, made ${backup.manifest.created_at}`);
  await using stack = new AsyncDisposableStack();
  const log = createLogger({ level: 'warn', readable: process.stderr.isTTY });
  const directory = await openDataDirectory(settings.dataDir);
  const { blobs } = await openBlobs(settings, directory, log, stack);
  const occupant = { isVisitor: false, calledOff: new AbortController().signal, onLost() {} };
  const { connection } = await connectDatabase(settings, directory, log, occupant, stack);
  const { database } = openDatabase(connection, 2, log);
  stack.defer(() => database.destroy());
  await refuseUsedDatabase(database, settings);
  await migrate(database, log, backup.manifest.migrations.at(-1));
  const {
    tables,
    rows,
    blobs: files,
  } = await restoreBackup(backup, {
    connection,
    blobs,
    beforeCommit: () => writeSecrets(directory, settings, backup),
    say,
  });
  await migrate(database, log);
  say(`restored ${tables} tables with ${rows} rows and ${files} files`);
}
