import { sql } from 'kysely';
import { isObject } from '../../domain/values/is-object.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { addressDigest } from '../../store/sealed-columns.ts';
import { storableJson } from '../../store/storable.ts';
import { emitEvent, type NewEvent } from './events.ts';

/** Size of the events of one digest in bytes; further events are only counted. */
const maxEventBytes = 16_000;

/** Event that becomes part of a digest. `data` holds fields of the whole digest, equal for all its events. */
export type DigestEvent = Omit<NewEvent, 'type' | 'links'> & {
  /** The event as an element of `data.events`. */
  entry: Record<string, unknown>;
  /** When the digest is sent. */
  sendAt: Date;
};

interface DigestData extends Record<string, unknown> {
  events: unknown[];
  /** Number of events that did not fit. */
  more: number;
}

function addEntry(data: DigestData, entry: Record<string, unknown>): DigestData {
  const events = [...data.events, entry];
  return Buffer.byteLength(JSON.stringify(events)) > maxEventBytes
    ? { ...data, more: data.more + 1 }
    : { ...data, events };
}

/** Adds an event to the pending digest of its URL, time and fields, or creates that; in the caller's transaction. */
export async function emitDigestEvent(transaction: DatabaseTransaction, event: DigestEvent): Promise<void> {
  const { entry, sendAt, ...common } = event;
  const { accountId, url, data } = common;
  // Two checks that end at once must not create two digests.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`digest ${accountId} ${url}`}, 0))`.execute(
    transaction,
  );
  const pending = await transaction
    .selectFrom('deliveries')
    .select(['delivery_id', 'data'])
    .where('account_id', '=', accountId)
    .where('target', '=', URL.parse(url)?.origin ?? '')
    .where('url_digest', '=', addressDigest(url))
    .where('status', '=', 'pending')
    .where('type', '=', 'monitor.digest')
    .where('attempts', '=', 0)
    .where('next_attempt_at', '=', sendAt)
    .where(sql<boolean>`data::jsonb @> ${JSON.stringify(data)}::jsonb`)
    .forUpdate()
    .executeTakeFirst();
  if (pending === undefined) {
    const first: DigestData = addEntry({ ...data, events: [], more: 0 }, entry);
    await emitEvent(transaction, {
      ...common,
      type: 'monitor.digest',
      data: first,
      links: {},
      notBefore: sendAt,
    });
    return;
  }
  const stored: unknown = pending.data;
  if (!isObject(stored)) return;
  const digest = addEntry(stored as DigestData, entry);
  await transaction
    .updateTable('deliveries')
    .set({ data: storableJson(digest) })
    .where('delivery_id', '=', pending.delivery_id)
    .execute();
}
