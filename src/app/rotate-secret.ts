import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client, type PoolConfig } from 'pg';
import { findDefaultAccount } from '../account/accounts.ts';
import { writeAudit } from '../account/audit.ts';
import { type InstanceFacts, replaceSecrets } from '../account/instance.ts';
import { resealLogins } from '../capabilities/sessions/login-vault.ts';
import { resealRuns } from '../capabilities/workflows/run-store.ts';
import { Failure } from '../domain/failure.ts';
import { deriveKey, secretFingerprint } from '../domain/secret-keys.ts';
import type { Settings } from '../domain/settings.ts';
import { receiptKeyFromSeed } from '../domain/signature.ts';
import { resealWebhookSecrets } from '../jobs/webhooks/secrets.ts';
import { newSecret, writeSecret } from '../runtime/secret-files.ts';
import { type Footing, openFooting, publishKeys } from './footing.ts';
import { nextRootSecretName, rootSecretName } from './root-secret.ts';

/** What the database knows of a root secret. */
export function factsOf(secret: string): InstanceFacts {
  const { kid, publicJwk } = receiptKeyFromSeed(deriveKey(secret, 'receipt'));
  return { secretFingerprint: secretFingerprint(secret), receiptKey: { kid, publicJwk } };
}

/** Refuses while other processes work on the database: they would go on with the old secret. */
async function refuseCompany(connection: PoolConfig): Promise<void> {
  const client = new Client({ ...connection, application_name: 'webdata secret rotation' });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select count(*)::int as sessions from pg_stat_activity
        where datname = current_database() and application_name like 'webdata%' and pid <> pg_backend_pid()`,
    );
    if (rows[0]?.sessions > 0)
      throw new Failure('conflict', 'webdata runs on this database: stop every process of it first');
  } finally {
    await client.end();
  }
}

/** Everything that depends on the root secret, in one transaction. */
async function replaceInDatabase(
  { database, clock, rootSecret }: Footing,
  fresh: string,
): Promise<{ resealed: number; logins: number }> {
  const now = clock.now();
  const facts = factsOf(fresh);
  return database.transaction().execute(async (transaction) => {
    await replaceSecrets(transaction, factsOf(rootSecret), facts, now);
    const resealed = await resealWebhookSecrets(
      transaction,
      deriveKey(rootSecret, 'webhook'),
      deriveKey(fresh, 'webhook'),
    );
    const logins = await resealLogins(transaction, deriveKey(rootSecret, 'login'), deriveKey(fresh, 'login'));
    const runs = await resealRuns(transaction, deriveKey(rootSecret, 'run'), deriveKey(fresh, 'run'));
    const accountId = await findDefaultAccount(transaction);
    if (accountId !== null) {
      const { kid: subject } = facts.receiptKey;
      const entry = {
        action: 'secret_rotated',
        accountId,
        subject,
        details: { resealed, logins, runs },
      } as const;
      await writeAudit(transaction, { principal: null, requestId: null, at: now }, entry);
    }
    return { resealed, logins };
  });
}

/**
 * Makes a new root secret, which is on the disk before the database knows it, and puts it in force. A process that ends
 * in between leaves one of the two in force, and a start finds out which.
 */
export async function rotateSecret(settings: Settings): Promise<string[]> {
  if (settings.databaseUrl !== null) await refuseCompany({ connectionString: settings.databaseUrl });
  await using stack = new AsyncDisposableStack();
  const occupant = { isVisitor: false, calledOff: new AbortController().signal, onLost() {} };
  const footing = await openFooting({ ...settings, logLevel: 'warn' }, {}, stack, occupant);
  const { secrets } = footing.directory;
  const fresh = newSecret();
  await writeSecret(secrets, nextRootSecretName, fresh);
  const { resealed, logins } = await replaceInDatabase(footing, fresh);
  await publishKeys(footing);
  const next = join(secrets, nextRootSecretName);
  const done = `sealed anew: ${resealed} webhook secrets, ${logins} logins; receipts are signed with ${factsOf(fresh).receiptKey.kid}`;
  if (settings.secret !== null)
    return [done, `set WEBDATA_SECRET of every process to what is in ${next}, then delete that file`];
  await rename(next, join(secrets, rootSecretName));
  return [done, `the new secret is in ${join(secrets, rootSecretName)}: back it up`];
}
