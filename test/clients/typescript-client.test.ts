import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient, WebdataError } from '../../clients/typescript/src/index.ts';
import { clientFiles } from '../../scripts/write-client.ts';
import { runCommand } from '../interfaces/run-command.ts';
import { startTestService } from '../service/running-service.ts';
import { startWorld } from '../world/world.ts';

test('the client matches the output of the generator', async () => {
  for (const [path, text] of await clientFiles()) {
    const isSame = (await readFile(path, 'utf8')) === text;
    assert.ok(isSame, `${path.pathname} is older than the service: npm run generate`);
  }
});

test('the client compiles by itself, also for browsers', async () => {
  const project = fileURLToPath(new URL('../../clients/typescript/tsconfig.json', import.meta.url));
  const compiler = fileURLToPath(new URL('../../node_modules/typescript-7/bin/tsc', import.meta.url));
  const { code, stdout } = await runCommand(['-p', project, '--noEmit'], {}, '', [
    process.execPath,
    compiler,
  ]);
  assert.equal(code, 0, stdout);
});

test('the client and a service', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const client = createClient({ url: `${service.url}/`, key: service.key });
  const article = world.site.url('/articles/notes-on-harbour-cranes');

  await t.test('reads pages', async () => {
    const page = await client.scrapePage(article, { formats: ['markdown', 'links'] });
    assert.equal(page.status, 'ok');
    assert.ok(page.links?.length);
    const some = client.scrapePages([article, world.site.url('/status/404')]);
    assert.deepEqual(
      (await Array.fromAsync(some)).map(({ status }) => status),
      ['ok', 'not_found'],
    );
    const { estimate } = await client.scrape({ urls: [article, article], dry_run: true });
    assert.equal(estimate.max, 2);
  });

  await t.test('reads files: bytes, a file with its name, and base64', async () => {
    const text = `# Notes\n\nSee [the agenda](agenda.html).${' '.repeat(3_000_000)}`;
    const bytes = new TextEncoder().encode(text);
    const fields = { base_url: 'https://site.example/', formats: ['markdown' as const] };
    const parsed = await client.parse({ file: bytes, filename: 'notes.md', ...fields });
    assert.ok('file' in parsed);
    assert.deepEqual([parsed.status, parsed.file.name, parsed.file.bytes], ['ok', 'notes.md', bytes.length]);
    const file = new File(['# Notes'], 'more.md');
    const schema = { type: 'object', properties: { title: { type: 'string' } } };
    const named = await client.parse({ file, schema });
    assert.ok('file' in named);
    assert.deepEqual([named.file.name, named.markdown], ['more.md', '# Notes']);
    assert.deepEqual(named.data, { title: 'Notes' });
    const encoded = await client.parse({ file: btoa('plain text') });
    assert.ok('file' in encoded);
    assert.deepEqual([encoded.file.name, encoded.markdown], [null, 'plain text']);
    const { estimate } = await client.parse({ file, dry_run: true });
    assert.equal(estimate.max, 1);
    await assert.rejects(client.parse({ file: new Blob([]) }), { code: 'invalid' });
  });

  await t.test('crawls, follows jobs and lists them', async () => {
    const types: string[] = [];
    const job = await client.crawlAndWait(
      { url: world.site.url('/'), limit: 5 },
      { onEvent: ({ type }) => types.push(type) },
    );
    assert.equal(job.status, 'completed');
    assert.equal(types.filter((type) => type === 'job.page').length, 5);
    assert.equal(types.at(-1), 'job.completed');
    assert.equal((await Array.fromAsync(client.jobPages(job.jid))).length, 5);
    assert.equal((await Array.fromAsync(client.jobPages(job.jid, 3))).length, 2);
    assert.equal((await client.waitForJob(job.jid)).jid, job.jid);
    assert.deepEqual(await client.deleteJob({ jid: job.jid }), { jid: job.jid, deleted: true });
  });

  await t.test('reports errors', async () => {
    const failed = (error: unknown): WebdataError => {
      assert.ok(error instanceof WebdataError);
      return error;
    };
    const invalid = failed(await client.crawl({ url: 'nothing', limit: 0 }).catch((error) => error));
    assert.equal(invalid.code, 'invalid');
    assert.deepEqual(invalid.errors.map(({ pointer }) => pointer).sort(), ['/limit', '/url']);
    assert.match(invalid.requestId ?? '', /^req_/);
    const missing = failed(await client.getJob({ jid: 'job_none/../x' }).catch((error) => error));
    assert.equal(missing.status, 404);
    const nobody = createClient({ url: service.url, key: 'wd_wrong_wrong_wrong' });
    assert.equal(failed(await nobody.account().catch((error) => error)).code, 'unauthorized');
    const nowhere = createClient({ url: 'http://127.0.0.1:1', key: 'k', retries: 0 });
    assert.equal(failed(await nowhere.health().catch((error) => error)).code, 'unreachable');
  });

  await t.test('the example runs', async () => {
    const example = fileURLToPath(new URL('../../clients/typescript/example.ts', import.meta.url));
    const environment = { WEBDATA_URL: service.url, WEBDATA_KEY: service.key };
    const { code, stdout, stderr } = await runCommand([example, world.site.url('/')], environment, '', [
      process.execPath,
    ]);
    assert.equal(code, 0, stderr);
    assert.match(
      stdout,
      /^ok: .*\na crawl of five pages costs 5 credits at most\njob\.started.*job\.completed/s,
    );
  });
});

