import type { DataDirectory } from './data-directory.ts';
import type { DatabaseConnection } from './ownership.ts';
import { findPostmaster } from './postmaster-file.ts';
import { passwordName, productName } from './prepare-cluster.ts';
import { readSecret } from './secret-files.ts';

/**
 * The database that runs on a data directory right now, for a command that looks in while the service runs; null when
 * none does. A visitor owns nothing: it neither starts nor stops it.
 */
export async function findRunningPostgres(directory: DataDirectory): Promise<DatabaseConnection | null> {
  const running = await findPostmaster(directory.cluster);
  if (running?.status !== 'ready') return null;
  const password = await readSecret(directory.secrets, passwordName);
  if (password === null) return null;
  const { socketFolder: host, port } = running;
  return { host, port, user: productName, password, database: productName };
}
