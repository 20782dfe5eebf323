import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { until } from '../until.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

test('the HTTP interface', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { json: described } = await service.get('/openapi.json', { key: null });

  await t.test('authenticates before anything else', async () => {
    for (const path of ['/v1/account', '/v1/requests', '/v1/there-is-none', '/v1/read?nonsense=1']) {
      const { status, json, headers } = await service.get(path, { key: null });
      assert.deepEqual([status, json.code], [401, 'unauthorized'], path);
      assert.match(headers.get('content-type') ?? '', /^application\/problem\+json/);
      assert.equal(headers.get('x-request-id'), json.request_id);
    }
    assert.equal((await service.post('/v1/scrape', { url: 5 }, { key: 'wd_wrong_0123456789' })).status, 401);
  });

  await t.test('requires no key for public resources', async () => {
    for (const path of [
      '/',
      '/v1/catalog',
      '/v1/health',
      '/openapi.json',
      '/v2/openapi.json',
      '/livez',
      '/readyz',
      '/.well-known/jwks.json',
    ]) {
      assert.equal((await service.get(path, { key: null })).status, 200, path);
    }
  });

  await t.test('names every validation error of a body, a query and a path by its pointer', async () => {
    const cases: Array<[object, string[]]> = [
      [{ url: 5 }, ['/url']],
      [{}, ['/url']],
      [{ url: 'a', urls: ['b'] }, ['/url']],
      [{ urls: [] }, ['/urls']],
      [{ urls: Array.from({ length: 101 }, () => 'a') }, ['/urls']],
      [{ urls: ['a', 7] }, ['/urls/1']],
      [{ url: 'a'.repeat(8193) }, ['/url']],
      [{ url: 'a', surprise: 1, 'a/b': 2 }, ['/surprise', '/a~1b']],
      [{ url: 'a', formats: ['markdown', 'pdf'], timeout_ms: 10 }, ['/formats/1', '/timeout_ms']],
      [{ url: 'a', headers: { Host: 'x' } }, ['/headers/Host']],
      [{ url: 'a', headers: { 'x-a': 'b\r\nc: d' } }, ['/headers/x-a']],
      [{ url: 'a', country: 'Germany' }, ['/country']],
      [{ url: 'a', steps: [{ type: 'dance' }] }, ['/steps/0/type']],
      [
        { url: 'a', steps: [{ type: 'click' }, { type: 'type', target: 'b' }, { type: 'press' }] },
        ['/steps/0/target', '/steps/1/text', '/steps/2/key'],
      ],
      [{ url: 'a', actions: [{ type: 'wait_for', ms: 5 }] }, ['/actions/0/target']],
    ];
    for (const [body, pointers] of cases) {
      const { status, json } = await service.post('/v1/scrape', body);
      assert.deepEqual([status, json.code], [422, 'invalid'], JSON.stringify(body).slice(0, 80));
      assert.deepEqual(
        json.errors.map((fault: { pointer: string }) => fault.pointer).toSorted(),
        pointers.toSorted(),
      );
    }
    const { json } = await service.get('/v1/requests?limit=x&nonsense=1');
    assert.deepEqual(json.errors.map((fault: { pointer: string }) => fault.pointer).toSorted(), [
      '/query/limit',
      '/query/nonsense',
    ]);
    assert.equal((await service.get('/v1/account?nonsense=1')).json.errors[0].pointer, '/query/nonsense');
  });

  await t.test('rejects invalid JSON, other content types and bodies that are too large', async () => {
    const json = { 'content-type': 'application/json' };
    const send = (raw: string | Uint8Array, headers: Record<string, string> = json) =>
      service.request('POST', '/v1/scrape', { raw, headers });
    const malformed = await send('{"url": ');
    assert.deepEqual([malformed.status, malformed.json.code], [422, 'malformed_json']);
    assert.equal(malformed.json.errors[0].pointer, '');
    assert.equal((await send('url=x', { 'content-type': 'application/x-www-form-urlencoded' })).status, 415);
    assert.equal((await send('null')).status, 422);
    assert.equal((await send('['.repeat(200_000))).status, 422);
    assert.equal((await send(new Uint8Array([0xff, 0xfe, 0x00]))).status, 422);
    const large = await send(`{"url":"${'a'.repeat(3_000_000)}"}`);
    assert.deepEqual([large.status, large.json.code], [413, 'too_large']);
    // The rest of the body is not read, so the connection ends.
    assert.equal(large.headers.get('connection'), 'close');
  });

  await t.test('returns 404 for unknown paths', async () => {
    assert.equal((await service.get('/v1/there-is-none')).json.code, 'not_found');
    const put = await service.request('PUT', '/v1/scrape');
    assert.deepEqual([put.status, put.json.code], [405, 'method_not_allowed']);
    assert.equal(put.headers.get('allow'), 'POST');
    const posted = await service.post('/v1/jobs/job_none', {});
    assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'DELETE, GET, HEAD']);
    // `results` is no action, and `export` no monitor.
    const results = await service.post('/v1/jobs/job_none/results', {});
    assert.deepEqual([results.status, results.headers.get('allow')], [405, 'GET, HEAD']);
    const exported = await service.request('DELETE', '/v1/monitors/export');
    assert.deepEqual([exported.status, exported.headers.get('allow')], [405, 'GET, HEAD']);
    assert.equal((await service.post('/v1/jobs/job_none/stretch', {})).status, 422);
    assert.equal((await service.get('/nothing', { key: null })).status, 404);
  });

  await t.test('describes every operation alike in OpenAPI and catalog', async () => {
    assert.equal(described.openapi, '3.1.0');
    assert.equal(described.info.version, '2026-10-01');
    const { tools, version, rate_card: rates } = (await service.get('/v1/catalog', { key: null })).json;
    assert.equal(version, '2026-10-01');
    assert.equal(rates.routes.residential_browser, 10);
    for (const tool of tools) {
      const operation = described.paths[tool.path][tool.method.toLowerCase()];
      assert.equal(operation.operationId, tool.name);
    }
    const paths = tools.map((tool: { path: string }) => tool.path);
    for (const path of ['/v1/scrape', '/v1/read', '/v1/account', '/v1/requests', '/v1/requests/{rid}']) {
      assert.ok(paths.includes(path), path);
    }
  });

  await t.test('compresses on request, and allows other origins only if configured', async () => {
    const plain = await fetch(`${service.url}/openapi.json`, {
      headers: { 'accept-encoding': 'gzip', origin: 'https://a.example' },
    });
    assert.equal(plain.headers.get('content-encoding'), 'gzip');
    assert.equal(plain.headers.get('access-control-allow-origin'), null);
    await plain.arrayBuffer();
    const through = { 'accept-encoding': 'gzip', 'x-forwarded-for': '203.0.113.9' };
    const far = await fetch(`${service.url}/v1/catalog`, {
      headers: { ...through, authorization: `Bearer ${service.key}` },
    });
    assert.equal(far.headers.get('content-encoding'), 'gzip');
    assert.ok((await far.text()).includes('/v1/scrape'));
    const near = await service.get('/v1/catalog');
    assert.equal(near.headers.get('content-encoding'), null);
  });

  await t.test('keeps idle connections for 70 seconds', async () => {
    const answer = await service.get('/livez', { key: null });
    assert.match(answer.headers.get('keep-alive') ?? '', /timeout=70/);
  });

  await t.test('survives invalid HTTP', async () => {
    const port = Number(new URL(service.url).port);
    await new Promise<void>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('\x16\x03\x01 this is no request\r\n\r\n'),
      );
      socket
        .on('close', () => resolve())
        .on('error', reject)
        .resume();
    });
    assert.equal((await service.get('/livez', { key: null })).status, 200);
  });
});

