import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { startDebuggedBrowser, unguardedFlags } from '../world/debugged-browser.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { leavingKinds, startScriptedSite } from '../world/scripted-site.ts';
import { startTestService, type TestService } from './running-service.ts';

async function browserPath(): Promise<string | null> {
  const { browser } = await findBrowser(null);
  return browser?.program?.executable ?? null;
}

async function startSites(t: TestContext) {
  const secret = await startLoopbackServer('127.0.0.66', () => new Map([['/*', { body: 'secret' }]]));
  const site = await startScriptedSite('127.0.0.11', secret.origin);
  t.after(() => Promise.all([site.close(), secret.close()]));
  return { secret, site };
}

/** Returns the browser state in the health response after the lookup. */
async function browserHealth(service: TestService) {
  for (;;) {
    const { browser } = (await service.get('/v1/health')).json.checks;
    if (browser.status !== 'degraded') return browser;
  }
}

test('an external browser', async (t) => {
  const executable = await browserPath();
  if (executable === null) return t.skip('no browser on this machine: nothing of it is tested');
  const browser = await startDebuggedBrowser(t, executable);
  const { secret, site } = await startSites(t);
  const service = await startTestService(t, { WEBDATA_BROWSER: `http://localhost:${browser.port}/` });
  const scrape = async (body: object) => (await service.post('/v1/scrape', body)).json;

  await t.test('reads pages through the guard proxy, several at once', async () => {
    const urls = ['/app?page=1', '/app?page=2', '/app?page=3'].map(site.url);
    const { results } = await scrape({ urls, render: 'always' });
    for (const page of results) {
      assert.match(page.markdown ?? JSON.stringify(page), /Crane number 7 lifts 70 tonnes/);
      assert.equal(page.receipt.route, 'browser');
      assert.ok(page.receipt.bytes > 500, String(page.receipt.bytes));
    }
    const health = await browserHealth(service);
    assert.equal(health.status, 'ok');
    assert.match(
      health.detail,
      /^HeadlessChrome.* at http:\/\/localhost:\d+, guarded at http:\/\/127\.0\.0\.1:\d+$/,
    );
  });

  await t.test('reaches neither forbidden addresses nor its own debugging port', async () => {
    const paths = ['/contacts', ...leavingKinds.map((kind) => `/contact/${kind}`)];
    const { results } = await scrape({ urls: paths.map(site.url), render: 'always', formats: ['text'] });
    assert.equal(results[0].status, 'ok', JSON.stringify(results[0]));
    assert.equal(secret.hits, 0, JSON.stringify(secret.received()));
    const orders = `http://127.0.0.1:${browser.port}/json/version`;
    const led = await scrape({ url: site.url(`/away?to=${encodeURIComponent(orders)}`), render: 'always' });
    assert.deepEqual([led.status, led.error?.code], ['invalid', 'private_address']);
  });

  await t.test('is reported as lost while it is gone, and reconnected', async () => {
    await browser.kill();
    const page = await scrape({ url: site.url('/app'), render: 'always' });
    assert.equal(page.status, 'unavailable', JSON.stringify(page.error));
    assert.equal(page.receipt.credits, 0);
    const lost = await browserHealth(service);
    assert.equal(lost.status, 'unavailable');
    assert.match(lost.detail, /does not respond at \/json\/version/);
    await startDebuggedBrowser(t, executable, undefined, browser.port);
    await until(
      () => browserHealth(service),
      ({ status }) => status === 'ok',
    );
    const again = await scrape({ url: site.url('/app'), render: 'always' });
    assert.match(again.markdown ?? JSON.stringify(again), /Crane number 7/);
  });
});

test('an external browser that bypasses the proxy is not used, and health states the reason', async (t) => {
  const executable = await browserPath();
  if (executable === null) return t.skip('no browser on this machine: nothing of it is tested');
  const { port } = await startDebuggedBrowser(t, executable, unguardedFlags);
  const { site } = await startSites(t);
  const service = await startTestService(t, {
    WEBDATA_BROWSER: `http://127.0.0.1:${port}/?token=secret-token`,
  });
  const page = (await service.post('/v1/scrape', { url: site.url('/app'), render: 'always' })).json;
  assert.deepEqual([page.status, page.error.code], ['unavailable', 'no_browser']);
  assert.equal(site.requests('/app'), 0);
  const health = await browserHealth(service);
  assert.equal(health.status, 'unavailable');
  assert.match(health.detail, /the browser is not safe to use: WebRTC or QUIC bypasses the guard proxy/);
  assert.doesNotMatch(JSON.stringify([health, page]), /secret-token/);
});

test('a browser on another machine requires the address of the proxy', async (t) => {
  const service = await startTestService(t, { WEBDATA_BROWSER: 'http://192.0.2.1:9222' });
  const health = await browserHealth(service);
  assert.equal(health.status, 'unavailable');
  assert.match(health.detail, /http:\/\/192\.0\.2\.1:9222 cannot be used: WEBDATA_GUARD_LISTEN is not set/);
});
