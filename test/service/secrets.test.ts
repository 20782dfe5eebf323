import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { addressSha256 } from '../../src/domain/secrets/mask-address.ts';
import { createLogger } from '../../src/runtime/logs/logger.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { hasEnded } from './ended-job.ts';
import { createPlanting, formatResults, type Planting } from './planted-secrets.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const resultsFile = new URL('planted-secrets.md', import.meta.url);

const form = `<!DOCTYPE html><title>Form</title>
<input id="unnamed" type="password">
<input id="keys" type="password" aria-label="Typed by keys">
<input id="late" placeholder="Phrase" onfocus="this.type = 'password'">
<input id="code" autocomplete="one-time-code" aria-label="From the message">
<input id="card" autocomplete="cc-number" aria-label="Number">
<input id="cvc" name="cvc" aria-label="Three digits">
<input id="pin" aria-label="PIN">
<div id="edit" contenteditable role="textbox" aria-label="Notes">Note: </div>
<iframe srcdoc="<input id='framed' type='password'>"></iframe>
<x-field></x-field>
<form action="/found"><input id="sent" name="q" type="password"><button id="send">Send</button></form>
<button id="echo">Echo</button><button id="show">Show</button><button id="prompt">Prompt</button><p id="out"></p>
<script>
document.querySelector('x-field').attachShadow({ mode: 'open' }).innerHTML = '<input id="shadowed" type="password">';
const all = () => [...document.querySelectorAll('input')];
echo.onclick = () => {
  const values = all().map((field) => field.value);
  document.title = values.join(' ');
  out.textContent = values.map((v) => 'x' + v + 'y ' + v.toUpperCase() + ' ' + btoa('id:' + v) + ' ' + encodeURIComponent(v)).join('; ');
};
show.onclick = () => { for (const field of all()) field.type = 'text'; };
document.getElementById('prompt').onclick = () => { out.textContent = window.prompt('Code?'); };
</script>`;

/** Records every answer, so that it is searched for secrets. */
function recordAnswers(service: TestService, planting: Planting): TestService {
  const request: TestService['request'] = async (method, path, options) => {
    const answered = await service.request(method, path, options);
    planting.seen(
      `${method} ${path.replace(/\?.*/, '').replace(/_[0-9a-z]{20,}/g, '_…')}`,
      JSON.stringify(answered.json),
    );
    return answered;
  };
  return {
    ...service,
    request,
    get: (path, options) => request('GET', path, options),
    post: (path, body, options) => request('POST', path, { ...options, body }),
  };
}

/** Reads the resources with webhooks with a key that may only read. */
async function readWithReadKey(
  unrecorded: TestService,
  { plant, seen }: Planting,
  site: string,
): Promise<void> {
  const webhook = `${site}/hook/${plant('token in the address of a webhook (read key)')}00000000`;
  const steps = [{ type: 'goto', url: `${site}/page` }];
  const saved = await unrecorded.post('/v1/workflows', { name: 'Hook', steps, webhook });
  assert.equal(saved.json.webhook, webhook, 'a key that may write gets the address');
  await unrecorded.post('/v1/monitors', {
    url: `${site}/page`,
    schedule: { paused: true },
    notify: { webhook },
  });
  const created = (await unrecorded.post('/v1/keys', { name: 'reader', scopes: ['read'] })).json;
  assert.ok(created.key, JSON.stringify(created));
  for (const path of [
    '/v1/workflows',
    `/v1/workflows/${saved.json.id}`,
    '/v1/monitors',
    '/v1/webhooks/targets',
  ]) {
    const { status, json } = await unrecorded.get(path, { key: created.key });
    assert.equal(status, 200, JSON.stringify(json));
    seen(`GET ${path.replace(/_.*/, '_…')} with a read key`, JSON.stringify(json));
  }
}

