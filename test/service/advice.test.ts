import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { scratchParent } from '../scratch.ts';
import { until } from '../until.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { shopper, startWebShop } from '../world/web-shop.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const wall = {
  status: 403,
  headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge' },
  body: '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script></body></html>',
};
const routes = () =>
  new Map<string, Route>([
    ['/wall', wall],
    ['/refused', { status: 403, body: '<!DOCTYPE html><title>Forbidden</title><h1>Forbidden</h1>' }],
    ['/geo', { status: 451, body: '<!DOCTYPE html><title>Not here</title><h1>Not here</h1>' }],
  ]);

async function scrapeText(service: TestService, fields: object): Promise<string> {
  const { json } = await service.post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'scrape', arguments: fields } },
    { headers: { accept: 'application/json, text/event-stream' } },
  );
  const message = typeof json === 'string' ? JSON.parse(/^data: (.*)$/m.exec(json)?.[1] ?? '{}') : json;
  return message.result.content.map(({ text = '' }: { text?: string }) => text).join('\n');
}

test('advice names only what was not tried and what this instance has', async (t) => {
  const site = await startLoopbackServer('127.0.0.20', routes);
  t.after(() => site.close());

  await t.test('an instance without browser, proxies and other countries', async (t) => {
    const service = await startTestService(t);
    const adviceOn = async (body: object): Promise<string> =>
      (await service.post('/v1/scrape', body)).json.error.advice;
    const challenge = await adviceOn({ url: site.url('/wall') });
    assert.match(challenge, /No option of this service is left/);
    assert.doesNotMatch(challenge, /render|country|network/);
    assert.doesNotMatch(await scrapeText(service, { url: site.url('/wall') }), /render: "always"|`country`/);
    assert.doesNotMatch(await adviceOn({ url: site.url('/geo') }), /another `country`/);
    assert.match(await adviceOn({ url: site.url('/refused') }), /Try a `login`/);
    const strict = await adviceOn({ url: site.url('/wall'), country: 'DE', strict_country: true });
    assert.match(strict, /Try `strict_country: false`/);
    assert.doesNotMatch(strict, /another `country`/);
    const steps = [{ type: 'click', selector: 'a' }];
    const noBrowser = await adviceOn({ url: site.url('/wall'), steps });
    assert.match(noBrowser, /without `steps`\./);
    assert.doesNotMatch(noBrowser, /screenshot/);
  });

  await t.test('an error that is kept states its advice as the document of the API declares', async (t) => {
    const service = await startTestService(t);
    const url = site.url('/wall');
    await service.post('/v1/scrape', { url });
    const archived = await service.post('/v1/archive', { action: 'diff', url, from: '2020', to: 'live' });
    const created = await service.post('/v1/datasets', {
      name: 'Walls',
      key: ['name'],
      source: {
        kind: 'extract',
        urls: [url],
        schema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    });
    assert.equal(created.status, 200, JSON.stringify(created.json));
    await service.post(`/v1/datasets/${created.json.did}/refresh`, undefined);
    const refreshed = await until(async () => {
      const { json } = await service.get(`/v1/datasets/${created.json.did}`);
      return json.last_refresh === null ? null : json;
    });
    const { requests } = (await service.get('/v1/requests')).json;
    const scraped = requests.find(({ tool }: Json) => tool === 'scrape');
    assert.match(scraped.error.advice, /No option of this service is left/);
    assert.match(refreshed.last_refresh.error.advice, /No option of this service is left/);
    const document = (await service.get('/openapi.json')).json;
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, 'api');
    const fits = (name: string, value: unknown) => {
      const validate = ajv.getSchema(`api#/components/schemas/${name}`);
      assert.ok(validate?.(value), `${name}: ${ajv.errorsText(validate?.errors)}`);
    };
    fits('HistoryEntry', scraped);
    fits('Dataset', refreshed);
    if (archived.json.error !== undefined) fits('ArchiveError', archived.json.error);
  });

  await t.test('an instance with exits in other countries names these', async (t) => {
    const folder = await mkdtemp(join(scratchParent, 'webdata-exits-'));
    t.after(() => rm(folder, { recursive: true }));
    const file = join(folder, 'exits.json');
    const exits = [
      { id: 'here', network: 'service' },
      { id: 'far', network: 'service', proxy: 'http://127.0.0.1:9', countries: ['FR'] },
      { id: 'house', network: 'residential', proxy: 'http://127.0.0.1:9', countries: ['ES'] },
    ];
    await writeFile(file, JSON.stringify({ exits, echo: null }));
    const service = await startTestService(t, { WEBDATA_EXITS: file });
    const adviceOn = async (network: string): Promise<string> =>
      (await service.post('/v1/scrape', { url: site.url('/geo'), network })).json.error.advice;
    assert.match(await adviceOn('service'), /another `country` \(FR\)/);
    assert.match(await adviceOn('auto'), /another `country` \(FR, ES\)/);
  });

  await t.test('an instance with a browser', async (t) => {
    const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    if (browser === null) return t.skip(`no browser on this machine (${detail})`);
    const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
    const plain = (await service.post('/v1/scrape', { url: site.url('/wall'), render: 'never' })).json;
    assert.match(plain.error.advice, /Try `render: "always"`/);
    const rendered = (await service.post('/v1/scrape', { url: site.url('/wall') })).json;
    assert.ok(rendered.receipt.attempts.some(({ route }: Json) => route === 'browser'));
    assert.doesNotMatch(rendered.error.advice, /render/);
  });
});

