import { sql } from 'kysely';
import { chargeCredits, type NewCharge } from '../../src/account/credits/ledger.ts';
import type { DatabaseTransaction } from '../../src/store/database.ts';

/** Charges work to its reservation inside the caller's transaction; the rest stays reserved unless `isFinal`. */
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
  // Charging more than is reserved violates the table's check and aborts the caller's transaction.
  await sql`
    update reservations set credits = credits - ${spent}::bigint where reservation_id = ${reservationId}
  `.execute(transaction);
}
