import { type RawBuilder, sql } from 'kysely';
import { type SkipCounts, skipReasons } from '../../domain/resources/job.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import { storableJson } from '../../store/storable.ts';
import type { Group } from './finish-statements.ts';
import type { DeliveredPage, FinishedPage } from './finished-page.ts';

function mapColumn<Value>(
  pages: readonly FinishedPage[],
  of: (page: DeliveredPage) => Value,
): (Value | null)[] {
  return pages.map((page) => (page.delivered === null ? null : of(page.delivered)));
}

/** Returns where each page starts (from 1) in the concatenated bytes of the pages, and its length. */
function computeRanges(pages: readonly FinishedPage[]): { from: number[]; length: number[] } {
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

/** Adds up the left-out URLs of the pages by reason. */
function sumSkipped(pages: readonly FinishedPage[]): SkipCounts {
  const sums: SkipCounts = {};
  for (const { skipped } of pages) {
    for (const reason of skipReasons) {
      const count = skipped[reason];
      if (count !== undefined) sums[reason] = (sums[reason] ?? 0) + count;
    }
  }
  return sums;
}

/** Builds the jobs of the groups as SQL, with their new state. */
export function buildGroupRows(groups: readonly Group[]): RawBuilder<unknown> {
  return sql`
    select * from unnest(
      ${groups.map(({ jobId }) => jobId)}::text[],
      ${groups.map(({ pages }) => pages.find((page) => page.startUrl !== null)?.startUrl ?? null)}::text[],
      ${groups.map(({ pages }) => storableJson(pages.flatMap((page) => page.warnings)))}::text[],
      ${groups.map(({ notes }) => (notes === undefined ? null : JSON.stringify(notes)))}::text[],
      ${groups.map(({ pages }) => JSON.stringify(sumSkipped(pages)))}::text[]
    ) as grouped (job_id, new_start_url, new_warnings, new_notes, new_skipped)`;
}

/** Builds the rows of the groups as SQL; `ord` is the position among all of them. */
export function buildEntryRows(groups: readonly Group[]): RawBuilder<unknown> {
  const pages = groups.flatMap((group) => group.pages);
  const { from, length } = computeRanges(pages);
  return sql`
    select * from unnest(
      ${groups.flatMap(({ jobId, pages }) => pages.map(() => jobId))}::text[],
      ${pages.map((page) => page.id)}::bigint[],
      ${pages.map((page) => page.attempt)}::integer[],
      ${pages.map((page) => page.outcome)}::text[],
      ${mapColumn(pages, (page) => page.digest)}::bytea[],
      ${mapColumn(pages, (page) => page.status)}::text[],
      ${mapColumn(pages, (page) => maskAddress(page.url))}::text[],
      ${mapColumn(pages, (page) => page.credits)}::integer[],
      ${mapColumn(pages, (page) => page.route)}::text[],
      ${mapColumn(pages, (page) => page.country)}::text[],
      ${mapColumn(pages, (page) => page.content?.ref ?? null)}::text[],
      ${mapColumn(pages, (page) => page.receiptId)}::text[],
      ${mapColumn(pages, (page) => page.receipt)}::text[],
      ${mapColumn(pages, (page) => page.bytes)}::integer[],
      ${from}::integer[],
      ${length}::integer[]
    ) with ordinality as entry (
      job_id, id, attempt, outcome, digest, status, url, credits, route, country, ref, receipt_id, receipt, bytes, page_from, page_length, ord
    )`;
}

/** Builds the discovered URLs as SQL, with the position of their source page. */
export function buildDiscoveredRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
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

/** Builds the long pages to store as SQL; `fresh` contains the delivered ones. */
export function buildContentRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const rows = pages.flatMap((page) => page.delivered?.content ?? []);
  return sql`
    select content.ref, job.account_id, content.url, content.title, content.body, content.digest, content.length,
      content.sections::json, content.created_at, content.expires_at
    from unnest(
      ${rows.map((row) => row.ref)}::text[],
      ${rows.map((row) => row.url)}::text[],
      ${rows.map((row) => row.title)}::text[],
      ${rows.map((row) => (row.body === null ? null : Buffer.from(row.body)))}::bytea[],
      ${rows.map((row) => row.bodyDigest)}::text[],
      ${rows.map((row) => row.length)}::integer[],
      ${rows.map((row) => JSON.stringify(row.sections))}::text[],
      ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[],
      ${rows.map((row) => row.expiresAt.toISOString())}::timestamptz[]
    ) as content (ref, url, title, body, digest, length, sections, created_at, expires_at)
    join fresh using (ref) join job using (job_id)`;
}

/** Builds the variants of the pages as SQL, with the position of their page. */
export function buildVariantRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const rows = pages.flatMap(({ variants = [] }, index) =>
    variants.map((digest) => ({ ord: index + 1, digest })),
  );
  return sql`
    select variant.ord, variant.digest, variant.digest = entry.digest as is_own
    from unnest(${rows.map((row) => row.ord)}::bigint[], ${rows.map((row) => row.digest)}::bytea[])
      as variant (ord, digest) join entry using (ord)`;
}

/** Builds the URLs that the pages name as canonical as SQL, with the position of their page. */
export function buildCanonicalRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const rows = pages.flatMap(({ canonicals = [] }, index) =>
    canonicals.map((digest) => ({ ord: index + 1, digest })),
  );
  return sql`
    select * from unnest(${rows.map((row) => row.ord)}::bigint[], ${rows.map((row) => row.digest)}::bytea[])
      as canonical (ord, digest)`;
}
