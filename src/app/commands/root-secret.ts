import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { findSecretFingerprint } from '../../account/accounts/instance.ts';
import { secretFingerprint } from '../../domain/crypto/secret-keys.ts';
import type { Settings } from '../../domain/system/settings.ts';
import type { DataDirectory } from '../../runtime/files/data-directory.ts';
import { readOrCreateSecret, readSecret } from '../../runtime/files/secret-files.ts';
import type { Database } from '../../store/database.ts';

/** Name of the file of the root secret. */
export const rootSecretName = 'root-secret';

/** Name of the file of the next root secret during a rotation. */
export const nextRootSecretName = 'root-secret.next';

/** Returns the current root secret. After an interrupted rotation, the database decides which of the two is current. */
export async function findRootSecret(
  settings: Settings,
  directory: DataDirectory,
  database: Database,
): Promise<string> {
  if (settings.secret !== null) return settings.secret;
  const secret = await readOrCreateSecret(directory.secrets, rootSecretName);
  const next = await readSecret(directory.secrets, nextRootSecretName);
  if (next === null || (await findSecretFingerprint(database)) !== secretFingerprint(next)) return secret;
  await rename(join(directory.secrets, nextRootSecretName), join(directory.secrets, rootSecretName));
  return next;
}
