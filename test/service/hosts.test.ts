import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { hostname } from 'node:os';
import { type TestContext, test } from 'node:test';
import { startTestService, type TestService } from './running-service.ts';

/** Sends raw bytes over a new connection and returns the response. */
function exchange(service: TestService, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () => socket.write(text));
    socket
      .setEncoding('utf8')
      .on('data', (piece: string) => {
        said += piece;
      })
      .on('close', () => resolve(said))
      .on('error', reject);
  });
}

/** Returns the status of a request to the MCP endpoint with a Host header. */
function statusOfAgent(service: TestService, host: string, origin?: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  return new Promise((resolve, reject) => {
    request(
      `${service.url}/mcp`,
      {
        method: 'POST',
        headers: {
          host,
          authorization: `Bearer ${service.key}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(origin !== undefined && { origin }),
        },
      },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode as number);
      },
    )
      .on('error', reject)
      .end(body);
  });
}

/** Returns the status of a live-view connection with a Host header. */
async function statusOfWatcher(service: TestService, host: string, origin?: string): Promise<number> {
  const lines = [
    'GET /v1/browser/ses_none/live?token=aaaaaaaaaaaaaaaaaaaaaaaa HTTP/1.1',
    `Host: ${host}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ...(origin === undefined ? [] : [`Origin: ${origin}`]),
  ];
  const said = await exchange(service, `${lines.join('\r\n')}\r\n\r\n`);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1]);
}

/** Checks both interfaces that validate the host: 200 and 401 (invalid ticket) follow if the host is accepted. */
async function assertHost(service: TestService, host: string, passes: boolean, origin?: string) {
  const what = `${host} ${origin ?? ''}`;
  assert.equal(await statusOfAgent(service, host, origin), passes ? 200 : 403, what);
  assert.equal(await statusOfWatcher(service, host, origin), passes ? 401 : 403, what);
}

test('a host name under DNS rebinding reaches neither the MCP endpoint nor the live view', async (t) => {
  const service = await startTestService(t);
  const { port } = new URL(service.url);
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    'LOCALHOST.',
    'app.localhost',
    '192.168.7.9:8787',
    '203.0.113.5',
    '[2001:db8::1]:8787',
    'webdata:8787',
    'host.docker.internal',
    'webdata.default.svc.cluster.local:8787',
    hostname(),
  ]) {
    await assertHost(service, host, true);
  }
  for (const host of [
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.evil.example',
  ]) {
    await assertHost(service, host, false);
    // The page itself, whose Origin is the rebound name.
    await assertHost(service, host, false, `http://${host}`);
  }
  const said = await exchange(
    service,
    'POST /mcp HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
  );
  assert.match(said, /^HTTP\/1\.1 403 .*WEBDATA_ALLOWED_HOSTS/s);
});

test('names of BASE_URL and WEBDATA_ALLOWED_HOSTS are accepted, and pages of BASE_URL may call', async (t) => {
  const service = await startTestService(t, {
    BASE_URL: 'https://data.example.com',
    WEBDATA_ALLOWED_HOSTS: 'other.example.net, *.example.org',
    WEBDATA_CORS_ORIGINS: 'https://app.example.com',
  });
  for (const host of ['data.example.com', 'OTHER.example.net:8787', 'a.b.example.org']) {
    await assertHost(service, host, true);
    await assertHost(service, host, true, 'https://data.example.com');
    await assertHost(service, host, true, 'https://app.example.com');
    await assertHost(service, host, true, `https://${host.toLowerCase()}`);
    await assertHost(service, host, false, 'https://evil.example');
    await assertHost(service, host, false, 'null');
  }
  await assertHost(service, 'example.org', false);
  await assertHost(service, 'evil-example.org', false);
  const { port } = new URL(service.url);
  await assertHost(service, `127.0.0.1:${port}`, true, `http://localhost:${port}`);
  await assertHost(service, `127.0.0.1:${port}`, false, 'http://localhost:3000');
});

test('any name is accepted if the operator allows it, or from a trusted proxy', async (t: TestContext) => {
  const open = await startTestService(t, { WEBDATA_ALLOWED_HOSTS: '*' });
  await assertHost(open, 'anything.example', true);
  const proxied = await startTestService(t, { WEBDATA_TRUSTED_PROXIES: '127.0.0.1' });
  await assertHost(proxied, 'anything.example', true);
});

test('a missing, duplicate or invalid Host header is 400 everywhere', async (t) => {
  const service = await startTestService(t);
  const hosts = [
    'Host: 127.0.0.1\r\nHost: 127.0.0.1\r\n',
    'Host: 127.0.0.1\r\nhost: evil.example\r\n',
    '',
    'Host: \r\n',
    'Host: a b\r\n',
    'Host: user@127.0.0.1\r\n',
    'Host: 127.0.0.1:99999\r\n',
  ];
  for (const host of hosts) {
    for (const path of ['/livez', '/v1/account', '/v2/team/credit-usage', '/mcp', '/nothing']) {
      const said = await exchange(service, `GET ${path} HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
      assert.match(said, /^HTTP\/1\.1 400 /, JSON.stringify([path, host]));
    }
  }
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n';
  for (const path of ['/v1/browser/x/live?token=aaaaaaaaaaaaaaaaaaaaaaaa', '/v2/crawl/x']) {
    const said = await exchange(service, `GET ${path} HTTP/1.1\r\nHost: a\r\nHost: b\r\n${upgrade}\r\n`);
    assert.match(said, /^HTTP\/1\.1 400 .*more than one Host/s);
  }
});
