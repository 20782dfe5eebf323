import type { RawBuilder } from 'kysely';
import { type SkipCounts, skipReasons } from '../../domain/resources/job.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import { sqlRows } from '../../store/sql-rows.ts';
import { storableJson } from '../../store/storable.ts';
import type { DeliveredPage, FinishedPage, PageGroup } from './finished-page.ts';

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

/** The jobs of the groups, with their new state. */
export function groupRows(groups: readonly PageGroup[]): RawBuilder<unknown> {
  return sqlRows('grouped', groups, {
    job_id: ['text', ({ jobId }) => jobId],
    new_start_url: ['text', ({ pages }) => pages.find(({ startUrl }) => startUrl !== null)?.startUrl ?? null],
    new_warnings: ['text', ({ pages }) => storableJson(pages.flatMap(({ warnings }) => warnings))],
    new_notes: ['text', ({ notes }) => (notes === undefined ? null : JSON.stringify(notes))],
    new_skipped: ['text', ({ pages }) => JSON.stringify(sumSkipped(pages))],
  });
}

/** A page of a group, and where its document starts (from 1) among the bytes of all documents. */
interface Entry {
  jobId: string;
  page: FinishedPage;
  from: number;
}

function entriesOf(groups: readonly PageGroup[]): Entry[] {
  let from = 1;
  return groups.flatMap(({ jobId, pages }) =>
    pages.map((page) => {
      const entry = { jobId, page, from };
      from += page.delivered?.page.byteLength ?? 0;
      return entry;
    }),
  );
}

/** Returns a column of delivered pages, null for the others. */
function ofDelivered(getValue: (page: DeliveredPage) => unknown) {
  return ({ page: { delivered } }: Entry) => (delivered === null ? null : getValue(delivered));
}

/** The rows of the frontier that were worked on; `ord` is the position among all of them. */
export function entryRows(groups: readonly PageGroup[]): RawBuilder<unknown> {
  return sqlRows(
    'entry',
    entriesOf(groups),
    {
      job_id: ['text', ({ jobId }) => jobId],
      id: ['bigint', ({ page }) => page.id],
      attempt: ['integer', ({ page }) => page.attempt],
      outcome: ['text', ({ page }) => page.outcome],
      digest: ['bytea', ofDelivered((page) => page.digest)],
      status: ['text', ofDelivered((page) => page.status)],
      url: ['text', ofDelivered((page) => maskAddress(page.url))],
      credits: ['integer', ofDelivered((page) => page.credits)],
      route: ['text', ofDelivered((page) => page.route)],
      country: ['text', ofDelivered((page) => page.country)],
      ref: ['text', ofDelivered((page) => page.content?.ref ?? null)],
      receipt_id: ['text', ofDelivered((page) => page.receiptId)],
      receipt: ['text', ofDelivered((page) => page.receipt)],
      bytes: ['integer', ofDelivered((page) => page.bytes)],
      page_from: ['integer', ({ from }) => from],
      page_length: ['integer', ({ page }) => page.delivered?.page.byteLength ?? 0],
    },
    'ord',
  );
}

/** The discovered URLs, with the position of their source page. */
export function foundRows(pages: readonly FinishedPage[]): RawBuilder<unknown> {
  const rows = pages.flatMap((page, index) => page.found.map((address) => ({ ord: index + 1, ...address })));
  return sqlRows('found', rows, {
    ord: ['bigint', ({ ord }) => ord],
    kind: ['text', ({ kind }) => kind],
    digest: ['bytea', ({ digest }) => digest],
    url: ['text', ({ url }) => url],
    depth: ['smallint', ({ depth }) => depth],
  });
}

/** Digests of URLs that belong to a page, with the position of the page. */
export function digestRows(
  name: string,
  pages: readonly FinishedPage[],
  select: (page: FinishedPage) => readonly Buffer[] | undefined,
): RawBuilder<unknown> {
  const rows = pages.flatMap((page, index) =>
    (select(page) ?? []).map((digest) => ({ ord: index + 1, digest })),
  );
  return sqlRows(name, rows, {
    ord: ['bigint', ({ ord }) => ord],
    digest: ['bytea', ({ digest }) => digest],
  });
}

/** The queued URLs to which a shorter path was found. */
export function nearerRows(groups: readonly PageGroup[]): RawBuilder<unknown> {
  const rows = groups.flatMap(({ jobId, pages }) =>
    pages.flatMap((page) => page.nearer.map((address) => ({ jobId, ...address }))),
  );
  return sqlRows('link', rows, {
    job_id: ['text', ({ jobId }) => jobId],
    digest: ['bytea', ({ digest }) => digest],
    depth: ['smallint', ({ depth }) => depth],
  });
}
