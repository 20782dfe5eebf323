import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { type Database, openDatabase } from './database.ts';
import {
  databaseFailure,
  isConnectionFailure,
  isSerializationConflict,
  isTransient,
} from './database-failure.ts';

async function getError(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => assert.fail('should have failed'),
    (error: unknown) => error,
  );
}

const longQuery = (database: Database) => sql`select pg_sleep(20)`.execute(database);

test('a terminated connection, a refused connection and an exhausted pool are `unavailable`', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  const { database } = openDatabase({ connectionString, connectionTimeoutMillis: 100 }, 1);
  t.after(() => database.destroy());
  // On a busy machine connecting takes longer than the timeout, which is meant for the query that finds no free connection.
  const isConnected = () =>
    sql`select 1`.execute(database).then(
      () => true,
      () => false,
    );
  while (!(await isConnected()));
  const running = getError(longQuery(database));
  const exhausted = await getError(sql`select 1`.execute(database));
  let killed = 0;
  while (killed === 0) {
    const answer = await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep(20)%' and pid <> pg_backend_pid()`,
    );
    killed = answer.rowCount ?? 0;
  }
  const noServer = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', password: 'x' }, 1).database;
  t.after(() => noServer.destroy());
  const noSocket = openDatabase({ host: '/nonexistent', user: 'nobody' }, 1).database;
  t.after(() => noSocket.destroy());
  const errors = [
    await running,
    exhausted,
    await getError(sql`select 1`.execute(noServer)),
    await getError(sql`select 1`.execute(noSocket)),
  ];
  for (const error of errors) {
    const failure = databaseFailure(error);
    assert.equal(failure?.kind, 'unavailable', String(error));
    assert.equal(failure?.cause, error);
    assert.ok(isConnectionFailure(error));
  }
});

test('a server that does not accept connections is unavailable, also once its queue is full', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'webdata-queue-'));
  const server = createServer((socket) => socket.on('error', () => {}));
  server.listen({ path: join(folder, '.s.PGSQL.5432'), backlog: 1 });
  await once(server, 'listening');
  const { database } = openDatabase({ host: folder, user: 'nobody', connectionTimeoutMillis: 500 }, 8);
  t.after(async () => {
    await database.destroy();
    server.close();
    await rm(folder, { recursive: true });
  });
  // All at once, so that the server has no time to accept the first ones.
  const errors = await Promise.all(
    Array.from({ length: 8 }, () => getError(sql`select 1`.execute(database))),
  );
  // Other systems refuse the connection.
  if (process.platform === 'linux') {
    assert.ok(errors.some((error) => (error as { code?: string }).code === 'EAGAIN'));
  }
  for (const error of errors) assert.ok(isTransient(error), String(error));
});

test('a server that accepts no writes is unavailable, and its connections are not used again', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  await pool.query('create table notes (note text)');
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const setting = `alter database ${rows[0]?.name} set default_transaction_read_only`;
  await pool.query(`${setting} = on`);
  const { database } = openDatabase({ connectionString }, 1);
  t.after(() => database.destroy());
  const insert = sql`insert into notes values ('one')`;
  for (const write of [
    () => insert.execute(database),
    () => database.transaction().execute((transaction) => insert.execute(transaction)),
  ]) {
    const error = await getError(write());
    assert.equal(databaseFailure(error)?.kind, 'unavailable', String(error));
    assert.ok(isTransient(error));
  }
  await pool.query(`${setting} = off`);
  await insert.execute(database);
});

test('an error in a statement is not a database failure', async (t) => {
  const { database } = await createTestDatabase(t);
  for (const statement of ['select nothing', 'insert into ledger (id) values (1)', 'select 1/0']) {
    const error = await getError(sql.raw(statement).execute(database));
    assert.equal(databaseFailure(error), null);
    assert.equal(isSerializationConflict(error), false);
  }
  assert.equal(
    databaseFailure(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })),
    null,
  );
  assert.equal(databaseFailure(new TypeError('x is not a function')), null);
});

test('a connection lost inside a transaction does not end the process', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  const { database } = openDatabase({ connectionString }, 1);
  t.after(() => database.destroy());
  const error = await getError(
    database.transaction().execute(async (transaction) => {
      const own = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await pool.query('select pg_terminate_backend($1)', [own.rows[0]?.pid]);
      // No query is running when the connection reports its end.
      await new Promise((resolve) => setTimeout(resolve, 20));
      await sql`select 1`.execute(transaction);
    }),
  );
  assert.ok(databaseFailure(error));
  assert.equal((await sql`select 1 as one`.execute(database)).rows.length, 1);
});
