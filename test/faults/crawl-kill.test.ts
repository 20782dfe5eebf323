import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { openHome, type ServiceProcess } from '../service-process.ts';
import { until } from '../until.ts';
import { startSlowSite } from '../world/slow-site.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { withDatabase } from './books.ts';
import { checkCrawl, createCrawlClient, hasEnded } from './crawl-watch.ts';

const kills = 10;

test('after ten kills during one crawl, it continues by itself and delivers every page once', async (t) => {
  const site = await startSlowSite({ pages: 120, address: '127.0.0.32' });
  const receiver = await startWebhookReceiver();
  const home = await openHome();
  t.after(async () => {
    await home.close();
    await site.close();
    await receiver.close();
  });
  let service: ServiceProcess = await home.start({ WEBDATA_POLITENESS: '2/100ms' });
  const client = createCrawlClient(() => service.url, service.key);
  const jid = await client.start({
    url: site.url('/'),
    limit: 120,
    max_depth: 9,
    webhook: receiver.url('/told'),
  });
  for (let kill = 0; kill < kills; kill += 1) {
    const { progress } = await client.job(jid);
    if (kill % 2 === 0) await client.until(jid, (job) => job.progress.done > progress.done || hasEnded(job));
    await delay(20 + ((kill * 137) % 300));
    assert.equal((await service.kill()).signal, 'SIGKILL');
    service = await home.start({ WEBDATA_POLITENESS: '2/100ms' });
  }
  const job = await client.until(jid, (found) => hasEnded(found) && found.webhook.delivered > 0);
  await withDatabase(await home.connection(), (database) => checkCrawl(database, site, job));
  await until(() => ends().length > 0);
  assert.equal(new Set(ends()).size, 1, 'one completion event');
  function ends() {
    return receiver
      .messages('/told')
      .filter(({ body }) => body.type === 'job.completed')
      .map(({ id }) => id);
  }
  assert.equal((await service.stop()).code, 0);
});
