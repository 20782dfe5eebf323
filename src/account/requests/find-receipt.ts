import type { Receipt } from '../../domain/resources/receipt.ts';
import type { Database } from '../../store/database.ts';

/** Returns a signed receipt of the account, of a request or of a page; null if there is none with this id. */
export async function findReceipt(
  database: Database,
  accountId: string,
  receiptId: string,
): Promise<Receipt | null> {
  const row = await database
    .selectFrom('receipts')
    .select('receipt')
    .where('receipt_id', '=', receiptId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.receipt ?? null;
}
