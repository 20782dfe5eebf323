import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { honestText } from '../../test/world/hostile-bodies.ts';
import { type HostileServer, startHostileServer } from '../../test/world/hostile-server.ts';
import type { PageErrorCode } from '../domain/outcome.ts';
import { createGuard } from './guard.ts';
import {
  createHttpClient,
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from './http-client.ts';

/** Names of this file's own small DNS; 127.0.0.2 stands for the internet, 127.0.0.1 is what nobody may reach. */
const names: Record<string, string[]> = {
  'good.example.com': ['127.0.0.2'],
  'www.good.example.com': ['127.0.0.2'],
  'other.example.org': ['127.0.0.2'],
  'private.example.com': ['127.0.0.1'],
  'mixed.example.com': ['127.0.0.2', '127.0.0.1'],
};
const site = '127.0.0.2';
let rebinding: string[][] = [];
let hostile: HostileServer;
let client: HttpClient;

before(async () => {
  hostile = await startHostileServer(site);
  client = createHttpClient({
    guard: createGuard({
      allowNetworks: [`${site}/32`],
      ownAddresses: () => [],
      resolve: async (name) =>
        name === 'rebind.example.com' ? (rebinding.shift() ?? []) : (names[name] ?? []),
    }),
    userAgent: 'webdata-test/1',
    connections: 4,
    connectTimeoutMs: 1000,
  });
});
after(async () => {
  await client.close();
  await hostile.close();
});

function get(address: string, request: Partial<HttpRequest> = {}, ms = 5000): Promise<HttpAnswer> {
  return client.get({ url: new URL(address), headers: {}, ...request }, AbortSignal.timeout(ms));
}

async function response(address: string, request: Partial<HttpRequest> = {}): Promise<HttpResponse> {
  const answer = await get(address, request);
  assert.equal(answer.kind, 'response', JSON.stringify(answer));
  return answer as HttpResponse;
}

async function code(
  address: string,
  request: Partial<HttpRequest> = {},
  ms?: number,
): Promise<PageErrorCode | 'response'> {
  const answer = await get(address, request, ms);
  return answer.kind === 'fault' ? answer.code : 'response';
}

const textOf = ({ body }: HttpResponse): string => Buffer.from(body).toString();
const echoed = (answer: HttpResponse): { method: string; headers: Record<string, string> } =>
  JSON.parse(textOf(answer));
/** The same server under a name of the small DNS. */
const named = (name: string, path: string): string => hostile.url(path).replace(site, name);

describe('content encodings', () => {
  for (const path of [
    '/gzip',
    '/x-gzip',
    '/gzip-members',
    '/br',
    '/zstd',
    '/deflate',
    '/deflate-raw',
    '/stacked',
    '/misnamed',
  ]) {
    test(`${path} comes out as the site wrote it`, async () => {
      const answer = await response(hostile.url(path));
      assert.equal(textOf(answer), honestText);
      assert.equal(answer.body.byteLength, answer.body.buffer.byteLength, 'the body owns its buffer');
    });
  }

  test('large bodies stream through the decoders and come out whole', async () => {
    assert.equal((await response(hostile.url('/large-gzip'))).body.length, 300_000);
    assert.equal((await response(hostile.url('/large-stacked'))).body.length, 300_000);
  });

  test('a gzip body is taken when only its trailer is missing or other bytes follow it, as browsers do', async () => {
    assert.equal(textOf(await response(hostile.url('/gzip-without-trailer'))), honestText);
    assert.equal(textOf(await response(hostile.url('/gzip-with-garbage'))), honestText);
    assert.equal((await response(hostile.url('/large-gzip-without-trailer'))).body.length, 300_000);
    assert.equal((await response(hostile.url('/empty-gzip'))).body.length, 0);
  });

  for (const path of [
    '/gzip-cut',
    '/large-gzip-cut',
    '/gzip-wrong-checksum',
    '/br-cut',
    '/zstd-cut',
    '/wrong-label',
    '/wrong-label-br',
    '/stacked-thrice',
    '/compress',
    '/zstd-wide-window',
  ]) {
    test(`${path} is a fault of the encoding`, async () => {
      const answer = await get(hostile.url(path));
      assert.equal(answer.kind === 'fault' && answer.code, 'encoding');
      assert.equal(answer.statusCode, 200);
    });
  }
});

describe('the size cap', () => {
  const maxBytes = 1_000_000;
  for (const path of [
    '/gzip-bomb',
    '/br-bomb',
    '/zstd-bomb',
    '/deflate-bomb',
    '/nested-bomb',
    '/small-bomb',
    '/endless',
  ]) {
    test(`${path} is stopped at the cap`, async () => {
      const answer = await get(hostile.url(path), { maxBytes });
      assert.equal(answer.kind === 'fault' && answer.code, 'too_large');
      assert.ok(answer.wireBytes < 4 * maxBytes, `${answer.wireBytes} bytes were read`);
    });
  }

  test('counts bytes after decoding, to the byte', async () => {
    const length = Buffer.byteLength(honestText);
    for (const path of ['/gzip', '/misnamed', '/stacked']) {
      assert.equal(await code(hostile.url(path), { maxBytes: length }), 'response', path);
      assert.equal(await code(hostile.url(path), { maxBytes: length - 1 }), 'too_large', path);
    }
    assert.equal(await code(hostile.url('/large-gzip'), { maxBytes: 299_999 }), 'too_large');
    assert.equal(await code(hostile.url('/large-gzip'), { maxBytes: 300_000 }), 'response');
  });

  test('a body that declares too much is not read at all', async () => {
    const answer = await get(hostile.url('/promises-too-much'));
    assert.equal(answer.kind === 'fault' && answer.code, 'too_large');
    assert.equal(answer.wireBytes, 0);
  });

  test('holds for headers too', async () => {
    assert.equal(await code(hostile.url('/large-headers')), 'too_large');
    assert.equal(await code(hostile.url('/endless-headers')), 'too_large');
    assert.equal(textOf(await response(hostile.url('/roomy-headers'))), 'ok');
  });
});

describe('time', () => {
  for (const path of ['/never-answers', '/drips', '/slow-headers', '/stalls']) {
    test(`${path} ends at the deadline`, async () => {
      assert.equal(await code(hostile.url(path), {}, 350), 'timeout');
    });
  }

  test('a server that accepts and stays silent ends at the deadline', async () => {
    assert.equal(await code(hostile.silentUrl('/'), {}, 200), 'timeout');
    assert.equal(await code(hostile.silentUrl('/', 'https'), {}, 200), 'timeout');
  });

  test('headers and pauses within a body have bounds of their own', async () => {
    const hasty = createHttpClient({
      guard: createGuard({ allowNetworks: [`${site}/32`], ownAddresses: () => [] }),
      userAgent: 'webdata-test/1',
      headersTimeoutMs: 300,
      bodyTimeoutMs: 300,
    });
    const signal = AbortSignal.timeout(10_000);
    for (const path of ['/never-answers', '/stalls']) {
      const answer = await hasty.get({ url: new URL(hostile.url(path)), headers: {} }, signal);
      assert.equal(answer.kind === 'fault' && answer.code, 'timeout', path);
    }
    await hasty.close();
  });

  test('a cancelled request rejects with the reason of whoever cancelled it', async () => {
    const controller = new AbortController();
    const asked = client.get({ url: new URL(hostile.url('/drips')), headers: {} }, controller.signal);
    setTimeout(() => controller.abort(new Error('not wanted any more')), 50);
    await assert.rejects(asked, /not wanted any more/);
    const late = client.get({ url: new URL(hostile.url('/echo')), headers: {} }, controller.signal);
    await assert.rejects(late, /not wanted any more/);
  });

  test('requests that ended at their deadline free their place in the pool', async () => {
    await Promise.all(Array.from({ length: 8 }, () => get(hostile.url('/never-answers'), {}, 100)));
    assert.equal(await code(hostile.url('/echo')), 'response');
  });
});

describe('broken answers', () => {
  for (const path of [
    '/accepts-and-closes',
    '/resets',
    '/promises-more',
    '/two-lengths',
    '/length-and-chunks',
    '/resets-midway',
    '/bad-chunks',
    '/cut-chunks',
    '/garbage-status',
    '/no-http',
    '/http-0.9',
    '/switches-protocol',
  ]) {
    test(`${path} is a broken connection`, async () => {
      assert.equal(await code(hostile.url(path)), 'reset');
    });
  }

  test('a body ends where its length says, and what follows belongs to nobody', async () => {
    assert.equal(textOf(await response(hostile.url('/promises-less'))), 'more');
    assert.equal(textOf(await response(hostile.url('/pushes-second-answer'))), 'ok');
    assert.equal(echoed(await response(hostile.url('/echo'))).method, 'GET');
  });

  test('a body without length ends with its connection', async () => {
    assert.equal(textOf(await response(hostile.url('/until-close'))), honestText);
  });

  test('odd but legible answers are responses', async () => {
    assert.equal((await response(hostile.url('/status-999'))).statusCode, 999);
    assert.equal(textOf(await response(hostile.url('/early-hints'))), 'ok');
    assert.equal((await response(hostile.url('/no-content-with-body'))).body.length, 0);
    assert.equal((await response(hostile.url('/not-modified'))).statusCode, 304);
    assert.equal((await response(hostile.url('/nothing-here'))).statusCode, 404);
  });

  test('headers come in lower case, repeated ones joined', async () => {
    const { headers } = await response(hostile.url('/repeated-headers'));
    assert.equal(headers['x-part'], 'one, two');
    assert.equal(Object.getPrototypeOf(headers), Object.prototype);
  });

  test('nobody listening is a broken connection, an unknown name is no such page', async () => {
    const idle = createServer();
    await new Promise<void>((resolve) => idle.listen(0, site, resolve));
    const { port } = idle.address() as AddressInfo;
    await new Promise((resolve) => idle.close(resolve));
    assert.equal(await code(`http://${site}:${port}/`), 'reset');
    assert.equal(await code('http://unknown.example.com/'), 'dns');
  });

  test('a connection that the site closed between two pages costs no page', async () => {
    let answered = 0;
    const closing: Server = createServer((request, reply) => {
      if (request.socket.bytesRead > 300) request.socket.destroy();
      else {
        answered += 1;
        reply.end(String(answered));
      }
    });
    await new Promise<void>((resolve) => closing.listen(0, site, resolve));
    const address = `http://${site}:${(closing.address() as AddressInfo).port}/`;
    for (const expected of ['1', '2', '3', '4']) assert.equal(textOf(await response(address)), expected);
    closing.closeAllConnections();
    await new Promise((resolve) => closing.close(resolve));
  });
});

describe('redirects', () => {
  test('are followed and reported', async () => {
    const answer = await response(hostile.url('/hops?left=10'));
    assert.equal(answer.finalUrl, hostile.url('/echo'));
    assert.equal(answer.redirects.length, 10);
    assert.deepEqual(answer.redirects[0], { url: hostile.url('/hops?left=10'), statusCode: 302 });
    assert.equal(answer.remoteAddress, site);
  });

  test('end at the limit and in circles', async () => {
    assert.equal(await code(hostile.url('/hops?left=11')), 'redirects');
    assert.equal(await code(hostile.url('/hops?left=3'), { redirectLimit: 2 }), 'redirects');
    assert.equal(await code(hostile.url('/growing-loop?n=1')), 'redirects');
    for (const path of ['/loop', '/itself']) {
      const before = hostile.requests.length;
      const answer = await get(hostile.url(path));
      assert.equal(answer.kind === 'fault' && answer.code, 'redirects');
      assert.equal(answer.statusCode, 302);
      assert.ok(hostile.requests.length - before <= 2, 'a circle is seen when it closes');
    }
  });

  test('that name no address are a fault, and without a Location they are pages', async () => {
    assert.equal(await code(hostile.url('/bad-location')), 'redirects');
    assert.match(textOf(await response(hostile.url('/no-location'))), /nobody says where/);
    assert.equal((await response(hostile.url('/to?status=304'))).statusCode, 304);
    assert.equal((await response(hostile.url('/to?status=300&url=/gzip'))).statusCode, 300);
  });

  test('keep the fragment unless they bring one', async () => {
    assert.equal((await response(hostile.url('/to?url=/echo#part'))).finalUrl, hostile.url('/echo#part'));
    assert.equal(
      (await response(hostile.url('/to?url=/echo%23new#part'))).finalUrl,
      hostile.url('/echo#new'),
    );
  });

  test('read a Location in UTF-8', async () => {
    assert.equal((await response(hostile.url('/utf8-location'))).finalUrl, hostile.url('/echo?q=gr%C3%BCn'));
  });

  test('do not wait for their own bodies', async () => {
    assert.equal(await code(hostile.url('/endless-redirect')), 'response');
  });

  test('keep the method', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      const before = hostile.requests.length;
      const answer = await response(hostile.url(`/to?url=/echo&status=${status}`), { method: 'HEAD' });
      assert.equal(answer.body.length, 0);
      assert.deepEqual(
        hostile.requests.slice(before).map(({ method }) => method),
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
      const answer = await get(hostile.url(`/to?url=${encodeURIComponent(target)}`));
      assert.equal(answer.kind === 'fault' && answer.code, expected);
      assert.equal(answer.redirects.length, 1);
    });
  }
});

