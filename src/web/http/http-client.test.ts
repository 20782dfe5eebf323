import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type HostileWorld,
  siteAddress,
  startHostileWorld,
  textOf,
} from '../../../test/world/hostile-world.ts';
import type { HttpResponse } from './http-client.ts';

/** Names that resolve to the hostile server. */
const names = ['good.example.com', 'www.good.example.com', 'other.example.org'];
let world: HostileWorld;

before(async () => {
  world = await startHostileWorld((name) => (names.includes(name) ? [siteAddress] : []));
});
after(() => world.close());

const get: HostileWorld['get'] = (...request) => world.get(...request);
const response: HostileWorld['response'] = (...request) => world.response(...request);
const code: HostileWorld['code'] = (...request) => world.code(...request);

const parseEcho = (answer: HttpResponse): { method: string; headers: Record<string, string> } =>
  JSON.parse(textOf(answer));
/** Returns a URL of the same server under a name. */
const urlUnderName = (name: string, path: string): string =>
  world.hostile.url(path).replace(siteAddress, name);

describe('redirects', () => {
  test('are followed and reported', async () => {
    const answer = await response(world.hostile.url('/hops?left=10'));
    assert.equal(answer.finalUrl, world.hostile.url('/echo'));
    assert.equal(answer.redirects.length, 10);
    assert.deepEqual(answer.redirects[0], { url: world.hostile.url('/hops?left=10'), statusCode: 302 });
    assert.equal(answer.remoteAddress, siteAddress);
  });

  test('end at the limit and in loops', async () => {
    assert.equal(await code(world.hostile.url('/hops?left=11')), 'redirects');
    assert.equal(await code(world.hostile.url('/hops?left=3'), { redirectLimit: 2 }), 'redirects');
    assert.equal(await code(world.hostile.url('/growing-loop?n=1')), 'redirects');
    for (const path of ['/loop', '/itself']) {
      const before = world.hostile.requests.length;
      const answer = await get(world.hostile.url(path));
      assert.equal(answer.kind === 'fault' && answer.code, 'redirects');
      assert.equal(answer.statusCode, 302);
      assert.ok(world.hostile.requests.length - before <= 2, 'the loop is detected at its first repetition');
    }
  });

  test('with an invalid Location are an error, and without one they are pages', async () => {
    assert.equal(await code(world.hostile.url('/bad-location')), 'redirects');
    assert.match(textOf(await response(world.hostile.url('/no-location'))), /nobody says where/);
    assert.equal((await response(world.hostile.url('/to?status=304'))).statusCode, 304);
    assert.equal((await response(world.hostile.url('/to?status=300&url=/gzip'))).statusCode, 300);
  });

  test('keep the fragment unless the Location has one', async () => {
    assert.equal(
      (await response(world.hostile.url('/to?url=/echo#part'))).finalUrl,
      world.hostile.url('/echo#part'),
    );
    assert.equal(
      (await response(world.hostile.url('/to?url=/echo%23new#part'))).finalUrl,
      world.hostile.url('/echo#new'),
    );
  });

  test('decode a Location as UTF-8', async () => {
    assert.equal(
      (await response(world.hostile.url('/utf8-location'))).finalUrl,
      world.hostile.url('/echo?q=gr%C3%BCn'),
    );
  });

  test('do not wait for their bodies', async () => {
    assert.equal(await code(world.hostile.url('/endless-redirect')), 'response');
  });

  test('keep the method', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const before = world.hostile.requests.length;
      const answer = await response(world.hostile.url(`/to?url=/echo&status=${status}`), { method: 'HEAD' });
      assert.equal(answer.body.length, 0);
      assert.deepEqual(
        world.hostile.requests.slice(before).map(({ method }) => method),
        ['HEAD', 'HEAD'],
      );
    }
  });

  for (const [target, expected] of [
    ['file:///etc/passwd', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['ftp://good.example.com/', 'scheme'],
    ['http://169.254.169.254/latest/meta-data/', 'private_address'],
    ['//localhost:8080/', 'private_address'],
    ['http://[::ffff:7f00:1]:8080/', 'private_address'],
    ['http://user:pass@good.example.com/', 'credentials'],
    ['http://good.example.com:6379/', 'port'],
  ] as const) {
    test(`to ${target} are rejected`, async () => {
      const answer = await get(world.hostile.url(`/to?url=${encodeURIComponent(target)}`));
      assert.equal(answer.kind === 'fault' && answer.code, expected);
      assert.equal(answer.redirects.length, 1);
    });
  }
});