/** Stores addresses of webhooks, headers and cookies in everything that keeps them. Its owner knows the answers. */
async function storeSecrets(service: TestService, { plant, seen }: Planting, site: string): Promise<void> {
  const hook = (place: string) =>
    `${site}/gone/${plant(`token in the address of a webhook (${place})`)}00000000`;
  const request = {
    headers: { 'x-any': plant('header of a monitor') },
    cookies: [{ name: 'session', value: plant('cookie of a monitor') }],
  };
  const watched = { url: `${site}/page`, schedule: { paused: true }, confirm: 0 };
  const saved = [
    await service.post('/v1/monitors', { ...watched, request, notify: { webhook: hook('monitor') } }),
    await service.post('/v1/datasets', {
      name: 'Cranes',
      source: {
        kind: 'extract',
        urls: [`${site}/page`],
        schema: { type: 'object', properties: { title: { type: 'string' } } },
        request: {
          headers: { 'x-any': plant('header of a dataset') },
          cookies: [{ name: 'session', value: plant('cookie of a dataset') }],
        },
      },
      webhook: hook('dataset'),
    }),
    await service.post('/v1/crawl', { url: `${site}/page`, limit: 1, webhook: hook('crawl') }),
    await service.post(`/v1/scrape?async=true&webhook=${hook('asynchronous scrape')}`, {
      url: `${site}/page`,
    }),
    await service.post('/v1/webhooks/test', { url: hook('test') }),
  ];
  for (const { status, json } of saved) assert.equal(status, 200, JSON.stringify(json));
  const { key } = (await service.post('/v1/keys', { name: 'crawl reader', scopes: ['read'] })).json;
  const { json } = await service.get('/v1/jobs?type=crawl', { key });
  assert.ok(json.jobs.some(({ webhook }: Json) => webhook !== null));
  seen('GET /v1/jobs with a read key', JSON.stringify(json));
  // Those of the crawl, the scrape and the test event, at least.
  await until(
    async () => (await service.get('/v1/webhooks/targets')).json.targets,
    (targets: Json[]) => targets.filter(({ url }) => url.includes('/gone/')).length >= 3,
  );
}

