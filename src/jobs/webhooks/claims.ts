import { sql } from 'kysely';
import { addMs } from '../../domain/clock.ts';
import type { WebhookEventType } from '../../domain/webhook.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { urlDigest } from './events.ts';
import { pauseAfter } from './ladder.ts';
import { disableDeadTarget, forgetFailures, noteFailure } from './targets.ts';

/** One attempt at one delivery, for as long as the lease lasts. */
export interface Claim {
  deliveryId: string;
  accountId: string;
  jobId: string | null;
  type: WebhookEventType;
  url: string;
  data: Record<string, unknown>;
  links: Record<string, string>;
  at: Date;
  /** Numbers the attempts from 1; whoever holds an older one no longer decides what becomes of the delivery. */
  attempt: number;
  /** Attempts that failed since the delivery was last set going. */
  step: number;
}

/** What one attempt came to. */
export interface AttemptOutcome {
  ms: number;
  /** Null when no answer came. */
  statusCode: number | null;
  /** The beginning of the answer's text. */
  answer: string | null;
  /** Null when it was delivered. */
  error: string | null;
  /** What the receiver asked for by `Retry-After`. */
  retryAfterMs: number | null;
}

/** How claims are made. */
export interface ClaimRule {
  /** After so long an attempt counts as lost; longer than any attempt takes. */
  leaseMs: number;
  /** Attempts at once at one origin of one account, over all processes. */
  perTarget: number;
}

const claimLock = 7_302_114_691;
/** A target that is gone (RFC 9110 section 15.5.11). */
const gone = 410;

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
 * Serialises, until the transaction ends, what takes many deliveries: two processes never count the same free places of
 * a target, and none waits for the other's rows in a circle.
 */
async function lockClaims(transaction: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${claimLock}::bigint)`.execute(transaction);
}

function toClaim(row: ClaimedRow): Claim {
  const { delivery_id, account_id, job_id, type, url, data, links, at, attempts, step } = row;
  return {
    deliveryId: delivery_id,
    accountId: account_id,
    jobId: job_id,
    type,
    url,
    data,
    links,
    at,
    attempt: attempts,
    step,
  };
}

/**
 * Claims up to `most` attempts that are due at `now`, the longest due first, and writes them down as begun. Walks from
 * target to target, so that a dead one with ten thousand events costs a claim no more than one with ten.
 */
export async function claimDeliveries(
  database: Database,
  rule: ClaimRule,
  most: number,
  now: Date,
): Promise<Claim[]> {
  if (most <= 0) return [];
  const leasedUntil = addMs(now, rule.leaseMs);
  return database.transaction().execute(async (transaction) => {
    // A statement of its own: the next one must see what the holder before has committed.
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
        limit ${most}
      ), claimed as (
        update deliveries set attempts = attempts + 1, leased_until = ${leasedUntil}, next_attempt_at = ${leasedUntil}
        where delivery_id in (select delivery_id from due) and status = 'pending' and next_attempt_at <= ${now}
        returning delivery_id, account_id, job_id, type, url, data, links, at, attempts, step
      ), begun as (
        insert into delivery_attempts (delivery_id, attempt, at) select delivery_id, attempts, ${now}::timestamptz from claimed
      )
      select * from claimed order by at, delivery_id`.execute(transaction);
    return rows.map(toClaim);
  });
}

/** When the next attempt is due that nobody holds; null when none is. A lease that ends counts too. */
export async function nextAttemptAt(database: Database): Promise<Date | null> {
  const row = await database
    .selectFrom('deliveries')
    .select('next_attempt_at')
    .where('status', '=', 'pending')
    .orderBy('next_attempt_at')
    .limit(1)
    .executeTakeFirst();
  return row?.next_attempt_at ?? null;
}

/** The delivery, as long as this claim is the last one and still under way. */
const held = (transaction: Database | DatabaseTransaction, { deliveryId, attempt }: Claim) =>
  transaction
    .updateTable('deliveries')
    .where('delivery_id', '=', deliveryId)
    .where('attempts', '=', attempt)
    .where('status', '=', 'pending')
    .where('leased_until', 'is not', null);

async function settleDelivered(transaction: DatabaseTransaction, claim: Claim, now: Date): Promise<void> {
  const { accountId, jobId, url } = claim;
  await held(transaction, claim)
    .set({ status: 'delivered', next_attempt_at: null, leased_until: null, delivered_at: now })
    .execute();
  await transaction
    .deleteFrom('webhook_stops')
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId ?? '')
    .where('url_digest', '=', urlDigest(url))
    .execute();
  await forgetFailures(transaction, claim);
}

/** Stops the target: this delivery, and what else of the same job waits for the same address. */
async function settleGone(transaction: DatabaseTransaction, claim: Claim, now: Date): Promise<void> {
  const { accountId, jobId, url } = claim;
  await lockClaims(transaction);
  const stopped = await held(transaction, claim)
    .set({ status: 'disabled', next_attempt_at: null, leased_until: null })
    .executeTakeFirst();
  if (stopped.numUpdatedRows === 0n) return;
  await transaction
    .insertInto('webhook_stops')
    .values({ account_id: accountId, job_id: jobId ?? '', url_digest: urlDigest(url), at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await transaction
    .updateTable('deliveries')
    .set({ status: 'disabled', next_attempt_at: null, leased_until: null })
    .where('account_id', '=', accountId)
    .where('job_id', jobId === null ? 'is' : '=', jobId)
    .where('url', '=', url)
    .where('status', '=', 'pending')
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
    .execute();
}

async function settleFailed(
  transaction: DatabaseTransaction,
  claim: Claim,
  outcome: AttemptOutcome,
  now: Date,
): Promise<boolean> {
  const step = claim.step + 1;
  const pause = pauseAfter(step, outcome.retryAfterMs);
  // Before any delivery is touched: what gives one up may have to stop the others of its target.
  if (pause === null) await lockClaims(transaction);
  await held(transaction, claim)
    .set({
      status: pause === null ? 'failed' : 'pending',
      step,
      next_attempt_at: pause === null ? null : addMs(now, pause),
      leased_until: null,
    })
    .execute();
  await noteFailure(transaction, claim, outcome.error ?? '', now);
  return pause === null && (await disableDeadTarget(transaction, claim, now));
}

/** Writes down what an attempt came to and, while its claim holds, what becomes of the delivery; true when its target was disabled with it. */
export async function recordAttempt(
  database: Database,
  claim: Claim,
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
    if (error === null) await settleDelivered(transaction, claim, now);
    else if (statusCode === gone) await settleGone(transaction, claim, now);
    else return settleFailed(transaction, claim, outcome, now);
    return false;
  });
}

/** Gives up an attempt whose outcome nobody will know, so that another process makes it again at once. */
export async function giveBack(database: Database, claim: Claim, now: Date): Promise<void> {
  await held(database, claim).set({ next_attempt_at: now, leased_until: null }).execute();
}
