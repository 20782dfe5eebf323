import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createSecureServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createCertificate } from '../../../test/world/certificate.ts';
import { createSsrfGuard } from '../guard/ssrf-guard.ts';
import { createPoster } from './http-poster.ts';

const never = new AbortController().signal;

async function serve(t: TestContext, listener: RequestListener): Promise<URL> {
  const server = createServer(listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`);
}

function createTestPoster(t: TestContext, allowNetworks: string[] = ['127.0.0.0/8']) {
  const guard = createSsrfGuard({ allowNetworks, ownAddresses: () => [] });
  const poster = createPoster({ guard, maxResponseBytes: 1_024 });
  t.after(() => poster.close());
  return (url: URL, signal = never) =>
    poster.post(
      { url, headers: { 'content-type': 'application/json', 'webhook-id': 'evt_1' }, body: '{"ü":1}' },
      signal,
    );
}

test('a message arrives unchanged, and the response is returned', async (t) => {
  const received: unknown[] = [];
  const url = await serve(t, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push([
      request.method,
      request.url,
      request.headers['webhook-id'],
      Buffer.concat(chunks).toString(),
    ]);
    response.writeHead(503, { 'retry-after': '7' }).end('come back');
  });
  const answer = await createTestPoster(t)(url);
  assert.deepEqual(received, [['POST', '/hook?x=1', 'evt_1', '{"ü":1}']]);
  assert.ok(answer.kind === 'response');
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.retryAfter, '7');
  assert.equal(Buffer.from(answer.firstBytes).toString(), 'come back');
});

test('a redirect is a response and is not followed', async (t) => {
  let requestCount = 0;
  const url = await serve(t, (_request, response) => {
    requestCount += 1;
    response.writeHead(307, { location: '/elsewhere' }).end();
  });
  const answer = await createTestPoster(t)(url);
  assert.ok(answer.kind === 'response');
  assert.equal(answer.statusCode, 307);
  assert.equal(requestCount, 1);
});

test('an endless response returns its status and its first bytes', async (t) => {
  const url = await serve(t, (_request, response) => {
    response.writeHead(200);
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(10_000)));
    };
    response.on('drain', more);
    more();
  });
  const answer = await createTestPoster(t)(url);
  assert.ok(answer.kind === 'response');
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.firstBytes.length, 1_024);
});

test('an interrupted or stalled response returns its status', async (t) => {
  const broken = await serve(t, (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('beginning', () => response.destroy());
  });
  const stalled = await serve(t, (_request, response) => {
    response.writeHead(202, { 'content-length': '100' });
    response.write('beginning');
  });
  const post = createTestPoster(t);
  const [first, second] = await Promise.all([post(broken), post(stalled)]);
  assert.ok(first.kind === 'response' && second.kind === 'response');
  assert.deepEqual([first.statusCode, second.statusCode], [200, 202]);
  assert.equal(Buffer.from(second.firstBytes).toString(), 'beginning');
});

test('a private address is not contacted, by IP literal or by name', async (t) => {
  let requestCount = 0;
  const url = await serve(t, (_request, response) => {
    requestCount += 1;
    response.end();
  });
  const post = createTestPoster(t, []);
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001']) {
    const answer = await post(new URL(`http://${host}:${url.port}/`));
    assert.ok(answer.kind === 'fault');
    assert.equal(answer.code, 'private_address');
  }
  assert.equal(requestCount, 0);
});

test('closed and refused connections and timeouts are errors', async (t) => {
  const cut = await serve(t, (request) => void request.socket.destroy());
  const hanging = await serve(t, () => undefined);
  const post = createTestPoster(t);
  const codes = await Promise.all([
    post(cut),
    post(new URL('http://127.0.0.1:59999/')),
    post(hanging, AbortSignal.timeout(50)),
  ]);
  assert.deepEqual(
    codes.map((answer) => answer.kind === 'fault' && answer.code),
    ['reset', 'reset', 'timeout'],
  );
});

test('an aborted message rejects with the reason of its signal', async (t) => {
  const aborting = new AbortController();
  const url = await serve(t, () => aborting.abort(new Error('the process stops')));
  await assert.rejects(createTestPoster(t)(url, aborting.signal), /the process stops/);
});

test('an https receiver is reached over HTTP/2, and one with a wrong certificate is not', async (t) => {
  const right = createCertificate({ names: ['receiver.example.com'] });
  const wrong = createCertificate({ names: ['other.example.com'] });
  const arrived: string[] = [];
  const listen = async (certificate: { cert: string; key: string }) => {
    const server = createSecureServer(certificate);
    const sessions = new Set<{ destroy(): void }>();
    server.on('session', (session) => sessions.add(session));
    server.on('stream', (stream, headers) => {
      arrived.push(`${headers[':method']} ${headers['webhook-id']}`);
      stream.resume().on('end', () => {
        stream.respond({ ':status': 202 });
        stream.end('taken');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => {
      for (const session of sessions) session.destroy();
      server.close();
    });
    return new URL(`https://receiver.example.com:${(server.address() as AddressInfo).port}/hook`);
  };
  const guard = createSsrfGuard({
    allowNetworks: ['127.0.0.1/32'],
    ownAddresses: () => [],
    resolve: async () => ['127.0.0.1'],
  });
  const poster = createPoster({
    guard,
    maxResponseBytes: 100,
    trustedCertificates: [right.cert, wrong.cert],
  });
  t.after(() => poster.close());
  const post = (url: URL) => poster.post({ url, headers: { 'webhook-id': 'evt_1' }, body: '{}' }, never);
  const url = await listen(right);
  const answers = [await post(url), await post(url)];
  for (const answer of answers) {
    assert.ok(answer.kind === 'response');
    assert.equal(answer.statusCode, 202);
    assert.equal(Buffer.from(answer.firstBytes).toString(), 'taken');
  }
  const rejected = await post(await listen(wrong));
  assert.ok(rejected.kind === 'fault');
  assert.equal(rejected.code, 'tls');
  assert.deepEqual(arrived, ['POST evt_1', 'POST evt_1']);
});
