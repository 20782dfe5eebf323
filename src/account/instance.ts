import { Failure } from '../domain/failure.ts';
import { base32, uuidV7 } from '../domain/identifier.ts';
import type { PublicJwk } from '../domain/signature.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** What a process knows of the instance before it has seen the database. */
export interface InstanceFacts {
  /** Tells secrets apart without revealing them. */
  secretFingerprint: string;
  receiptKey: { kid: string; publicJwk: PublicJwk };
}

/**
 * Makes or joins the instance of this database and publishes the process's receipt key. Throws Failure `conflict` when
 * the instance was made with another WEBDATA_SECRET; then nothing is changed.
 */
export async function ensureInstance(
  database: Database,
  facts: InstanceFacts,
  now: Date,
): Promise<{ instanceId: string }> {
  const { secretFingerprint, receiptKey } = facts;
  return database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('instance')
      .values({
        instance_id: `inst_${base32(uuidV7(now))}`,
        secret_fingerprint: secretFingerprint,
        created_at: now,
      })
      .onConflict((conflict) => conflict.column('singleton').doNothing())
      .execute();
    const instance = await transaction
      .selectFrom('instance')
      .select(['instance_id', 'secret_fingerprint'])
      .executeTakeFirstOrThrow();
    if (instance.secret_fingerprint !== secretFingerprint) {
      throw new Failure('conflict', 'WEBDATA_SECRET is not the one that this database was set up with');
    }
    await transaction
      .insertInto('receipt_keys')
      .values({ kid: receiptKey.kid, public_jwk: JSON.stringify(receiptKey.publicJwk), created_at: now })
      .onConflict((conflict) => conflict.column('kid').doNothing())
      .execute();
    return { instanceId: instance.instance_id };
  });
}

/** Every public key that ever signed a receipt here, newest first; retired ones stay, so that old receipts verify. */
export async function publishedKeys(database: Database): Promise<PublicJwk[]> {
  const rows = await database
    .selectFrom('receipt_keys')
    .select('public_jwk')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
  return rows.map((row) => row.public_jwk);
}

/**
 * Puts other facts in the place of those that the instance has: the old receipt key stays published, as retired. Throws
 * Failure `conflict` when the instance does not have the old ones.
 */
export async function replaceSecrets(
  transaction: DatabaseTransaction,
  old: InstanceFacts,
  fresh: InstanceFacts,
  now: Date,
): Promise<void> {
  const replaced = await transaction
    .updateTable('instance')
    .set({ secret_fingerprint: fresh.secretFingerprint })
    .where('secret_fingerprint', '=', old.secretFingerprint)
    .returning('instance_id')
    .executeTakeFirst();
  if (replaced === undefined) throw new Failure('conflict', 'WEBDATA_SECRET was changed meanwhile');
  const { kid, publicJwk } = fresh.receiptKey;
  await transaction
    .insertInto('receipt_keys')
    .values({ kid, public_jwk: JSON.stringify(publicJwk), created_at: now })
    .execute();
  await transaction
    .updateTable('receipt_keys')
    .set({ retired_at: now })
    .where('kid', '<>', kid)
    .where('retired_at', 'is', null)
    .execute();
}

/** Tells apart the secret that the database was set up with; null before it is set up. */
export async function secretFingerprintOf(database: Database): Promise<string | null> {
  const row = await database.selectFrom('instance').select('secret_fingerprint').executeTakeFirst();
  return row?.secret_fingerprint ?? null;
}
