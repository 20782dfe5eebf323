import { sql } from 'kysely';
import { addMs } from '../domain/clock.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** How long an answer is given again (api.md section 1, "Idempotency"). */
export const replayedForMs = 24 * 60 * 60_000;
/** Longer than any first run may take: what a killed process had begun is begun anew after this. */
const leasedForMs = 3 * 60_000;

/** A request that names a key of its own. */
export interface IdempotentRequest {
  accountId: string;
  /** Method and path. */
  route: string;
  key: string;
  /** SHA-256 of what is asked. */
  fingerprint: Uint8Array;
  requestId: string;
}

/** What a key stands for: nothing yet (`first`), a run under way, something else, or an answer. */
export type IdempotencyClaim =
  | { kind: 'first' }
  | { kind: 'under_way' }
  | { kind: 'other_request' }
  | { kind: 'answered'; text: string | null; ref: string | null };

/** What is kept of an answer: its JSON, or the `ref` of the contents that hold it. */
export interface KeptAnswer {
  accountId: string;
  requestId: string;
  text: string | null;
  ref: string | null;
}

/** Completes a key in the transaction that creates what was asked for; does nothing where no key was named. */
export type Commit = (transaction: DatabaseTransaction, value: unknown) => Promise<void>;

/** Takes the key for a first run, unless somebody holds it or its answer is still to be given again. */
export async function claimKey(
  database: Database,
  request: IdempotentRequest,
  now: Date,
): Promise<IdempotencyClaim> {
  const { accountId, route, key, requestId } = request;
  const fingerprint = Buffer.from(request.fingerprint);
  const taken = await sql`
    insert into idempotency (account_id, route, key, fingerprint, request_id, leased_until, expires_at)
    values (${accountId}, ${route}, ${key}, ${fingerprint}, ${requestId},
      ${addMs(now, leasedForMs).toISOString()}::timestamptz, ${addMs(now, replayedForMs).toISOString()}::timestamptz)
    on conflict (account_id, route, key) do update set fingerprint = excluded.fingerprint,
      request_id = excluded.request_id, leased_until = excluded.leased_until, expires_at = excluded.expires_at,
      answer = null, answer_ref = null
    where idempotency.expires_at <= ${now.toISOString()}::timestamptz
      or (idempotency.answer is null and idempotency.answer_ref is null
        and idempotency.leased_until <= ${now.toISOString()}::timestamptz)
    returning 1
  `.execute(database);
  if (taken.rows.length > 0) return { kind: 'first' };
  const row = await database
    .selectFrom('idempotency')
    .select(['fingerprint', 'answer', 'answer_ref'])
    .where('account_id', '=', accountId)
    .where('route', '=', route)
    .where('key', '=', key)
    .executeTakeFirst();
  // Given back between the two statements: whoever tries again finds it free.
  if (row === undefined) return { kind: 'under_way' };
  if (!row.fingerprint.equals(fingerprint)) return { kind: 'other_request' };
  if (row.answer === null && row.answer_ref === null) return { kind: 'under_way' };
  return { kind: 'answered', text: row.answer, ref: row.answer_ref };
}

/**
 * Keeps the answer for the key that this request holds. Inside a transaction, which fails (SQLSTATE 23514) when another
 * run has taken the key over meanwhile: of two runs one takes effect.
 */
export async function keepAnswer(transaction: DatabaseTransaction, answer: KeptAnswer): Promise<void> {
  await sql`
    with kept as (
      update idempotency set answer = ${answer.text}::text, answer_ref = ${answer.ref}::text
      where request_id = ${answer.requestId} and account_id = ${answer.accountId}
      returning 1
    )
    select refuse('another run has this idempotency key') where not exists (select from kept)
  `.execute(transaction);
}

/** Gives a key back whose run came to nothing, so that the next try is a first one. */
export async function releaseKey(database: Database, request: IdempotentRequest): Promise<void> {
  await database
    .deleteFrom('idempotency')
    .where('request_id', '=', request.requestId)
    .where('account_id', '=', request.accountId)
    .where('answer', 'is', null)
    .where('answer_ref', 'is', null)
    .execute();
}

/** Drops keys whose answers are given no more, at most `limit` a call; returns how many. */
export async function sweepIdempotency(database: Database, now: Date, limit = 10_000): Promise<number> {
  const swept = await sql`
    delete from idempotency where (account_id, route, key) in (
      select account_id, route, key from idempotency where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit} for update skip locked
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}
