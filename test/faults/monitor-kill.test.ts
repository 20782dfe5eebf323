import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { withDatabase } from './books.ts';

const changes = 3;

// Kills occur before, during and after a check: interrupted checks start again, and no notification is sent twice.
test('a monitor reports each change once, regardless of kills', async (t) => {
  const site = await startChangingSite('127.0.0.33');
  const receiver = await startWebhookReceiver();
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await site.close();
    await receiver.close();
  });
  let service: ServiceProcess = await home.start();
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
    return (await answer.json()) as any;
  };
  const page = site.page('/lamp');
  const { mid } = await ask('POST', '/v1/monitors', {
    url: site.url('/lamp'),
    confirm: 1,
    notify: { webhook: receiver.url('/told') },
  });
  const monitorWith = (
    isThere: (monitor: { last_change: string | null; checking: string | null }) => boolean,
  ) => until(() => ask('GET', `/v1/monitors/${mid}`), isThere);
  await monitorWith(({ checking }) => checking === null);
  let last: string | null = null;
  for (let change = 0; change < changes; change += 1) {
    page.price = `€ ${30 - change}.00`;
    await ask('POST', `/v1/monitors/${mid}/run`);
    await delay(change * 700);
    assert.equal((await service.kill()).signal, 'SIGKILL');
    service = await home.start();
    const monitor = await monitorWith(
      ({ checking, last_change }) => checking === null && last_change !== last,
    );
    last = monitor.last_change;
  }
  const reported = await receiver.arrived(changes, '/told');
  const summaries = new Map(reported.map(({ id, body }) => [id, body.data.summary]));
  assert.equal(summaries.size, changes, [...summaries.values()].join('; '));
  assert.equal(new Set(summaries.values()).size, changes);
  const { checks } = await ask('GET', `/v1/monitors/${mid}/checks`);
  assert.equal(checks.filter(({ state }: { state: string }) => state === 'changed').length, changes);
  await withDatabase(await home.connection(), async (database) => {
    const { credits } = await database
      .selectFrom('monitor_checks')
      .select((select) => select.fn.sum<string>('credits').as('credits'))
      .executeTakeFirstOrThrow();
    const { charged } = await database
      .selectFrom('ledger')
      .select((select) => select.fn.sum<string>('credits').as('charged'))
      .where('kind', '=', 'charge')
      .executeTakeFirstOrThrow();
    assert.equal(Number(credits), -Number(charged));
  });
  assert.equal((await service.stop()).code, 0);
});
