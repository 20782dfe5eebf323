import { type RawBuilder, sql } from 'kysely';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import type { Database, DatabaseTransaction } from '../../store/database.ts';
import { cachePagesCte } from '../../store/pages/cached-pages.ts';
import { insertContentsQuery, type StoredContent } from '../../store/pages/contents.ts';
import { preparedMarker } from '../../store/prepared-statements.ts';
import { sqlRows } from '../../store/sql-rows.ts';
import { keySpendingCte } from '../credits/key-spending.ts';
import { chargeLedgerCtes, spendChargesQuery } from '../credits/ledger.ts';
import { type UsageRow, usageCte } from '../credits/usage.ts';
import type { FinishedRequest } from './finished-request.ts';

/** A finished request whose large bodies are already in the blob store. */
export interface StorableRequest extends Omit<FinishedRequest, 'contents'> {
  contents: StoredContent[];
}

function requestRows(entries: StorableRequest[]) {
  return sql`
    select * from ${sqlRows('entry', entries, {
      request_id: ['text', (entry) => entry.requestId],
      account_id: ['text', (entry) => entry.accountId],
      key_id: ['text', (entry) => entry.keyId],
      at: ['timestamptz', (entry) => entry.at.toISOString()],
      tool: ['text', (entry) => entry.tool],
      origin: ['text', (entry) => entry.origin],
      status: ['text', (entry) => entry.status],
      country: ['text', (entry) => entry.country],
      url: ['text', (entry) => (entry.url === null ? null : maskAddress(entry.url))],
      credits: ['integer', (entry) => entry.credits],
      ms: ['integer', (entry) => Math.round(entry.ms)],
      error: ['text', (entry) => (entry.error === null ? null : JSON.stringify(entry.error))],
      params: ['text', (entry) => JSON.stringify(entry.params)],
      receipt_id: ['text', (entry) => entry.receipts.at(-1)?.id ?? null],
      reservation_id: ['text', (entry) => entry.reservationId],
    })}`;
}

function chargeRows(entries: StorableRequest[]) {
  const rows = entries.flatMap(({ requestId, jobId = null, charges }) =>
    charges.filter(({ credits }) => credits !== 0).map((charge) => ({ requestId, jobId, ...charge })),
  );
  return sql`
    select charge.*, fresh.account_id, fresh.at
    from ${sqlRows(
      'charge',
      rows,
      {
        request_id: ['text', (row) => row.requestId],
        credits: ['bigint', (row) => row.credits],
        pages: ['integer', (row) => row.pages],
        note: ['text', (row) => row.note],
        job_id: ['text', (row) => row.jobId],
      },
      'ord',
    )}
    join fresh using (request_id)`;
}

function receiptRows(entries: StorableRequest[]) {
  const rows = entries.flatMap(({ requestId, receipts }) =>
    receipts.map((receipt) => ({ requestId, receipt })),
  );
  return sql`
    select receipt.id, fresh.account_id, fresh.request_id, fresh.at, receipt.document::json
    from ${sqlRows('receipt', rows, {
      id: ['text', ({ receipt }) => receipt.id],
      request_id: ['text', ({ requestId }) => requestId],
      document: ['text', ({ receipt }) => JSON.stringify(receipt)],
    })}
    join fresh using (request_id)`;
}

/** Message of the database error if another run has claimed the Idempotency-Key of a request. */
export const keyTakenOverMessage = 'another run has this idempotency key';

/** Stores responses for Idempotency-Keys; aborts the statement if another run has claimed the key. */
function idempotentResponsesCte(entries: StorableRequest[]): RawBuilder<unknown> {
  const rows = entries.flatMap((entry) => entry.idempotentResponse ?? []);
  if (rows.length === 0) return sql`takeover as (select null::text as request_id where false)`;
  return sql`
    answer as (
      select * from ${sqlRows('answer', rows, {
        request_id: ['text', (row) => row.requestId],
        account_id: ['text', (row) => row.accountId],
        answer: ['text', (row) => row.text],
        answer_ref: ['text', (row) => row.ref],
      })}
    ),
    kept as (
      update idempotency set answer = answer.answer, answer_ref = answer.answer_ref
      from answer join fresh using (request_id)
      where idempotency.request_id = answer.request_id and idempotency.account_id = answer.account_id
      returning idempotency.request_id
    ),
    takeover as (
      select answer.request_id from answer join fresh using (request_id)
      where answer.request_id not in (select request_id from kept)
    )`;
}

