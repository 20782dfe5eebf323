import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { Client } from 'pg';
import { createTestDatabase } from '../../test/database.ts';
import { silentLog } from '../domain/system/log.ts';
import { startListening } from './start-listening.ts';

test('a listener receives notifications, also after its connection was terminated', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  let notifications = 0;
  let wake = () => {};
  const listener = startListening({
    connection: { connectionString },
    channel: 'some_channel',
    log: silentLog,
    onNotify() {
      notifications += 1;
      wake();
    },
  });
  const waitForNotification = async (work: () => Promise<unknown>) => {
    const before = notifications;
    await work();
    while (notifications === before) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  await waitForNotification(async () => undefined);
  await waitForNotification(() => pool.query(`notify some_channel`));
  await waitForNotification(() =>
    pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'webdata listener'`),
  );
  await waitForNotification(() => pool.query(`notify some_channel`));
  await listener.stop();
  const left = await pool.query(`select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'webdata listener'`);
  assert.equal(Number(left.rows[0].count), 0);
  assert.ok(notifications >= 4);
});

test('a listener reconnects if the server accepts its connection but never answers', async (t) => {
  const { pool, connectionString } = await createTestDatabase(t);
  const { host, port, user, password, database } = new Client({ connectionString });
  let connections = 0;
  const relay = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    if (connections === 1) return;
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    upstream.on('error', () => socket.destroy());
    socket.pipe(upstream).pipe(socket);
  });
  relay.listen(0, '127.0.0.1');
  await once(relay, 'listening');
  t.after(() => relay.close());
  const relayPort = (relay.address() as AddressInfo).port;
  const { promise: notifications, resolve } = Promise.withResolvers<string>();
  const listener = startListening({
    connection: { host: '127.0.0.1', port: relayPort, user, password, database },
    channel: 'some_channel',
    log: silentLog,
    onNotify(payload) {
      if (payload === undefined) void pool.query(`notify some_channel, 'news'`);
      else resolve(payload);
    },
  });
  assert.equal(await notifications, 'news');
  assert.equal(connections, 2);
  await listener.stop();
});
