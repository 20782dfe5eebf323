import type { Principal } from '../domain/account.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** What can be done to accounts and keys. */
export type AuditAction = 'account_created' | 'credits_added' | 'key_created' | 'key_revoked' | 'key_rotated';

/** Who does something, by which request and when. */
export interface Author {
  principal: Principal;
  requestId: string;
  at: Date;
}

/** One thing that was done. */
export interface AuditEntry {
  action: AuditAction;
  /** The account that it is about. */
  accountId: string;
  /** Id of the key or account that was changed. */
  subject: string;
  /** What was changed, without secrets. */
  details: Record<string, unknown>;
}

/** Notes who did what, in the transaction that does it. */
export async function writeAudit(
  transaction: Database | DatabaseTransaction,
  { principal, requestId, at }: Author,
  { action, accountId, subject, details }: AuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit')
    .values({
      at,
      account_id: accountId,
      by_account_id: principal.accountId,
      by_key_id: principal.keyId,
      request_id: requestId,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute();
}
