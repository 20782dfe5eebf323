import { sql } from 'kysely';
import { dayMs } from '../../domain/values/day-ms.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { addressDigest, openWebhook, sealWebhook } from '../../store/sealed-columns.ts';

/** Webhook URL whose deliveries fail. */
export interface TargetDocument {
  url: string;
  status: 'failing' | 'disabled';
  failing_since: string;
  /** Number of failed attempts since then; none succeeded. */
  failures: number;
  last_failure_at: string;
  last_error: string;
  disabled_at: string | null;
  /** State of the target, and how to resolve it. */
  notice: string;
}

/** Time without a success after which a target is disabled when the next delivery is given up. */
const disableAfterMs = 5 * dayMs;

/** Notice of a disabled target. */
export const disabledNotice =
  'Disabled after days without a successful delivery; no more events are sent to it. Call POST /v1/webhooks/test with its URL to test it; the first success enables it again.';

interface Target {
  accountId: string;
  url: string;
}

/** Counts a failed attempt at the target; a success resets the count. */
export async function recordFailure(
  transaction: DatabaseTransaction,
  { accountId, url }: Target,
  error: string,
  now: Date,
): Promise<void> {
  await transaction
    .insertInto('webhook_targets')
    .values({
      account_id: accountId,
      url_digest: addressDigest(url),
      url: sealWebhook(transaction, accountId, url),
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

/** Deletes the failures of a target after a successful delivery. */
export async function deleteFailures(
  transaction: DatabaseTransaction,
  { accountId, url }: Target,
): Promise<void> {
  await transaction
    .deleteFrom('webhook_targets')
    .where('account_id', '=', accountId)
    .where('url_digest', '=', addressDigest(url))
    .execute();
}

/**
 * Disables a target without a success for days, and its pending deliveries; true if it was disabled. The caller holds
 * the lock of the claims, because many deliveries are locked.
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
    .where('url_digest', '=', addressDigest(url))
    .where('failing_since', '<=', new Date(now.getTime() - disableAfterMs))
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (disabled.numUpdatedRows === 0n) return false;
  await transaction
    .updateTable('deliveries')
    .set({ status: 'disabled', next_attempt_at: null, leased_until: null })
    .where('account_id', '=', accountId)
    .where('target', '=', URL.parse(url)?.origin ?? '')
    .where('url_digest', '=', addressDigest(url))
    .where('status', '=', 'pending')
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', now)]))
    .execute();
  return true;
}

function formatNotice(disabledAt: Date | null, failingSince: Date, now: Date): string {
  if (disabledAt !== null) return disabledNotice;
  const days = Math.floor((now.getTime() - failingSince.getTime()) / dayMs);
  return `Failing for ${days} days. After ${disableAfterMs / dayMs} days it is disabled when the next delivery is given up.`;
}

/** A recipient whose last delivery failed. */
export interface UndeliveredRecipient {
  /** Origin of the webhook URL, whose rest may have a token, or the e-mail address. */
  recipient: string;
  failing_since: string;
  failures: number;
  last_error: string;
  disabled_at: string | null;
}

/** Returns those of the URLs whose last delivery failed, the last to fail first. */
export async function findUndelivered(
  database: Database,
  accountId: string,
  urls: readonly string[],
): Promise<UndeliveredRecipient[]> {
  if (urls.length === 0) return [];
  const rows = await database
    .selectFrom('webhook_targets')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('url_digest', 'in', urls.map(addressDigest))
    .orderBy('last_failure_at', 'desc')
    .orderBy('url_digest')
    .execute();
  return rows.map((row) => {
    const { protocol, origin, pathname } = new URL(openWebhook(database, accountId, row.url));
    return {
      recipient: protocol === 'mailto:' ? pathname : origin,
      failing_since: row.failing_since.toISOString(),
      failures: row.failures,
      last_error: row.last_error,
      disabled_at: row.disabled_at?.toISOString() ?? null,
    };
  });
}

/** Returns at most `limit` failing or disabled targets of the account, the last to fail first. */
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
    url: openWebhook(database, accountId, row.url),
    status: row.disabled_at === null ? 'failing' : 'disabled',
    failing_since: row.failing_since.toISOString(),
    failures: row.failures,
    last_failure_at: row.last_failure_at.toISOString(),
    last_error: row.last_error,
    disabled_at: row.disabled_at?.toISOString() ?? null,
    notice: formatNotice(row.disabled_at, row.failing_since, now),
  }));
}
