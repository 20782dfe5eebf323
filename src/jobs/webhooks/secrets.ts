import { addMs } from '../../domain/clock.ts';
import { seal, unseal } from '../../domain/seal.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { newWebhookSecret } from './sign.ts';

/** How long a replaced secret signs beside its successor (Standard Webhooks, "Secret rotation"). */
const overlapMs = 24 * 3_600_000;
/** Secrets that sign at once at most, however often they are rotated in a day; the newest count. */
const mostAtOnce = 4;

/** The secret that an account's receivers verify with, and until when the one before still signs. */
export interface WebhookSecret {
  secret: string;
  createdAt: Date;
  previousValidUntil: Date | null;
}

/** The signing secrets of accounts, sealed at rest. */
export interface WebhookSecrets {
  /** The account's secret, made when it has none yet. */
  current(accountId: string, now: Date): Promise<WebhookSecret>;
  /** Puts a new one in force; what it replaces signs for another day. */
  rotate(accountId: string, now: Date): Promise<WebhookSecret>;
  /** Every secret that signs now, the newest first. */
  signing(accountId: string, now: Date): Promise<string[]>;
}

/** Composes them over a 32-byte key that only processes with this WEBDATA_SECRET have. */
export function createWebhookSecrets(options: { database: Database; key: Uint8Array }): WebhookSecrets {
  const { database, key } = options;

  /** Makes a secret unless one is in force. */
  async function ensure(connection: Database | DatabaseTransaction, accountId: string, now: Date) {
    await connection
      .insertInto('webhook_secrets')
      .values({
        account_id: accountId,
        sealed: seal(key, newWebhookSecret(), accountId),
        created_at: now,
        retires_at: null,
      })
      .onConflict((conflict) => conflict.column('account_id').where('retires_at', 'is', null).doNothing())
      .execute();
  }

  const valid = (connection: Database | DatabaseTransaction, accountId: string, now: Date) =>
    connection
      .selectFrom('webhook_secrets')
      .select(['sealed', 'created_at', 'retires_at'])
      .where('account_id', '=', accountId)
      .where((where) => where.or([where('retires_at', 'is', null), where('retires_at', '>', now)]))
      .orderBy('secret_id', 'desc')
      .limit(mostAtOnce)
      .execute();

  async function validOrNew(connection: Database | DatabaseTransaction, accountId: string, now: Date) {
    const found = await valid(connection, accountId, now);
    if (found[0]?.retires_at === null) return found;
    await ensure(connection, accountId, now);
    return valid(connection, accountId, now);
  }

  async function read(connection: Database | DatabaseTransaction, accountId: string, now: Date) {
    const [newest, previous] = await validOrNew(connection, accountId, now);
    if (newest === undefined)
      throw new Error('an account is without a webhook secret right after it was made');
    return {
      secret: unseal(key, newest.sealed, accountId),
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
          .set({ retires_at: addMs(now, overlapMs) })
          .where('account_id', '=', accountId)
          .where('retires_at', 'is', null)
          .execute();
        await ensure(transaction, accountId, now);
        return read(transaction, accountId, now);
      }),
    async signing(accountId, now) {
      const rows = await validOrNew(database, accountId, now);
      return rows.map((row) => unseal(key, row.sealed, accountId));
    },
  };
}

/** Seals every secret anew under another key; returns how many. */
export async function resealWebhookSecrets(
  transaction: DatabaseTransaction,
  old: Uint8Array,
  fresh: Uint8Array,
): Promise<number> {
  const rows = await transaction
    .selectFrom('webhook_secrets')
    .select(['secret_id', 'account_id', 'sealed'])
    .forUpdate()
    .execute();
  for (const { secret_id, account_id, sealed } of rows) {
    await transaction
      .updateTable('webhook_secrets')
      .set({ sealed: seal(fresh, unseal(old, sealed, account_id), account_id) })
      .where('secret_id', '=', secret_id)
      .execute();
  }
  return rows.length;
}

/** Drops secrets that no longer sign; returns how many. */
export async function sweepWebhookSecrets(database: Database, now: Date): Promise<number> {
  const swept = await database
    .deleteFrom('webhook_secrets')
    .where('retires_at', '<=', now)
    .executeTakeFirst();
  return Number(swept.numDeletedRows);
}
