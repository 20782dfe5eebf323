import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import {
  createClient,
  fetchReceiptKeys,
  verifyReceipt,
  verifyWebhook,
  WebhookSignatureError,
} from '../../clients/typescript/src/index.ts';
import { createSignedHeaders, newWebhookSecret } from '../../src/jobs/webhooks/sign.ts';
import { startTestService } from '../service/running-service.ts';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';

async function startServer(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const json = { 'content-type': 'application/json' };

test('lists, files and receipts of a service', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { site } = world;
  const client = createClient({ url: service.url, key: service.key });

  await t.test('a list is read page by page', async () => {
    const records = Array.from({ length: 250 }, (_, id) => ({ id, name: `record ${id}` }));
    const { did } = await client.createDatasetAndWait({ name: 'Many', source: { kind: 'records', records } });
    const found = await Array.fromAsync(client.iterate('getDatasetRecords', { did, limit: 100 }));
    assert.deepEqual(
      found.map(({ data }) => data.id),
      records.map(({ id }) => id),
    );
    const changes = await Array.fromAsync(client.iterate('getDatasetChanges', { did, since: 0, limit: 100 }));
    assert.deepEqual(
      changes.map(({ seq }) => seq),
      records.map(({ id }) => id + 1),
    );
    const { url } = await client.exportDataset({ did, format: 'json' });
    assert.equal(((await (await client.download(url)).json()) as unknown[]).length, 250);
    const listRequests = () => Array.fromAsync(client.iterate('listRequests', { limit: 2 }));
    // The history is written in the background.
    const requests = await until(listRequests, ({ length }) => length > 5);
    assert.equal(new Set(requests.map(({ rid }) => rid)).size, requests.length);
  });

  await t.test('pages keep the order of the URLs, also repeated ones', async () => {
    const urls = ['/docs/', '/status/404', '/articles/', '/docs/'].map((path) => site.url(path));
    const pages = await Array.fromAsync(client.scrapePages(urls));
    assert.deepEqual(
      pages.map(({ url, status }) => [url, status]),
      urls.map((url, at) => [url, at === 1 ? 'not_found' : 'ok']),
    );
  });

  await t.test('a long text is read completely', async () => {
    const page = await client.scrapePage(site.url('/docs/getting-started/install'), { max_length: 200 });
    assert.equal(page.truncated, true);
    const text = await client.readAll(page.ref ?? '');
    assert.equal(Array.from(text).length, page.length);
  });

  await t.test('waiting ends with its time, and cancels if it is told to', async () => {
    const { jid } = await client.crawl({ url: site.url('/'), limit: 300 });
    await assert.rejects(client.waitForJob(jid, { timeoutMs: 200, cancelOnAbort: true }), {
      code: 'timeout',
    });
    const job = await client.waitForJob(jid, { pollMs: 50 });
    assert.equal(job.status, 'cancelled');
  });

  await t.test('a job returns the response of the direct call', async () => {
    const result = (await client.scrapeAndWait({ url: site.url('/docs/') })) as { title?: string };
    assert.equal(result.title, 'Documentation');
  });

  await t.test('a call by name does the same as the method', async () => {
    const page = (await client.call('scrape', { url: site.url('/docs/') })) as { title: string };
    assert.equal(page.title, 'Documentation');
    for (const name of ['nothing', 'constructor', 'follow_job']) {
      await assert.rejects(client.call(name), { code: 'invalid' });
    }
  });

  await t.test('a receipt is verified without the service', async () => {
    const keys = await fetchReceiptKeys(service.url);
    const { receipt } = await client.scrapePage(site.url('/docs/'));
    assert.equal((await verifyReceipt(receipt, keys)).valid, true);
    const { exit: _exit, ...incomplete } = receipt;
    const signature = `${receipt.signature}=`;
    for (const changed of [
      { ...receipt, credits: 9 },
      { ...receipt, more: 1 },
      incomplete,
      { ...receipt, signature },
    ]) {
      assert.equal((await verifyReceipt(changed, keys)).valid, false);
    }
    assert.equal((await verifyReceipt(receipt, [])).valid, false);
  });
});

