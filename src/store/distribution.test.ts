import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';

/** Tables whose rows grow with the pages and requests of accounts (docs/scale.md). */
const largeTables = [
  'contents',
  'continuations',
  'frontier',
  'idempotency',
  'jobs',
  'ledger',
  'page_cache',
  'read_pages',
  'receipts',
  'requests',
  'results',
  'usage_days',
];

test('every unique key of a large table contains the account or the job', async (t) => {
  const { database } = await createTestDatabase(t);
  const { rows } = await sql<{ table: string; index: string; columns: string[] }>`
    select owner.relname as table, key.relname as index, array_agg(attribute.attname::text) as columns
    from pg_index join pg_class owner on owner.oid = indrelid join pg_class key on key.oid = indexrelid
      join pg_attribute attribute on attribute.attrelid = indrelid and attribute.attnum = any(indkey)
    where indisunique and owner.relname = any(${largeTables}::text[])
      and owner.relnamespace = current_schema()::regnamespace
    group by owner.relname, key.relname
  `.execute(database);
  assert.deepEqual(
    new Set(rows.map(({ table }) => table)),
    new Set(largeTables),
    'every large table has a unique key',
  );
  const without = rows.filter(
    ({ columns }) => !columns.includes('account_id') && !columns.includes('job_id'),
  );
  assert.deepEqual(without, []);
});