describe('request headers', () => {
  test('identify the client and its supported formats', async () => {
    const { headers } = parseEcho(await response(world.hostile.url('/echo'), { acceptLanguage: 'de-CH' }));
    assert.equal(headers['user-agent'], 'webdata-test/1');
    assert.equal(headers['accept-encoding'], 'gzip, deflate, br, zstd');
    assert.equal(headers['accept-language'], 'de-CH');
    assert.match(headers.accept ?? '', /text\/html/);
  });

  test('can be added and replaced by callers, except those of the connection', async () => {
    const sent = {
      'User-Agent': 'mine',
      'X-Own': '1',
      Host: 'evil',
      Connection: 'close',
      'Proxy-Authorization': 'x',
      TE: 'trailers',
    };
    const { headers } = parseEcho(await response(world.hostile.url('/echo'), { headers: sent }));
    assert.equal(headers['user-agent'], 'mine');
    assert.equal(headers['x-own'], '1');
    assert.equal(headers.host, new URL(world.hostile.url('/')).host);
    assert.equal(headers['proxy-authorization'], undefined);
    assert.equal(headers.te, undefined);
  });

  const secrets = { Authorization: 'Bearer secret', Cookie: 'session=secret', 'X-Api-Key': 'secret' };

  test('that are invalid in HTTP are rejected as invalid input', async () => {
    const impossible: Record<string, string>[] = [
      { 'x-own': 'two\r\nlines' },
      { 'not a name': 'x' },
      { 'x-own': 'snow \u2603' },
    ];
    for (const headers of impossible) {
      await assert.rejects(get(world.hostile.url('/echo'), { headers }), { kind: 'invalid' });
    }
  });

  test('of the caller are sent only to the requested origin', async () => {
    const away = `/to?url=${encodeURIComponent(urlUnderName('other.example.org', '/echo'))}`;
    assert.doesNotMatch(
      textOf(await response(urlUnderName('good.example.com', away), { headers: secrets })),
      /secret/,
    );
    const near = `/to?url=${encodeURIComponent(urlUnderName('www.good.example.com', '/echo'))}`;
    assert.doesNotMatch(
      textOf(await response(urlUnderName('good.example.com', near), { headers: secrets })),
      /secret/,
    );
    const { headers } = parseEcho(
      await response(urlUnderName('good.example.com', '/to?url=/echo'), { headers: secrets }),
    );
    assert.equal(headers.authorization, 'Bearer secret');
    assert.equal(headers.cookie, 'session=secret');
  });

  test('of the caller are sent again when the chain returns to the requested origin', async () => {
    const back = encodeURIComponent(urlUnderName('good.example.com', '/echo'));
    const away = encodeURIComponent(urlUnderName('other.example.org', `/to?url=${back}`));
    const { headers } = parseEcho(
      await response(urlUnderName('good.example.com', `/to?url=${away}`), { headers: secrets }),
    );
    assert.equal(headers['x-api-key'], 'secret');
  });
});

describe('cookies of a redirect chain', () => {
  const cookiePath = (cookies: string[], url = '/echo'): string =>
    `/set?url=${encodeURIComponent(url)}&${cookies.map((cookie) => `cookie=${encodeURIComponent(cookie)}`).join('&')}`;
  const cookiesAfter = async (cookies: string[], url?: string, headers = {}): Promise<string | undefined> =>
    parseEcho(await response(urlUnderName('good.example.com', cookiePath(cookies, url)), { headers })).headers
      .cookie;

  test('pass a page that redirects to itself, and are discarded with the chain', async () => {
    const gate = urlUnderName('good.example.com', '/cookie-gate');
    assert.equal(parseEcho(await response(gate)).headers.cookie, 'passed=yes');
    assert.equal(
      parseEcho(await response(urlUnderName('good.example.com', '/echo'))).headers.cookie,
      undefined,
    );
    assert.equal((await response(gate)).redirects.length, 1, 'the cookie was discarded');
  });

  test('are sent according to RFC 6265', async () => {
    assert.equal(
      await cookiesAfter(['a=1', 'b=2; Path=/echo', 'c=3; Path=/other', 'd=4; Max-Age=0', 'e=5; Secure']),
      'b=2; a=1',
    );
    assert.equal(
      await cookiesAfter(['a=1; Domain=example.com'], urlUnderName('www.good.example.com', '/echo')),
      'a=1',
    );
    assert.equal(await cookiesAfter(['a=1'], urlUnderName('www.good.example.com', '/echo')), undefined);
    assert.equal(await cookiesAfter(['a=1; Domain=com', 'b=2; Domain=other.example.org']), undefined);
    assert.equal(await cookiesAfter(['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT']), undefined);
  });

  test("are combined with the caller's, and replace those of the same name", async () => {
    assert.equal(
      await cookiesAfter(['theme=dark'], '/echo', { cookie: 'session=1; theme=light' }),
      'session=1; theme=dark',
    );
  });

  test('are limited in number', async () => {
    const { headers } = parseEcho(await response(urlUnderName('good.example.com', '/cookie-flood')));
    assert.equal(headers.cookie?.split('; ').length, 100);
  });
});