test('a webhook is accepted with any of its secrets, and no changed, old or incomplete message', async () => {
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
  const body =
    '{"type":"job.completed","timestamp":"2026-11-22T18:32:31.277Z","data":{"title":"Grüße, 世界"}}';
  const now = new Date();
  const headers = createSignedHeaders([other, secret], { id: 'evt_1', at: now, body });
  assert.equal((await verifyWebhook(secret, headers, body)).data.title, 'Grüße, 世界');
  const bytes = new TextEncoder().encode(body);
  assert.equal(
    (await verifyWebhook([newWebhookSecret(), secret], new Headers(headers), bytes)).type,
    'job.completed',
  );
  const rejected: Array<[Record<string, string>, string, Date]> = [
    [headers, `${body} `, now],
    [headers, body, new Date(now.getTime() + 302_000)],
    [headers, body, new Date(now.getTime() - 302_000)],
    [{ ...headers, 'webhook-id': 'evt_2' }, body, now],
    [{ ...headers, 'webhook-timestamp': 'now' }, body, now],
    [{ ...headers, 'webhook-signature': 'v1,!' }, body, now],
    [{ ...headers, 'webhook-signature': '' }, body, now],
    [createSignedHeaders([other], { id: 'evt_1', at: now, body }), body, now],
  ];
  for (const [given, text, at] of rejected) {
    await assert.rejects(verifyWebhook(secret, given, text, { now: at }), WebhookSignatureError);
  }
  await assert.rejects(verifyWebhook('secret', headers, body), TypeError);
});

test('each call has an Idempotency-Key of its own, and its retries the same', async (t) => {
  const keys: unknown[] = [];
  const url = await startServer(t, (request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    if (keys.length === 1) response.destroy();
    else response.writeHead(200, json).end('{"jid":"job_1","status":"completed"}');
  });
  const client = createClient({ url, key: 'k' });
  await client.crawl({ url: 'https://example.com/' });
  await client.crawl({ url: 'https://example.com/' });
  await client.crawl({ url: 'https://example.com/', dry_run: true });
  assert.equal(keys[0], keys[1]);
  assert.match(String(keys[0]), /^[0-9a-f]{32}$/);
  assert.notEqual(keys[1], keys[2]);
  assert.equal(keys[3], undefined);
});

test('a request that is still in progress is awaited', async (t) => {
  let count = 0;
  const url = await startServer(t, (request, response) => {
    count += 1;
    request.resume();
    if (count < 5) {
      response.writeHead(409, { 'content-type': 'application/problem+json', 'retry-after': '0.01' });
      response.end('{"code":"conflict","detail":"in progress"}');
    } else response.writeHead(200, json).end('{"mids":["mon_1"]}');
  });
  const client = createClient({ url, key: 'k' });
  assert.deepEqual(await client.importMonitors({ monitors: [] }), { mids: ['mon_1'] });
});

test('parts and chunks of one call have keys of their own', async (t) => {
  const seen: unknown[] = [];
  const url = await startServer(t, (request, response) => {
    seen.push([request.url, request.headers['idempotency-key']]);
    request.resume();
    const token = seen.length === 1 ? { continue: 'cont_1' } : {};
    response.writeHead(200, json).end(JSON.stringify({ links: [], ...token }));
  });
  const client = createClient({ url, key: 'k' });
  await Array.fromAsync(client.parts('map', { url: 'https://example.com/' }, { idempotencyKey: 'one' }));
  assert.deepEqual(seen, [
    ['/v1/map', 'one'],
    ['/v1/map?continue=cont_1', 'one-1'],
  ]);
});

test('a file is requested from the service of the client, whatever its link names', async (t) => {
  const seen: unknown[] = [];
  const url = await startServer(t, (request, response) => {
    seen.push(request.url);
    response.end('content');
  });
  const client = createClient({ url: `${url}/prefix/`, key: 'k' });
  const response = await client.download('https://other.example/data/v1/blob/blob_1?a=b#c');
  assert.equal(await response.text(), 'content');
  assert.deepEqual(seen, ['/prefix/v1/blob/blob_1?a=b']);
  await assert.rejects(client.download('https://other.example/elsewhere'), { code: 'invalid' });
});

test('a wait survives a restart of the service', async (t) => {
  let count = 0;
  const url = await startServer(t, (request, response) => {
    count += 1;
    if (count < 4) response.destroy();
    else if (request.url?.endsWith('/events') === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\ndata: {}\n\n');
    } else response.writeHead(200, json).end('{"jid":"job_1","status":"completed"}');
  });
  const client = createClient({ url, key: 'k', retries: 0 });
  assert.equal((await client.waitForJob('job_1')).status, 'completed');
});
