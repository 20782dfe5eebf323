import { sql } from 'kysely';
import { addMs } from '../../domain/system/clock.ts';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** Time for which a response is replayed (docs/api/conventions.md#idempotency). */
export const replayPeriodMs = dayMs;
/** Longer than any first run may take: work of a killed process can be started again after this. */
const leaseMs = 3 * 60_000;

/** A request with an Idempotency-Key. */
export interface IdempotentRequest {
  accountId: string;
  /** HTTP method and path. */
  route: string;
  key: string;
  /** SHA-256 of the request. */
  fingerprint: Uint8Array;
  requestId: string;
}

/** State of a key: unused (`first`), in progress, used by a different request, or answered. */
export type IdempotencyClaim =
  | { kind: 'first' }
  | { kind: 'under_way' }
  | { kind: 'other_request' }
  | { kind: 'answered'; text: string | null; ref: string | null };

/** Stored response: its JSON, or the `ref` of the contents that hold it. */
export interface IdempotentResponse {
  accountId: string;
  requestId: string;
  text: string | null;
  ref: string | null;
}

/** Completes a key in the transaction that creates the requested resource; does nothing without a key. */
export type Commit = (transaction: DatabaseTransaction, value: unknown) => Promise<void>;

/** The commit of a request without a key: nothing has to be in the transaction of its effect. */
export const noCommit: Commit = async () => {};

/** Claims the key for a first run, unless it is in progress or its response can be replayed. */
export async function claimKey(
  database: Database,
  request: IdempotentRequest,
  now: Date,
): Promise<IdempotencyClaim> {
  const { accountId, route, key, requestId } = request;
  const fingerprint = Buffer.from(request.fingerprint);
  const inserted = await sql`
    insert into idempotency (account_id, route, key, fingerprint, request_id, leased_until, expires_at)
    values (${accountId}, ${route}, ${key}, ${fingerprint}, ${requestId},
      ${addMs(now, leaseMs).toISOString()}::timestamptz, ${addMs(now, replayPeriodMs).toISOString()}::timestamptz)
    on conflict (account_id, route, key) do update set fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, leased_until = excluded.leased_until, expires_at = excluded.expires_at,
      answer = null, answer_ref = null
    where idempotency.expires_at <= ${now.toISOString()}::timestamptz
      or (idempotency.answer is null and idempotency.answer_ref is null
        and idempotency.leased_until <= ${now.toISOString()}::timestamptz)
    returning 1
  `.execute(database);
  if (inserted.rows.length > 0) return { kind: 'first' };
  const row = await database
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer', 'answer_ref'])
    .where('account_id', '=', accountId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  // Released between the two statements: a retry finds it free.
  if (row === undefined) return { kind: 'under_way' };
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'other_request' };
  if (row.answer === null && row.answer_ref === null) return { kind: 'under_way' };
  return { kind: 'answered', text: row.answer, ref: row.answer_ref };
}

/**
 * Stores the response for the key that this request holds, inside a transaction. The transaction fails (SQLSTATE 23514)
 * if another run has claimed the key meanwhile, so that only one of two runs takes effect.
 */
export async function storeIdempotentResponse(
  transaction: DatabaseTransaction,
  answer: IdempotentResponse,
): Promise<void> {
  await sql`
    with kept as (
      update idempotency set answer = ${answer.text}::text, answer_ref = ${answer.ref}::text
      where request_id = ${answer.requestId} and account_id = ${answer.accountId}
      returning 1
    )
    select refuse('another run has this idempotency key') where not exists (select from kept)
  `.execute(transaction);
}

/** Releases the key of a failed run, so that the next attempt is a first one. */
export async function releaseKey(database: Database, request: IdempotentRequest): Promise<void> {
  await database
    .deleteFrom('idempotency')
    .where('request_id', '=', request.requestId)
    .where('account_id', '=', request.accountId)
    .where('answer', 'is', null)
    .where('answer_ref', 'is', null)
    .execute();
}

/** Deletes keys whose responses are no longer replayed, at most `limit` per call; returns their number. */
export async function sweepIdempotency(database: Database, now: Date, limit = 10_000): Promise<number> {
  const swept = await sql`
    delete from idempotency where (account_id, route, key) in (
      select account_id, route, key from idempotency where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit} for update skip locked
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
