import type { Principal } from '../domain/account.ts';
import type { Database, DatabaseTransaction } from '../store/database.ts';

/** What can be done to accounts and keys. */
export const auditActions = [
  'account_created',
  'credits_added',
  'key_created',
  'key_revoked',
  'key_rotated',
  'secret_rotated',
] as const;

/** One of {@link auditActions}. */
export type AuditAction = (typeof auditActions)[number];

/** Who does something, by which request and when. */
export interface Author {
  principal: Principal;
  requestId: string;
  at: Date;
}

/** Whoever holds the data directory and does something there, without a key. */
export interface HolderOfData {
  principal: null;
  requestId: null;
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
  { principal, requestId, at }: Author | HolderOfData,
  { action, accountId, subject, details }: AuditEntry,
): Promise<void> {
  await transaction
    .insertInto('audit')
    .values({
      at,
      account_id: accountId,
      by_account_id: principal?.accountId ?? null,
      by_key_id: principal?.keyId ?? null,
      request_id: requestId,
      action,
      subject,
      details: JSON.stringify(details),
    })
    .execute();
}

/** Which rows of the audit; null means any. */
export interface AuditFilter {
  action: AuditAction | null;
  /** An id: only rows before it. */
  before: number | null;
  limit: number;
}

/** One row of the audit in wire names. */
export interface AuditDocument {
  id: number;
  at: string;
  action: AuditAction;
  /** Id of the key or account that was changed. */
  subject: string;
  by: 'account' | 'operator' | 'data_directory';
  /** The key that did it, where that is the account's own. */
  key_id: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

/** What was done to an account and its keys, newest first. */
export async function listAudit(
  database: Database,
  accountId: string,
  { action, before, limit }: AuditFilter,
): Promise<AuditDocument[]> {
  let query = database
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'subject', 'by_account_id', 'by_key_id', 'request_id', 'details'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (action !== null) query = query.where('action', '=', action);
  if (before !== null) query = query.where('id', '<', before);
  const rows = await query.execute();
  return rows.map((row): AuditDocument => {
    const isOwn = row.by_account_id === accountId;
    return {
      id: row.id,
      at: row.at.toISOString(),
      action: row.action as AuditAction,
      subject: row.subject,
      by: isOwn ? 'account' : row.by_account_id === null ? 'data_directory' : 'operator',
      // Of the operator, whose account is another, nothing more is told.
      key_id: isOwn ? row.by_key_id : null,
      request_id: isOwn ? row.request_id : null,
      details: row.details,
    };
  });
}
