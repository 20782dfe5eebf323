import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { startChangingSite } from '../world/changing-site.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { check, watch } from './monitor-checks.ts';
import { startTestService } from './running-service.ts';

test('a monitor with screenshots shows the differences', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const site = await startChangingSite();
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const page = site.page('/lamp');
  page.isNoisy = false;
  page.items = ['red'];
  const receiver = await startWebhookReceiver();
  t.after(() => receiver.close());
  const notify = { webhook: receiver.url('/hook') };
  const mid = await watch(service, { url: site.url('/lamp'), screenshot: true, confirm: 1, notify });
  const [first] = (await service.get(`/v1/monitors/${mid}`)).json.checks;
  assert.match(first.screenshot, /\/v1\/blob\/blob_/);
  const same = await check(service, mid);
  assert.deepEqual([same.state, same.screenshot], ['same', undefined]);
  page.price = '€ 12.00';
  const found = await check(service, mid);
  assert.equal(found.state, 'changed', JSON.stringify(found));
  assert.ok(found.visual_diff.share > 0 && found.visual_diff.share < 0.1, String(found.visual_diff.share));
  for (const address of [first.screenshot, found.screenshot, found.visual_diff.url]) {
    const answer = await fetch(address);
    assert.equal(answer.headers.get('content-type'), 'image/png');
    assert.ok((await answer.arrayBuffer()).byteLength > 100);
  }
  const [message] = await until(
    () => receiver.messages('/hook'),
    (messages) => messages.length > 0,
  );
  assert.partialDeepStrictEqual(message?.body.data.links, {
    screenshot: found.screenshot,
    visual_diff: found.visual_diff.url,
  });
  const { rows } = await service.pool.query(
    'select count(*)::integer as n from blobs where expires_at > now()',
  );
  assert.equal(rows[0].n, 3);
});
