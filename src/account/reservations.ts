import { sql } from 'kysely';
import type { Reservation } from '../domain/account.ts';
import { addMs, type Clock } from '../domain/clock.ts';
import { newIdentifier } from '../domain/identifier.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';
import { createGroupWriter } from './group-writer.ts';
import { chargeCredits, type NewCharge } from './ledger.ts';

/** Credits wanted in reserve for work that is about to start. */
export interface ReservationWish {
  accountId: string;
  /** At most so many; a positive whole number. */
  credits: number;
  /** Not fewer than so many; `credits` (all or nothing) when absent, 1 to take what there is. */
  atLeast?: number;
  requestId?: string | null;
  jobId?: string | null;
  /** When the reservation stops counting if nobody settles it. */
  expiresAt: Date;
}

/** What was granted of a wish that takes what there is; without credits there is no reservation. */
export interface Grant {
  reservationId: string | null;
  credits: number;
}

/** Reserves and releases credits for single requests, written in groups. */
export interface Reservations {
  /** What was granted; null when the account has fewer credits left than `atLeast`. Unlimited accounts get all. */
  reserve(wish: ReservationWish): Promise<Reservation | null>;
  /** What was granted of the wish, be it nothing. */
  reserveUpTo(wish: Omit<ReservationWish, 'atLeast'>): Promise<Grant>;
  /** Adds credits to what is held; false when the account has not that many left, and nothing is added. */
  extend(reservation: Pick<Reservation, 'reservationId' | 'accountId'>, credits: number): Promise<boolean>;
  /** Gives back what was not charged; releasing twice, or nothing, changes nothing. */
  release(reservationId: string | null): Promise<void>;
  /** Waits for what is under way. */
  close(): Promise<void>;
}

interface AccountState {
  unlimited: boolean;
  available: number;
}

/** Locks the wishes' accounts, then reads what each has left; in two statements, so that the sum is seen after the lock. */
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

/** Takes from `state` what the wish may have: nothing (0) unless it is at least what is needed. */
function grant(state: AccountState | undefined, wish: ReservationWish): number {
  if (state === undefined) return 0;
  if (state.unlimited) return wish.credits;
  const granted = Math.min(wish.credits, Math.max(0, state.available));
  if (granted < (wish.atLeast ?? wish.credits)) return 0;
  state.available -= granted;
  return granted;
}

/** Reserves inside the caller's transaction; answers in the order of the wishes, null for what was not granted. */
export async function reserveCredits(
  transaction: DatabaseTransaction,
  wishes: ReservationWish[],
  now: Date,
): Promise<(Reservation | null)[]> {
  const states = await readAvailable(transaction, [...new Set(wishes.map((wish) => wish.accountId))], now);
  const granted = wishes.map((wish): Reservation | null => {
    const credits = grant(states.get(wish.accountId), wish);
    if (credits === 0) return null;
    const { accountId, expiresAt } = wish;
    return { reservationId: newIdentifier('rsv', now), accountId, credits, expiresAt };
  });
  const rows = granted.flatMap((reservation, index) => {
    if (reservation === null) return [];
    return {
      reservation_id: reservation.reservationId,
      account_id: reservation.accountId,
      credits: reservation.credits,
      request_id: wishes[index]?.requestId ?? null,
      job_id: wishes[index]?.jobId ?? null,
      created_at: now,
      expires_at: reservation.expiresAt,
    };
  });
  if (rows.length > 0) await transaction.insertInto('reservations').values(rows).execute();
  return granted;
}

/** Gives reservations back; what is gone already is no error. */
export async function releaseReservations(
  database: Database | DatabaseTransaction,
  reservationIds: string[],
): Promise<void> {
  await sql`delete from reservations where reservation_id = any(${reservationIds}::text[])`.execute(database);
}

/** Charges work to its reservation, inside the caller's transaction; what it leaves stays reserved unless `isFinal`. */
export async function settleReservation(
  transaction: DatabaseTransaction,
  reservationId: string,
  charges: NewCharge[],
  isFinal: boolean,
): Promise<void> {
  const spent = charges.reduce((sum, charge) => sum + charge.credits, 0);
  await chargeCredits(transaction, charges);
  await sql`
    delete from reservations where reservation_id = ${reservationId} and (${isFinal} or credits = ${spent}::bigint)
  `.execute(transaction);
  if (isFinal) return;
  // Taking more than is held violates the table's check, and with it the caller's transaction ends.
  await sql`
    update reservations set credits = credits - ${spent}::bigint where reservation_id = ${reservationId}
  `.execute(transaction);
}

