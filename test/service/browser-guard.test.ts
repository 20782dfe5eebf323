import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { knownBrowsers } from '../../src/web/browser/find/known-browsers.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { leavingKinds, schemeKinds, startScriptedSite } from '../world/scripted-site.ts';
import { startTestService } from './running-service.ts';

const fileText = 'this file is on the machine of the service';

/**
 * Returns the browser that the service selects, and the full build beside it: they make different requests of their
 * own.
 */
async function builds(): Promise<string[]> {
  const { browser } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  const known = knownBrowsers[process.platform] ?? [];
  const full = known.find((path) => !path.includes('headless-shell') && existsSync(path));
  return [...new Set([browser?.program?.executable ?? [], full ?? []].flat())];
}

/** Starts the service with one browser, a private server that counts requests, and sites that try to reach it. */
async function startWorld(t: TestContext, executable: string) {
  const folder = await mkdtemp('/tmp/webdata-readable-');
  const file = join(folder, 'file.txt');
  await writeFile(file, fileText, { mode: 0o644 });
  const secret = await startLoopbackServer('127.0.0.66', () => new Map([['/*', { body: 'secret' }]]));
  const opened = await startLoopbackServer('127.0.0.21', () => new Map([['/*', { body: 'open' }]]));
  const elsewhere = await startScriptedSite('127.0.0.12', opened.origin);
  const site = await startScriptedSite('127.0.0.11', secret.origin, file);
  t.after(async () => {
    await Promise.all([site.close(), secret.close(), elsewhere.close(), opened.close()]);
    await rm(folder, { recursive: true });
  });
  const service = await startTestService(t, { WEBDATA_BROWSER: executable });
  const scrape = async (body: object) => (await service.post('/v1/scrape', body)).json;
  return { secret, opened, elsewhere, site, scrape };
}

type World = Awaited<ReturnType<typeof startWorld>>;

async function proveAddresses(t: TestContext, { secret, site, scrape }: World): Promise<void> {
  await t.test('rejects a private address, requested directly or reached from a page', async () => {
    for (const url of [secret.url('/'), site.url('/redirect')]) {
      const page = await scrape({ url, render: 'always' });
      assert.deepEqual(
        [page.status, page.error.code, page.receipt.credits],
        ['invalid', 'private_address', 0],
        url,
      );
    }
  });

  await t.test('rejects other schemes, requested directly or reached from a page', async () => {
    const requested = [
      'file:///etc/hostname',
      'view-source:http://example.com/',
      'chrome://version',
      'data:,x',
    ];
    for (const url of requested) {
      const page = await scrape({ url, render: 'always' });
      assert.deepEqual([page.status, page.error.code], ['invalid', 'scheme'], url);
    }
    const steps = schemeKinds.flatMap((kind) =>
      ['', '-blank', '-go'].map((way) => ({ type: 'click', selector: `#${kind}${way}`, timeout_ms: 5_000 })),
    );
    const formats = ['raw_html', 'text'];
    const leads = await scrape({ url: site.url('/leads'), formats, steps });
    assert.deepEqual(
      [leads.status, leads.final_url],
      ['ok', site.url('/leads')],
      JSON.stringify(leads.error),
    );
    const paths = [...schemeKinds.map((kind) => `/redirects/${kind}`), '/refreshes'];
    const led = await scrape({ urls: paths.map(site.url), formats, render: 'always' });
    for (const page of [leads, ...led.results]) {
      assert.match(page.final_url ?? page.url, /^http:/, page.url);
      // A page may fetch its own `data:` URLs; as documents they are blocked.
      assert.doesNotMatch(
        page.text ?? '',
        /on the machine|(?<!<p>)leaked by data|Revision|JavaScript V8/,
        page.url,
      );
      if (page.url.includes('/redirects/')) assert.notEqual(page.status, 'ok', page.url);
    }
  });
}

async function proveContacts(t: TestContext, world: World, mayReach: boolean): Promise<void> {
  const { secret, opened, elsewhere, site, scrape } = world;
  await t.test('no kind of contact from a page reaches a private server', async () => {
    const packets = createSocket('udp4');
    let received = 0;
    packets.on('message', () => received++);
    packets.bind(secret.port, secret.address);
    await once(packets, 'listening');
    const paths = ['/contacts', ...leavingKinds.map((kind) => `/contact/${kind}`)];
    const ask = { formats: ['text', 'screenshot'], wait_ms: 1_000 };
    const { results } = await scrape({ ...ask, urls: paths.map(site.url) });
    assert.deepEqual(results.map(({ status }: { status: string }) => status).slice(0, 1), ['ok']);
    packets.close();
    assert.deepEqual([secret.hits, received], [0, 0], JSON.stringify(secret.received()));
    if (!mayReach) return;
    // The same pages reach an allowed server, which proves that the checks above can fail.
    await scrape({ ...ask, urls: paths.map(elsewhere.url) });
    const reached = [
      'frame',
      'picture',
      'fetched',
      'posted',
      'script',
      'style',
      'font',
      'worker',
      'opened',
      'form',
    ];
    const missed = reached.filter((path) => opened.requests(`/${path}`) === 0);
    assert.deepEqual(missed, [], JSON.stringify(opened.received().map(({ path }) => path)));
  });
}

test('no browser reaches a forbidden address', async (t) => {
  const executables = await builds();
  if (executables.length === 0) return t.skip('no browser on this machine: nothing of it is tested');
  if (executables.length === 1) t.diagnostic(`only ${executables[0]} is here: the other build is not tested`);
  for (const [index, executable] of executables.entries()) {
    await t.test(executable, async (inner) => {
      const world = await startWorld(inner, executable);
      // The service decides about requested URLs, the same for every build; the traffic of a page depends on the
      // build.
      if (index === 0) await proveAddresses(inner, world);
      await proveContacts(inner, world, index === 0);
    });
  }
});
