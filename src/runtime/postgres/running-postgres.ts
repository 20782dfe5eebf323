import type { DataDirectory } from '../files/data-directory.ts';
import { readSecret } from '../files/secret-files.ts';
import { passwordFileName, productName } from './cluster/prepare-cluster.ts';
import type { DatabaseConnection } from './ownership.ts';
import { findPostmaster } from './postmaster-file.ts';

/**
 * Returns the connection of the database that runs on a data directory, for read-only commands next to a running service;
 * null if none runs. Neither starts nor stops it.
 */
export async function findRunningPostgres(directory: DataDirectory): Promise<DatabaseConnection | null> {
  const running = await findPostmaster(directory.cluster);
  if (running?.status !== 'ready') return null;
  const password = await readSecret(directory.secrets, passwordFileName);
  if (password === null) return null;
  const { socketFolder: host, port } = running;
  return { host, port, user: productName, password, database: productName };
}
