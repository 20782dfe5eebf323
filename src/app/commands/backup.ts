import { readdir } from 'node:fs/promises';
import { createBackup } from '../../backup/create-backup.ts';
import { type CheckedBackup, checkBackup, restoreBackup } from '../../backup/restore-backup.ts';
import { settingsFileName } from '../../config-file.ts';
import { secretFingerprint } from '../../domain/crypto/secret-keys.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { type DataDirectory, openDataDirectory } from '../../runtime/files/data-directory.ts';
import { readSecret, writeSecret } from '../../runtime/files/secret-files.ts';
import { createLogger } from '../../runtime/logs/logger.ts';
import { passwordFileName } from '../../runtime/postgres/cluster/prepare-cluster.ts';
import { type Database, openDatabase } from '../../store/database.ts';
import { isEmptyDatabase, migrate } from '../../store/migrate.ts';
import { type AppContext, connectDatabase, toDatabaseFailure } from '../app-context.ts';
import { openBlobs } from '../composition/blobs.ts';
import { version } from './version.ts';

/** Reports progress, one line per step. */
type Say = (line: string) => void;

const rootSecretName = 'root-secret';

/** Reads all secrets by name, except the password of the embedded database, which belongs to that database alone. */
async function secretsOf({ settings, directory }: AppContext): Promise<Map<string, string>> {
  const secrets = new Map<string, string>();
  for (const name of (await readdir(directory.secrets)).sort()) {
    if (name.startsWith('.') || name === passwordFileName) continue;
    const value = await readSecret(directory.secrets, name);
    if (value !== null) secrets.set(name, value);
  }
  if (settings.secret !== null) secrets.set(rootSecretName, settings.secret);
  return secrets;
}

/** Writes a backup of the service, which may run at the same time. */
export async function backUp(app: AppContext, path: string, say: Say): Promise<void> {
  const { tables, rows, blobs } = await createBackup(path, {
    connection: app.connection,
    blobs: app.blobs,
    secrets: await secretsOf(app),
    version,
    createdAt: app.clock.now(),
    onProgress: say,
  });
  say(`backed up ${tables} tables with ${rows} rows and ${blobs} files into ${path}`);
  say('the file contains the secrets of the service: protect it like the data directory');
}

async function rejectUsedDirectory(path: string): Promise<void> {
  const entries = await readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (entries.every((name) => name === settingsFileName)) return;
  throw new Failure('conflict', `DATA_DIR ${path} is not empty. Restore into a new directory`);
}

/** Returns the root secret of the backup. Throws if another one is configured. */
function rootSecretOf(settings: Settings, { path, secrets }: CheckedBackup): string {
  const kept = secrets.get(rootSecretName);
  if (kept === undefined) throw new Failure('invalid', `${path} contains no root secret`);
  if (settings.secret !== null && secretFingerprint(settings.secret) !== secretFingerprint(kept)) {
    throw new Failure(
      'conflict',
      'WEBDATA_SECRET is not the secret of the backup. Set it to that secret, or leave it empty',
    );
  }
  return kept;
}

async function writeSecrets(
  directory: DataDirectory,
  settings: Settings,
  backup: CheckedBackup,
): Promise<void> {
  for (const [name, value] of backup.secrets) {
    // A configured root secret is not stored in a file as well.
    if (name === rootSecretName && settings.secret !== null) continue;
    if (name !== passwordFileName) await writeSecret(directory.secrets, name, value);
  }
}

async function rejectUsedDatabase(database: Database, settings: Settings): Promise<void> {
  const isEmpty = await isEmptyDatabase(database).catch((error: unknown) => {
    throw settings.databaseUrl === null ? error : toDatabaseFailure(error);
  });
  if (!isEmpty) {
    throw new Failure('conflict', 'the database at DATABASE_URL is not empty. Restore into a new database');
  }
}

/**
 * Restores a backup into an empty data directory, or into the empty database of DATABASE_URL and the blob store of
 * BLOB_URL. Verifies the whole file before it writes anything.
 */
export async function restore(settings: Settings, path: string, say: Say): Promise<void> {
  if (settings.databaseUrl === null) await rejectUsedDirectory(settings.dataDir);
  const backup = await checkBackup(path);
  rootSecretOf(settings, backup);
  say(`${path} is complete: version ${backup.manifest.version}, made ${backup.manifest.created_at}`);
  await using stack = new AsyncDisposableStack();
  const log = createLogger({ level: 'warn', readable: process.stderr.isTTY });
  const directory = await openDataDirectory(settings.dataDir);
  const { blobs } = await openBlobs(settings, directory, log, stack);
  const startMode = { isReadOnly: false, cancelled: new AbortController().signal, onLost() {} };
  const { connection } = await connectDatabase(settings, directory, log, startMode, stack);
  const { database } = openDatabase(connection, 2, log);
  stack.defer(() => database.destroy());
  await rejectUsedDatabase(database, settings);
  await migrate(database, log, backup.manifest.migrations.at(-1));
  const {
    tables,
    rows,
    blobs: files,
  } = await restoreBackup(backup, {
    connection,
    blobs,
    beforeCommit: () => writeSecrets(directory, settings, backup),
    onProgress: say,
  });
  await migrate(database, log);
  say(`restored ${tables} tables with ${rows} rows and ${files} files`);
}
