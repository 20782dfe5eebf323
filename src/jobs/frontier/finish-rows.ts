import type { RawBuilder } from 'kysely';
import { type SkipCounts, skipReasons } from '../../domain/resources/job.ts';
import { maskAddress } from '../../domain/secrets/mask-address.ts';
import { sqlRows } from '../../store/sql-rows.ts';
import { storableJson } from '../../store/storable.ts';
import type { NewUrl } from '../records/create-job.ts';
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
      from += page.delivered?.document.page.byteLength ?? 0;
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
      line: ['integer', ({ page }) => page.line ?? null],
      digest: ['bytea', ofDelivered((page) => page.digest)],
      status: ['text', ofDelivered((page) => page.status)],
      url: ['text', ofDelivered((page) => maskAddress(page.url))],
      credits: ['integer', ofDelivered((page) => page.credits)],
      route: ['text', ofDelivered((page) => page.route)],
      country: ['text', ofDelivered((page) => page.country)],
      ref: ['text', ofDelivered((page) => page.content?.ref ?? null)],
      receipt_id: ['text', ofDelivered((page) => page.receiptId)],
      receipt: ['text', ofDelivered((page) => page.receipt)],
      bytes: ['integer', ofDelivered(({ document }) => document.bytes)],
      text_at: ['integer', ofDelivered(({ document }) => document.textAt)],
      page_from: ['integer', ({ from }) => from],
      page_length: ['integer', ({ page }) => page.delivered?.document.page.byteLength ?? 0],
    },
    'ord',
  );
}

function keyOf(jobId: string, digest: Buffer): string {
  return `${jobId} ${digest.toString('base64')}`;
}

/** Returns the least depth of each URL to which a shorter path was found, by job and digest. */
function leastDepths(groups: readonly PageGroup[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { jobId, pages } of groups) {
    for (const { digest, depth } of pages.flatMap(({ nearer }) => nearer)) {
      const key = keyOf(jobId, digest);
      depths.set(key, Math.min(depth, depths.get(key) ?? depth));
    }
  }
  return depths;
}

/**
 * The discovered URLs, with the position of their source page. A URL to which the same group has a shorter path has its depth,
 * because the statement that adds it cannot change it.
 */
export function foundRows(groups: readonly PageGroup[]): RawBuilder<unknown> {
  const least = leastDepths(groups);
  const depthOf = (jobId: string, { digest, depth }: NewUrl): number =>
    least.size === 0 ? depth : Math.min(depth, least.get(keyOf(jobId, digest)) ?? depth);
  const sources = groups.flatMap(({ jobId, pages }) => pages.map(({ found }) => ({ jobId, found })));
  const rows = sources.flatMap(({ jobId, found }, index) =>
    found.map((address) => ({ ...address, ord: index + 1, depth: depthOf(jobId, address) })),
  );
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

/** The queued URLs to which a shorter path was found, each once. */
export function nearerRows(groups: readonly PageGroup[]): RawBuilder<unknown> {
  const least = leastDepths(groups);
  const rows = groups.flatMap(({ jobId, pages }) =>
    pages
      .flatMap(({ nearer }) => nearer)
      .filter(({ digest, depth }) => {
        const key = keyOf(jobId, digest);
        // The first of several with the least depth stands for all of them.
        return least.get(key) === depth && least.delete(key);
      })
      .map((address) => ({ jobId, ...address })),
  );
  return sqlRows('link', rows, {
    job_id: ['text', ({ jobId }) => jobId],
    digest: ['bytea', ({ digest }) => digest],
    depth: ['smallint', ({ depth }) => depth],
  });
}
