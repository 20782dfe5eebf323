import { sql } from 'kysely';
import type { WebhookEventType } from '../../domain/resources/webhook.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { prepared } from '../../store/prepared-statements.ts';
import { addressDigest, openWebhook } from '../../store/sealed-columns.ts';
import { computeRetryPauseMs } from './retry-pause.ts';
import { deleteFailures, disableDeadTarget, recordFailure } from './targets.ts';

/** Claim of one attempt at one delivery, valid while its lease lasts. */
export interface DeliveryClaim {
  deliveryId: string;
  accountId: string;
  jobId: string | null;
  type: WebhookEventType;
  url: string;
  data: Record<string, unknown>;
  links: Record<string, string>;
  at: Date;
  /** Number of the attempt, from 1; only the claim with the latest number decides the state of the delivery. */
  attempt: number;
  /** Failed attempts since the delivery was last queued. */
  step: number;
}

/** Result of one attempt. */
export interface AttemptOutcome {
  ms: number;
  /** Null if there was no response. */
  statusCode: number | null;
  /** Start of the response body. */
  answer: string | null;
  /** Null if the delivery succeeded. */
  error: string | null;
  /** Pause that the receiver requested with `Retry-After`. */
  retryAfterMs: number | null;
  /** True if the receiver rejects the message for good; it is not retried. Default: false. */
  isPermanent?: boolean;
}

/** Rules of claims. */
export interface ClaimRules {
  /** Time after which an attempt counts as lost; longer than any attempt takes. */
  leaseMs: number;
  /** Maximum number of concurrent attempts at one origin of one account, over all processes. */
  perTarget: number;
}

const claimLockKey = 7_302_114_691;
/** Status of a target that no longer exists (RFC 9110 section 15.5.11). */
const goneStatus = 410;

interface ClaimedRow {
  delivery_id: string;
  account_id: string;
  job_id: string | null;
  type: WebhookEventType;
  url: string;
  data: Record<string, unknown>;
  links: Record<string, string>;
  at: Date;
  attempts: number;
  step: number;
}

/**
 * Serialises transactions that lock many deliveries, until the transaction ends: two processes never count the same
 * free slots of a target, and cannot deadlock on each other's rows.
 */
