import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createSignInToken } from '../../src/account/accounts/console-sessions.ts';
import { systemClock } from '../../src/domain/system/clock.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { textOf } from '../interfaces/agent-client.ts';
import { findFreePorts } from '../replication/free-ports.ts';
import { findMissingPackages, untilFound } from '../replication/programs.ts';
import { startTestService, type TestService } from '../service/running-service.ts';
import { type SlowSite, startSlowSite } from '../world/slow-site.ts';
import { caddyProgram, startCaddy } from './caddy.ts';
import { nginxProgram, startNginx } from './nginx.ts';
import { clientAddress, createTlsClient, type TlsClient } from './tls-client.ts';
import { proxiedHost, type TlsProxy, type TlsProxyOptions } from './tls-proxy.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Client of a service behind a TLS proxy. */
interface Proxied {
  service: TestService;
  site: SlowSite;
  client: TlsClient;
  /** Public URL. */
  url: string;
  httpPort: number;
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; json: Json }>;
}

async function startProxied(
  t: TestContext,
  start: (options: TlsProxyOptions) => Promise<TlsProxy>,
  environment: Record<string, string>,
): Promise<Proxied> {
  const [httpsPort = 0, httpPort = 0] = await findFreePorts(2);
  const url = `https://${proxiedHost}:${httpsPort}`;
  const site = await startSlowSite({ pages: 12, delayMs: { from: 300, to: 400 } });
  t.after(() => site.close());
  const service = await startTestService(t, {
    WEBDATA_TRUSTED_PROXIES: '127.0.0.1/32',
    ...(environment.BASE_URL === 'public' ? { ...environment, BASE_URL: url } : environment),
  });
  const folder = await mkdtemp(join(tmpdir(), 'webdata-proxy-'));
  const servicePort = Number(new URL(service.url).port);
  const proxy = await start({ folder, servicePort, httpsPort, httpPort });
  t.after(async () => {
    await proxy.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const client = createTlsClient(proxy.authority);
  t.after(() => client.close());
  await untilFound(
    async () => ((await client.fetch(`${url}/livez`)).ok ? true : null),
    () => `the proxy never answered: ${proxy.output()}`,
  );
  return {
    service,
    site,
    client,
    url,
    httpPort,
    async ask(method, path, body) {
      const answer = await client.fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, json: await answer.json() };
    },
  };
}

/** Returns the status and the headers of a plain HTTP request. */
async function askPlain(port: number, host: string, path: string) {
  const sent = requestPlain({ host: '127.0.0.1', port, path, headers: { host } });
  sent.end();
  const [answer] = await once(sent, 'response');
  answer.resume();
  return answer as { statusCode: number; headers: Record<string, string | undefined> };
}

async function testRequests({ site, client, url, httpPort, ask }: Proxied): Promise<void> {
  const { status, json } = await ask('POST', '/v1/scrape', { url: site.url('/') });
  assert.deepEqual([status, json.status], [200, 'ok'], JSON.stringify(json));
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-host': 'evil.example' };
  const seen = await client.fetch(`${url}/v1/ip`, { headers });
  assert.deepEqual(
    await seen.json(),
    { ip: clientAddress },
    'the address of the client, which it cannot forge',
  );
  const large = await ask('POST', '/v1/scrape', {
    url: site.url('/'),
    headers: { a: 'x'.repeat(1_500_000) },
  });
  assert.equal(large.status, 422, 'the service itself refuses the value');
  const tooLarge = await ask('POST', '/v1/scrape', { url: 'x'.repeat(3_000_000) });
  assert.deepEqual([tooLarge.status, tooLarge.json.code], [413, 'too_large']);
  const internal = await client.fetch(`${url}/internal/sessions`, { method: 'POST', body: 'x' });
  assert.equal(internal.status, 404);
  assert.notEqual(internal.headers.get('content-type'), 'application/problem+json', 'the proxy answers');
  const redirect = await askPlain(httpPort, proxiedHost, '/v1/health?a=b');
  assert.ok([301, 308].includes(redirect.statusCode), String(redirect.statusCode));
  assert.match(redirect.headers.location ?? '', /^https:\/\/webdata\.example\.com(:\d+)?\/v1\/health\?a=b$/);
  assert.match(await client.fetchAs(new URL(url).host, `${url}/v1/ip`), /"ip"/);
  assert.equal(
    await client.fetchAs('evil.example', `${url}/v1/ip`),
    '',
    'another host name does not reach the service',
  );
}

/** Checks that events of a crawl arrive while it runs. */
async function testEvents({ site, service, client, url, ask }: Proxied): Promise<void> {
  const { json: job } = await ask('POST', '/v1/crawl', { url: site.url('/'), limit: 8 });
  const stream = await client.fetch(`${url}/v1/jobs/${job.jid}/events`, {
    headers: { authorization: `Bearer ${service.key}` },
  });
  assert.equal(stream.headers.get('content-type'), 'text/event-stream; charset=utf-8');
  let text = '';
  let doneAtFirstPage: number | null = null;
  for await (const piece of stream.body ?? []) {
    text += Buffer.from(piece).toString();
    if (doneAtFirstPage === null && text.includes('event: job.page'))
      doneAtFirstPage = (await service.get(`/v1/jobs/${job.jid}`)).json.progress.done;
  }
  assert.equal(text.match(/^event: job\.page$/gm)?.length, 8);
  assert.match(text, /^event: job\.completed$/m);
  assert.ok(doneAtFirstPage !== null && doneAtFirstPage < 8, `${doneAtFirstPage} pages at the first event`);
}

async function testAgent(t: TestContext, { service, site, client, url }: Proxied): Promise<void> {
  const agent = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${service.key}` } },
    fetch: client.fetch as unknown as typeof fetch,
  });
  await agent.connect(transport);
  t.after(() => agent.close());
  const shown = await agent.callTool({ name: 'scrape', arguments: { url: site.url('/') } });
  assert.match(textOf(shown), /Slowhaven/);
}

async function testLiveView({ site, service, client, url, ask }: Proxied): Promise<void> {
  const { status, json } = await ask('POST', '/v1/browser', { url: site.url('/') });
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(new URL(json.live_url).origin.replace('wss:', 'https:'), url);
  assert.match(json.live_url, /^wss:/);
  const stranger = client.connect(json.live_url, { origin: 'https://evil.example' });
  assert.match(((await once(stranger, 'error')) as [Error])[0].message, /403/);
  const viewer = client.connect(json.live_url, { origin: url });
  const frame = Promise.withResolvers<Buffer>();
  viewer.on('error', frame.reject);
  viewer.on('message', (data, isBinary) => isBinary && frame.resolve(data as Buffer));
  assert.deepEqual([...(await frame.promise).subarray(0, 2)], [0xff, 0xd8], 'a JPEG image');
  const closed = once(viewer, 'close');
  await service.request('DELETE', `/v1/browser/${json.sid}`);
  await closed;
}

/** Signs in to the console, whose cookie is sent only over TLS and whose requests must come from its public origin. */
async function testConsole({ service, client, url }: Proxied): Promise<void> {
  const token = await createSignInToken(service.database, service.key, systemClock.now());
  const send = (path: string, headers: Record<string, string>, body: object) =>
    client.fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url, ...headers },
      body: JSON.stringify(body),
    });
  const started = await send('/console/session', {}, { token });
  assert.equal(started.status, 200);
  const [cookie = ''] = started.headers.getSetCookie();
  assert.match(cookie, /; Secure/);
  const { csrf_token: csrf } = (await started.json()) as Json;
  const session = { cookie: cookie.split(';')[0] ?? '', 'x-csrf-token': csrf };
  const created = { name: 'made behind a proxy', scopes: ['read'] };
  assert.equal((await send('/v1/keys', session, created)).status, 200);
  assert.equal((await send('/v1/keys', { ...session, origin: service.url }, created)).status, 403);
}

const proxies = [
  { name: 'caddy', program: caddyProgram, start: startCaddy },
  { name: 'nginx', program: nginxProgram, start: startNginx },
];

for (const { name, program, start } of proxies) {
  const skip = findMissingPackages({ [name]: program });

  test(`behind ${name} with the configuration of deploy/`, { skip }, async (t) => {
    const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    const proxied = await startProxied(t, start, {
      BASE_URL: 'public',
      WEBDATA_BROWSER: browser?.program?.executable ?? 'none',
    });
    await t.test('requests, limits, client address and host names', () => testRequests(proxied));
    await t.test('events arrive while the job runs', () => testEvents(proxied));
    await t.test('MCP', (inner) => testAgent(inner, proxied));
    await t.test('the console', () => testConsole(proxied));
    const noBrowser = browser === null ? `no browser on this machine (${detail})` : false;
    await t.test('the live view over wss', { skip: noBrowser }, () => testLiveView(proxied));
  });

  test(`links behind ${name} without BASE_URL use the public name`, { skip }, async (t) => {
    const { url, client } = await startProxied(t, start, {});
    const text = await (await client.fetch(`${url}/llms.txt`)).text();
    assert.ok(text.includes(`(${url}/openapi.json)`), text);
  });
}

test('the operations guide shows the Caddyfile of deploy/', async () => {
  const read = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  const shown = /```caddyfile\n([\s\S]*?)```/.exec(await read('docs/operations.md'))?.[1];
  assert.equal(shown, await read('deploy/Caddyfile'));
});