test('a caller that disconnects is not charged, and no reservation remains', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const caller = new AbortController();
  const gone = service.post('/v1/scrape', { url: world.site.url('/slow/9000') }, { signal: caller.signal });
  await until(() => world.site.requests('/slow/9000') > 0);
  caller.abort();
  await assert.rejects(gone);
  const { credits } = await until(
    async () => (await service.get('/v1/account')).json,
    (account) => account.credits.reserved === 0,
  );
  assert.equal(credits.plan, 100_000);
});

test('health states the queue lag, the waiting work and the mail server', async (t) => {
  const service = await startTestService(t, { WEBDATA_ROLE: 'api' });
  const checks = async () => (await service.get('/v1/health', { key: null })).json.checks;
  assert.deepEqual((await checks()).jobs, { status: 'ok', detail: 'queue lag 0.0 s, 0 waiting' });
  assert.equal((await checks()).mail.status, 'not_configured');
  // Without a worker, the crawl waits.
  const { json: job } = await service.post('/v1/crawl', { url: 'http://127.0.0.20:8080/' });
  assert.equal(job.status, 'queued', JSON.stringify(job));
  assert.match((await checks()).jobs.detail, /^queue lag \d+\.\d s, 1 waiting$/);
});

test('below the minimum of free disk space, storing operations are rejected and reading continues', async (t) => {
  const service = await startTestService(t, {}, { disk: { isLow: () => true, freeBytes: () => 1024 } });
  const { status, json, headers } = await service.post('/v1/scrape', { url: 'http://127.0.0.11/' });
  assert.deepEqual([status, json.code], [503, 'unavailable']);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.equal((await service.get('/v1/account')).status, 200);
  assert.equal((await service.get('/v1/health', { key: null })).json.status, 'degraded');
});