async function lockClaims(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${claimLockKey}::bigint)`.execute(transaction);
}

function toClaim(connection: DatabaseTransaction, row: ClaimedRow): DeliveryClaim {
  const { delivery_id, account_id, job_id, type, url, data, links, at, attempts, step } = row;
  return {
    deliveryId: delivery_id,
    accountId: account_id,
    jobId: job_id,
    type,
    url: openWebhook(connection, account_id, url),
    data,
    links,
    at,
    attempt: attempts,
    step,
  };
}

/**
 * Claims up to `most` attempts that are due at `now`, the longest due first, and records their start. The query walks
 * from target to target, so a dead target with ten thousand events costs no more than one with ten.
 */
export async function claimDeliveries(
  database: Database,
  rule: ClaimRules,
  maxClaims: number,
  now: Date,
): Promise<DeliveryClaim[]> {
  if (maxClaims <= 0) return [];
  const leasedUntil = addMs(now, rule.leaseMs);
  return database.transaction().execute(async (transaction) => {
    // A separate statement, so that the next one sees the commit of the previous lock holder.
    await lockClaims(transaction);
    const { rows } = await sql<ClaimedRow>`
      with recursive targets as (
        (select account_id, target from deliveries where status = 'pending' order by account_id, target limit 1)
        union all
        (select following.account_id, following.target from targets, lateral (
          select account_id, target from deliveries
          where status = 'pending' and (account_id, target) > (targets.account_id, targets.target)
          order by account_id, target limit 1
        ) following)
      ), due as (
        select waiting.delivery_id from targets, lateral (
          select delivery_id, next_attempt_at from deliveries
          where status = 'pending' and account_id = targets.account_id and target = targets.target
            and next_attempt_at <= ${now}
          order by next_attempt_at, delivery_id
          limit greatest(0, ${rule.perTarget}::bigint - (
            select count(*) from deliveries under_way
            where under_way.account_id = targets.account_id
              and under_way.target = targets.target and under_way.leased_until > ${now}
          ))
        ) waiting
        order by waiting.next_attempt_at, waiting.delivery_id
        limit ${maxClaims}
      ), claimed as (
        update deliveries set attempts = attempts + 1, leased_until = ${leasedUntil}, next_attempt_at = ${leasedUntil}
        where delivery_id in (select delivery_id from due) and status = 'pending' and next_attempt_at <= ${now}
        returning delivery_id, account_id, job_id, type, url, data, links, at, attempts, step
      ), begun as (
        insert into delivery_attempts (delivery_id, attempt, at) select delivery_id, attempts, ${now}::timestamptz from claimed
      )
      select * from claimed order by at, delivery_id`.execute(transaction);
    return rows.map((row) => toClaim(transaction, row));
  });
}

/** Returns when the next unclaimed attempt is due, or the next lease expires; null if there is none. */
export async function findNextAttemptAt(database: Database): Promise<Date | null> {
  const row = await database
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('status', '=', 'pending')
    .orderBy('next_attempt_at')
    .limit(1)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/** Selects the delivery while this claim is the latest one and its attempt is running. */
const updateIfHeld = (transaction: Database | DatabaseTransaction, { deliveryId, attempt }: DeliveryClaim) =>
  transaction
    .updateTable('deliveries')
    .where('delivery_id', '=', deliveryId)
    .where('attempts', '=', attempt)
    .where('status', '=', 'pending')
    .where('leased_until', 'is not', null);

async function recordDelivered(
  transaction: DatabaseTransaction,
  claim: DeliveryClaim,
  now: Date,
): Promise<void> {
  const { accountId, jobId, url } = claim;
  await updateIfHeld(transaction, claim)
    .set({ status: 'delivered', next_attempt_at: null, leased_until: null, delivered_at: now })
    .execute();
  await transaction
    .deleteFrom('webhook_stops')
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId ?? '')
    .where('url_digest', '=', addressDigest(url))
    .execute();
  await deleteFailures(transaction, claim);
}

/** Stops the target: disables this delivery, and other deliveries of the same job to the same URL. */
async function recordGone(transaction: DatabaseTransaction, claim: DeliveryClaim, now: Date): Promise<void> {
  const { accountId, jobId, url } = claim;
  await lockClaims(transaction);
  const stopped = await updateIfHeld(transaction, claim)
    .set({ status: 'disabled', next_attempt_at: null, leased_until: null })
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  await transaction
    .insertInto('webhook_stops')
    .values({ account_id: accountId, job_id: jobId ?? '', url_digest: addressDigest(url), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .updateTable('deliveries')
    .set({ status: 'disabled', next_attempt_at: null, leased_until: null })
    .where('account_id', '=', accountId)
    .where('job_id', jobId === null ? 'is' : '=', jobId)
    .where('url_digest', '=', addressDigest(url))
    .where('status', '=', 'pending')
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
    .execute();
}

async function recordFailed(
  transaction: DatabaseTransaction,
  claim: DeliveryClaim,
  outcome: AttemptOutcome,
  now: Date,
): Promise<boolean> {
  const step = claim.step + 1;
  const pauseMs = outcome.isPermanent === true ? null : computeRetryPauseMs(step, outcome.retryAfterMs);
  // Locked before any delivery: giving one up may disable the others of its target.
  if (pauseMs === null) await lockClaims(transaction);
  const failed = await updateIfHeld(transaction, claim)
    .set({
      status: pauseMs === null ? 'failed' : 'pending',
      step,
      next_attempt_at: pauseMs === null ? null : addMs(now, pauseMs),
      leased_until: null,
    })
    .executeTakeFirst();
  // The attempt is already recorded, or a later attempt decides.
  if (failed.numUpdatedRows === 0n) return false;
  await recordFailure(transaction, claim, outcome.error ?? '', now);
  return pauseMs === null && (await disableDeadTarget(transaction, claim, now));
}

/**
 * Records the result of an attempt and, while its claim is valid, the new state of the delivery; true if its target
 * was disabled as a result. Recording the same attempt again changes nothing.
 */
export async function recordAttempt(
  database: Database,
  claim: DeliveryClaim,
  outcome: AttemptOutcome,
  now: Date,
): Promise<boolean> {
  const { ms, statusCode, answer, error } = outcome;
  return database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('delivery_attempts')
      .set({ ms, status_code: statusCode, answer, error })
      .where('delivery_id', '=', claim.deliveryId)
      .where('attempt', '=', claim.attempt)
      .execute();
    if (error === null) await recordDelivered(transaction, claim, now);
    else if (statusCode === goneStatus) await recordGone(transaction, claim, now);
    else return recordFailed(transaction, claim, outcome, now);
    return false;
  });
}

/** Releases an attempt without a result, so that another process repeats it at once. */
export async function releaseClaim(database: Database, claim: DeliveryClaim, now: Date): Promise<void> {
  await updateIfHeld(database, claim).set({ next_attempt_at: now, leased_until: null }).execute();
}
