import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { startTestService } from './running-service.ts';

test('many monitors are imported together, in the given order, and checked within a minute', async (t) => {
  // Counts the queries of connections that the service opens from here on.
  const queries = t.mock.method(Client.prototype, 'query');
  // The clock stands still, so that no monitor is checked, and its schedule moved on, before the schedules are read.
  const now = new Date();
  const service = await startTestService(t, {}, { clock: { now: () => now } });
  const monitors = Array.from({ length: 300 }, (_, index) => ({
    name: `monitor ${index}`,
    url: 'http://127.0.0.11:8009/',
    schedule: index === 7 ? { paused: true } : { every: '1d' },
  }));
  const before = queries.mock.callCount();
  const { status, json } = await service.post('/v1/monitors/import', { monitors });
  // Several statements per monitor made the account wait for seconds.
  const count = queries.mock.callCount() - before;
  assert.equal(status, 200, JSON.stringify(json).slice(0, 300));
  assert.ok(count < 100, `${count} statements`);

  const { rows } = await service.pool.query<{ name: string; soon: boolean | null }>(
    `select name, starts_at <= monitors.created_at + interval '1 minute' as soon
     from unnest($1::text[]) with ordinality as given (id, ord)
     join monitors on monitor_id = id join schedules on subject_id = id order by ord`,
    [json.mids],
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    monitors.map(({ name }) => name),
  );
  assert.deepEqual(
    rows.flatMap(({ soon }, index) => (soon === true ? [] : [[index, soon]])),
    [[7, null]],
  );
});
