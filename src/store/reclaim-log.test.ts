import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { startPostgresServer } from '../../test/postgres-server.ts';
import { createLogReclaim, reclaimLog } from './reclaim-log.ts';

const mebibyte = 2 ** 20;

test('the log of a burst of work is given back to the disk once the database is idle', async (t) => {
  // A server of its own: the log is that of all databases.
  const { connectionString, stop } = await startPostgresServer();
  const client = new Client({ connectionString });
  await client.connect();
  t.after(async () => {
    await client.end();
    await stop();
  });
  const readBytes = async () =>
    Number((await client.query('select sum(size) as bytes from pg_ls_waldir()')).rows[0].bytes);
  const write = async (mebibytes: number) => {
    // One message of a mebibyte at a time.
    for (let count = 0; count < mebibytes; count += 1)
      await client.query(`select pg_logical_emit_message(false, 'test', repeat('x', ${mebibyte}))`);
  };
  const reclaim = createLogReclaim({ connectionString });
  const { signal } = new AbortController();
  await reclaim(signal);
  await write(200);
  await client.query('checkpoint');
  const full = await readBytes();
  assert.ok(full > 120 * mebibyte, `${full}`);

  await reclaim(signal);
  assert.equal(await readBytes(), full, 'a busy database keeps its segments');
  await reclaim(signal);
  const left = await readBytes();
  assert.ok(left <= 80 * mebibyte, `${left}`);
  await reclaimLog({ connectionString });
  assert.equal(await readBytes(), left, 'there is nothing left to do');
});
