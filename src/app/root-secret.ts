import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { secretFingerprintOf } from '../account/instance.ts';
import { secretFingerprint } from '../domain/secret-keys.ts';
import type { Settings } from '../domain/settings.ts';
import type { DataDirectory } from '../runtime/data-directory.ts';
import { readOrCreateSecret, readSecret } from '../runtime/secret-files.ts';
import type { Database } from '../store/database.ts';

/** The file of the root secret, beside a database of our own. */
export const rootSecretName = 'root-secret';

/** The file of the secret that a rotation is about to put in force. */
export const nextRootSecretName = 'root-secret.next';

/** The root secret in force. Where a rotation was cut off, the database says whether it came before or after its moment. */
export async function findRootSecret(
  settings: Settings,
  directory: DataDirectory,
  database: Database,
): Promise<string> {
  if (settings.secret !== null) return settings.secret;
  const secret = await readOrCreateSecret(directory.secrets, rootSecretName);
  const next = await readSecret(directory.secrets, nextRootSecretName);
  if (next === null || (await secretFingerprintOf(database)) !== secretFingerprint(next)) return secret;
  await rename(join(directory.secrets, nextRootSecretName), join(directory.secrets, rootSecretName));
  return next;
}
