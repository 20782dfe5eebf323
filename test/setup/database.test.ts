import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../database.ts';

for (const turn of ['first', 'second']) {
  test(`every test has its own migrated database: ${turn}`, async (t) => {
    const { database } = await createTestDatabase(t);
    await sql`create table only_here (value integer)`.execute(database);
    const result = await sql<{
      jobs: string | null;
    }>`select to_regclass('public.jobs')::text as jobs`.execute(database);
    assert.equal(result.rows[0]?.jobs, 'jobs');
  });
}

test('a database is dropped when its test has ended', async (t) => {
  let name = '';
  await t.test('uses a database', async (inner) => {
    const { pool } = await createTestDatabase(inner);
    name = (await pool.query('select current_database() as name')).rows[0].name;
  });
  const { pool } = await createTestDatabase(t);
  const found = await pool.query('select 1 from pg_database where datname = $1', [name]);
  assert.equal(found.rowCount, 0);
});
