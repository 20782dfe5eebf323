import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { newIdentifier } from '../../domain/identifier.ts';
import type { WebhookEventType } from '../../domain/webhook.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';

/** The channel that is notified when there is something to deliver. */
export const deliveriesChannel = 'webdata_deliveries';

/** Something that happened, for one address. */
export interface NewEvent {
  accountId: string;
  /** The job that it belongs to; its id and links are then part of the body. */
  jobId: string | null;
  type: WebhookEventType;
  /** Where it is delivered to: an absolute http or https address. */
  url: string;
  /** Ids and figures in wire names, no page text; what would pass 18,000 bytes is left out and says so. */
  data: Record<string, unknown>;
  /** Paths by name, made into links of `data.links` when delivered; of a job, its status and results unless given. */
  links?: Record<string, string>;
  at: Date;
}

/** The body stays under 20 kB with type, time, ids and links beside the data. */
const maxDataBytes = 18_000;
const maxScalarText = 1_000;

/** What remains of data that is too large: its short values, as many as fit. */
function shortened(data: Record<string, unknown>): string {
  const kept: Record<string, unknown> = { truncated: true };
  let bytes = 0;
  for (const [name, value] of Object.entries(data)) {
    const isShort = typeof value === 'string' ? value.length <= maxScalarText : typeof value !== 'object';
    if (!isShort) continue;
    bytes += Buffer.byteLength(JSON.stringify([name, value]));
    if (bytes > maxDataBytes) break;
    kept[name] = value;
  }
  return JSON.stringify(kept);
}

function dataText({ jobId, data }: NewEvent): string {
  const whole = jobId === null ? data : { jid: jobId, ...data };
  const text = JSON.stringify(whole);
  return Buffer.byteLength(text) <= maxDataBytes ? text : shortened(whole);
}

function linksOf({ jobId, links }: NewEvent): Record<string, string> {
  if (links !== undefined) return links;
  return jobId === null ? {} : { job: `/v1/jobs/${jobId}`, results: `/v1/jobs/${jobId}/results` };
}

/** How the address of a target that is gone is remembered. */
export function urlDigest(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

/** A test event goes out also to a target that was disabled: it is how one enables it. */
function rowOf(event: NewEvent) {
  const { accountId, jobId, type, url, at } = event;
  const isStopped = sql<boolean>`exists (select from webhook_stops where account_id = ${accountId}
    and job_id = ${jobId ?? ''} and url_digest = ${urlDigest(url)})
    ${
      type === 'webhook.test'
        ? sql``
        : sql`or exists (select from webhook_targets where account_id = ${accountId}
    and url_digest = ${urlDigest(url)} and disabled_at is not null)`
    }`;
  return {
    delivery_id: newIdentifier('evt', at),
    account_id: accountId,
    job_id: jobId,
    type,
    url,
    target: URL.parse(url)?.origin ?? '',
    data: dataText(event),
    links: JSON.stringify(linksOf(event)),
    at,
    status: sql<'pending' | 'disabled'>`case when ${isStopped} then 'disabled' else 'pending' end`,
    next_attempt_at: sql<Date | null>`case when ${isStopped} then null else ${at}::timestamptz end`,
  };
}

/** Tells every worker, when the transaction commits, that there is something to deliver. */
export async function notifyDeliverers(database: Database | DatabaseTransaction): Promise<void> {
  await sql`select pg_notify(${deliveriesChannel}, '')`.execute(database);
}

/**
 * Writes one delivery an event in the caller's transaction, with whose commit it is sure to be delivered or to be
 * listed as failed; returns the ids, which the receiver sees as `webhook-id`.
 */
export async function emitEvents(
  transaction: DatabaseTransaction,
  events: readonly NewEvent[],
): Promise<string[]> {
  if (events.length === 0) return [];
  const rows = events.map(rowOf);
  await transaction.insertInto('deliveries').values(rows).execute();
  await notifyDeliverers(transaction);
  return rows.map((row) => row.delivery_id);
}

/** {@link emitEvents} for one event. */
export async function emitEvent(transaction: DatabaseTransaction, event: NewEvent): Promise<string> {
  const [id] = await emitEvents(transaction, [event]);
  return id as string;
}
