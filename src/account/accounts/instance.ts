import type { PublicJwk } from '../../domain/crypto/signature.ts';
import { Failure } from '../../domain/system/failure.ts';
import { base32, uuidV7 } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { storableJson } from '../../store/storable.ts';

/** Identity of an instance, derived from its root secret. */
export interface InstanceIdentity {
  /** Identifies the secret without revealing it. */
  secretFingerprint: string;
  receiptKey: { kid: string; publicJwk: PublicJwk };
}

/**
 * Creates or joins the instance of this database and publishes the process's receipt key. Throws Failure `conflict`,
 * without changes, if the instance was created with another WEBDATA_SECRET.
 */
export async function ensureInstance(
  database: Database,
  identity: InstanceIdentity,
  now: Date,
): Promise<{ instanceId: string }> {
  const { secretFingerprint, receiptKey } = identity;
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
      throw new Failure(
        'conflict',
        'WEBDATA_SECRET is not the one that this database was created with. Start the service with the original value.',
      );
    }
    await transaction
      .insertInto('receipt_keys')
      .values({ kid: receiptKey.kid, public_jwk: storableJson(receiptKey.publicJwk), created_at: now })
      .onConflict((conflict) => conflict.column('kid').doNothing())
      .execute();
    return { instanceId: instance.instance_id };
  });
}

/** Lists all public keys that signed receipts here, newest first; retired keys stay, so that old receipts verify. */
export async function listPublishedKeys(database: Database): Promise<PublicJwk[]> {
  const rows = await database
    .selectFrom('receipt_keys')
    .select('public_jwk')
    .orderBy('created_at', 'desc')
    .orderBy('kid')
    .execute();
  return rows.map((row) => row.public_jwk);
}

/**
 * Replaces the secret and receipt key of the instance; the old receipt key stays published as retired. Throws Failure
 * `conflict` if the instance does not have the old secret.
 */
export async function replaceSecrets(
  transaction: DatabaseTransaction,
  old: InstanceIdentity,
  next: InstanceIdentity,
  now: Date,
): Promise<void> {
  const replaced = await transaction
    .updateTable('instance')
    .set({ secret_fingerprint: next.secretFingerprint })
    .where('secret_fingerprint', '=', old.secretFingerprint)
    .returning('instance_id')
    .executeTakeFirst();
  if (replaced === undefined)
    throw new Failure('conflict', 'WEBDATA_SECRET was changed by another process. Run the rotation again.');
  const { kid, publicJwk } = next.receiptKey;
  await transaction
    .insertInto('receipt_keys')
    .values({ kid, public_jwk: storableJson(publicJwk), created_at: now })
    .execute();
  await transaction
    .updateTable('receipt_keys')
    .set({ retired_at: now })
    .where('kid', '<>', kid)
    .where('retired_at', 'is', null)
    .execute();
}

/** Returns the fingerprint of the secret that the database was created with; null before the first start. */
export async function findSecretFingerprint(database: Database): Promise<string | null> {
  const row = await database.selectFrom('instance').select('secret_fingerprint').executeTakeFirst();
  return row?.secret_fingerprint ?? null;
}
