import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../until.ts';
import { type LoopbackServer, type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startWebhookReceiver } from '../world/webhook-receiver.ts';
import { endedJob } from './ended-job.ts';
import { type Answered, startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const pageCount = 12;

function page(number: number): Route {
  const body = `<!doctype html><html lang="en"><title>Berth ${number}</title><main><h1>Berth ${number}</h1><p>The fee of this berth is ${number * 10} EUR for each night, and the crane is free.</p></main></html>`;
  return { body };
}

async function startSite(): Promise<LoopbackServer> {
  const numbers = Array.from({ length: pageCount }, (_, at) => at + 1);
  return startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        [
          '/robots.txt',
          { body: 'User-agent: *\nDisallow: /berth/3', headers: { 'content-type': 'text/plain' } },
        ],
        ...numbers.map((number): [string, Route] => [`/berth/${number}`, page(number)]),
      ]),
  );
}

function send(
  service: TestService,
  list: string | Uint8Array,
  { query = '', type = 'text/plain', key = '' } = {},
): Promise<Answered> {
  return service.request('POST', `/v1/batches${query}`, {
    raw: list,
    headers: { 'content-type': type, ...(key !== '' && { 'idempotency-key': key }) },
  });
}

async function resultsOf(service: TestService, jid: string, query = '?limit=1000'): Promise<Json[]> {
  const { json } = await service.get(`/v1/jobs/${jid}/results${query}`);
  return json.results;
}

async function exported(service: TestService, jid: string, format: string): Promise<string> {
  const headers = { authorization: `Bearer ${service.key}` };
  return (await fetch(`${service.url}/v1/jobs/${jid}/export?format=${format}`, { headers })).text();
}

