import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { startRatesServer } from '../../../test/world/rates-server.ts';
import { isStale } from '../../domain/exchange.ts';
import { silentLog } from '../../domain/log.ts';
import { createRates } from './create-rates.ts';

test('exchange rates', async (t) => {
  const { database } = await createTestDatabase(t);
  const server = await startRatesServer();
  t.after(() => server.close());
  let now = new Date('2026-11-21T09:00:00Z');
  const clock = { now: () => now };
  const open = () => {
    const rates = createRates({ url: server.url, userAgent: 'test', database, clock, log: silentLog });
    t.after(() => rates.close());
    return rates;
  };
  const latest = (rates = open()) => rates.latest(new AbortController().signal);
  const asked = () => server.server.hits;

  await t.test(
    'nobody answers yet: the table that came with this version, marked as such and old',
    async () => {
      server.behave('server');
      const table = await latest();
      assert.equal(table.source, 'packaged');
      assert.ok(Object.keys(table.perEuro).length > 25);
      assert.equal(isStale(table, now), true);
      assert.equal(asked(), 1);
      // Not again before a while has gone by, whichever process asks.
      await latest();
      assert.equal(asked(), 1);
    },
  );

  await t.test('every fault of the file leaves what there is', async () => {
    for (const trouble of ['html', 'cut', 'empty', 'future', 'huge', 'redirect'] as const) {
      server.behave(trouble);
      now = new Date(now.getTime() + 6 * 3_600_000);
      const before = asked();
      const rates = open();
      assert.equal((await latest(rates)).source, 'packaged', trouble);
      assert.equal(asked(), before + 1, trouble);
      const { fault } = await rates.known();
      assert.ok(fault !== null && !fault.includes('127.0.0.1:1'), trouble);
    }
  });

  await t.test('it is asked once for all who want it, and kept for other processes', async () => {
    server.behave('none');
    now = new Date('2026-11-23T09:00:00Z');
    const rates = open();
    const [one, other] = await Promise.all([latest(rates), latest(rates)]);
    assert.equal(one, other);
    assert.deepEqual([one.source, one.date, one.perEuro.USD], ['ecb', '2026-11-20', '1.1512']);
    assert.deepEqual(server.answered, { whole: 1, unchanged: 0 });
    assert.equal(isStale(one, now), false);
    assert.deepEqual(await latest(), one);
    assert.deepEqual(server.answered, { whole: 1, unchanged: 0 });
  });

  await t.test(
    'on Monday afternoon it is asked again, conditionally, and less often while nothing is new',
    async () => {
      const rates = open();
      now = new Date('2026-11-23T15:16:00Z');
      assert.equal((await latest(rates)).date, '2026-11-20');
      assert.deepEqual(server.answered, { whole: 1, unchanged: 1 });
      await latest(rates);
      assert.deepEqual(server.answered, { whole: 1, unchanged: 1 });
      now = new Date('2026-11-23T15:22:00Z');
      await latest(rates);
      assert.deepEqual(server.answered, { whole: 1, unchanged: 2 });
      server.publish('2026-11-23', { USD: '1.2000' });
      now = new Date('2026-11-23T15:59:00Z');
      assert.deepEqual((await latest(rates)).perEuro, { USD: '1.2000' });
      assert.deepEqual(server.answered, { whole: 2, unchanged: 2 });
    },
  );

  await t.test('an older file does not replace a newer one', async () => {
    server.publish('2026-11-10', { USD: '9' });
    now = new Date('2026-11-24T15:16:00Z');
    assert.equal((await latest()).date, '2026-11-23');
  });

  await t.test('nobody waits longer than he wants for a file that does not come', async () => {
    server.behave('hang');
    now = new Date('2026-11-29T15:16:00Z');
    const rates = open();
    await assert.rejects(rates.latest(AbortSignal.timeout(50)), { name: 'TimeoutError' });
  });
});
