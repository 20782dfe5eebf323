import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { startTestService } from '../service/running-service.ts';
import { startConsoleBrowser } from './console-browser.ts';

/** Address of the service that can be lost: a TCP proxy that closes and opens the same port again. */
async function startLosableAddress(t: TestContext, url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  let port = 0;
  const open = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as { port: number }).port;
  };
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await open();
  t.after(() => (server.listening ? close() : undefined));
  return { url: `http://127.0.0.1:${port}`, open, close };
}

test('the loss of the service is shown, and the console continues when it is back', async (t) => {
  const browser = await startConsoleBrowser(t);
  if (browser === null) return;
  const service = await startTestService(t);
  const record = (price: number) => ({ id: 1, name: 'Lamp', price });
  const made = await service.post('/v1/datasets', {
    name: 'Lamps',
    source: { kind: 'records', records: [record(5)] },
  });
  const address = await startLosableAddress(t, service.url);
  const { page } = await browser.openWindow({ ...service, url: address.url });
  await page.getByLabel('API key').fill(service.key);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  await page.getByRole('link', { name: 'Datasets' }).click();
  await page.getByRole('row', { name: /Lamps/ }).waitFor();
  await address.close();
  const banner = page.getByRole('alert').getByText(/The service does not answer/);
  await banner.waitFor();
  assert.equal(await page.getByRole('row', { name: /Lamps/ }).count(), 1, 'the data stays visible');
  await service.request('DELETE', `/v1/datasets/${made.json.did}`);
  await address.open();
  await page.getByRole('heading', { name: 'No datasets yet' }).waitFor();
  await banner.waitFor({ state: 'detached' });
});
