import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startConsoleBrowser } from './console-browser.ts';

/** Bytes over the network, compressed and with headers, before a start page can be used. */
const maxBytes = 60_000;

test('the start pages need few bytes over the network', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const service = await startTestService(t);
  const { page } = await browser.signIn(service);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  const urls = new Map<string, string>();
  const sizes = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url));
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(urls.get(requestId) ?? 'about:blank');
    if (pathname === '/' || pathname.startsWith('/console/')) sizes.set(pathname, encodedDataLength);
  });
  for (const path of ['#/home', '#/home?url=example.com']) {
    sizes.clear();
    await page.goto('about:blank');
    await page.goto(`${service.url}/${path}`);
    await page.getByLabel('Which page do you need?').waitFor();
    await page.waitForLoadState('networkidle');
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${path}: ${total} bytes in ${sizes.size} files`);
    assert.ok(sizes.size >= 3, 'the page, its script and its styles');
    assert.ok(total <= maxBytes, `${total} bytes: ${JSON.stringify([...sizes])}`);
  }
});
