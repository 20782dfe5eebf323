import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { guardCases, scriptedNames } from '../../test/world/guard-cases.ts';
import { startLoopbackServer } from '../../test/world/loopback-server.ts';
import { createGuard } from './guard.ts';
import { type GuardProxy, openGuardProxy } from './guard-proxy.ts';

const names: Record<string, string[]> = { ...scriptedNames, 'opened.example.com': ['127.0.0.11'] };
const guard = createGuard({
  allowNetworks: ['127.0.0.11/32'],
  ownAddresses: () => [],
  resolve: async (name) => names[name] ?? [],
});

interface Got {
  status: number;
  headers: Record<string, string>;
  body: string;
}

async function plain(proxy: GuardProxy, target: string): Promise<Got> {
  const { port } = new URL(proxy.address);
  const asked = request({ host: '127.0.0.1', port, path: target, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await answer.toArray()).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers as Record<string, string>, body };
}

/** The status line that a CONNECT is answered with. */
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

  await t.test(
    'lets through what may be contacted, by name and by literal, and counts its bytes',
    async () => {
      const byName = await plain(proxy, `http://opened.example.com:${site.port}/a`);
      assert.deepEqual([byName.status, byName.body.length], [200, 5_000]);
      assert.equal(proxy.isOwnAnswer(byName.headers), false);
      assert.equal((await plain(proxy, site.url('/b'))).status, 200);
      assert.match(await tunnel(proxy, `opened.example.com:${site.port}`), / 200 /);
      assert.ok(proxy.bytes() > 10_000 && proxy.bytes() < 12_000, String(proxy.bytes()));
    },
  );

  await t.test('refuses what may not, and says that it was itself', async () => {
    const target = secret.url('/');
    const refused = await plain(proxy, target);
    assert.equal(refused.status, 403);
    assert.equal(proxy.isOwnAnswer(refused.headers), true);
    assert.equal(proxy.faultFor(new URL(target))?.code, 'private_address');
    assert.match(await tunnel(proxy, new URL(target).host), / 403 /);
    assert.equal(secret.hits, 0);
  });

  await t.test('says when a name has no address', async () => {
    await plain(proxy, 'http://nodns.example.com/');
    assert.equal(proxy.faultFor(new URL('http://nodns.example.com/'))?.code, 'dns');
  });

  await t.test('connects to nothing that the table refuses, plain or through a tunnel', async () => {
    // A CONNECT line holds neither scheme nor credentials.
    const elsewhere = ['allow', 'credentials', 'scheme'];
    const refused = guardCases.filter(({ expect, url }) => !elsewhere.includes(expect) && URL.canParse(url));
    for (const { url } of refused) {
      const { protocol, host, port } = new URL(url);
      if (protocol !== 'http:' && protocol !== 'https:') continue;
      const got = protocol === 'http:' ? await plain(proxy, url).catch(() => null) : null;
      if (got !== null) assert.ok(got.status >= 400, url);
      assert.match(await tunnel(proxy, port === '' ? `${host}:80` : host), / (400|403) /, url);
    }
    assert.ok(refused.length > 50);
    assert.equal(secret.hits, 0);
  });

  await t.test('does not resolve again between check and connect', async () => {
    let asked = 0;
    const rebinding = createGuard({
      allowNetworks: ['127.0.0.11/32'],
      ownAddresses: () => [],
      resolve: async () => [asked++ === 0 ? '127.0.0.11' : '127.0.0.66'],
    });
    const second = await openGuardProxy(rebinding);
    const got = await plain(second, `http://rebind.example.com:${site.port}/`);
    await second.close();
    assert.deepEqual([got.status, asked], [200, 1]);
  });

  await t.test('is gone after its end', async () => {
    const short = await openGuardProxy(guard);
    const { port } = new URL(short.address);
    await short.close();
    const probe = createServer().listen(Number(port), '127.0.0.1');
    await once(probe, 'listening');
    assert.equal((probe.address() as AddressInfo).port, Number(port));
    probe.close();
  });
});
