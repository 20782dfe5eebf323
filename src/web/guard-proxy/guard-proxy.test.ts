import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { guardCases, scriptedNames } from '../../../test/world/guard-cases.ts';
import { startLoopbackServer } from '../../../test/world/loopback-server.ts';
import { createSsrfGuard } from '../guard/ssrf-guard.ts';
import { type GuardProxy, openGuardProxy } from './guard-proxy.ts';

const names: Record<string, string[]> = { ...scriptedNames, 'opened.example.com': ['127.0.0.11'] };
const guard = createSsrfGuard({
  allowNetworks: ['127.0.0.11/32'],
  ownAddresses: () => [],
  resolve: async (name) => names[name] ?? [],
});

interface ProxiedResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

async function requestPlain(proxy: GuardProxy, target: string): Promise<ProxiedResponse> {
  const { port } = new URL(proxy.address);
  const outgoing = request({ host: '127.0.0.1', port, path: target, agent: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode ?? 0, headers: response.headers as Record<string, string>, body };
}

/** Returns the status line of the response to a CONNECT. */
async function tunnel(proxy: GuardProxy, target: string): Promise<string> {
  const socket = connect(Number(new URL(proxy.address).port), '127.0.0.1');
  socket.write(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\n\r\n`);
  const [first] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return first.toString().split('\r\n', 1)[0] as string;
}

test('the guard proxy', async (t) => {
  const site = await startLoopbackServer('127.0.0.11', () => new Map([['/*', { body: 'x'.repeat(5_000) }]]));
  const secret = await startLoopbackServer('127.0.0.66', () => new Map([['/*', { body: 'secret' }]]));
  const proxy = await openGuardProxy(guard);
  t.after(() => Promise.all([site.close(), secret.close(), proxy.close()]));

  await t.test('forwards allowed targets, by name and by IP literal, and counts their bytes', async () => {
    const byName = await requestPlain(proxy, `http://opened.example.com:${site.port}/a`);
    assert.deepEqual([byName.status, byName.body.length], [200, 5_000]);
    assert.equal(proxy.isOwnResponse(byName.headers), false);
    assert.equal((await requestPlain(proxy, site.url('/b'))).status, 200);
    assert.match(await tunnel(proxy, `opened.example.com:${site.port}`), / 200 /);
    assert.ok(proxy.bytes() > 10_000 && proxy.bytes() < 12_000, String(proxy.bytes()));
  });

  await t.test('rejects other targets with a response marked as its own', async () => {
    const target = secret.url('/');
    const rejected = await requestPlain(proxy, target);
    assert.equal(rejected.status, 403);
    assert.equal(proxy.isOwnResponse(rejected.headers), true);
    assert.equal(proxy.getError(new URL(target))?.code, 'private_address');
    assert.match(await tunnel(proxy, new URL(target).host), / 403 /);
    assert.equal(secret.hits, 0);
  });

  await t.test('answers requests to skipped hosts with nothing until it is resumed', async () => {
    const target = site.url('/');
    proxy.skipHosts((host) => host === '127.0.0.11');
    const skipped = await requestPlain(proxy, target);
    assert.deepEqual([skipped.status, skipped.body], [204, '']);
    assert.match(await tunnel(proxy, new URL(target).host), / 403 /);
    assert.equal(proxy.hasSkipped(new URL(target)), true);
    assert.equal(proxy.getError(new URL(target)), null);
    proxy.resume();
    assert.equal((await requestPlain(proxy, target)).status, 200);
    assert.equal(proxy.hasSkipped(new URL(target)), false);
  });

  await t.test('reports names without an address', async () => {
    await requestPlain(proxy, 'http://nodns.example.com/');
    assert.equal(proxy.getError(new URL('http://nodns.example.com/'))?.code, 'dns');
  });

  await t.test('does not connect to rejected targets of the table, plain or through a tunnel', async () => {
    // A CONNECT line contains neither scheme nor credentials.
    const codesNotChecked = ['allow', 'credentials', 'scheme'];
    const rejectedCases = guardCases.filter(
      ({ expect, url }) => !codesNotChecked.includes(expect) && URL.canParse(url),
    );
    for (const { url } of rejectedCases) {
      const { protocol, host, port } = new URL(url);
      if (protocol !== 'http:' && protocol !== 'https:') continue;
      const response = protocol === 'http:' ? await requestPlain(proxy, url).catch(() => null) : null;
      if (response !== null) assert.ok(response.status >= 400, url);
      assert.match(await tunnel(proxy, port === '' ? `${host}:80` : host), / (400|403) /, url);
    }
    assert.ok(rejectedCases.length > 50);
    assert.equal(secret.hits, 0);
  });

  await t.test('does not resolve again between check and connect', async () => {
    let lookups = 0;
    const rebinding = createSsrfGuard({
      allowNetworks: ['127.0.0.11/32'],
      ownAddresses: () => [],
      resolve: async () => [lookups++ === 0 ? '127.0.0.11' : '127.0.0.66'],
    });
    const second = await openGuardProxy(rebinding);
    const response = await requestPlain(second, `http://rebind.example.com:${site.port}/`);
    await second.close();
    assert.deepEqual([response.status, lookups], [200, 1]);
  });

  await t.test('forwards the headers of the browser, without those for the proxy', async () => {
    const { port } = new URL(proxy.address);
    const socket = connect(Number(port), '127.0.0.1');
    const target = site.url('/headers');
    socket.write(
      `GET ${target} HTTP/1.1\r\nHost: ${new URL(target).host}\r\nProxy-Connection: keep-alive\r\nX-Own: kept\r\n\r\n`,
    );
    await once(socket, 'data');
    socket.destroy();
    const [received] = site.received('/headers');
    assert.deepEqual(
      [received?.headers['x-own'], received?.headers['proxy-connection']],
      ['kept', undefined],
    );
  });

  await t.test('frees its port after closing', async () => {
    const temporary = await openGuardProxy(guard);
    const { port } = new URL(temporary.address);
    await temporary.close();
    const listener = createServer().listen(Number(port), '127.0.0.1');
    await once(listener, 'listening');
    assert.equal((listener.address() as AddressInfo).port, Number(port));
    listener.close();
  });
});
