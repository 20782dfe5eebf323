import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { openDatabase } from './database.ts';

test('an idle transaction of a halted process is ended', async (t) => {
  const { database } = await createTestDatabase(t);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::integer as seconds
  `.execute(database);
  assert.equal(rows[0]?.seconds, 15);
});

test('a connection whose query timed out is not used again', async (t) => {
  const { connectionString } = await createTestDatabase(t);
  const { database } = openDatabase({ connectionString, query_timeout: 500 }, 1);
  t.after(() => database.destroy());
  await assert.rejects(sql`select pg_sleep(20)`.execute(database), /Query read timeout/);
  const answered = await sql<{ one: number }>`select 1 as one`.execute(database);
  assert.deepEqual(answered.rows, [{ one: 1 }]);
  await assert.rejects(
    database.transaction().execute((transaction) => sql`select pg_sleep(20)`.execute(transaction)),
    /Query read timeout|Connection terminated|Client was closed/,
  );
  assert.equal((await sql`select 1`.execute(database)).rows.length, 1);
});

test('the database ends a statement that its client no longer waits for', async (t) => {
  const { connectionString } = await createTestDatabase(t);
  const { database } = openDatabase({ connectionString, query_timeout: 500 }, 1);
  t.after(() => database.destroy());
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(database);
  assert.deepEqual(rows, [{ statement_timeout: '5500ms' }]);
});
