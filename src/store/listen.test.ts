import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../test/database.ts';
import { silentLog } from '../domain/log.ts';
import { startListening } from './listen.ts';

test('a listener hears notifications, also after its connection was cut', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  let heard = 0;
  let wake = () => {};
  const listener = startListening({
    connection: { connectionString },
    channel: 'some_channel',
    log: silentLog,
    onNotify() {
      heard += 1;
      wake();
    },
  });
  const hears = async (work: () => Promise<unknown>) => {
    const before = heard;
    await work();
    while (heard === before) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await hears(async () => undefined);
  await hears(() => pool.query(`notify some_channel`));
  await hears(() =>
    pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'webdata listener'`),
  );
  await hears(() => pool.query(`notify some_channel`));
  await listener.stop();
  const left = await pool.query(`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'webdata listener'`);
  assert.equal(Number(left.rows[0].count), 0);
  assert.ok(heard >= 4);
});
