import { sql } from 'kysely';
import type { CrashCounts, PageMark } from '../../domain/resources/crash.ts';
import type { Database } from '../database.ts';

/** Crash counts of one page. */
export interface PageCrashes extends CrashCounts {
  lastAt: Date;
}

/** Maximum rows that are read, the latest first. */
const maxRows = 10_000;

/** Returns the key of a page in the map of {@link readPageCrashes}. */
export function pageKey({ accountId, digest }: PageMark): string {
  return `${accountId} ${digest}`;
}

/** Reads the crashes of all pages since a time, by {@link pageKey}. */
export async function readPageCrashes(database: Database, since: Date): Promise<Map<string, PageCrashes>> {
  const rows = await database
    .selectFrom('page_crashes')
    .selectAll()
    .where('last_at', '>', since)
    .orderBy('last_at', 'desc')
    .limit(maxRows)
    .execute();
  return new Map(
    rows.map(({ account_id, url_digest, together, alone, last_at }) => [
      `${account_id} ${url_digest.toString('base64url')}`,
      { together, alone, lastAt: last_at },
    ]),
  );
}

/** Counts a crash for each of the pages. Pages of deleted accounts are skipped. */
export async function addPageCrashes(
  database: Database,
  kind: keyof CrashCounts,
  pages: readonly PageMark[],
  now: Date,
): Promise<void> {
  for (const { accountId, host, digest } of pages) {
    await sql`
      insert into page_crashes (account_id, url_digest, host, ${sql.ref(kind)}, last_at)
      select account_id, ${Buffer.from(digest, 'base64url')}, ${host}, 1,
        ${now.toISOString()}::timestamptz
      from accounts where account_id = ${accountId}
      on conflict (account_id, url_digest) do update
        set ${sql.ref(kind)} = page_crashes.${sql.ref(kind)} + 1, last_at = excluded.last_at
    `.execute(database);
  }
}

/** Deletes the crashes of a page, because it was processed without one. */
export async function deletePageCrashes(database: Database, { accountId, digest }: PageMark): Promise<void> {
  await database
    .deleteFrom('page_crashes')
    .where('account_id', '=', accountId)
    .where('url_digest', '=', Buffer.from(digest, 'base64url'))
    .execute();
}

/** Deletes crashes before a time; returns the number of pages. */
export async function sweepPageCrashes(database: Database, before: Date): Promise<number> {
  const deleted = await database.deleteFrom('page_crashes').where('last_at', '<=', before).executeTakeFirst();
  return Number(deleted.numDeletedRows);
}
