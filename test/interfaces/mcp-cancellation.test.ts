import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type TestContext, test } from 'node:test';
import { Client, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { startTestService, type TestService } from '../service/running-service.ts';
import { listenAlone } from '../world/listen-alone.ts';
import { connectAgent, eras } from './agent-client.ts';
import { program } from './run-command.ts';

/**
 * Starts a site that never responds; `opened` and `closed` resolve when the next page is requested and its connection
 * ends.
 */
async function startSilentSite(t: TestContext) {
  let arrival = Promise.withResolvers<{ closed: Promise<unknown> }>();
  const server = createServer((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else arrival.resolve({ closed: once(response, 'close') });
  });
  const { port } = await listenAlone(server, '127.0.0.22');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: (path: string) => `http://127.0.0.22:${port}${path}`,
    async nextConnection() {
      const connection = await arrival.promise;
      arrival = Promise.withResolvers();
      return connection;
    },
  };
}

async function connectOverStdio(t: TestContext, service: TestService, mode: VersionNegotiationMode) {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const env = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp'], env }));
  t.after(() => client.close());
  return client;
}

/** A page that nobody cancels is read for longer than the tests wait. */
const options = { timeout_ms: 100_000 };
const patienceSeconds = 80;

/** Rejects after a time in which a page that nobody cancels would still be read. */
async function within(seconds: number, promise: Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not within ${seconds} s`)), seconds * 1000);
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

test('a cancelled call stops its work', async (t) => {
  const site = await startSilentSite(t);
  const service = await startTestService(t);

  async function cancelScrape(client: Client, path: string) {
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'scrape', arguments: { url: site.url(path), ...options } },
      { signal: controller.signal },
    );
    const rejected = assert.rejects(call);
    const { closed } = await site.nextConnection();
    controller.abort();
    await rejected;
    await within(patienceSeconds, closed);
  }

  for (const [era, mode] of eras) {
    await t.test(`over standard input and output, in ${era}`, async (t) => {
      await cancelScrape(await connectOverStdio(t, service, mode), `/stdio-${typeof mode}`);
    });
  }

  for (const [era, mode] of eras) {
    await t.test(`over HTTP, in ${era}`, async (t) => {
      await cancelScrape(await connectAgent(t, service, mode), `/http-${typeof mode}`);
    });
  }

  await t.test('but no other client with the same key can cancel it', async (t) => {
    const client = await connectAgent(t, service, 'legacy');
    const other = await connectAgent(t, service, 'legacy');
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'scrape', arguments: { url: site.url('/own'), ...options } },
      { signal: controller.signal },
    );
    const rejected = assert.rejects(call);
    const { closed } = await site.nextConnection();
    for (let requestId = 0; requestId < 5; requestId += 1) {
      await other.notification({ method: 'notifications/cancelled', params: { requestId } });
    }
    await assert.rejects(within(0.5, closed), /not within/);
    controller.abort();
    await rejected;
    await within(patienceSeconds, closed);
  });

  await t.test('over HTTP in the 2025 era, when the client closes the request', async () => {
    const controller = new AbortController();
    const params = { name: 'scrape', arguments: { url: site.url('/legacy'), ...options } };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const headers = { accept: 'application/json, text/event-stream' };
    const call = service.post('/mcp', body, { headers, signal: controller.signal });
    const rejected = assert.rejects(call);
    const { closed } = await site.nextConnection();
    controller.abort();
    await rejected;
    await within(patienceSeconds, closed);
  });

  await t.test('but a followed job continues', async (t) => {
    const client = await connectAgent(t, service, { pin: '2026-07-28' });
    const started = await client.callTool({
      name: 'crawl',
      arguments: { url: site.url('/crawl'), limit: 1 },
    });
    const { jid } = started.structuredContent as { jid: string };
    const { closed } = await site.nextConnection();
    const controller = new AbortController();
    const call = client.callTool(
      { name: 'job', arguments: { action: 'follow', jid } },
      { signal: controller.signal, onprogress: () => controller.abort() },
    );
    await assert.rejects(call);
    const { json } = await service.get(`/v1/jobs/${jid}`);
    assert.equal(json.status, 'running');
    await client.callTool({ name: 'job', arguments: { action: 'cancel', jid } });
    await within(patienceSeconds, closed);
  });
});
