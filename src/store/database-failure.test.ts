import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { type Database, openDatabase } from './database.ts';
import { databaseFailure, isConnectionFailure, isSerializationConflict } from './database-failure.ts';

async function errorOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  );
}

const longQuery = (database: Database) => sql`select pg_sleep(20)`.execute(database);

test('a killed backend, a refused connection and an exhausted pool are all `unavailable`', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  const { database } = openDatabase({ connectionString, connectionTimeoutMillis: 100 }, 1);
  t.after(() => database.destroy());
  const running = errorOf(longQuery(database));
  const exhausted = await errorOf(sql`select 1`.execute(database));
  let killed = 0;
  while (killed === 0) {
    const answer = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
    );
    killed = answer.rowCount ?? 0;
  }
  const nobody = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', password: 'x' }, 1).database;
  t.after(() => nobody.destroy());
  const noSocket = openDatabase({ host: '/nonexistent', user: 'nobody' }, 1).database;
  t.after(() => noSocket.destroy());
  const errors = [
    await running,
    exhausted,
    await errorOf(sql`select 1`.execute(nobody)),
    await errorOf(sql`select 1`.execute(noSocket)),
  ];
  for (const error of errors) {
    const failure = databaseFailure(error);
    assert.equal(failure?.kind, 'unavailable', String(error));
    assert.equal(failure?.cause, error);
    assert.ok(isConnectionFailure(error));
  }
});

test('a mistake in a statement is no trouble of the database', async (t) => {
  const { database } = await createTestDatabase(t);
  for (const statement of ['select nothing', 'insert into ledger (id) values (1)', 'select 1/0']) {
    const error = await errorOf(sql.raw(statement).execute(database));
    assert.equal(databaseFailure(error), null);
    assert.equal(isSerializationConflict(error), false);
  }
  assert.equal(
    databaseFailure(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })),
    null,
  );
  assert.equal(databaseFailure(new TypeError('x is not a function')), null);
});

test('a connection that dies inside a transaction does not end the process', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  const { database } = openDatabase({ connectionString }, 1);
  t.after(() => database.destroy());
  const error = await errorOf(
    database.transaction().execute(async (transaction) => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await pool.query('select pg_terminate_backend($1)', [own.rows[0]?.pid]);
      // Nothing is being asked while the connection says that it is gone.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await sql`select 1`.execute(transaction);
    }),
  );
  assert.ok(databaseFailure(error));
  assert.equal((await sql`select 1 as one`.execute(database)).rows.length, 1);
});
