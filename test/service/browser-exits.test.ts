import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { startExitWorld } from '../world/exit-world.ts';
import { startForwardProxy } from '../world/forward-proxy.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { startScriptedSite } from '../world/scripted-site.ts';
import { startTestService } from './running-service.ts';

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

async function browserPath(): Promise<string | null> {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  return browser?.program?.executable ?? null;
}

test('a browser with the exits of a file', needsLinux, async (t) => {
  const executable = await browserPath();
  if (executable === null) return t.skip('no browser on this machine: nothing of it is tested');
  const world = await startExitWorld();
  t.after(() => world.close());
  const { site, proxies } = world;
  const service = await startTestService(t, { WEBDATA_EXITS: world.file, WEBDATA_BROWSER: executable });
  const scrape = async (body: object) => (await service.post('/v1/scrape', body)).json;
  const estimate = async (body: object) =>
    (await service.post('/v1/scrape?dry_run=true', body)).json.estimate;

  await t.test(
    'escalates to the more expensive network, with credentials, a session and the country of the exit',
    async () => {
      const page = await scrape({ url: site.url('/for-homes'), render: 'always' });
      assert.deepEqual(
        [page.status, page.receipt.route, page.receipt.credits],
        ['ok', 'residential_browser', 10],
      );
      const attempts = page.receipt.attempts.map(
        ({ route, outcome }: Record<string, string>) => `${route} ${outcome}`,
      );
      assert.deepEqual(attempts, ['browser challenge', 'residential_browser ok']);
      assert.match(proxies.residential.users.at(-1) ?? '', /^customer-country-nl-session-[a-z0-9]{12}$/);
      const german = await scrape({
        url: site.url('/'),
        render: 'always',
        country: 'DE',
        strict_country: true,
      });
      assert.match(german.markdown, /from 127\.0\.0\.46/);
      assert.equal(site.received('/').at(-1)?.headers['accept-language'], 'de-DE');
      assert.deepEqual([german.receipt.exit.country, german.receipt.exit.verified], ['DE', true]);
    },
  );

  await t.test('a dry run returns the price of the most expensive route of each page', async () => {
    const url = site.url('/');
    const any = await estimate({ urls: [url, url] });
    assert.deepEqual(
      [any.min, any.max, any.lines.map(({ item, quantity }: Record<string, unknown>) => [item, quantity])],
      [0, 50, [['unblock', 2]]],
    );
    assert.equal((await estimate({ url, render: 'always' })).max, 10);
    assert.equal((await estimate({ url, max_credits: 7 })).max, 5);
    assert.equal((await estimate({ url, network: 'service' })).max, 1);
    assert.equal((await estimate({ url, network: 'residential', render: 'never' })).max, 5);
    const extract = (await service.post('/v1/extract?dry_run=true', { url, prompt: 'title' })).json;
    assert.equal(extract.estimate.max, 25, JSON.stringify(extract));
  });
});

test(
  'a browser behind a SOCKS5 proxy sends all traffic through it, and none to private addresses',
  needsLinux,
  async (t) => {
    const executable = await browserPath();
    if (executable === null) return t.skip('no browser on this machine: nothing of it is tested');
    const secret = await startLoopbackServer('127.0.0.66', () => new Map([['/*', { body: 'secret' }]]));
    const site = await startScriptedSite('127.0.0.11', secret.origin);
    const credentials = { username: 'user', password: 'pass' };
    const proxy = await startForwardProxy('127.0.0.41', { protocol: 'socks5', credentials });
    const folder = await mkdtemp(join(tmpdir(), 'webdata-socks-'));
    t.after(async () => {
      await Promise.all([site.close(), secret.close(), proxy.close()]);
      await rm(folder, { recursive: true });
    });
    const file = join(folder, 'exits.json');
    const upstream = `socks5://user:pass@${proxy.address}:${proxy.port}`;
    const exits = [{ id: 'socks', network: 'service', country: 'NL', proxy: upstream }];
    await writeFile(file, JSON.stringify({ exits, echo: null }));
    const service = await startTestService(t, { WEBDATA_EXITS: file, WEBDATA_BROWSER: executable });
    const ask = { urls: [site.url('/app'), site.url('/contacts')], render: 'always' };
    const [app, contacts] = (await service.post('/v1/scrape', ask)).json.results;
    assert.match(app.markdown ?? JSON.stringify(app), /Crane number 7/);
    assert.equal(contacts.status, 'ok');
    assert.deepEqual(new Set(proxy.targets), new Set([new URL(site.origin).host]));
    assert.equal(secret.hits, 0);
  },
);
