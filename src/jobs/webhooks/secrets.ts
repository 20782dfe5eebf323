import { decrypt, encrypt } from '../../domain/crypto/encryption.ts';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { newWebhookSecret } from './sign.ts';

/** Time for which a replaced secret still signs (Standard Webhooks, "Secret rotation"). */
const rotationOverlapMs = dayMs;
/** Maximum number of secrets that sign at the same time, even after many rotations; the newest ones are used. */
const maxSigningSecrets = 4;

/** Secret with which receivers verify, and the time until which the previous one still signs. */
export interface WebhookSecret {
  secret: string;
  createdAt: Date;
  previousValidUntil: Date | null;
}

/** Signing secrets of accounts, encrypted at rest. */
export interface WebhookSecrets {
  /** Returns the account's secret, and creates one if there is none. */
  current(accountId: string, now: Date): Promise<WebhookSecret>;
  /** Creates a new secret; the previous one still signs for a day. */
  rotate(accountId: string, now: Date): Promise<WebhookSecret>;
  /** Returns all secrets that sign now, the newest first. */
  signing(accountId: string, now: Date): Promise<string[]>;
}

/** Creates the store of secrets, encrypted with a 32-byte key derived from WEBDATA_SECRET. */
export function createWebhookSecrets(options: { database: Database; key: Uint8Array }): WebhookSecrets {
  const { database, key } = options;

  /** Creates a secret unless one is valid. */
  async function createIfMissing(connection: Database | DatabaseTransaction, accountId: string, now: Date) {
    await connection
      .insertInto('webhook_secrets')
      .values({
        account_id: accountId,
        sealed: encrypt(key, newWebhookSecret(), accountId),
        created_at: now,
        retires_at: null,
      })
      .onConflict((conflict) => conflict.column('account_id').where('retires_at', 'is', null).doNothing())
      .execute();
  }

  const selectValid = (connection: Database | DatabaseTransaction, accountId: string, now: Date) =>
    connection
      .selectFrom('webhook_secrets')
      .select(['sealed', 'created_at', 'retires_at'])
      .where('account_id', '=', accountId)
      .where((where) => where.or([where('retires_at', 'is', null), where('retires_at', '>', now)]))
      .orderBy('secret_id', 'desc')
      .limit(maxSigningSecrets)
      .execute();

  async function selectValidOrCreate(
    connection: Database | DatabaseTransaction,
    accountId: string,
    now: Date,
  ) {
    const validSecrets = await selectValid(connection, accountId, now);
    if (validSecrets[0]?.retires_at === null) return validSecrets;
    await createIfMissing(connection, accountId, now);
    return selectValid(connection, accountId, now);
  }

  async function read(connection: Database | DatabaseTransaction, accountId: string, now: Date) {
    const [newest, previous] = await selectValidOrCreate(connection, accountId, now);
    if (newest === undefined)
      throw new Error('The account has no webhook secret although one was just created.');
    return {
      secret: decrypt(key, newest.sealed, accountId),
      createdAt: newest.created_at,
      previousValidUntil: previous?.retires_at ?? null,
    };
  }

  return {
    current: (accountId, now) => read(database, accountId, now),
    rotate: (accountId, now) =>
      database.transaction().execute(async (transaction) => {
        await transaction
          .updateTable('webhook_secrets')
          .set({ retires_at: addMs(now, rotationOverlapMs) })
          .where('account_id', '=', accountId)
          .where('retires_at', 'is', null)
          .execute();
        await createIfMissing(transaction, accountId, now);
        return read(transaction, accountId, now);
      }),
    async signing(accountId, now) {
      const rows = await selectValidOrCreate(database, accountId, now);
      return rows.map((row) => decrypt(key, row.sealed, accountId));
    },
  };
}

/** Encrypts all secrets with another key; returns their number. */
export async function reencryptWebhookSecrets(
  transaction: DatabaseTransaction,
  oldKey: Uint8Array,
  newKey: Uint8Array,
): Promise<number> {
  const rows = await transaction
    .selectFrom('webhook_secrets')
    .select(['secret_id', 'account_id', 'sealed'])
    .forUpdate()
    .execute();
  for (const { secret_id, account_id, sealed } of rows) {
    await transaction
      .updateTable('webhook_secrets')
      .set({ sealed: encrypt(newKey, decrypt(oldKey, sealed, account_id), account_id) })
      .where('secret_id', '=', secret_id)
      .execute();
  }
  return rows.length;
}

/** Deletes secrets that no longer sign; returns their number. */
export async function deleteExpiredWebhookSecrets(database: Database, now: Date): Promise<number> {
  const deleted = await database
    .deleteFrom('webhook_secrets')
    .where('retires_at', '<=', now)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
