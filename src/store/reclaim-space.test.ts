import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import type { Database } from './database.ts';
import { reclaimSpace } from './reclaim-space.ts';

const minBytes = 256 * 1024;
const table = 'page_cache';

/** Inserts pages of an account, each with some incompressible bytes outside of its row. */
async function insertPages(database: Database, accountId: string, count: number): Promise<void> {
  await sql`
    insert into page_cache (account_id, key, formats, receipt_id, stored_at, expires_at, page, bytes, length, is_cut)
    select ${accountId}, sha256(n::text::bytea), 1, 'rct_' || sha256(n::text::bytea)::text, now(), now(), (
      select string_agg(sha256((n || ' ' || part)::bytea), '') from generate_series(1, 100) as part
    ), 3200, 3200, false
    from generate_series(1, ${count}::integer) as n
  `.execute(database);
}

async function sizeOf(database: Database): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size(${table}) as bytes`.execute(
    database,
  );
  return rows[0]?.bytes ?? 0;
}

async function createAccount(database: Database, accountId: string): Promise<void> {
  await sql`insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    values (${accountId}, ${accountId}, 'p', 0, now(), true, now())`.execute(database);
}

test('the space of deleted rows is given back to the disk', async (t) => {
  const { database, connectionString } = await createTestDatabase(t);
  for (const accountId of ['acct_kept', 'acct_deleted']) await createAccount(database, accountId);
  await insertPages(database, 'acct_kept', 50);
  await insertPages(database, 'acct_deleted', 6_000);
  await sql`vacuum analyze page_cache`.execute(database);
  const full = await sizeOf(database);
  assert.ok(full > 20 * 2 ** 20, `${full}`);
  await reclaimSpace({ connectionString }, { minBytes });
  assert.equal(await sizeOf(database), full, 'nothing is done while the rows need the space');

  await sql`delete from page_cache where account_id = 'acct_deleted'`.execute(database);
  // Autovacuum does this within a minute, but gives up the end of a file if anybody else needs the table.
  await sql`vacuum (truncate false) page_cache`.execute(database);
  await reclaimSpace({ connectionString }, { minBytes });
  const left = await sizeOf(database);
  assert.ok(left < full / 20, `${left} of ${full} bytes are left`);
  const { rows } = await sql`select from page_cache where account_id = 'acct_kept'`.execute(database);
  assert.equal(rows.length, 50);
});

test('an index whose rebuild was interrupted is removed', async (t) => {
  const { database, pool, connectionString } = await createTestDatabase(t);
  await createAccount(database, 'acct_a');
  await insertPages(database, 'acct_a', 2);
  // Fails after the index was created, because the rows have the same value, and leaves it invalid.
  await assert.rejects(
    pool.query('create unique index concurrently page_cache_receipt_ccnew on page_cache (account_id)'),
    /duplicate|unique/,
  );
  const count = async () =>
    (await pool.query(`select from pg_class where relname = 'page_cache_receipt_ccnew'`)).rowCount;
  assert.equal(await count(), 1);
  await reclaimSpace({ connectionString }, { minBytes });
  assert.equal(await count(), 0);
});

test('an aborted signal ends the work', async (t) => {
  const { connectionString } = await createTestDatabase(t);
  const reason = new Error('stopped');
  await assert.rejects(reclaimSpace({ connectionString }, { signal: AbortSignal.abort(reason) }), reason);
});