async function startServer(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const problem = { type: 'about:blank', title: '', status: 503, detail: 'not now', code: 'unavailable' };

test('only requests without side effects are retried', async (t) => {
  const requested: string[] = [];
  const url = await startServer(t, (request, response) => {
    requested.push(`${request.method} ${request.headers['idempotency-key'] ?? ''}`);
    request.resume();
    if (requested.length % 2 === 1) {
      response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
    } else response.writeHead(200, { 'content-type': 'application/json' }).end('{"jid":"job_1"}');
  });
  const client = createClient({ url, key: 'k' });
  assert.equal((await client.getJob({ jid: 'job_1' })).jid, 'job_1');
  assert.deepEqual(requested.splice(0), ['GET ', 'GET ']);
  await client.crawl({ url: 'https://example.com/' }, { idempotencyKey: 'one' });
  assert.deepEqual(requested.splice(0), ['POST one', 'POST one']);
  await assert.rejects(client.deleteJob({ jid: 'job_1' }), { code: 'unavailable' });
  assert.deepEqual(requested.splice(0), ['DELETE ']);
  const withoutKeys = createClient({ url, key: 'k', sendIdempotencyKeys: false });
  await assert.rejects(withoutKeys.crawl({ url: 'https://example.com/' }), { code: 'unavailable' });
  assert.deepEqual(requested.splice(0), ['POST ']);
});

test('a stream is resumed where it broke, with any line endings', async (t) => {
  const heard: Array<string | undefined> = [];
  const url = await startServer(t, (request, response) => {
    heard.push(request.headers['last-event-id'] as string | undefined);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (heard.length === 1) {
      response.write(': hello\r\n\r\nid: 1\r\nevent: job.started\r\ndata: {"a":\r');
      response.write('\ndata: 1}\r\n\r\nid: 2\r\nevent: job.page\r\ndata: {"cut');
      setTimeout(() => response.destroy(), 50);
    } else
      response.end('id:2\nevent:job.page\ndata:{"umlaut":"ü"}\n\nid: 3\nevent: job.completed\ndata: {}\n\n');
  });
  const client = createClient({ url, key: 'k' });
  const events = await Array.fromAsync(client.followJob({ jid: 'job_1' }));
  assert.deepEqual(heard, [undefined, '1']);
  assert.deepEqual(events, [
    { id: '1', type: 'job.started', data: { a: 1 } },
    { id: '2', type: 'job.page', data: { umlaut: 'ü' } },
    { id: '3', type: 'job.completed', data: {} },
  ]);
});
