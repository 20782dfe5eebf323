import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { Failure } from '../domain/system/failure.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { dropFormerQueue } from './migrations/0030-periodic-tasks.ts';
import { migrations } from './migrations/all.ts';

test('several processes can migrate an empty database concurrently', async (t) => {
  const { database, connectionString } = await createTestDatabase(t);
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  const starts = Array.from({ length: 4 }, () => openDatabase({ connectionString }, 2).database);
  t.after(() => Promise.all(starts.map((each) => each.destroy())));
  const applied = await Promise.all(starts.map((each) => migrate(each)));
  assert.deepEqual(applied.flat(), Object.keys(migrations));
  assert.deepEqual(await migrate(database), []);
  await database.selectFrom('ledger').selectAll().execute();
});

test('a database of a newer version is rejected and unchanged', async (t) => {
  const { database } = await createTestDatabase(t);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`.execute(
    database,
  );
  await assert.rejects(migrate(database), (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.match(error.message, /newer version.*9999-future/);
    return true;
  });
  // The lock was released.
  await sql`delete from kysely_migration where name = '9999-future'`.execute(database);
  assert.deepEqual(await migrate(database), []);
});

test('the former queue is deleted, but not one that another program uses', async (t) => {
  const { database } = await createTestDatabase(t);
  await sql`create schema pgboss`.execute(database);
  await sql`create table pgboss.queue (name text)`.execute(database);
  await sql`insert into pgboss.queue values ('housekeeping'), ('__pgboss__send-it'), ('orders')`.execute(
    database,
  );
  const findQueue = async () =>
    (await sql<{ name: string | null }>`select to_regclass('pgboss.queue')::text as name`.execute(database))
      .rows[0]?.name;
  await dropFormerQueue(database);
  assert.equal(await findQueue(), 'pgboss.queue');
  await sql`delete from pgboss.queue where name = 'orders'`.execute(database);
  await dropFormerQueue(database);
  assert.equal(await findQueue(), null);
  await dropFormerQueue(database);
});
