import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { urlDigest } from './events.ts';

/** One address that does not take what it is sent. */
export interface TargetDocument {
  url: string;
  status: 'failing' | 'disabled';
  failing_since: string;
  /** Attempts that failed since then; none succeeded. */
  failures: number;
  last_failure_at: string;
  last_error: string;
  disabled_at: string | null;
  /** What is to be known and done. */
  notice: string;
}

/** A target that took nothing for so long is disabled when the next delivery to it is given up. */
export const disableAfterMs = 5 * 24 * 3_600_000;

const day = 24 * 3_600_000;

/** What is said of a disabled target, wherever it is shown. */
export const disabledNotice =
  'Disabled after days without one success: nothing more is sent there. POST /v1/webhooks/test with its address tries it; the first success enables it.';

interface Target {
  accountId: string;
  url: string;
}

/** Counts a failed attempt at the target; a success would have forgotten those before. */
export async function noteFailure(
  transaction: DatabaseTransaction,
  { accountId, url }: Target,
  error: string,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('webhook_targets')
    .values({
      account_id: accountId,
      url_digest: urlDigest(url),
      url,
      failing_since: now,
      failures: 1,
      last_failure_at: now,
      last_error: error,
      disabled_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'url_digest']).doUpdateSet({
        failures: sql<number>`webhook_targets.failures + 1`,
        last_failure_at: now,
        last_error: error,
      }),
    )
    .execute();
}

/** The target took a delivery: whatever it was guilty of is over. */
export async function forgetFailures(
  transaction: DatabaseTransaction,
  { accountId, url }: Target,
): Promise<void> {
  await transaction
    .deleteFrom('webhook_targets')
    .where('account_id', '=', accountId)
    .where('url_digest', '=', urlDigest(url))
    .execute();
}

/**
 * Disables the target when it has taken nothing for days, with what waits for it; true when it did. Whoever calls holds
 * the lock of the claims, since this takes many deliveries.
 */
export async function disableDeadTarget(
  transaction: DatabaseTransaction,
  { accountId, url }: Target,
  now: Date,
): Promise<boolean> {
  const disabled = await transaction
    .updateTable('webhook_targets')
    .set({ disabled_at: now })
    .where('account_id', '=', accountId)
    .where('url_digest', '=', urlDigest(url))
    .where('failing_since', '<=', new Date(now.getTime() - disableAfterMs))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (disabled.numUpdatedRows === 0n) return false;
  await transaction
    .updateTable('deliveries')
    .set({ status: 'disabled', next_attempt_at: null, leased_until: null })
    .where('account_id', '=', accountId)
    .where('target', '=', URL.parse(url)?.origin ?? '')
    .where('url', '=', url)
    .where('status', '=', 'pending')
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
    .execute();
  return true;
}

function noticeOf(disabledAt: Date | null, failingSince: Date, now: Date): string {
  if (disabledAt !== null) return disabledNotice;
  const days = Math.floor((now.getTime() - failingSince.getTime()) / day);
  return `Failing for ${days} days; after ${disableAfterMs / day} it is disabled when the next delivery is given up.`;
}

/** The account's targets that fail or are disabled, the last to fail first, at most `limit`. */
export async function listFailingTargets(
  database: Database,
  accountId: string,
  limit: number,
  now: Date,
): Promise<TargetDocument[]> {
  const rows = await database
    .selectFrom('webhook_targets')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('last_failure_at', 'desc')
    .orderBy('url_digest')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    url: row.url,
    status: row.disabled_at === null ? 'failing' : 'disabled',
    failing_since: row.failing_since.toISOString(),
    failures: row.failures,
    last_failure_at: row.last_failure_at.toISOString(),
    last_error: row.last_error,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    notice: noticeOf(row.disabled_at, row.failing_since, now),
  }));
}