test('batches', async (t) => {
  const service = await startTestService(t);
  const site = await startSite();
  const receiver = await startWebhookReceiver();
  t.after(async () => {
    await site.close();
    await receiver.close();
  });
  const urls = (numbers: readonly number[]) => numbers.map((number) => site.url(`/berth/${number}`));

  await t.test('a text with one URL a line is read in its order, and no line is lost', async () => {
    const list = [
      '# fees of the harbour',
      site.url('/berth/5'),
      '',
      'berth/6',
      site.url('/berth/2'),
      `${site.url('/berth/5')}?utm_source=mail`,
      site.url('/berth/3'),
      'ftp://harbour.example/list',
      site.url('/berth/404'),
    ];
    const { status, json } = await send(service, list.join('\r\n'));
    assert.equal(status, 200, JSON.stringify(json));
    assert.equal(json.type, 'batch_scrape');
    assert.deepEqual(json.params.list, { lines: 7, urls: 4, duplicates: 1, invalid: 2 });
    assert.deepEqual(json.warnings, [
      {
        code: 'invalid_lines',
        message:
          '2 lines (4, 8) are left out, because each of them is no absolute http or https URL of at most 8192 characters.',
      },
      {
        code: 'duplicate_lines',
        message: 'Line 6 is left out, because an earlier line has the same URL.',
      },
    ]);
    const job = await endedJob(service, json.jid);
    assert.equal(job.status, 'completed');
    assert.deepEqual(job.warnings, json.warnings);
    assert.equal(job.progress.done, 4);
    // The rules of the site hold, and the line that they exclude says so.
    const results = await resultsOf(service, json.jid, '?order=list');
    assert.deepEqual(
      results.map(({ line, status: outcome, error }) => [line, outcome, error?.code ?? null]),
      [
        [2, 'ok', null],
        [5, 'ok', null],
        [7, 'blocked', 'robots'],
        [9, 'not_found', 'http_404'],
      ],
    );
    assert.match(results[0].markdown, /fee of this berth is 50 EUR/);
    for (const result of results) {
      const { json: verified } = await service.post('/v1/receipts/verify', { result });
      assert.deepEqual([verified.valid, verified.reason], [true, null], `line ${result.line}`);
      assert.ok(verified.checked.includes('line'));
    }
    assert.equal(job.credits.charged, 3);
    const again = await endedJob(
      service,
      (await send(service, list.join('\n'), { query: '?robots=ignore' })).json.jid,
    );
    assert.equal(again.progress.ok, 3);
    assert.equal(again.params.robots, 'ignore');
  });

  await t.test('NDJSON and JSON lists name their lines', async () => {
    const items = [
      { url: site.url('/berth/1'), name: 'north' },
      { url: site.url('/berth/2') },
      { url: site.url('/berth/4'), name: 'a "quoted", [bracketed] name' },
    ];
    const ndjson = [...items.map((item) => JSON.stringify(item)), '{"url": "cut', '{"link": "x"}'].join('\n');
    const started = await send(service, ndjson, { type: 'application/x-ndjson' });
    assert.deepEqual(
      started.json.warnings.map(({ message }: Json) => message),
      [
        'Line 4 is left out, because it is not valid JSON.',
        'Line 5 is left out, because it is neither a URL nor an object with `url`.',
      ],
    );
    await endedJob(service, started.json.jid);
    const expected = [
      [1, 'north'],
      [2, undefined],
      [3, 'a "quoted", [bracketed] name'],
    ];
    const named = (results: Json[]) => results.map(({ line, name }) => [line, name]);
    assert.deepEqual(named(await resultsOf(service, started.json.jid, '?order=list')), expected);

    const form = new FormData();
    form.append('file', new Blob([`\uFEFF${JSON.stringify(items, null, 2)}`]), 'berths.json');
    form.append('formats', 'text,links');
    const answer = await fetch(`${service.url}/v1/batches`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}` },
      body: form,
    });
    const sent = (await answer.json()) as Json;
    assert.equal(sent.params.filename, 'berths.json');
    await endedJob(service, sent.jid);
    const results = await resultsOf(service, sent.jid, '?order=list');
    assert.deepEqual(named(results), expected);
    assert.ok('text' in results[0] && 'links' in results[0] && !('markdown' in results[0]));

    const inBody = await service.post('/v1/batches', { urls: [items[0], site.url('/berth/2')] });
    await endedJob(service, inBody.json.jid);
    assert.deepEqual(named(await resultsOf(service, inBody.json.jid, '?order=list')), expected.slice(0, 2));
  });

  await t.test('a list that cannot be read is refused and starts no job', async () => {
    const before = (await service.get('/v1/jobs')).json.total;
    const refused = async (list: string) => {
      const { status, json } = await send(service, list);
      assert.equal(status, 422, JSON.stringify(json));
      return json.errors.map(({ detail }: Json) => detail);
    };
    assert.deepEqual(await refused('berth one\n\n{"url": 7}'), [
      'line 1 is no absolute http or https URL of at most 8192 characters',
      'line 3 is neither a URL nor an object with `url`',
    ]);
    assert.deepEqual(await refused('[ ]'), ['has no URL. Send one URL a line.']);
    assert.deepEqual(await refused(`["${site.url('/berth/1')}", "http://`), [
      'The JSON list does not end. Send the whole list.',
    ]);
    const both = await service.post('/v1/batches', { urls: ['http://a.example/'], file: 'aGk=' });
    assert.equal(both.status, 422);
    const unknown = await service.post('/v1/batches', { urls: ['http://a.example/'], method: 'POST' });
    assert.deepEqual(unknown.json.errors[0].pointer, '/method');
    assert.equal((await service.get('/v1/jobs')).json.total, before);
  });

  await t.test(
    'values are extracted, events are sent, and exports are in the order of the list',
    async () => {
      const schema = {
        type: 'object',
        properties: { fee: { type: 'string', description: 'fee for each night' } },
      };
      const { json } = await service.post('/v1/batches', {
        urls: urls([9, 8, 7, 1]),
        schema,
        formats: ['metadata'],
        webhook: receiver.url('/berths'),
      });
      assert.equal(json.type, 'extract', JSON.stringify(json));
      const job = await endedJob(service, json.jid);
      assert.equal(job.progress.ok, 4);
      const results = await resultsOf(service, json.jid, '?order=list');
      assert.deepEqual(
        results.map(({ url }) => url),
        urls([9, 8, 7, 1]),
      );
      assert.match(String(results[0].json.fee), /90/);
      const ndjson = await exported(service, json.jid, 'ndjson');
      const lines = ndjson
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      assert.deepEqual(
        lines.map(({ line }) => line),
        [1, 2, 3, 4],
      );
      const csv = await exported(service, json.jid, 'csv');
      const rows = csv.trim().split('\r\n');
      assert.match(rows[0] ?? '', /^url,.*,line,name$/);
      assert.deepEqual(
        rows.slice(1).map((row) => row.split(',', 1)[0]),
        urls([9, 8, 7, 1]),
      );
      const xlsx = await service.get(`/v1/jobs/${json.jid}/export?format=xlsx`);
      assert.equal(xlsx.status, 200);
      const table = JSON.parse(await exported(service, json.jid, 'json'));
      assert.deepEqual(
        table.map(({ line }: Json) => line),
        [1, 2, 3, 4],
      );
      const types = await until(
        async () => receiver.messages('/berths').map(({ body }) => body.type),
        (found) => found.includes('job.completed'),
      );
      assert.deepEqual(new Set(types), new Set(['job.started', 'job.page', 'job.completed']));
    },
  );

  await t.test('results in the order of the list are paged by line', async () => {
    const { json } = await send(service, urls([12, 11, 10, 9, 8]).join('\n'), {
      query: '?max_concurrency=1',
    });
    await endedJob(service, json.jid);
    const first = (await service.get(`/v1/jobs/${json.jid}/results?order=list&limit=2`)).json;
    assert.deepEqual(
      [first.results.map(({ line }: Json) => line), first.total, first.next_offset],
      [[1, 2], 5, 2],
    );
    const last = (await service.get(`/v1/jobs/${json.jid}/results?order=list&offset=2`)).json;
    assert.deepEqual([last.results.map(({ line }: Json) => line), last.next_offset], [[3, 4, 5], null]);
  });

  await t.test('an idempotency key starts one job, and a dry run none', async () => {
    const list = urls([1, 2]).join('\n');
    const [first, second] = [
      await send(service, list, { key: 'berths-of-may' }),
      await send(service, list, { key: 'berths-of-may' }),
    ];
    assert.equal(first.json.jid, second.json.jid);
    assert.equal((await send(service, `${list}\n`, { key: 'berths-of-may' })).status, 409);
    const before = (await service.get('/v1/jobs')).json.total;
    const dry = await send(service, list, { query: '?dry_run=true' });
    assert.deepEqual([dry.json.estimate.min, dry.json.estimate.max], [0, 2]);
    assert.equal((await service.get('/v1/jobs')).json.total, before);
  });

  await t.test('the options of scrape hold for each page', async () => {
    site.reset();
    const query = '?headers=X-Quay%3A%207&cookies=%7B%22berth%22%3A%22north%22%7D&exclude_selectors=h1';
    const { json } = await send(service, urls([6]).join('\n'), { query });
    assert.equal((await endedJob(service, json.jid)).status, 'completed', JSON.stringify(json));
    const request = site.received().find(({ path }) => path === '/berth/6');
    assert.equal(request?.headers.cookie, 'berth=north');
    const [result] = await resultsOf(service, json.jid);
    assert.doesNotMatch(result.markdown, /^# /m);
    assert.deepEqual(json.params.cookies, { berth: '***' });
    const bad = await send(service, urls([6]).join('\n'), { query: '?exclude_selectors=%5B%22a%5B%22%5D' });
    assert.deepEqual([bad.status, bad.json.errors[0].pointer], [422, '/exclude_selectors/0']);
  });
});
