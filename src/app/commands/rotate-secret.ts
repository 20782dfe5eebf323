import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { findDefaultAccount } from '../../account/accounts/accounts.ts';
import { writeAuditEntry } from '../../account/accounts/audit.ts';
import { type InstanceIdentity, replaceSecrets } from '../../account/accounts/instance.ts';
import { deriveKey, secretFingerprint } from '../../domain/crypto/secret-keys.ts';
import { receiptKeyFromSeed } from '../../domain/crypto/signature.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Settings } from '../../domain/system/settings.ts';
import { newSecret, writeSecret } from '../../runtime/files/secret-files.ts';
import { countOtherSessions } from '../../store/database.ts';
import { resealColumns } from '../../store/sealed-columns.ts';
import { type AppContext, openAppContext, publishKeys } from '../app-context.ts';
import { capabilities } from '../capabilities.ts';
import { nextRootSecretName, rootSecretName } from './root-secret.ts';

/** Returns the facts about a root secret that the database stores. */
export function factsOf(secret: string): InstanceIdentity {
  const { kid, publicJwk } = receiptKeyFromSeed(deriveKey(secret, 'receipt'));
  return { secretFingerprint: secretFingerprint(secret), receiptKey: { kid, publicJwk } };
}

/** Throws while other processes use the database: they would continue with the old secret. */
async function rejectOtherProcesses(databaseUrl: string): Promise<void> {
  if ((await countOtherSessions({ connectionString: databaseUrl })) > 0)
    throw new Failure('conflict', 'webdata runs on this database: stop every process of it first');
}

/** Replaces everything that depends on the root secret, in one transaction. Returns counts by kind of secret. */
async function replaceInDatabase(
  { database, clock, rootSecret }: AppContext,
  fresh: string,
): Promise<Record<string, number>> {
  const now = clock.now();
  const facts = factsOf(fresh);
  return database.transaction().execute(async (transaction) => {
    await replaceSecrets(transaction, factsOf(rootSecret), facts, now);
    const details: Record<string, number> = {};
    for (const { reencrypt } of capabilities)
      Object.assign(details, await reencrypt?.(transaction, { previous: rootSecret, next: fresh }));
    details.values = await resealColumns(transaction, deriveKey(rootSecret, 'job'), deriveKey(fresh, 'job'));
    const accountId = await findDefaultAccount(transaction);
    if (accountId !== null) {
      const { kid: subject } = facts.receiptKey;
      const entry = { action: 'secret_rotated', accountId, subject, details } as const;
      await writeAuditEntry(transaction, { principal: null, requestId: null, at: now }, entry);
    }
    return details;
  });
}

/**
 * Replaces the root secret. The new one is written to its file before the database, so that an interrupted rotation leaves
 * one of the two in force, and the next start finds out which. Returns the lines to print.
 */
export async function rotateSecret(settings: Settings): Promise<string[]> {
  if (settings.databaseUrl !== null) await rejectOtherProcesses(settings.databaseUrl);
  await using stack = new AsyncDisposableStack();
  const startMode = { isReadOnly: false, cancelled: new AbortController().signal, onLost() {} };
  const app = await openAppContext({ ...settings, logLevel: 'warn' }, {}, stack, startMode);
  const { secrets } = app.directory;
  const fresh = newSecret();
  await writeSecret(secrets, nextRootSecretName, fresh);
  const { resealed = 0, logins = 0 } = await replaceInDatabase(app, fresh);
  await publishKeys(app);
  const next = join(secrets, nextRootSecretName);
  const done = `encrypted again: ${resealed} webhook secrets, ${logins} logins; receipts are now signed with ${factsOf(fresh).receiptKey.kid}`;
  if (settings.secret !== null)
    return [done, `set WEBDATA_SECRET of every process to the content of ${next}, then delete that file`];
  await rename(next, join(secrets, rootSecretName));
  return [done, `the new secret is in ${join(secrets, rootSecretName)}: back it up`];
}
