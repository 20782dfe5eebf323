import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type HostileWorld, siteAddress, startHostileWorld, textOf } from '../../test/world/hostile-world.ts';
import type { HttpResponse } from './http-client.ts';

/** The names there are; all of them stand for the hostile server. */
const names = ['good.example.com', 'www.good.example.com', 'other.example.org'];
let world: HostileWorld;

before(async () => {
  world = await startHostileWorld((name) => (names.includes(name) ? [siteAddress] : []));
});
after(() => world.close());

const get: HostileWorld['get'] = (...asked) => world.get(...asked);
const response: HostileWorld['response'] = (...asked) => world.response(...asked);
const code: HostileWorld['code'] = (...asked) => world.code(...asked);

const echoed = (answer: HttpResponse): { method: string; headers: Record<string, string> } =>
  JSON.parse(textOf(answer));
/** The same server under one of the names. */
const named = (name: string, path: string): string => world.hostile.url(path).replace(siteAddress, name);

describe('redirects', () => {
  test('are followed and reported', async () => {
    const answer = await response(world.hostile.url('/hops?left=10'));
    assert.equal(answer.finalUrl, world.hostile.url('/echo'));
    assert.equal(answer.redirects.length, 10);
    assert.deepEqual(answer.redirects[0], { url: world.hostile.url('/hops?left=10'), statusCode: 302 });
    assert.equal(answer.remoteAddress, siteAddress);
  });

  test('end at the limit and in circles', async () => {
    assert.equal(await code(world.hostile.url('/hops?left=11')), 'redirects');
    assert.equal(await code(world.hostile.url('/hops?left=3'), { redirectLimit: 2 }), 'redirects');
    assert.equal(await code(world.hostile.url('/growing-loop?n=1')), 'redirects');
    for (const path of ['/loop', '/itself']) {
      const before = world.hostile.requests.length;
      const answer = await get(world.hostile.url(path));
      assert.equal(answer.kind === 'fault' && answer.code, 'redirects');
      assert.equal(answer.statusCode, 302);
      assert.ok(world.hostile.requests.length - before <= 2, 'a circle is seen when it closes');
    }
  });

  test('that name no address are a fault, and without a Location they are pages', async () => {
    assert.equal(await code(world.hostile.url('/bad-location')), 'redirects');
    assert.match(textOf(await response(world.hostile.url('/no-location'))), /nobody says where/);
    assert.equal((await response(world.hostile.url('/to?status=304'))).statusCode, 304);
    assert.equal((await response(world.hostile.url('/to?status=300&url=/gzip'))).statusCode, 300);
  });

  test('keep the fragment unless they bring one', async () => {
    assert.equal(
      (await response(world.hostile.url('/to?url=/echo#part'))).finalUrl,
      world.hostile.url('/echo#part'),
    );
    assert.equal(
      (await response(world.hostile.url('/to?url=/echo%23new#part'))).finalUrl,
      world.hostile.url('/echo#new'),
    );
  });

  test('read a Location in UTF-8', async () => {
    assert.equal(
      (await response(world.hostile.url('/utf8-location'))).finalUrl,
      world.hostile.url('/echo?q=gr%C3%BCn'),
    );
  });

  test('do not wait for their own bodies', async () => {
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
    test(`to ${target} are refused`, async () => {
      const answer = await get(world.hostile.url(`/to?url=${encodeURIComponent(target)}`));
      assert.equal(answer.kind === 'fault' && answer.code, expected);
      assert.equal(answer.redirects.length, 1);
    });
  }
});

describe('what is sent', () => {
  test('names the client honestly, and what it can read', async () => {
    const { headers } = echoed(await response(world.hostile.url('/echo'), { acceptLanguage: 'de-CH' }));
    assert.equal(headers['user-agent'], 'webdata-test/1');
    assert.equal(headers['accept-encoding'], 'gzip, deflate, br, zstd');
    assert.equal(headers['accept-language'], 'de-CH');
    assert.match(headers.accept ?? '', /text\/html/);
  });

  test('callers may add and replace headers, but not those of the connection', async () => {
    const sent = {
      'User-Agent': 'mine',
      'X-Own': '1',
      Host: 'evil',
      Connection: 'close',
      'Proxy-Authorization': 'x',
      TE: 'trailers',
    };
    const { headers } = echoed(await response(world.hostile.url('/echo'), { headers: sent }));
    assert.equal(headers['user-agent'], 'mine');
    assert.equal(headers['x-own'], '1');
    assert.equal(headers.host, new URL(world.hostile.url('/')).host);
    assert.equal(headers['proxy-authorization'], undefined);
    assert.equal(headers.te, undefined);
  });

  const secrets = { Authorization: 'Bearer secret', Cookie: 'session=secret', 'X-Api-Key': 'secret' };

  test('a header that HTTP cannot carry is the fault of who asked', async () => {
    const impossible: Record<string, string>[] = [
      { 'x-own': 'two\r\nlines' },
      { 'not a name': 'x' },
      { 'x-own': 'snow \u2603' },
    ];
    for (const headers of impossible) {
      await assert.rejects(get(world.hostile.url('/echo'), { headers }), { kind: 'invalid' });
    }
  });

  test("the caller's headers go to the asked origin only", async () => {
    const away = `/to?url=${encodeURIComponent(named('other.example.org', '/echo'))}`;
    assert.doesNotMatch(
      textOf(await response(named('good.example.com', away), { headers: secrets })),
      /secret/,
    );
    const near = `/to?url=${encodeURIComponent(named('www.good.example.com', '/echo'))}`;
    assert.doesNotMatch(
      textOf(await response(named('good.example.com', near), { headers: secrets })),
      /secret/,
    );
    const { headers } = echoed(
      await response(named('good.example.com', '/to?url=/echo'), { headers: secrets }),
    );
    assert.equal(headers.authorization, 'Bearer secret');
    assert.equal(headers.cookie, 'session=secret');
  });

  test('they are sent again when the chain comes back to the asked origin', async () => {
    const back = encodeURIComponent(named('good.example.com', '/echo'));
    const away = encodeURIComponent(named('other.example.org', `/to?url=${back}`));
    const { headers } = echoed(
      await response(named('good.example.com', `/to?url=${away}`), { headers: secrets }),
    );
    assert.equal(headers['x-api-key'], 'secret');
  });
});

describe('cookies of a redirect chain', () => {
  const set = (cookies: string[], url = '/echo'): string =>
    `/set?url=${encodeURIComponent(url)}&${cookies.map((cookie) => `cookie=${encodeURIComponent(cookie)}`).join('&')}`;
  const sentAfter = async (cookies: string[], url?: string, headers = {}): Promise<string | undefined> =>
    echoed(await response(named('good.example.com', set(cookies, url)), { headers })).headers.cookie;

  test('open a gate that redirects to itself, and are forgotten with the chain', async () => {
    const gate = named('good.example.com', '/cookie-gate');
    assert.equal(echoed(await response(gate)).headers.cookie, 'passed=yes');
    assert.equal(echoed(await response(named('good.example.com', '/echo'))).headers.cookie, undefined);
    assert.equal((await response(gate)).redirects.length, 1, 'the gate is closed again');
  });

  test('go where RFC 6265 lets them', async () => {
    assert.equal(
      await sentAfter(['a=1', 'b=2; Path=/echo', 'c=3; Path=/other', 'd=4; Max-Age=0', 'e=5; Secure']),
      'b=2; a=1',
    );
    assert.equal(await sentAfter(['a=1; Domain=example.com'], named('www.good.example.com', '/echo')), 'a=1');
    assert.equal(await sentAfter(['a=1'], named('www.good.example.com', '/echo')), undefined);
    assert.equal(await sentAfter(['a=1; Domain=com', 'b=2; Domain=other.example.org']), undefined);
    assert.equal(await sentAfter(['a=1', 'a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT']), undefined);
  });

  test("stand beside the caller's, newer ones first", async () => {
    assert.equal(
      await sentAfter(['theme=dark'], '/echo', { cookie: 'session=1; theme=light' }),
      'session=1; theme=dark',
    );
  });

  test('are bounded when a site floods', async () => {
    const { headers } = echoed(await response(named('good.example.com', '/cookie-flood')));
    assert.equal(headers.cookie?.split('; ').length, 100);
  });
});
