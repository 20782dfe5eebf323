import { sql } from 'kysely';
import type { Reservation } from '../../domain/resources/account.ts';
import { currentActivity } from '../../domain/system/activity.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { type Log, silentLog } from '../../domain/system/log.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { retryTransient } from '../../store/retry-transient.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import { inTransaction } from '../../store/transaction.ts';
import { createGroupWriter } from '../requests/group-writer.ts';
import {
  isLimitedKey,
  readAllowances,
  type SpendingAllowance,
  spendingLimitMessage,
} from './key-spending.ts';

/** Credits to reserve for work that is about to start. */
export interface ReservationRequest {
  accountId: string;
  /** Maximum credits; a positive integer. */
  credits: number;
  /** Minimum credits; `credits` (all or nothing) if absent, 1 to reserve whatever is available. */
  minCredits?: number;
  requestId?: string | null;
  jobId?: string | null;
  /** Key on whose behalf the work runs: its limit of credits a day holds. */
  keyId?: string | null;
  /**
   * Row of the frontier that the work runs: the reservation is released when the row returns to the queue, because its
   * worker has lost it.
   */
  frontierId?: number | null;
  /** Time at which the reservation expires unless it is settled. */
  expiresAt: Date;
}

/** Result of a partial reservation; without credits there is no reservation. */
export interface PartialReservation {
  reservationId: string | null;
  credits: number;
  /** Why fewer credits than requested are reserved, if the limit of the key is the reason. */
  refusal?: string | undefined;
}

/** Result of reserving more credits for work that runs. */
export interface Extension {
  isExtended: boolean;
  /** Why not, if the limit of the key is the reason. */
  refusal?: string | undefined;
}

/** Reserves and releases credits of single requests, written in groups. */
export interface Reservations {
  /** Reserves credits; null if the account has fewer than `atLeast`. Unlimited accounts get all of them. */
  reserve(request: ReservationRequest): Promise<Reservation | null>;
  /** Reserves as many credits as are available, possibly none. */
  reserveUpTo(request: Omit<ReservationRequest, 'atLeast'>): Promise<PartialReservation>;
  /** Adds credits to a reservation; false, without changes, if the account does not have enough. */
  extend(reservation: Pick<Reservation, 'reservationId' | 'accountId'>, credits: number): Promise<Extension>;
  /**
   * Releases credits that were not charged; has no effect on null or a released reservation. Never rejects, so that it
   * hides no other error: a failed release is retried for minutes, and the reservation expires afterwards.
   */
  release(reservationId: string | null): Promise<void>;
  /** Waits for pending work. */
  close(): Promise<void>;
}

interface AccountState {
  unlimited: boolean;
  available: number;
}

/**
 * Locks the accounts, then reads their available credits; in two statements, so that the sum is read after the lock.
 */
async function readAvailable(
  transaction: DatabaseTransaction,
  accountIds: string[],
  now: Date,
): Promise<Map<string, AccountState>> {
  const accounts = await transaction
    .selectFrom('accounts')
    .select(['account_id', 'unlimited', sql<number>`plan_balance + top_up_balance`.as('balance')])
    .where('account_id', 'in', accountIds)
    .orderBy('account_id')
    .forNoKeyUpdate()
    .execute();
  const open = await transaction
    .selectFrom('reservations')
    .select(['account_id', sql<number>`sum(credits)::bigint`.as('credits')])
    .where('account_id', 'in', accountIds)
    .where('expires_at', '>', now)
    .groupBy('account_id')
    .execute();
  const reserved = new Map(open.map((row) => [row.account_id, row.credits]));
  return new Map(
    accounts.map(({ account_id, unlimited, balance }) => [
      account_id,
      { unlimited, available: balance - (reserved.get(account_id) ?? 0) },
    ]),
  );
}

/** Credits that a request gets: 0 if fewer than required are available. */
export interface GrantedCredits {
  credits: number;
  /** Why there are fewer than requested, if the limit of the key is the reason. */
  refusal: string | undefined;
}

type CreditRequest = Pick<ReservationRequest, 'accountId' | 'credits' | 'minCredits' | 'keyId'>;

/** Credits of accounts and keys that are locked, from which requests get theirs one after another. */
class LockedCredits {
  readonly #accounts: Map<string, AccountState>;
  readonly #keys: Map<string, SpendingAllowance>;
  readonly #now: Date;

  private constructor(accounts: Map<string, AccountState>, keys: Map<string, SpendingAllowance>, now: Date) {
    this.#accounts = accounts;
    this.#keys = keys;
    this.#now = now;
  }