/** Splits charges by route and country as far as receipts state them; the rest has only the tool. */
function usageRows(entries: StorableRequest[]): UsageRow[] {
  return entries.flatMap(({ requestId, at, tool, receipts, charges }) => {
    const paid = receipts.filter(({ credits, pages }) => credits > 0 && pages === undefined);
    const hasPages = charges.some(({ pages }) => pages !== null);
    const rows = paid.map(({ route, exit, credits }) => ({
      requestId,
      at,
      tool,
      route: route ?? '',
      country: exit?.country ?? '',
      credits,
      pages: hasPages ? 1 : 0,
    }));
    const attributed = rows.reduce((sum, { credits }) => sum + credits, 0);
    const rest = charges.reduce((sum, { credits }) => sum + credits, 0) - attributed;
    return rest === 0
      ? rows
      : [...rows, { requestId, at, tool, route: '', country: '', credits: rest, pages: 0 }];
  });
}

/**
 * Writes finished requests with charges, receipts and contents and releases their reservations, in one statement (one
 * transaction and one round trip).
 *
 * `fresh` contains the requests that were not written before: only those are charged, so writing a group again after a
 * lost acknowledgement has no effect. Accounts are locked first and in order. A charge above its reservation (for an
 * account with limits) or a balance below zero aborts the statement.
 */
export async function writeRequests(
  database: Database | DatabaseTransaction,
  entries: StorableRequest[],
): Promise<void> {
  await sql`${sql.raw(preparedMarker)}
    with entry as (${requestRows(entries)}),
    locked as (
      select account_id, plan_balance, top_up_balance, unlimited from accounts
      where account_id in (select account_id from entry)
      order by account_id for no key update
    ),
    fresh as (
      insert into requests (
        request_id, account_id, key_id, at, tool, origin, status, country, url, credits, ms, error, params, receipt_id
      )
      select request_id, entry.account_id, key_id, at, tool, origin, status, country, url, credits, ms, error::json,
        params::json, receipt_id
      from entry left join locked on locked.account_id = entry.account_id
      on conflict (request_id, account_id) do nothing
      returning request_id, account_id, key_id, at
    ),
    charge as (${chargeRows(entries)}),
    ${chargeLedgerCtes},
    ${usageCte(usageRows(entries))},
    ${keySpendingCte(sql`
      select fresh.account_id, fresh.key_id, fresh.at, charge.credits from charge join fresh using (request_id)
    `)},
    ${idempotentResponsesCte(entries)},
    ${cachePagesCte(entries.flatMap(({ requestId, cached = [] }) => cached.map((page) => ({ requestId, page }))))},
    released as (
      delete from reservations using entry
      where reservations.reservation_id = entry.reservation_id and reservations.account_id = entry.account_id
      returning entry.request_id, reservations.account_id, reservations.credits
    ),
    excess as (
      select released.request_id
      from released join charge using (request_id) join locked on locked.account_id = released.account_id
      where not locked.unlimited
      group by released.request_id, released.credits
      having sum(charge.credits) > released.credits
    ),
    used as (
      update api_keys set last_used_at = latest.at
      from (select key_id, max(at) as at from fresh group by key_id) as latest
      where api_keys.key_id = latest.key_id
        and (last_used_at is null or last_used_at < latest.at - interval '1 minute')
    ),
    signed as (
      insert into receipts (receipt_id, account_id, request_id, at, receipt) ${receiptRows(entries)}
    ),
    stored as (
      ${insertContentsQuery(
        entries.flatMap(({ requestId, contents }) => contents.map((content) => ({ ...content, requestId }))),
        sql.ref('fresh.account_id'),
        sql`join fresh using (request_id)`,
      )}
    )
    select refuse('more was charged than request ' || request_id || ' had reserved') from excess
    union all select refuse(${keyTakenOverMessage}::text) from takeover
    union all ${spendChargesQuery}
  `.execute(database);
}
