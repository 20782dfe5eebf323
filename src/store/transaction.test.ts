import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { Failure } from '../domain/system/failure.ts';
import { inTransaction } from './transaction.ts';

test('deadlocked transactions both take effect once', async (t) => {
  const { database } = await createTestDatabase(t);
  await sql`create table pair (id integer primary key, count integer not null default 0)`.execute(database);
  await sql`insert into pair (id) values (1), (2)`.execute(database);
  let runs = 0;
  let arrived = 0;
  const { promise: bothLocked, resolve } = Promise.withResolvers<void>();
  const add = (first: number, second: number) =>
    inTransaction(database, async (transaction) => {
      runs += 1;
      await sql`update pair set count = count + 1 where id = ${first}`.execute(transaction);
      arrived += 1;
      if (arrived === 2) resolve();
      await bothLocked;
      await sql`update pair set count = count + 1 where id = ${second}`.execute(transaction);
    });
  await Promise.all([add(1, 2), add(2, 1)]);
  const { rows } = await sql<{ count: number }>`select count from pair order by id`.execute(database);
  assert.deepEqual(rows, [{ count: 2 }, { count: 2 }]);
  assert.equal(runs, 3);
});

test('a transaction that fails by itself is not retried', async (t) => {
  const { database } = await createTestDatabase(t);
  let runs = 0;
  const work = inTransaction(database, async () => {
    runs += 1;
    throw new Failure('conflict', 'no');
  });
  await assert.rejects(work, /no/);
  assert.equal(runs, 1);
});
