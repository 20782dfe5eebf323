import { sql } from 'kysely';
import { reserveCredits } from '../../account/credits/reservations.ts';
import { addMs } from '../../domain/system/clock.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** Pages for which a job reserves credits at a time (docs/api/jobs.md#crawl). */
const slicePages = 100;
/** Time after which a reservation expires unless it is renewed. */
export const reservationMs = 15 * 60_000;
/** Remaining time below which a reservation is renewed. */
export const renewBelowMs = 10 * 60_000;

/** Returns the credits of the next slice if `pages` more pages may follow. */
export function computeSlice(pages: number, pageCredits: number): number {
  return Math.min(slicePages, pages) * pageCredits;
}

/** Fields of a job that determine its credits; its row is locked. */
export interface FundedJob {
  jobId: string;
  accountId: string;
  /** Key that started it; null if unknown. */
  keyId: string | null;
  requestId: string;
  reservationId: string | null;
  pageCredits: number;
  running: number;
  /** Pages that the limit still allows to claim. */
  room: number;
}

interface HeldReservation {
  credits: number;
  expires_at: Date;
}

async function reserveMore(
  transaction: DatabaseTransaction,
  job: FundedJob,
  heldReservation: HeldReservation | null,
  now: Date,
): Promise<{ reservationId: string | null; credits: number; refusal?: string | undefined }> {
  const { accountId, keyId, requestId, jobId, pageCredits } = job;
  const expiresAt = addMs(now, reservationMs);
  const heldCredits = heldReservation?.credits ?? 0;
  const missing = (job.room + job.running) * pageCredits - heldCredits;
  const credits = Math.min(computeSlice(job.room, pageCredits), missing);
  const [{ reservation: granted, refusal } = { reservation: null }] = await reserveCredits(
    transaction,
    [{ accountId, keyId, credits, minCredits: 1, requestId, jobId, expiresAt }],
    now,
  );
  if (granted === null) return { reservationId: job.reservationId, credits: heldCredits, refusal };
  if (heldReservation === null) {
    // The expired reservation would count again if the clock went back.
    if (job.reservationId !== null)
      await transaction.deleteFrom('reservations').where('reservation_id', '=', job.reservationId).execute();
    return { reservationId: granted.reservationId, credits: granted.credits };
  }
  await sql`
    with merged as (delete from reservations where reservation_id = ${granted.reservationId})
    update reservations set credits = credits + ${granted.credits}::bigint, expires_at = ${expiresAt}
    where reservation_id = ${job.reservationId}
  `.execute(transaction);
  return { reservationId: job.reservationId, credits: heldCredits + granted.credits };
}

/**
 * Reserves credits for `wanted` more pages, as far as the account has them; returns the reservation and the number of
 * pages that it covers.
 */
export async function fundPages(
  transaction: DatabaseTransaction,
  job: FundedJob,
  requestedPages: number,
  now: Date,
): Promise<{ reservationId: string | null; pages: number; refusal?: string | undefined }> {
  const row = await transaction
    .selectFrom('reservations')
    .select(['credits', 'expires_at'])
    .where('reservation_id', '=', job.reservationId ?? '')
    .forUpdate()
    .executeTakeFirst();
  // An expired reservation does not count, and may already be deleted.
  const held = row !== undefined && row.expires_at > now ? row : null;
  const computePages = (credits: number) =>
    Math.max(0, Math.floor((credits - job.running * job.pageCredits) / job.pageCredits));
  if (held !== null && computePages(held.credits) >= requestedPages) {
    if (held.expires_at < addMs(now, renewBelowMs)) await renewReservations(transaction, [job.jobId], now);
    return { reservationId: job.reservationId, pages: computePages(held.credits) };
  }
  const { reservationId, credits, refusal } = await reserveMore(transaction, job, held, now);
  return { reservationId, pages: computePages(credits), refusal };
}

/**
 * Extends the reservations of jobs. Locked reservations are skipped: they are being spent or renewed, and waiting for
 * them while holding others would cause a deadlock with page charges.
 */
export async function renewReservations(
  database: Database | DatabaseTransaction,
  jobIds: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .updateTable('reservations')
    .set({ expires_at: addMs(now, reservationMs) })
    .where('reservation_id', 'in', (query) =>
      query
        .selectFrom('reservations')
        .select('reservation_id')
        .where('job_id', 'in', [...jobIds])
        .where('expires_at', '>', now)
        .forUpdate()
        .skipLocked(),
    )
    .execute();
}
