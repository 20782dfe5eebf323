import { sql } from 'kysely';
import type { MessageFormat } from '../../domain/resources/message-format.ts';
import { missingResource } from '../../domain/resources/missing-resource.ts';
import type { DeliveryStatus, WebhookEventType } from '../../domain/resources/webhook.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Database } from '../../store/database.ts';
import { openWebhook } from '../../store/sealed-columns.ts';
import { deliveryKind } from './delivery-kind.ts';
import { emitEvent, notifyDeliverers } from './events.ts';

/** One attempt in an API response. */
export interface AttemptDocument {
  attempt: number;
  at: string;
  /** Null while it runs, or if the process that made it was killed. */
  ms: number | null;
  status_code: number | null;
  /** Start of the response body, untrusted. */
  answer: string | null;
  error: string | null;
}

/** One delivery in a list. */
export interface DeliveryDocument {
  id: string;
  type: WebhookEventType;
  jid: string | null;
  url: string;
  status: DeliveryStatus;
  at: string;
  attempt_count: number;
  /** Null while an attempt is running, and if there will be none. */
  next_attempt_at: string | null;
  delivered_at: string | null;
}

/** One delivery with its data and all attempts, oldest first. */
export interface DeliveryDetail extends DeliveryDocument {
  data: Record<string, unknown>;
  attempts: AttemptDocument[];
}

/** Receiver of a test event. */
export interface TestTarget {
  /** URL of a webhook, or `mailto:` with an address. */
  url: string;
  form: MessageFormat | 'mail';
}

/** Filter of a delivery list. */
export interface DeliveryFilter {
  limit: number;
  /** Selects deliveries older than this one. */
  before: string | null;
  status: DeliveryStatus | null;
  jobId: string | null;
}

/** Page of a delivery list, and its continuation. */
export interface DeliveryPage {
  deliveries: DeliveryDocument[];
  nextBefore: string | null;
}

const columns = [
  'delivery_id',
  'account_id',
  'job_id',
  'type',
  'url',
  'at',
  'status',
  'attempts',
  'next_attempt_at',
  'leased_until',
  'delivered_at',
] as const;

interface DeliveryRow {
  delivery_id: string;
  account_id: string;
  job_id: string | null;
  type: WebhookEventType;
  url: string;
  at: Date;
  status: DeliveryStatus;
  attempts: number;
  next_attempt_at: Date | null;
  leased_until: Date | null;
  delivered_at: Date | null;
}

function toDocument(database: Database, row: DeliveryRow): DeliveryDocument {
  return {
    id: row.delivery_id,
    type: row.type,
    jid: row.job_id,
    url: openWebhook(database, row.account_id, row.url),
    status: row.status,
    at: row.at.toISOString(),
    attempt_count: row.attempts,
    // Not known while an attempt is running.
    next_attempt_at: row.leased_until === null ? (row.next_attempt_at?.toISOString() ?? null) : null,
    delivered_at: row.delivered_at?.toISOString() ?? null,
  };
}

/** Returns the account's deliveries, newest first. */
export async function listDeliveries(
  database: Database,
  accountId: string,
  filter: DeliveryFilter,
): Promise<DeliveryPage> {
  const { limit, before, status, jobId } = filter;
  const rows = await database
    .selectFrom('deliveries')
    .select(columns)
    .where('account_id', '=', accountId)
    .$if(before !== null, (query) => query.where('delivery_id', '<', before as string))
    .$if(status !== null, (query) => query.where('status', '=', status as DeliveryStatus))
    .$if(jobId !== null, (query) => query.where('job_id', '=', jobId))
    .orderBy('delivery_id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  return {
    deliveries: page.map((row) => toDocument(database, row)),
    nextBefore: rows.length > limit ? (page.at(-1)?.delivery_id ?? null) : null,
  };
}

/** Returns one delivery of the account with its attempts, or null. */
export async function findDelivery(
  database: Database,
  accountId: string,
  deliveryId: string,
): Promise<DeliveryDetail | null> {
  // One statement, so that delivery and attempts are consistent.
  const rows = await database
    .selectFrom('deliveries')
    .leftJoin('delivery_attempts as made', 'made.delivery_id', 'deliveries.delivery_id')
    .select(columns.map((name) => `deliveries.${name}` as const))
    .select(['deliveries.data', 'made.attempt', 'made.at as made_at', 'made.ms', 'made.status_code'])
    .select(['made.answer', 'made.error'])
    .where('deliveries.delivery_id', '=', deliveryId)
    .where('deliveries.account_id', '=', accountId)
    .orderBy('made.attempt')
    .execute();
  const [row] = rows;
  if (row === undefined) return null;
  const attempts = rows.flatMap(({ attempt, made_at, ms, status_code, answer, error }) =>
    attempt === null || made_at === null
      ? []
      : [{ attempt, at: made_at.toISOString(), ms, status_code, answer, error }],
  );
  return { ...toDocument(database, row), data: row.data, attempts };
}

/**
 * Queues a delivery again at once, under its old id and with the whole retry schedule, even if it was delivered or
 * its target is gone. Throws Failure `not_found` if the account has no such delivery, and `conflict` while an attempt
 * is running.
 */
export async function redeliver(
  database: Database,
  accountId: string,
  deliveryId: string,
  now: Date,
): Promise<DeliveryDetail> {
  await database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('deliveries')
      .select(['status', 'leased_until'])
      .where('delivery_id', '=', deliveryId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw missingResource(deliveryKind);
    if (row.leased_until !== null && row.leased_until > now) {
      throw new Failure('conflict', 'An attempt of this delivery is running. Try again when it has ended.');
    }
    await transaction
      .updateTable('deliveries')
      .set({ status: 'pending', step: 0, next_attempt_at: now, leased_until: null })
      .where('delivery_id', '=', deliveryId)
      .execute();
    await notifyDeliverers(transaction);
  });
  const detail = await findDelivery(database, accountId, deliveryId);
  if (detail === null) throw missingResource(deliveryKind);
  return detail;
}

/** Sends a `webhook.test` event to a URL in a format, or to a `mailto:` address, and returns its pending delivery. */
export async function sendTestEvent(
  database: Database,
  accountId: string,
  { url, form }: TestTarget,
  clock: Clock,
): Promise<DeliveryDetail> {
  const id = await database.transaction().execute((transaction) =>
    emitEvent(transaction, {
      accountId,
      jobId: null,
      type: 'webhook.test',
      url,
      data: { message: 'This is a test.', ...(form !== 'standard' && { form }) },
      at: clock.now(),
    }),
  );
  return (await findDelivery(database, accountId, id)) as DeliveryDetail;
}

/**
 * Deletes ended deliveries older than `before`, and records of targets that were gone or failed before then; returns
 * their number.
 */
export async function deleteOldDeliveries(database: Database, before: Date, limit = 10_000): Promise<number> {
  const deleted = await sql`
    delete from deliveries where delivery_id in (
      select delivery_id from deliveries where status <> 'pending' and at < ${before} order by at limit ${limit}
    )`.execute(database);
  const stops = await database.deleteFrom('webhook_stops').where('at', '<', before).executeTakeFirst();
  await database.deleteFrom('webhook_targets').where('last_failure_at', '<', before).execute();
  return Number(deleted.numAffectedRows ?? 0) + Number(stops.numDeletedRows);
}
