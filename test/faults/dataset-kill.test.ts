import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { startChangingShop } from '../world/changing-shop.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { withDatabase } from './books.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const pages = 10;
/** Milliseconds after the start of a refresh: before, while and after its pages are read and merged. */
const moments = [40, 260, 420];

test('a killed refresh continues, and its changes are reported, numbered and charged once', async (t) => {
  const article = (index: number, price: number) => {
    const sku = `k${index}`;
    return { sku, name: `Lamp ${sku}`, price: price.toFixed(2), stock: true };
  };
  const all = Array.from({ length: pages }, (_, index) => article(index, 10));
  const shop = await startChangingShop(all, 100);
  const receiver = await startWebhookReceiver();
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await shop.close();
    await receiver.close();
  });
  const environment = { WEBDATA_ALLOW_NETWORKS: '127.0.0.12/32' };
  let service: ServiceProcess = await home.start(environment);
  const ask = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, await answer.clone().text());
    return answer.json();
  };
  const schema = { type: 'object', properties: { sku: { type: 'string' }, price: { type: 'number' } } };
  const source = { kind: 'extract', urls: all.map(({ sku }) => shop.url(sku)), schema };
  const { did } = await ask('POST', '/v1/datasets', {
    name: 'Killed',
    source,
    webhook: receiver.url('/told'),
  });
  const jobs: string[] = [];
  async function settled(): Promise<Json> {
    for (;;) {
      const dataset = await ask('GET', `/v1/datasets/${did}`);
      if (dataset.refreshing === null) return dataset;
      await delay(50);
    }
  }
  for (const [turn, moment] of moments.entries()) {
    if (turn > 0) {
      for (let index = 0; index < pages; index += 1)
        shop.articles.set(`k${index}`, article(index, 10 + turn));
      await ask('POST', `/v1/datasets/${did}/refresh`);
    }
    await delay(moment);
    assert.equal((await service.kill()).signal, 'SIGKILL');
    service = await home.start(environment);
    const dataset = await settled();
    assert.deepEqual(dataset.counts, { active: pages, missing: 0, removed: 0 });
    assert.equal(dataset.last_seq, pages * (turn + 1));
    jobs.push(dataset.last_refresh.jid);
    const job = await ask('GET', `/v1/jobs/${dataset.last_refresh.jid}`);
    assert.deepEqual([job.status, job.credits], ['completed', { reserved: 0, charged: pages }]);
  }
  const { changes } = await ask('GET', `/v1/datasets/${did}/changes?limit=1000`);
  assert.deepEqual(
    changes.map(({ seq }: Json) => seq),
    Array.from({ length: pages * moments.length }, (_, index) => index + 1),
  );
  assert.equal(new Set(jobs).size, moments.length);
  await withDatabase(await home.connection(), async (database) => {
    const charged = await database
      .selectFrom('ledger')
      .select(['job_id', 'credits'])
      .where('kind', '=', 'charge')
      .execute();
    assert.deepEqual(charged.map(({ job_id }) => job_id).sort(), jobs.toSorted());
    for (const { credits } of charged) assert.equal(credits, -pages);
  });
  await receiver.arrived(moments.length, '/told');
  const reported = new Set(receiver.messages('/told').map(({ id }) => id));
  assert.equal(reported.size, moments.length, 'one event a refresh, however often it is delivered');
  assert.equal((await service.stop()).code, 0);
});
