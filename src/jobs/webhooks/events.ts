import { sql } from 'kysely';
import type { WebhookEventType } from '../../domain/resources/webhook.ts';
import { newIdentifier } from '../../domain/values/identifier.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { addressDigest, openWebhook, sealWebhook } from '../../store/sealed-columns.ts';
import { storableJson } from '../../store/storable.ts';

/** Notification channel for new deliveries. */
export const deliveriesChannel = 'webdata_deliveries';

/** New event for one URL. */
export interface NewEvent {
  accountId: string;
  /** Job that the event belongs to; its id and links become part of the body. */
  jobId: string | null;
  type: WebhookEventType;
  /** Absolute http or https URL of the receiver, also as stored with a job, a dataset or a workflow. */
  url: string;
  /** Ids and numbers with their wire names, no page text; data above 18,000 bytes is shortened and marked. */
  data: Record<string, unknown>;
  /** Paths by name, turned into absolute `data.links` on delivery; default for a job: its status and results. */
  links?: Record<string, string>;
  at: Date;
  /** The first attempt is not made before this time. Default: at once. */
  notBefore?: Date;
}

/** Keeps the body below 20 kB, including type, time, ids and links. */
const maxDataBytes = 18_000;
const maxScalarText = 1_000;

/** Shortens data that is too large to as many of its short values as fit. */
function shortenData(data: Record<string, unknown>): string {
  const shortData: Record<string, unknown> = { truncated: true };
  let bytes = 0;
  for (const [name, value] of Object.entries(data)) {
    const isShort = typeof value === 'string' ? value.length <= maxScalarText : typeof value !== 'object';
    if (!isShort) continue;
    bytes += Buffer.byteLength(JSON.stringify([name, value]));
    if (bytes > maxDataBytes) break;
    shortData[name] = value;
  }
  return storableJson(shortData);
}

function formatData({ jobId, data }: NewEvent): string {
  const whole = jobId === null ? data : { jid: jobId, ...data };
  const text = storableJson(whole);
  return Buffer.byteLength(text) <= maxDataBytes ? text : shortenData(whole);
}

function getLinks({ jobId, links }: NewEvent): Record<string, string> {
  if (links !== undefined) return links;
  return jobId === null ? {} : { job: `/v1/jobs/${jobId}`, results: `/v1/jobs/${jobId}/results` };
}

/** Test events are also sent to disabled targets, because their success enables the target. */
function createRow(transaction: DatabaseTransaction, event: NewEvent) {
  const { accountId, jobId, type, at, notBefore = at } = event;
  const url = openWebhook(transaction, accountId, event.url);
  const digest = addressDigest(url);
  const isStopped = sql<boolean>`exists (select from webhook_stops where account_id = ${accountId}
    and job_id = ${jobId ?? ''} and url_digest = ${digest})
    ${
      type === 'webhook.test'
        ? sql``
        : sql`or exists (select from webhook_targets where account_id = ${accountId}
    and url_digest = ${digest} and disabled_at is not null)`
    }`;
  return {
    delivery_id: newIdentifier('evt', at),
    account_id: accountId,
    job_id: jobId,
    type,
    url: sealWebhook(transaction, accountId, url),
    url_digest: digest,
    target: URL.parse(url)?.origin ?? '',
    data: formatData(event),
    links: JSON.stringify(getLinks(event)),
    at,
    status: sql<'pending' | 'disabled'>`case when ${isStopped} then 'disabled' else 'pending' end`,
    next_attempt_at: sql<Date | null>`case when ${isStopped} then null else ${notBefore}::timestamptz end`,
  };
}

/** Notifies all workers of new deliveries when the transaction commits. */
export async function notifyDeliverers(database: Database | DatabaseTransaction): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, '')`.execute(database);
}

/**
 * Writes one delivery per event in the caller's transaction. After its commit, each is delivered or listed as failed.
 * Returns the ids, which the receiver sees as `webhook-id`.
 */
export async function emitEvents(
  transaction: DatabaseTransaction,
  events: readonly NewEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map((event) => createRow(transaction, event));
  await transaction.insertInto('deliveries').values(rows).execute();
  await notifyDeliverers(transaction);
  return rows.map((row) => row.delivery_id);
}

/** Writes one event as {@link emitEvents} does. */
export async function emitEvent(transaction: DatabaseTransaction, event: NewEvent): Promise<string> {
  const [id] = await emitEvents(transaction, [event]);
  return id as string;
}