/** Drops reservations that expired, at most `limit` a call; returns how many. They had stopped counting before. */
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
 * Reserves for the wishes on unlimited accounts in one statement, since nothing has to be counted for them; null for all
 * others. Whatever is later charged flushes the log up to here, so it need not be waited for; what a crash loses belonged
 * to work that the crash ended.
 */
async function reserveUnlimited(
  database: Database,
  wishes: ReservationWish[],
  now: Date,
): Promise<(Reservation | null)[]> {
  const ids = wishes.map(() => newIdentifier('rsv', now));
  const made = await sql<{ reservation_id: string }>`
    with unwaited as materialized (select set_config('synchronous_commit', 'off', true))
    insert into reservations (reservation_id, account_id, credits, request_id, job_id, created_at, expires_at)
    select wish.id, wish.account_id, wish.credits, wish.request_id, wish.job_id, ${now.toISOString()}, wish.expires_at
    from unwaited, unnest(
      ${ids}::text[],
      ${wishes.map((wish) => wish.accountId)}::text[],
      ${wishes.map((wish) => wish.credits)}::bigint[],
      ${wishes.map((wish) => wish.requestId ?? null)}::text[],
      ${wishes.map((wish) => wish.jobId ?? null)}::text[],
      ${wishes.map((wish) => wish.expiresAt.toISOString())}::timestamptz[]
    ) as wish (id, account_id, credits, request_id, job_id, expires_at)
    join accounts on accounts.account_id = wish.account_id and accounts.unlimited
    returning reservation_id
  `.execute(database);
  const granted = new Set(made.rows.map((row) => row.reservation_id));
  return wishes.map(({ accountId, credits, expiresAt }, index) => {
    const reservationId = ids[index] as string;
    return granted.has(reservationId) ? { reservationId, accountId, credits, expiresAt } : null;
  });
}

/** Reserves as for new work and puts it to what is held; nothing changes when either cannot be. */
async function extendReservation(
  database: Database,
  { reservationId, accountId }: Pick<Reservation, 'reservationId' | 'accountId'>,
  credits: number,
  now: Date,
): Promise<boolean> {
  return database.transaction().execute(async (transaction) => {
    await sql`set local synchronous_commit = off`.execute(transaction);
    const expiresAt = addMs(now, 60_000);
    const [more = null] = await reserveCredits(transaction, [{ accountId, credits, expiresAt }], now);
    if (more === null) return false;
    const { rows } = await sql`
      with merged as (delete from reservations where reservation_id = ${more.reservationId})
      update reservations set credits = credits + ${credits}::bigint
      where reservation_id = ${reservationId} and account_id = ${accountId} returning reservation_id
    `.execute(transaction);
    return rows.length > 0;
  });
}

/** Composes grouped reserving. A crash of the database may forget a reservation, never a charge. */
export function createReservations(options: { database: Database; clock: Clock }): Reservations {
  const { database, clock } = options;

  async function reserveGroup(wishes: ReservationWish[]): Promise<(Reservation | null)[]> {
    const granted = await reserveUnlimited(database, wishes, clock.now());
    const limited = wishes.filter((_, index) => granted[index] === null);
    if (limited.length === 0) return granted;
    const rest = await database.transaction().execute(async (transaction) => {
      await sql`set local synchronous_commit = off`.execute(transaction);
      return reserveCredits(transaction, limited, clock.now());
    });
    return granted.map((reservation) => reservation ?? rest.shift() ?? null);
  }

  const writer = createGroupWriter<ReservationWish, Reservation | null>({
    maxEntries: 64,
    write: reserveGroup,
  });
  return {
    reserve: (wish) => writer.write(wish),
    reserveUpTo: async (wish) => {
      const granted = await writer.write({ ...wish, atLeast: 1 });
      return { reservationId: granted?.reservationId ?? null, credits: granted?.credits ?? 0 };
    },
    extend: (reservation, credits) => extendReservation(database, reservation, credits, clock.now()),
    release: async (reservationId) => {
      if (reservationId !== null) await releaseReservations(database, [reservationId]);
    },
    close: () => writer.close(),
  };
}
