import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';

test('a transaction whose process was halted does not keep its locks for ever', async (t) => {
  const { database } = await createTestDatabase(t);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::integer as seconds
  `.execute(database);
  assert.equal(rows[0]?.seconds, 15);
});
