import type { Principal } from '../../domain/resources/account.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** Actions on accounts and keys that are recorded. */
export const auditActions = [
  'account_created',
  'credits_added',
  'key_changed',
  'key_created',
  'key_revoked',
  'key_rotated',
  'model_changed',
  'secret_rotated',
  'settings_changed',
  'sign_in_link_created',
  'signed_in',
] as const;

/** One of {@link auditActions}. */
export type AuditAction = (typeof auditActions)[number];

/** Principal, request and time of an action. */
export interface Actor {
  principal: Principal;
  /** Null for a sign-in, which is no request of the API. */
  requestId: string | null;
  at: Date;
}

/** A person who acts through the data directory, without a key. */
export interface LocalOperator {
  principal: null;
  requestId: null;
  at: Date;
}

/** One recorded action. */
export interface AuditEntry {
  action: AuditAction;
  /** The affected account. */
  accountId: string;
  /** Id of the changed key or account. */
  subject: string;
  /** Changed values, without secrets. */
  details: Record<string, unknown>;
}

/** Records an action, in the transaction that performs it. */
export async function writeAuditEntry(
  transaction: Database | DatabaseTransaction,
  { principal, requestId, at }: Actor | LocalOperator,
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

/** Filter of audit entries; null means any. */
export interface AuditFilter {
  action: AuditAction | null;
  /** Key that performed the action. */
  keyId: string | null;
  /** Id of the changed key or account. */
  subject: string | null;
  since: Date | null;
  until: Date | null;
  /** An id: returns only entries before it. */
  before: number | null;
  limit: number;
}

/** One audit entry in API responses; names as on the wire. */
export interface AuditDocument {
  id: number;
  at: string;
  action: AuditAction;
  /** Id of the changed key or account. */
  subject: string;
  by: 'account' | 'operator' | 'data_directory';
  /** Key that performed the action, if it belongs to the account. */
  key_id: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

/** Lists the actions on an account and its keys, newest first. */
export async function listAudit(
  database: Database,
  accountId: string,
  { action, keyId, subject, since, until, before, limit }: AuditFilter,
): Promise<AuditDocument[]> {
  let query = database
    .selectFrom('audit')
    .select(['id', 'at', 'action', 'subject', 'by_account_id', 'by_key_id', 'request_id', 'details'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit);
  if (action !== null) query = query.where('action', '=', action);
  if (keyId !== null) query = query.where('by_key_id', '=', keyId).where('by_account_id', '=', accountId);
  if (subject !== null) query = query.where('subject', '=', subject);
  if (since !== null) query = query.where('at', '>=', since);
  if (until !== null) query = query.where('at', '<', until);
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
      // The operator's own account and key are not disclosed.
      key_id: isOwn ? row.by_key_id : null,
      request_id: isOwn ? row.request_id : null,
      details: row.details,
    };
  });
}
