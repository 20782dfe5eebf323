import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createSecureServer } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createCertificate } from '../../../test/world/certificate.ts';
import { startForwardProxy } from '../../../test/world/forward-proxy.ts';
import { type Route, startLoopbackServer } from '../../../test/world/loopback-server.ts';
import type { ForwardProxyOptions } from '../../../test/world/proxy-state.ts';
import { parseUpstream } from '../exits/upstream.ts';
import { createSsrfGuard } from '../guard/ssrf-guard.ts';
import { createHttpClient } from '../http/http-client.ts';
import { openGuardProxy } from './guard-proxy.ts';

const certificate = createCertificate({ names: ['127.0.0.11', '127.0.0.32', 'shop.example.com'] });
// The same effect as NODE_EXTRA_CA_CERTS.
setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);

const credentials = { username: 'user', password: 'p@ss:word' };
const names: Record<string, string[]> = {
  'inside.example.com': ['10.0.0.7'],
  'shop.example.com': ['127.0.0.11'],
};
const guard = createSsrfGuard({
  allowNetworks: ['127.0.0.11/32'],
  ownAddresses: () => [],
  resolve: async (name) => names[name] ?? [],
});
const proxyKinds: [name: string, options: ForwardProxyOptions][] = [
  ['http', {}],
  ['http with credentials', { credentials }],
  ['https with credentials', { protocol: 'https', certificate, credentials }],
  ['socks5', { protocol: 'socks5' }],
  ['socks5 with credentials', { protocol: 'socks5', credentials }],
  ['http without plain tunnels', { credentials, tunnelsNothingPlain: true }],
];

test('pages through a proxy of the operator', { skip: process.platform !== 'linux' }, async (t) => {
  const site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        [
          '/from',
          (request) => ({
            body: `${request.socket.remoteAddress} ${request.headers['proxy-authorization']}`,
          }),
        ],
        ['/inside', { status: 302, headers: { location: 'http://10.0.0.7/' } }],
      ]),
  );
  const secureSite = createSecureServer({ ...certificate, allowHTTP1: true }, (request, response) => {
    response.end(`${request.socket.remoteAddress} over ${request.httpVersion}`);
  });
  await new Promise<void>((resolve) => secureSite.listen(0, '127.0.0.11', resolve));
  const securePort = (secureSite.address() as AddressInfo).port;
  const client = createHttpClient({ guard, userAgent: 'test', trustedCertificates: [certificate.cert] });
  t.after(async () => {
    await client.close();
    secureSite.close();
    await site.close();
  });
  const within = () => AbortSignal.timeout(10_000);

  for (const [name, options] of proxyKinds) {
    await t.test(name, async (t) => {
      const namesThere = { [`shop.example.com:${site.port}`]: `127.0.0.11:${site.port}` };
      const proxy = await startForwardProxy('127.0.0.32', { ...options, names: namesThere });
      t.after(() => proxy.close());
      const user = options.credentials ? 'user-session-1:p%40ss%3Aword@' : '';
      const via = parseUpstream(`${options.protocol ?? 'http'}://${user}127.0.0.32:${proxy.port}`);
      const get = (url: string, upstream = via) =>
        client.get({ url: new URL(url), headers: {}, via: upstream }, within());

      const page = await get(site.url('/from'));
      assert.ok(page.kind === 'response', JSON.stringify(page));
      assert.equal(Buffer.from(page.body).toString(), '127.0.0.32 undefined');
      assert.equal(page.remoteAddress, null);
      assert.equal((await get(`http://shop.example.com:${site.port}/from`)).kind, 'response');
      assert.equal(proxy.targets.at(-1), `shop.example.com:${site.port}`);
      if (!options.tunnelsNothingPlain) {
        const overTls = await get(`https://127.0.0.11:${securePort}/`);
        assert.ok(overTls.kind === 'response', JSON.stringify(overTls));
        assert.equal(Buffer.from(overTls.body).toString(), '127.0.0.32 over 2.0');
      }

      const before = proxy.targets.length;
      for (const url of ['http://10.0.0.7/', 'http://inside.example.com/', 'http://127.0.0.1/']) {
        const rejected = await get(url);
        assert.ok(rejected.kind === 'fault' && rejected.code === 'private_address', url);
      }
      const redirected = await get(site.url('/inside'));
      assert.ok(redirected.kind === 'fault' && redirected.code === 'private_address');
      assert.ok(!proxy.targets.slice(before).some((target) => /^10\.|^inside|^127\.0\.0\.1:/.test(target)));

      if (options.credentials !== undefined) {
        const wrong = parseUpstream(`${options.protocol ?? 'http'}://user:wrong@127.0.0.32:${proxy.port}`);
        const rejected = await get(site.url('/from'), wrong);
        assert.ok(rejected.kind === 'fault' && rejected.code === 'no_exit', JSON.stringify(rejected));
        assert.doesNotMatch(rejected.message, /user|wrong|127/);
      }
      const unreachable = await get('http://127.0.0.11:1/');
      assert.ok(unreachable.kind === 'fault' && unreachable.code !== 'no_exit', JSON.stringify(unreachable));
      await proxy.die();
      const dead = await get(`${site.url('/from')}?again`);
      assert.ok(dead.kind === 'fault' && dead.code === 'no_exit', JSON.stringify(dead));
    });

    await t.test(`${name}, for a browser`, async (t) => {
      const proxy = await startForwardProxy('127.0.0.32', options);
      const user = options.credentials ? 'user:p%40ss%3Aword@' : '';
      const via = parseUpstream(`${options.protocol ?? 'http'}://${user}127.0.0.32:${proxy.port}`);
      const guardProxy = await openGuardProxy(guard, via);
      t.after(() => Promise.all([guardProxy.close(), proxy.close()]));
      const port = Number(new URL(guardProxy.address).port);
      const send = async (head: string) => {
        const socket = connect(port, '127.0.0.1');
        socket.write(`${head}\r\nconnection: close\r\n\r\n`);
        const answer = Buffer.concat(await socket.toArray()).toString();
        return answer;
      };
      for (const _ of [1, 2]) {
        const plain = await send(`GET ${site.url('/from')} HTTP/1.1\r\nhost: 127.0.0.11:${site.port}`);
        assert.match(plain, /127\.0\.0\.32 undefined/);
      }
      if (!options.tunnelsNothingPlain) {
        const socket = connect(port, '127.0.0.1');
        socket.write(`CONNECT 127.0.0.11:${site.port} HTTP/1.1\r\nhost: x\r\n\r\n`);
        const [first] = (await once(socket, 'data')) as [Buffer];
        assert.match(first.toString(), / 200 /);
        socket.write(`GET /from HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
        assert.match(Buffer.concat(await socket.toArray()).toString(), /127\.0\.0\.32 undefined/);
      }
      assert.ok(guardProxy.bytes() > 100, String(guardProxy.bytes()));
      for (const target of ['10.0.0.7:443', 'inside.example.com:443', '127.0.0.1:443']) {
        assert.match(await send(`CONNECT ${target} HTTP/1.1\r\nhost: ${target}`), /^HTTP\/1.1 403/, target);
      }
      assert.equal(guardProxy.rejectedCount(), 3);
      await proxy.die();
      const dead = new URL(site.url('/other'));
      await send(`GET ${dead.href} HTTP/1.1\r\nhost: ${dead.host}`);
      assert.ok(options.tunnelsNothingPlain || guardProxy.getError(dead)?.code === 'no_exit');
    });
  }
});