  /** Locks the accounts of the requests, then reads what they and their keys may spend. */
  static async read(
    transaction: DatabaseTransaction,
    requests: readonly CreditRequest[],
    now: Date,
  ): Promise<LockedCredits> {
    const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
    const keyIds = [...new Set(requests.flatMap(({ keyId }) => keyId ?? []))];
    const accounts = await readAvailable(transaction, accountIds, now);
    return new LockedCredits(accounts, await readAllowances(transaction, keyIds, now), now);
  }

  grant({ accountId, keyId, credits, minCredits = credits }: CreditRequest): GrantedCredits {
    const account = this.#accounts.get(accountId);
    if (account === undefined) return { credits: 0, refusal: undefined };
    const ofAccount = account.unlimited ? credits : Math.min(credits, Math.max(0, account.available));
    const key = this.#keys.get(keyId ?? '');
    const ofKey = key === undefined ? credits : Math.max(0, key.available);
    const refusal = key !== undefined && ofKey < ofAccount ? spendingLimitMessage(key, this.#now) : undefined;
    const granted = Math.min(ofAccount, ofKey);
    if (granted < minCredits) return { credits: 0, refusal };
    account.available -= granted;
    if (key !== undefined) key.available -= granted;
    return { credits: granted, refusal };
  }
}

/**
 * Locks the account and returns the credits that a reservation of it may have. The caller writes the reservation in the same
 * transaction.
 */
export async function grantAvailable(
  transaction: DatabaseTransaction,
  request: CreditRequest,
  now: Date,
): Promise<GrantedCredits> {
  return (await LockedCredits.read(transaction, [request], now)).grant(request);
}

/** A reservation, and why it holds fewer credits than requested if the limit of the key is the reason. */
export interface ReservationResult {
  reservation: Reservation | null;
  refusal?: string | undefined;
}

/** Reserves credits inside the caller's transaction; results are in the order of the requests. */
export async function reserveCredits(
  transaction: DatabaseTransaction,
  requests: ReservationRequest[],
  now: Date,
): Promise<ReservationResult[]> {
  const locked = await LockedCredits.read(transaction, requests, now);
  const results = requests.map((request): ReservationResult => {
    const { credits, refusal } = locked.grant(request);
    if (credits === 0) return { reservation: null, refusal };
    const { accountId, expiresAt } = request;
    const reservationId = newIdentifier('rsv', now);
    return { reservation: { reservationId, accountId, credits, expiresAt }, refusal };
  });
  const rows = results.flatMap(({ reservation }, index) => {
    if (reservation === null) return [];
    return {
      reservation_id: reservation.reservationId,
      account_id: reservation.accountId,
      credits: reservation.credits,
      request_id: requests[index]?.requestId ?? null,
      job_id: requests[index]?.jobId ?? null,
      frontier_id: requests[index]?.frontierId ?? null,
      key_id: requests[index]?.keyId ?? null,
      created_at: now,
      expires_at: reservation.expiresAt,
    };
  });
  if (rows.length > 0) await transaction.insertInto('reservations').values(rows).execute();
  return results;
}

/** Releases reservations; unknown ids are ignored. */
export async function releaseReservations(
  database: Database | DatabaseTransaction,
  reservationIds: string[],
): Promise<void> {
  await sql`delete from reservations where reservation_id = any(${reservationIds}::text[])`.execute(database);
}

/** Deletes expired reservations, at most `limit` per call; returns their number. They no longer counted. */
export async function sweepReservations(database: Database, now: Date, limit = 10_000): Promise<number> {
  const swept = await sql`
    delete from reservations where reservation_id in (
      select reservation_id from reservations where expires_at <= ${now.toISOString()}::timestamptz
      order by expires_at limit ${limit} for update skip locked
    )
  `.execute(database);
  return Number(swept.numAffectedRows ?? 0);
}

/**
 * Reserves credits of unlimited accounts in one statement without counting; null for all other accounts, and for keys with a
 * limit. The commit is
 * not flushed: a later charge flushes the log up to here, and a crash ends the work that the reservation was for.
 */
async function reserveUnlimited(
  database: Database,
  requests: ReservationRequest[],
  now: Date,
): Promise<(Reservation | null)[]> {
  const ids = requests.map(() => newIdentifier('rsv', now));
  const inserted = await sql<{ reservation_id: string }>`${sql.raw(preparedMarker)}
    with unwaited as materialized (select set_config('synchronous_commit', 'off', true))
    insert into reservations (reservation_id, account_id, credits, request_id, job_id, frontier_id, key_id,
      created_at, expires_at)
    select requested.id, requested.account_id, requested.credits, requested.request_id, requested.job_id,
      requested.frontier_id, requested.key_id, ${now.toISOString()}, requested.expires_at
    from unwaited, unnest(
      ${ids}::text[],
      ${requests.map((request) => request.accountId)}::text[],
      ${requests.map((request) => request.credits)}::bigint[],
      ${requests.map((request) => request.requestId ?? null)}::text[],
      ${requests.map((request) => request.jobId ?? null)}::text[],
      ${requests.map((request) => request.frontierId ?? null)}::bigint[],
      ${requests.map((request) => request.keyId ?? null)}::text[],
      ${requests.map((request) => request.expiresAt.toISOString())}::timestamptz[]
    ) as requested (id, account_id, credits, request_id, job_id, frontier_id, key_id, expires_at)
    join accounts on accounts.account_id = requested.account_id and accounts.unlimited
    where not ${isLimitedKey(sql.ref('requested.key_id'))}
    returning reservation_id
  `.execute(database);
  const granted = new Set(inserted.rows.map((row) => row.reservation_id));
  return requests.map(({ accountId, credits, expiresAt }, index) => {
    const reservationId = itemAt(ids, index);
    return granted.has(reservationId) ? { reservationId, accountId, credits, expiresAt } : null;
  });
}

/**
 * Reserves more credits and merges them into the reservation, or changes nothing. The commit is flushed: if a crash of the
 * database undid the extension alone, the charge of the work that goes on would exceed its reservation.
 */
async function extendReservation(
  database: Database,
  { reservationId, accountId }: Pick<Reservation, 'reservationId' | 'accountId'>,
  credits: number,
  now: Date,
): Promise<Extension> {
  return inTransaction(database, async (transaction) => {
    const held = await transaction
      .selectFrom('reservations')
      .select('key_id')
      .where('reservation_id', '=', reservationId)
      .executeTakeFirst();
    const request = { accountId, credits, keyId: held?.key_id ?? null, expiresAt: addMs(now, 60_000) };
    const [{ reservation: additional, refusal } = { reservation: null }] = await reserveCredits(
      transaction,
      [request],
      now,
    );
    if (additional === null) return { isExtended: false, refusal };
    const { rows } = await sql`
      with merged as (delete from reservations where reservation_id = ${additional.reservationId})
      update reservations set credits = credits + ${credits}::bigint
      where reservation_id = ${reservationId} and account_id = ${accountId} returning reservation_id
    `.execute(transaction);
    return { isExtended: rows.length > 0 };
  });
}

/** Time for which a release is retried in the background. */
const releaseTimeoutMs = 10 * 60_000;

/** Creates reservations with group commit. A database crash can lose a reservation, never a charge. */
export function createReservations(options: { database: Database; clock: Clock; log?: Log }): Reservations {
  const { database, clock } = options;
  const reportError = createThrottledErrorLog(options.log ?? silentLog);
  const closing = new AbortController();
  const pendingReleases = new Set<Promise<void>>();

  async function reserveGroup(requests: ReservationRequest[]): Promise<ReservationResult[]> {
    const granted = await reserveUnlimited(database, requests, clock.now());
    const limited = requests.filter((_, index) => granted[index] === null);
    if (limited.length === 0) return granted.map((reservation) => ({ reservation }));
    const rest = await inTransaction(database, async (transaction) => {
      await sql`set local synchronous_commit = off`.execute(transaction);
      return reserveCredits(transaction, limited, clock.now());
    });
    return granted.map((reservation) =>
      reservation === null ? (rest.shift() ?? { reservation }) : { reservation },
    );
  }

  /** Retries until the reservation is released; never rejects. */
  async function retryRelease(reservationId: string): Promise<void> {
    await retryTransient(() => releaseReservations(database, [reservationId]), {
      timeoutMs: releaseTimeoutMs,
      signal: closing.signal,
    }).catch((error: unknown) => reportError(error, 'A reservation could not be released. It will expire.'));
  }

  async function release(reservationId: string): Promise<void> {
    try {
      await releaseReservations(database, [reservationId]);
    } catch (error) {
      reportError(error, 'A reservation could not be released. The release is retried.');
      const work = retryRelease(reservationId).finally(() => pendingReleases.delete(work));
      pendingReleases.add(work);
    }
  }

  const writer = createGroupWriter<ReservationRequest, ReservationResult>({
    maxEntries: 64,
    write: reserveGroup,
  });
  // The group is written in the activity of another request.
  const reserve = (request: ReservationRequest) =>
    writer.write({ frontierId: currentActivity()?.row?.id ?? null, ...request });
  return {
    reserve: async (request) => (await reserve(request)).reservation,
    reserveUpTo: async (request) => {
      const { reservation, refusal } = await reserve({ ...request, minCredits: 1 });
      return {
        reservationId: reservation?.reservationId ?? null,
        credits: reservation?.credits ?? 0,
        refusal,
      };
    },
    extend: (reservation, credits) => extendReservation(database, reservation, credits, clock.now()),
    release: async (reservationId) => {
      if (reservationId !== null) await release(reservationId);
    },
    async close() {
      closing.abort();
      await writer.close();
      await Promise.all(pendingReleases);
    },
  };
}
