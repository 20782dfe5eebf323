import { sql } from 'kysely';
import { reserveCredits } from '../account/reservations.ts';
import { addMs } from '../domain/clock.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** Pages that a job holds credits for at a time (api.md section 5). */
const slicePages = 100;
/** How long credits stay reserved when nobody renews them. */
export const reservedForMs = 15 * 60_000;
/** A reservation with less left than this is renewed. */
const renewBelowMs = 10 * 60_000;

/** Credits of the next slice when so many pages may still come. */
export function sliceOf(pages: number, pageCredits: number): number {
  return Math.min(slicePages, pages) * pageCredits;
}

/** What of a job decides on its credits; its row is locked. */
export interface FundedJob {
  jobId: string;
  accountId: string;
  requestId: string;
  reservationId: string | null;
  pageCredits: number;
  running: number;
  /** Pages that may still be claimed by the limit. */
  room: number;
}

interface Held {
  credits: number;
  expires_at: Date;
}

async function reserveMore(
  transaction: DatabaseTransaction,
  job: FundedJob,
  held: Held | null,
  now: Date,
): Promise<{ reservationId: string | null; credits: number }> {
  const { accountId, requestId, jobId, pageCredits } = job;
  const expiresAt = addMs(now, reservedForMs);
  const heldCredits = held?.credits ?? 0;
  const missing = (job.room + job.running) * pageCredits - heldCredits;
  const credits = Math.min(sliceOf(job.room, pageCredits), missing);
  const [granted = null] = await reserveCredits(
    transaction,
    [{ accountId, credits, atLeast: 1, requestId, jobId, expiresAt }],
    now,
  );
  if (granted === null) return { reservationId: job.reservationId, credits: heldCredits };
  if (held === null) return { reservationId: granted.reservationId, credits: granted.credits };
  await sql`
    with merged as (delete from reservations where reservation_id = ${granted.reservationId})
    update reservations set credits = credits + ${granted.credits}::bigint, expires_at = ${expiresAt}
    where reservation_id = ${job.reservationId}
  `.execute(transaction);
  return { reservationId: job.reservationId, credits: heldCredits + granted.credits };
}

/**
 * Sees to it that the job holds credits for `wanted` more pages, as far as the account has them; answers with the
 * reservation and for how many more pages it lasts.
 */
export async function fundPages(
  transaction: DatabaseTransaction,
  job: FundedJob,
  wanted: number,
  now: Date,
): Promise<{ reservationId: string | null; pages: number }> {
  const row = await transaction
    .selectFrom('reservations')
    .select(['credits', 'expires_at'])
    .where('reservation_id', '=', job.reservationId ?? '')
    .forUpdate()
    .executeTakeFirst();
  // One that expired counts no more, and the sweep may have taken it already.
  const held = row !== undefined && row.expires_at > now ? row : null;
  const pagesOf = (credits: number) =>
    Math.max(0, Math.floor((credits - job.running * job.pageCredits) / job.pageCredits));
  if (held !== null && pagesOf(held.credits) >= wanted) {
    if (held.expires_at < addMs(now, renewBelowMs)) await renewReservations(transaction, [job.jobId], now);
    return { reservationId: job.reservationId, pages: pagesOf(held.credits) };
  }
  const { reservationId, credits } = await reserveMore(transaction, job, held, now);
  return { reservationId, pages: pagesOf(credits) };
}

/**
 * Keeps what the jobs hold from expiring. What somebody is working on is passed over: it is being spent or renewed, and
 * waiting for it with others in hand would close a circle with those who charge for pages.
 */
export async function renewReservations(
  database: Database | DatabaseTransaction,
  jobIds: readonly string[],
  now: Date,
): Promise<void> {
  await database
    .updateTable('reservations')
    .set({ expires_at: addMs(now, reservedForMs) })
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
