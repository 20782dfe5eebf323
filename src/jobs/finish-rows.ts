import { type RawBuilder, sql } from 'kysely';
import type { DeliveredPage, FinishedPage } from './finished-page.ts';

/** PostgreSQL's text holds no NUL. */
function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}

function column<Value>(pages: readonly FinishedPage[], of: (page: DeliveredPage) => Value): (Value | null)[] {
  return pages.map((page) => (page.delivered === null ? null : of(page.delivered)));
}

/** Where each page's document begins in the one piece of bytes that all are sent as (from 1), and its length. */
function spans(pages: readonly FinishedPage[]): { from: number[]; length: number[] } {
  const from: number[] = [];
  const length: number[] = [];
  let next = 1;
  for (const { delivered } of pages) {
    const bytes = delivered?.page.byteLength ?? 0;
    from.push(next);
    length.push(bytes);
    next += bytes;
  }
  return { from, length };
}

/** The group's rows of the frontier and what is delivered of them; `ord` is their place in the group. */
export function entryRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const { from, length } = spans(pages);
  return sql`
    select * from unnest(
      ${pages.map((page) => page.id)}::bigint[],
      ${pages.map((page) => page.attempt)}::integer[],
      ${pages.map((page) => page.outcome)}::text[],
      ${column(pages, (page) => page.digest)}::bytea[],
      ${column(pages, (page) => page.status)}::text[],
      ${column(pages, (page) => storable(page.url))}::text[],
      ${column(pages, (page) => page.credits)}::integer[],
      ${column(pages, (page) => page.route)}::text[],
      ${column(pages, (page) => page.country)}::text[],
      ${column(pages, (page) => page.content?.ref ?? null)}::text[],
      ${column(pages, (page) => page.receiptId)}::text[],
      ${column(pages, (page) => page.receipt)}::text[],
      ${column(pages, (page) => page.bytes)}::integer[],
      ${from}::integer[],
      ${length}::integer[]
    ) with ordinality as entry (
      id, attempt, outcome, digest, status, url, credits, route, country, ref, receipt_id, receipt, bytes, page_from, page_length, ord
    )`;
}

/** The addresses that the group's rows lead to, with the place of the row in the group. */
export function foundRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const rows = pages.flatMap((page, index) => page.found.map((address) => ({ ord: index + 1, ...address })));
  return sql`
    select * from unnest(
      ${rows.map((row) => row.ord)}::bigint[],
      ${rows.map((row) => row.kind)}::text[],
      ${rows.map((row) => row.digest)}::bytea[],
      ${rows.map((row) => row.url)}::text[],
      ${rows.map((row) => row.depth)}::smallint[]
    ) as found (ord, kind, digest, url, depth)`;
}

/** Long pages of what is delivered; `fresh` holds those. */
export function contentRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const rows = pages.flatMap((page) => page.delivered?.content ?? []);
  return sql`
    select content.ref, job.account_id, content.url, content.title, content.body, content.digest, content.length,
      content.sections::json, content.created_at, content.expires_at
    from unnest(
      ${rows.map((row) => row.ref)}::text[],
      ${rows.map((row) => storable(row.url))}::text[],
      ${rows.map((row) => (row.title === null ? null : storable(row.title)))}::text[],
      ${rows.map((row) => (row.body === null ? null : Buffer.from(row.body)))}::bytea[],
      ${rows.map((row) => row.bodyDigest)}::text[],
      ${rows.map((row) => row.length)}::integer[],
      ${rows.map((row) => JSON.stringify(row.sections))}::text[],
      ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[],
      ${rows.map((row) => row.expiresAt.toISOString())}::timestamptz[]
    ) as content (ref, url, title, body, digest, length, sections, created_at, expires_at)
    join fresh using (ref) cross join job`;
}