test('an expired login is named where elements are missing behind the form', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const shop = await startWebShop();
  t.after(() => shop.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const post = async (path: string, body: object): Promise<Json> => {
    const { status, json } = await service.post(path, body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const { sid } = await post('/v1/browser', { url: shop.url('/login') });
  const step = (body: object) => post(`/v1/browser/${sid}`, body);
  await step({ type: 'type', target: 'E-mail', text: shopper.email });
  await step({ type: 'type', target: 'input[name=password]', text: shopper.password, submit: true });
  const { lid } = (await step({ type: 'save_login', name: 'shop' })).result;
  const account = shop.url('/account');
  const runOf = async (steps: object[]): Promise<Json> => {
    const { id } = await post('/v1/workflows', { name: 'Account', login: lid, steps });
    const { run_id: runId } = await post(`/v1/workflows/${id}/runs`, {});
    return until(
      async () => (await service.get(`/v1/runs/${runId}`)).json,
      ({ status }) => ['completed', 'failed', 'cancelled'].includes(status),
    );
  };
  const missing = { type: 'click', target: 'A button that nobody has', timeout_ms: 500 };

  await t.test('with a valid login, a missing element is a missing element', async () => {
    const { error } = await runOf([{ type: 'goto', url: account }, missing]);
    assert.equal(error.code, 'step', JSON.stringify(error));
    assert.equal((await service.get(`/v1/logins/${lid}`)).json.status, 'ok');
  });

  shop.logEverybodyOut();
  for (const failing of [missing, { type: 'collect_rows', fields: ['order', 'total'] }]) {
    await t.test(`a workflow: ${failing.type}`, async () => {
      const { status, error } = await runOf([{ type: 'goto', url: account }, failing]);
      assert.deepEqual([status, error.code], ['failed', 'login_required'], JSON.stringify(error));
      assert.match(error.message, /no longer accepts the saved login/);
      assert.equal((await service.get(`/v1/logins/${lid}`)).json.status, 'expired');
    });
  }

  await t.test('a browser session', async () => {
    const opened = await post('/v1/browser', { url: account, login: lid });
    const { ok, error } = await post(`/v1/browser/${opened.sid}`, missing);
    assert.deepEqual([ok, error.code], [false, 'login_required'], JSON.stringify(error));
  });

  await t.test('a scrape does not advise to pass the login that it was given', async () => {
    const { error } = await post('/v1/scrape', { url: account, login: lid });
    assert.equal(error.code, 'login_required');
    assert.match(error.advice, /Log in again in a browser session/);
    assert.doesNotMatch(error.advice, /Ask the user for a saved login/);
  });
});

test('a file behind a login is read, and in a browser it is advised to be downloaded', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail})`);
  const shop = await startWebShop();
  t.after(() => shop.close());
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map<string, Route>([
        ['/list', { headers: { 'content-type': 'text/csv' }, body: 'name,load\nCrane A,12\nCrane B,15\n' }],
      ]),
  );
  t.after(() => site.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  const { json: opened } = await service.post('/v1/browser', { url: shop.url('/login') });
  const step = (body: object) => service.post(`/v1/browser/${opened.sid}`, body);
  await step({ type: 'type', target: 'E-mail', text: shopper.email });
  await step({ type: 'type', target: 'input[name=password]', text: shopper.password, submit: true });
  const { lid } = (await step({ type: 'save_login', name: 'shop' })).json.result;
  const file = { url: shop.url('/account/orders.csv'), login: lid };
  const read = (await service.post('/v1/scrape', file)).json;
  assert.match(read.markdown, /7001/, JSON.stringify(read.error));
  assert.partialDeepStrictEqual(read.receipt, { login: lid, credits: 1 });
  assert.match((await service.post('/v1/scrape', { url: file.url })).json.error.code, /login_required/);
  const { error } = (await service.post('/v1/scrape', { ...file, formats: ['markdown', 'screenshot'] })).json;
  assert.equal(error.code, 'document', JSON.stringify(error));
  assert.match(error.advice, /browser session .* step `download`/);
  const text = await scrapeText(service, { ...file, formats: ['markdown', 'screenshot'] });
  assert.doesNotMatch(text, /No option helps/);
  const plain = (await service.post('/v1/scrape', { url: site.url('/list'), render: 'always' })).json;
  if (plain.error !== undefined) assert.match(plain.error.advice, /without `render: "always"`/);
});

test('a check that was started is shown as running', async (t) => {
  const site = await startLoopbackServer(
    '127.0.0.20',
    () =>
      new Map<string, Route>([['/page', { body: '<!DOCTYPE html><title>Page</title><p>Some words.</p>' }]]),
  );
  t.after(() => site.close());
  const service = await startTestService(t);
  const { json: created } = await service.post('/v1/monitors', { url: site.url('/page'), confirm: 0 });
  await until(
    async () => (await service.get(`/v1/monitors/${created.mid}`)).json,
    ({ checking }) => checking === null,
  );
  const { json } = await service.post(`/v1/monitors/${created.mid}/run`, undefined);
  assert.equal(json.monitor.checking, json.jid);
});
