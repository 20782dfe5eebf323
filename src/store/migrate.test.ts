import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase } from '../../test/database.ts';
import { Failure } from '../domain/failure.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/all.ts';

test('several processes may migrate an empty database at once', async (t) => {
  const { database, connectionString } = await createTestDatabase(t);
  await sql`drop schema public, pgboss cascade`.execute(database);
  await sql`create schema public`.execute(database);
  const starts = Array.from({ length: 4 }, () => openDatabase({ connectionString }, 2).database);
  t.after(() => Promise.all(starts.map((each) => each.destroy())));
  const applied = await Promise.all(starts.map((each) => migrate(each)));
  assert.deepEqual(applied.flat(), Object.keys(migrations));
  assert.deepEqual(await migrate(database), []);
  await database.selectFrom('ledger').selectAll().execute();
});

test('a database of a newer version is refused and left as it is', async (t) => {
  const { database } = await createTestDatabase(t);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', now()::text)`.execute(
    database,
  );
  await assert.rejects(migrate(database), (error: unknown) => {
    assert.ok(error instanceof Failure);
    assert.match(error.message, /newer version.*9999-future/);
    return true;
  });
  // The lock was given back.
  await sql`delete from kysely_migration where name = '9999-future'`.execute(database);
  assert.deepEqual(await migrate(database), []);
});