/** A mail server that repeats rejected credentials. */
async function startEchoingMailServer(t: TestContext): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 mail.example\r\n');
    socket.on('data', (data) => {
      const line = data.toString().trim();
      if (/^ehlo/i.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
      else if (/^auth/i.test(line)) socket.write(`535 5.7.8 rejected: ${line}\r\n`);
      else socket.write('221 bye\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** An HTTP service that repeats what it receives in its error. */
async function startEchoingEndpoint(t: TestContext): Promise<string> {
  const server = createHttpServer((request, response) => {
    response.writeHead(401, { 'content-type': 'application/json' });
    const basic = Buffer.from(
      request.headers.authorization?.replace(/^Basic /, '') ?? '',
      'base64',
    ).toString();
    const message = `wrong key: ${request.headers.authorization} ${basic} ${request.url}`;
    response.end(JSON.stringify({ error: { message } }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function useSession(service: TestService, { plant }: Planting, site: string): Promise<void> {
  const opened = (await service.post('/v1/browser', { url: `${site}/form`, record: true })).json;
  assert.equal(opened.status, 'open', JSON.stringify(opened));
  const step = async (body: object): Promise<Json> => {
    const { status, json } = await service.post(`/v1/browser/${opened.sid}`, body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const typeInto = async (target: string, text: string, more: object = {}) => {
    const typed = await step({ type: 'type', target, text, ...more });
    assert.equal(typed.ok, true, JSON.stringify(typed.error));
  };
  await typeInto('#unnamed', plant('password field without a label'));
  await step({ type: 'click', target: '#keys', snapshot: false });
  for (const key of plant('password that is typed key by key')) await step({ type: 'press', key });
  await typeInto('#late', plant('field that becomes a password field on focus'));
  await typeInto('#code', plant('one-time code (autocomplete)'));
  await typeInto('Number', plant('card number (autocomplete)'));
  await typeInto('#cvc', plant('CVC (name)'));
  await typeInto('#pin', plant('PIN (label)'));
  const filled = await step({
    type: 'fill',
    form: {
      '#pin': plant('PIN in a form that is filled at once'),
      '#sent': plant('password filled at once'),
    },
  });
  assert.equal(filled.ok, true, JSON.stringify(filled.error));
  await typeInto('#edit', plant('secret text that is appended to an editable element'), {
    secret: true,
    append: true,
  });
  await step({ type: 'click', target: '#framed' });
  await step({ type: 'type', text: plant('password after a click into a frame') });
  await step({ type: 'click', target: '#shadowed' });
  await step({ type: 'type', text: plant('password after a click into a shadow root') });
  await step({ type: 'click', target: '#prompt', dialog: { accept: true, text: plant('text of a prompt') } });
  await step({ type: 'click', target: '#echo' });
  await step({ type: 'click', target: '#show' });
  await step({ type: 'read' });
  await step({ type: 'evaluate', text: 'throw new Error(document.title)' });
  await step({
    type: 'evaluate',
    text: 'document.body.innerHTML + all().map((field) => field.value).join()',
  });
  await typeInto('#sent', plant('password in a form that is sent with GET'));
  const sent = await step({ type: 'click', target: '#send' });
  assert.match(sent.url, /\/found\?q=/);
  await step({
    type: 'goto',
    url: `${site}/found?access_token=${plant('parameter of an address')}#id_token=${plant('fragment of an address')}`,
  });
  await service.post(`/v1/browser/${opened.sid}`, {
    type: 'type',
    target: '#sent',
    texxt: plant('misspelled field'),
  });
  await service.get(`/v1/browser/${opened.sid}`);
  await service.get('/v1/browser');
  const closed = (await service.request('DELETE', `/v1/browser/${opened.sid}`)).json;
  const { recording } = closed;
  const typed = recording.steps.filter(
    ({ type, text = '' }: Json) => type === 'type' && text.startsWith('{{'),
  );
  // One step for each secret field, whatever way it was filled in.
  assert.equal(typed.length, 11, JSON.stringify(recording.steps));
  const forms = recording.steps.filter(({ type }: Json) => type === 'fill').map(({ form }: Json) => form);
  assert.equal(forms.length, 2);
  for (const value of forms.flatMap(Object.values)) assert.match(value, /^\{\{/);
  assert.equal(recording.inputs.properties.password.writeOnly, true);
}

async function runWorkflow(service: TestService, { plant }: Planting, site: string): Promise<void> {
  const password = plant('input of a run (by its name)');
  const marked = plant('input of a run (writeOnly)');
  const answer = plant('answer to a secret question');
  const waits = (text: string) => ({ type: 'wait_for', text, timeout_ms: 100, optional: true });
  const workflow = {
    name: 'Secrets',
    inputs: {
      type: 'object',
      properties: { password: { type: 'string' }, word: { type: 'string', writeOnly: true } },
    },
    steps: [
      { type: 'goto', url: `${site}/form` },
      { type: 'click', target: '{{password}}', timeout_ms: 100, optional: true },
      waits('{{word}}'),
      { type: 'press', key: '{{password}}', optional: true },
      { type: 'set', name: 'derived', value: 'Bearer {{word}}' },
      { type: 'goto', url: `${site}/found?x={{password}}&y={{word}}` },
      { type: 'evaluate', text: 'throw new Error("{{derived}} {{password}}")', optional: true },
      { type: 'ask', name: 'reply', question: 'Is {{password}} the one-time code?', wait_seconds: 60 },
      { type: 'evaluate', text: 'throw new Error("{{reply}} {{word}}")' },
    ],
    webhook: `${site}/hook`,
  };
  const literal = {
    ...workflow,
    steps: [{ type: 'type', text: plant('literal text of a secret step'), secret: true }],
  };
  assert.equal((await service.post('/v1/workflows', literal)).status, 422);
  const saved = (await service.post('/v1/workflows', workflow)).json;
  assert.ok(saved.id, JSON.stringify(saved));
  const started = (
    await service.post(`/v1/workflows/${saved.id}/runs`, { inputs: { password, word: marked } })
  ).json;
  assert.ok(started.run_id, JSON.stringify(started));
  const runWith = (statuses: string[]): Promise<Json> =>
    until(
      async () => (await service.get(`/v1/runs/${started.run_id}`)).json,
      ({ status }) => statuses.includes(status),
    );
  const asking = await runWith(['needs_input', 'failed']);
  assert.match(asking.question?.question ?? JSON.stringify(asking.error), /Is ••• the one-time code/);
  await service.post(`/v1/runs/${started.run_id}/answer`, { answer });
  const failed = await runWith(['failed', 'completed']);
  assert.match(failed.error.message, /•••/);
}

async function runJobs(
  service: TestService,
  unrecorded: TestService,
  { plant }: Planting,
  site: string,
): Promise<void> {
  const ended = (path: string): Promise<Json> => until(async () => (await service.get(path)).json, hasEnded);
  const url = `${site}/page?token=${plant('token in the address of an asynchronous scrape')}`;
  const headers = { 'x-any': plant('header of an asynchronous scrape') };
  const scrape = (await service.post('/v1/scrape?async=true', { url, headers })).json;
  await ended(`/v1/jobs/${scrape.jid}`);
  const { results } = (await service.get(`/v1/jobs/${scrape.jid}/results`)).json;
  const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
  const receipt = results[0].receipt ?? results[0];
  assert.equal(verifyReceipt(receipt, keys).valid, true, JSON.stringify(results));
  assert.equal(receipt.url, `${site}/page?token=***`);
  assert.equal(receipt.url_sha256, addressSha256(url));
  const crawlBody = {
    url: `${site}/page?access_token=${plant('token in the address of a /v2 crawl')}`,
    limit: 1,
    scrapeOptions: { headers: { 'x-any': plant('header of a /v2 crawl') } },
    webhook: { url: `${site}/hook`, headers: { 'x-hook': plant('header of a webhook of a /v2 crawl') } },
  };
  const crawl = (await service.post('/v2/crawl', crawlBody)).json;
  await ended(`/v2/crawl/${crawl.id}`);
  const batchBody = { urls: [`${site}/page`], headers: { 'x-any': plant('header of a /v2 batch') } };
  const batch = (await service.post('/v2/batch/scrape', batchBody)).json;
  await ended(`/v2/batch/scrape/${batch.id}`);
  await service.post('/v2/scrape', {
    url: `${site}/form`,
    actions: [
      { type: 'click', selector: '#cvc' },
      { type: 'write', text: plant('text of a /v2 `write` action') },
      { type: 'press', key: 'Tab' },
    ],
    formats: ['rawHtml'],
  });
  // The caller knows the address that the answer of a direct scrape repeats.
  const { post } = unrecorded;
  await post('/v1/scrape', { url: `http://ann:${plant('password in an address')}@127.0.0.11:1/` });
  await post('/v1/scrape', { url: `${site}/page?access_token=${plant('access_token in an address')}` });
}

/** Lets the mail server and the model endpoint repeat their secrets to work that nobody waits for. */
async function useUpstreamsInJobs(service: TestService, site: string): Promise<void> {
  const url = `${site}/changing`;
  const watched = { url, watch: { kind: 'page' }, schedule: { paused: true }, confirm: 1 };
  const monitor = (await service.post('/v1/monitors', { ...watched, notify: { email: 'ann@example.com' } }))
    .json;
  assert.ok(monitor.mid, JSON.stringify(monitor));
  for (const checks of [1, 2]) {
    await service.post(`/v1/monitors/${monitor.mid}/run`, {});
    await until(
      async () => (await service.get(`/v1/monitors/${monitor.mid}`)).json,
      ({ check_count: count, checking }) => count >= checks && checking === null,
    );
  }
  await until(
    async () => (await service.get('/v1/webhooks/deliveries')).json.deliveries,
    (deliveries: Json[]) =>
      deliveries.some(({ url: to, attempt_count: attempts }) => to.startsWith('mailto:') && attempts > 0),
  );
  const body = { urls: [`${site}/page`], prompt: 'Which birds stand on the quay?' };
  const extract = (await service.post('/v2/extract', body)).json;
  const path = `/v2/extract/${extract.id}`;
  const ended = await until(
    async () => (await service.get(path)).json,
    ({ status }) => status !== 'processing',
  );
  assert.match(JSON.stringify(ended), /wrong key/);
}

/** Reads what the files hold about a page while it is being read, which a killed process would leave behind. */
async function readDuringScrape(
  service: TestService,
  unrecorded: TestService,
  { plant, seenFiles }: Planting,
  { site, release }: { site: string; release(): void },
): Promise<void> {
  const url = `${site}/held?token=${plant('token in an address that is being read')}`;
  const scraped = unrecorded.post('/v1/scrape', { url });
  const crashes = join(service.dataDir, 'crashes');
  const noted = async () =>
    (await Promise.all((await readdir(crashes)).map((name) => readFile(join(crashes, name), 'utf8')))).join();
  await until(noted, (text) => text.includes('127.0.0.11'));
  await seenFiles(service.dataDir);
  release();
  assert.equal((await scraped).json.status, 'ok');
}

async function readEverything(service: TestService): Promise<void> {
  await service.get('/v1/jobs');
  const { requests } = (await service.get('/v1/requests?limit=200')).json;
  for (const { rid } of requests) await service.get(`/v1/requests/${rid}`);
  const { deliveries } = (await service.get('/v1/webhooks/deliveries')).json;
  for (const { id } of deliveries ?? []) await service.get(`/v1/webhooks/deliveries/${id}`);
  await service.get('/v1/health', { key: null });
  await service.post('/v1/doctor', {});
  await service.get('/v1/health', { key: null });
}

test('planted secrets come out nowhere', async (t) => {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) return t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
  const planting = createPlanting();
  const { promise: heldUntil, resolve: release } = Promise.withResolvers<void>();
  const pages = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map<string, Route>([
        ['/form', { body: form }],
        ['/found', { body: '<title>Found</title><input id="sent" name="q" type="password"><p>found</p>' }],
        [
          '/page',
          { body: '<title>Page</title><main><h1>Page</h1><p>A page about cranes on the quay.</p></main>' },
        ],
        ['/hook', { body: 'ok' }],
        ['/held', { body: '<title>Held</title><p>Cranes stand on the quay.</p>', heldUntil }],
        [
          '/changing',
          (_request, _url, count) => ({
            body: `<title>Quay</title><main><h1>Quay</h1><p>The quay is ${count === 1 ? 'open every day from nine to five' : 'closed until the storm is over'}.</p></main>`,
          }),
        ],
      ]),
  );
  t.after(() => pages.close());
  const site = pages.origin;
  const endpoint = await startEchoingEndpoint(t);
  const mailPort = await startEchoingMailServer(t);
  const { plant } = planting;
  const smtp = plant('SMTP password that the server repeats');
  const search = plant('search password that the provider repeats');
  const log = createLogger({ level: 'debug', readable: false, write: (line) => planting.seen('log', line) });
  const started = await startTestService(
    t,
    {
      WEBDATA_BROWSER: browser.program?.executable ?? '',
      WEBDATA_SMTP_URL: `smtp://ann:${smtp}@127.0.0.1:${mailPort}?requireTLS=false`,
      WEBDATA_MAIL_FROM: 'webdata@example.com',
      WEBDATA_MODEL_URL: `http://${endpoint}/v1`,
      WEBDATA_MODEL: 'any',
      WEBDATA_MODEL_KEY: plant('model key that the endpoint repeats'),
      WEBDATA_SEARCH: `searxng=http://ann:${search}@${endpoint}`,
    },
    { log },
  );
  const service = recordAnswers(started, planting);
  await useSession(service, planting, site);
  await runWorkflow(service, planting, site);
  await runJobs(service, started, planting, site);
  await useUpstreamsInJobs(service, site);
  await readDuringScrape(service, started, planting, { site, release });
  await readWithReadKey(started, planting, site);
  await service.post('/v1/search', { query: 'cranes' });
  await readEverything(service);
  await storeSecrets(started, planting, site);
  const results = await planting.search(started.pool, started.dataDir);
  const table = formatResults(results);
  if (process.env.WRITE_RESULTS === '1') await writeFile(resultsFile, table);
  const found = [...results].filter(([, places]) => places.length > 0);
  assert.deepEqual(found, []);
  assert.equal(table, await readFile(resultsFile, 'utf8'), 'run it with WRITE_RESULTS=1');
});