describe('what is sent', () => {
  test('names the client honestly, and what it can read', async () => {
    const { headers } = echoed(await response(hostile.url('/echo'), { acceptLanguage: 'de-CH' }));
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
    const { headers } = echoed(await response(hostile.url('/echo'), { headers: sent }));
    assert.equal(headers['user-agent'], 'mine');
    assert.equal(headers['x-own'], '1');
    assert.equal(headers.host, new URL(hostile.url('/')).host);
    assert.equal(headers['proxy-authorization'], undefined);
    assert.equal(headers.te, undefined);
  });

  const secrets = { Authorization: 'Bearer secret', Cookie: 'session=secret', 'X-Api-Key': 'secret' };

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

describe('a server that nobody may reach', () => {
  let secret: Server;
  let port: number;
  let hits = 0;

  before(async () => {
    secret = createServer((_request, reply) => {
      hits += 1;
      reply.end('secret');
    });
    secret.on('connection', () => {
      hits += 1;
    });
    await new Promise<void>((resolve) => secret.listen(0, '127.0.0.1', resolve));
    port = (secret.address() as AddressInfo).port;
  });
  after(() => new Promise((resolve) => secret.close(resolve)));

  test('is reached by no notation, name, redirect or second DNS answer', async () => {
    const targets = [
      '127.0.0.1',
      '0x7f000001',
      '127.1',
      '2130706433',
      'localhost',
      '[::ffff:7f00:1]',
      'private.example.com',
      'mixed.example.com',
    ];
    for (const host of targets) {
      const target = `http://${host}:${port}/`;
      assert.equal(await code(target), 'private_address', target);
      for (const status of [301, 302, 303, 307, 308]) {
        const path = `/to?status=${status}&url=${encodeURIComponent(target)}`;
        assert.equal(await code(hostile.url(path)), 'private_address', path);
      }
    }
    assert.equal(hits, 0);
  });

  test('is not reached by a name that changes its mind', async () => {
    rebinding = [[site], ['127.0.0.1'], ['127.0.0.1', site]];
    for (let round = 0; round < 3; round += 1) {
      const answer = await get(`http://rebind.example.com:${port}/`);
      assert.equal(answer.kind === 'fault' && answer.code, round === 0 ? 'reset' : 'private_address');
    }
    assert.equal(hits, 0);
  });

  test('is there all the same', async () => {
    assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), 'secret');
    assert.ok(hits > 0);
  });
});
