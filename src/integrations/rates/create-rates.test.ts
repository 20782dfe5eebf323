import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../test/database.ts';
import { startRatesServer } from '../../../test/world/rates-server.ts';
import { silentLog } from '../../domain/system/log.ts';
import { isStale } from '../../domain/values/exchange.ts';
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
  const latest = (rates = open()) => rates.findLatest(new AbortController().signal);
  const requested = () => server.server.hits;

  await t.test('without any response the packaged table is returned, marked and stale', async () => {
    server.behave('server');
    const table = await latest();
    assert.equal(table.source, 'packaged');
    assert.ok(Object.keys(table.perEuro).length > 25);
    assert.equal(isStale(table, now), true);
    assert.equal(requested(), 1);
    // Every process waits before the next request.
    await latest();
    assert.equal(requested(), 1);
  });

  await t.test('every error of the file keeps the existing table', async () => {
    for (const trouble of ['html', 'cut', 'empty', 'future', 'huge', 'redirect'] as const) {
      server.behave(trouble);
      now = new Date(now.getTime() + 6 * 3_600_000);
      const before = requested();
      const rates = open();
      assert.equal((await latest(rates)).source, 'packaged', trouble);
      assert.equal(requested(), before + 1, trouble);
      const { fault } = await rates.stored();
      assert.ok(fault !== null && !fault.includes('127.0.0.1:1'), trouble);
    }
  });

  await t.test('concurrent calls share one request, and other processes read the stored table', async () => {
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
    'on Monday afternoon the file is requested again, conditionally, and less often without a new table',
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

  await t.test('past days come from the file of the last 90 days, which is requested once', async () => {
    now = new Date('2026-11-24T18:00:00Z');
    const requests = () => server.server.requests('/stats/eurofxref-hist-90d.xml');
    const on = async (day: string) => {
      const table = await open().findOn(day, new AbortController().signal);
      return table === null ? null : [table.date, table.perEuro.USD];
    };
    // A day that is not in the store, and no file.
    assert.equal(await on('2026-10-07'), null);
    assert.equal(requests(), 1);
    server.publishHistory({
      '2026-11-20': { USD: '1.1512' },
      '2026-10-08': { USD: '1.1600' },
      '2026-10-07': { USD: '1.1650' },
      '2026-10-02': { USD: '1.1700' },
    });
    assert.equal(await on('2026-10-07'), null, 'a failed request is not repeated at once');
    now = new Date('2026-11-24T18:06:00Z');
    const rates = open();
    const find = (day: string) => rates.findOn(day, new AbortController().signal);
    const together = await Promise.all([find('2026-10-07'), find('2026-10-08')]);
    assert.deepEqual(
      together.map((table) => table?.perEuro.USD),
      ['1.1650', '1.1600'],
    );
    assert.deepEqual(await on('2026-10-08'), ['2026-10-08', '1.1600']);
    // Sunday has the rates of Friday, and a holiday those of the day before.
    assert.deepEqual(await on('2026-10-04'), ['2026-10-02', '1.1700']);
    assert.deepEqual(await on('2026-10-06'), ['2026-10-02', '1.1700']);
    assert.equal(await on('2026-01-15'), null, 'older than the file');
    assert.equal(requests(), 2);
  });

  await t.test('an abort ends the wait for an unresponsive server', async () => {
    server.behave('hang');
    now = new Date('2026-11-29T15:16:00Z');
    const rates = open();
    await assert.rejects(rates.findLatest(AbortSignal.timeout(50)), { name: 'TimeoutError' });
  });
});
