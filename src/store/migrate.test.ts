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

test('the index of read pages keeps its pages when it is divided by account', async (t) => {
  const { database } = await createTestDatabase(t);
  await sql`drop schema public cascade`.execute(database);
  await sql`create schema public`.execute(database);
  await migrate(database, undefined, '0056-service-settings');
  const accounts = Array.from({ length: 20 }, (_, at) => `acct_${at}`);
  await sql`
    insert into accounts (account_id, name, plan, plan_credits, renews_at, unlimited, created_at)
    select one, one, 'default', 1, now(), true, now() from unnest(${accounts}::text[]) as one
  `.execute(database);
  await sql`
    insert into read_pages (account_id, page_key, url, host, title, body, config, read_at, words, key_words, word_count)
    select account_id, '\\x01', 'https://example.com/', 'example.com', account_id, 'A kettle.', 'simple', now(),
      'kettle:1', 'kettle:1A', 2
    from unnest(${accounts}::text[]) as one (account_id)
  `.execute(database);
  assert.ok((await migrate(database)).includes('0057-read-pages-by-account'));
  const { rows } = await sql<{ title: string; part: string }>`
    select title, tableoid::regclass::text as part from read_pages where words @@ 'kettle' and key_words @@ 'kettle:A'
  `.execute(database);
  assert.deepEqual(rows.map(({ title }) => title).sort(), [...accounts].sort());
  assert.ok(new Set(rows.map(({ part }) => part)).size > 3, 'in several parts');
  await assert.rejects(
    sql`insert into read_pages select 'acct_unknown', page_key, url, host, title, body, language, config, published_at,
      read_at, words, key_words, digest, word_count from read_pages limit 1`.execute(database),
    /foreign key/,
  );
});
