import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { WebSocket } from 'ws';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { connectAgent, openAgent, textOf } from '../interfaces/agent-client.ts';
import { until } from '../until.ts';
import { startLoopbackServer } from '../world/loopback-server.ts';
import { shopper, startWebShop, type WebShop } from '../world/web-shop.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

/** Returns the number of an element in a snapshot, by its line. */
function numberOf(snapshot: string, line: RegExp): number {
  const found = snapshot.split('\n').find((one) => line.test(one));
  assert.ok(found !== undefined, `${line} in\n${snapshot}`);
  return Number(/\[(\d+)\]/.exec(found)?.[1]);
}

interface World {
  service: TestService;
  shop: WebShop;
  open(body?: object): Promise<Json>;
  step(sid: string, body: object): Promise<Json>;
}

async function startWorld(t: TestContext): Promise<World | null> {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) {
    t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
    return null;
  }
  const shop = await startWebShop();
  t.after(() => shop.close());
  const service = await startTestService(t, { WEBDATA_BROWSER: browser.program?.executable ?? '' });
  return {
    service,
    shop,
    async open(body = {}) {
      const { status, json } = await service.post('/v1/browser', { url: shop.url('/'), ...body });
      assert.equal(status, 200, JSON.stringify(json));
      return json;
    },
    async step(sid, body) {
      const { status, json } = await service.post(`/v1/browser/${sid}`, body);
      assert.equal(status, 200, JSON.stringify(json));
      return json;
    },
  };
}

/** Makes the database reject receipts like a full disk does; resolves with a function that restores it. */
async function refuseReceipts({ pool }: TestService): Promise<() => Promise<void>> {
  await pool.query(`create function refuse_receipt() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file' using errcode = '53100'; end $$`);
  await pool.query(
    'create trigger refuse_receipt before insert on receipts execute function refuse_receipt()',
  );
  return async () => void (await pool.query('drop trigger refuse_receipt on receipts'));
}

async function openingIsNotStored({ service, shop, open }: World): Promise<void> {
  const before = (await service.get('/v1/browser')).json.sessions.length;
  const { credits } = (await service.get('/v1/account')).json;
  const accept = await refuseReceipts(service);
  const refused = await service.post('/v1/browser', { url: shop.url('/') });
  assert.deepEqual([refused.status, refused.json.code], [503, 'unavailable']);
  await accept();
  assert.equal((await service.get('/v1/browser')).json.sessions.length, before);
  assert.deepEqual((await service.get('/v1/account')).json.credits, credits);
  assert.equal((await open()).status, 'open');
}

async function orderOverHttp({ shop, service, open, step }: World): Promise<void> {
  const opened = await open({ record: true });
  const { sid } = opened;
  assert.match(sid, /^ses_/);
  assert.deepEqual([opened.status, opened.title, opened.credits], ['open', 'All products - Harbour Shop', 1]);
  assert.deepEqual(opened.receipt.charges, [{ item: 'browser_minute', credits: 1 }]);
  const { keys } = (await service.get('/.well-known/jwks.json', { key: null })).json;
  assert.equal(verifyReceipt(opened.receipt, keys).valid, true);

  // Numbers are stable while elements exist: the button keeps its number after more was loaded.
  const more = numberOf(opened.snapshot, /button "Load more"/);
  const loaded = await step(sid, { type: 'click', target: more });
  assert.equal(loaded.error, undefined);
  assert.equal(numberOf(loaded.snapshot, /button "Load more"/), more);
  assert.match(loaded.snapshot, /16 of 20 products/);
  const product = await step(sid, { type: 'click', target: 'Copper apron 13' });
  assert.equal(product.url, shop.url('/product/13'));
  await step(sid, { type: 'click', target: numberOf(product.snapshot, /button "One more"/) });
  await step(sid, { type: 'select', target: 'Colour', text: 'Black' });
  const added = await step(sid, { type: 'click', target: '#add' });
  assert.match(added.snapshot, /2 in the cart/);

  const login = await step(sid, { type: 'goto', url: shop.url('/login') });
  await step(sid, { type: 'type', target: 'E-mail', text: shopper.email });
  const password = numberOf(login.snapshot, /textbox "Password"/);
  const typed = await step(sid, { type: 'type', target: password, text: shopper.password });
  assert.match(typed.snapshot, /textbox "Password" = "•••"/);
  await step(sid, { type: 'press', target: password, key: 'Enter' });
  await step(sid, { type: 'goto', url: shop.url('/checkout') });
  await step(sid, { type: 'type', target: 'Name', text: 'Ada' });
  await step(sid, { type: 'type', target: 'Street', text: 'Quay 7' });
  await step(sid, { type: 'click', target: 'I accept the terms' });
  // In a frame of another site.
  await step(sid, { type: 'type', target: 'Card number', text: '4111111111111234' });
  await step(sid, { type: 'click', target: 'Use this card' });
  const placed = await step(sid, { type: 'click', target: 'Place order' });
  assert.match(placed.snapshot, /Order 7001 for Ada was placed \(paid with •••\)/);
  assert.equal(shop.orders.length, 1);

  const read = await step(sid, { type: 'read' });
  assert.match(read.result.markdown, /2 × Copper apron 13/);
  const values = await step(sid, {
    type: 'extract',
    schema: { type: 'object', properties: { title: { type: 'string' } } },
  });
  assert.equal(typeof values.result.data.title, 'string');
  const saved = await step(sid, { type: 'download', target: 'Download invoice' });
  const [invoice] = saved.files;
  assert.deepEqual([invoice.name, invoice.media_type], ['invoice-7001.csv', 'text/csv']);
  const bytes = await (await fetch(invoice.url)).text();
  assert.match(bytes, /Copper apron 13,2,€24\.50/);
  await step(sid, { type: 'goto', url: shop.url('/returns') });
  await step(sid, { type: 'upload', target: 'Photograph', files: [invoice.file_id] });
  const sent = await step(sid, { type: 'click', target: 'Send' });
  assert.match(sent.snapshot, new RegExp(`Received invoice-7001.csv, ${Buffer.byteLength(bytes)} bytes`));

  const closed = (await service.request('DELETE', `/v1/browser/${sid}`)).json;
  assert.deepEqual([closed.status, closed.reason], ['closed', 'The account closed the session.']);
  const texts = closed.recording.steps.map(({ text = '' }: Json) => text);
  assert.ok(texts.includes('{{password}}') && !JSON.stringify(closed).includes(shopper.password));
  assert.ok(
    closed.recording.steps.some(({ target }: Json) => target === 'Load more'),
    'numbers became words',
  );
  const after = await service.post(`/v1/browser/${sid}`, { type: 'snapshot' });
  assert.deepEqual([after.status, after.json.code], [410, 'expired']);
}

async function orderByAgent(t: TestContext, { service, shop }: World): Promise<void> {
  const questions: string[] = [];
  const person = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: {} } },
  );
  person.setRequestHandler('elicitation/create', ({ params }) => {
    questions.push(params.message);
    return { action: 'accept', content: { answer: shop.code } };
  });
  const client = await openAgent(t, service, person);
  const call = async (name: string, args: object): Promise<Json> => {
    const result = await client.callTool({ name, arguments: { ...args } });
    assert.ok(result.isError !== true, JSON.stringify(result.content));
    return { ...(result.structuredContent as Json), text: textOf(result) };
  };
  const { sid } = await call('browser', { action: 'open', url: shop.url('/product/2') });
  const step = (args: object) => call('browser', { action: 'step', sid, ...args });
  const added = await step({ type: 'click', target: 'Add to cart' });
  assert.match(added.text, /changed: 3 lines\n- \[\d+\] button "Add to cart"\n\+ \[\d+\] button "Added"/);
  assert.doesNotMatch(added.text, /link "Returns"/);
  const picker = await step({ type: 'snapshot', region: 'main' });
  assert.match(picker.text, /button "One more"/);
  assert.doesNotMatch(picker.text, /link "Returns"/);
  await step({ type: 'goto', url: shop.url('/login/two-step') });
  await step({ type: 'type', target: 'E-mail', text: shopper.email });
  await step({ type: 'type', target: 'Password', text: shopper.password, submit: true });
  const coded = await step({ type: 'type', target: 'Code', ask_user: 'Which code did the shop send you?' });
  assert.match(questions.join(), /^The agent asks: Which code did the shop send you\? .*ses_\w+, Code/);
  assert.ok(!JSON.stringify(coded).includes(shop.code), 'the model does not see the code');
  await step({ type: 'click', target: 'Continue' });
  const other = await connectAgent(t, service);
  const unasked = await other.callTool({
    name: 'browser',
    arguments: { action: 'step', sid, type: 'type', target: 'Code', ask_user: 'Which code?' },
  });
  assert.match(textOf(unasked), /cannot ask its user.*`text`/);
  await step({ type: 'goto', url: shop.url('/checkout') });
  for (const [target, text] of [
    ['Name', 'Agent'],
    ['Street', 'Pier 3'],
    ['Card number', '5555'],
  ]) {
    await step({ type: 'type', target, text });
  }
  await step({ type: 'click', target: 'I accept the terms' });
  await step({ type: 'click', target: 'Use this card' });
  const placed = await step({ type: 'click', target: 'Place order' });
  assert.match(placed.text, /for Agent was placed/);
  await call('browser', { action: 'close', sid });
  const { content } = await client.callTool({
    name: 'browser',
    arguments: { action: 'open', url: shop.url('/') },
  });
  const marked = content.filter(({ _meta }: Json) => _meta?.['webdata/untrusted'] === true);
  assert.ok(
    marked.some((one: Json) => /Copper kettle 1/.test(one.text)),
    'what the page says is marked as such',
  );
  assert.ok(!/Copper kettle/.test((content[0] as Json).text));
}

test('acting in a browser', async (t) => {
  const world = await startWorld(t);
  if (world === null) return;
  const { service, shop, open, step } = world;

  await t.test('an order is completed over HTTP', () => orderOverHttp(world));
  await t.test('an agent completes one with MCP tools only', (t) => orderByAgent(t, world));

  await t.test('a session that cannot be stored is 503 and leaves neither session nor charge', () =>
    openingIsNotStored(world),
  );

  await t.test('an impossible step returns an error with the candidates', async () => {
    const { sid } = await open();
    const missing = await step(sid, { type: 'click', target: 'Load mre', timeout_ms: 300 });
    assert.equal(missing.ok, false);
    assert.match(missing.error.message, /similar elements: \d+ button "Load more"/);
    const gone = await step(sid, { type: 'click', target: 999 });
    assert.match(gone.error.message, /last snapshot of this tab has no element 999/);
    for (const [url, code] of [
      ['http://127.0.0.66:9/', 'private_address'],
      ['file:///etc/hostname', 'scheme'],
      ['chrome://version', 'scheme'],
      [`${service.url}/v1/account`, 'private_address'],
    ]) {
      const refused = await step(sid, { type: 'goto', url, snapshot: false });
      assert.deepEqual([refused.ok, refused.error.code], [false, code], url);
    }
    for (const [body, pointer] of [
      [{ type: 'goto' }, '/url'],
      [{ type: 'press' }, '/key'],
      [{ type: 'click', target: 'a', selector: 'b' }, '/selector'],
      [{ type: 'fly' }, '/type'],
      [{ type: 'upload', target: 'x', files: ['blob_unknown'] }, '/files/0'],
    ] as const) {
      const { status, json } = await service.post(`/v1/browser/${sid}`, body);
      assert.deepEqual([status, json.errors?.[0]?.pointer], [422, pointer], JSON.stringify(json));
    }
    const refused = await service.post('/v1/browser', { url: 'http://127.0.0.66:9/' });
    assert.deepEqual([refused.status, refused.json.errors[0].pointer], [422, '/url']);
    assert.equal((await service.post('/v1/browser/ses_unknown', { type: 'snapshot' })).status, 404);
    await service.request('DELETE', `/v1/browser/${sid}`);
  });

  await t.test('dialogs are answered as configured, and windows become tabs', async () => {
    const { sid } = await open({ url: shop.url('/odd') });
    const dismissed = await step(sid, { type: 'click', target: 'Are you sure' });
    assert.deepEqual(dismissed.dialogs, [{ type: 'confirm', message: 'Sure?', accepted: false }]);
    assert.match(dismissed.snapshot, /text: not sure/);
    const named = await step(sid, {
      type: 'click',
      target: 'Ask my name',
      dialog: { accept: true, text: 'Bo' },
    });
    assert.match(named.snapshot, /hello Bo/);
    const opened = await step(sid, { type: 'click', target: 'Cart in a window' });
    assert.deepEqual(
      opened.tabs.map(({ tab, active }: Json) => [tab, active]),
      [
        [1, false],
        [2, true],
      ],
    );
    assert.equal(opened.url, shop.url('/cart'));
    const back = await step(sid, { type: 'switch_tab', tab: 1 });
    assert.equal(back.url, shop.url('/odd'));
    const one = await step(sid, { type: 'close_tab', tab: 2 });
    assert.equal(one.tabs.length, 1);
    await service.request('DELETE', `/v1/browser/${sid}`);
  });

  await t.test(
    'a second caller of a session is asked to retry, and other accounts do not see it',
    async () => {
      const { promise: heldUntil, resolve: release } = Promise.withResolvers<void>();
      const held = await startLoopbackServer(
        '127.0.0.20',
        () => new Map([['/held', { body: '<p>At last</p>', heldUntil }]]),
      );
      t.after(() => held.close());
      const { sid } = await open();
      const first = service.post(`/v1/browser/${sid}`, { type: 'goto', url: held.url('/held') });
      await until(() => held.requests('/held') > 0);
      const second = await service.post(`/v1/browser/${sid}`, { type: 'snapshot' });
      assert.deepEqual([second.status, second.json.code], [409, 'conflict']);
      release();
      assert.equal((await first).status, 200);
      const account = (await service.post('/v1/admin/accounts', { name: 'other', plan_credits: 9 })).json;
      const { key } = account;
      assert.equal((await service.post(`/v1/browser/${sid}`, { type: 'snapshot' }, { key })).status, 404);
      assert.deepEqual((await service.get('/v1/browser', { key })).json.sessions, []);
      await service.request('DELETE', `/v1/browser/${sid}`);
    },
  );

  await t.test('a page that crashes its process closes the session with an error', async () => {
    const { sid } = await open({ url: shop.url('/odd') });
    await service.post(`/v1/browser/${sid}`, { type: 'click', target: 'Break' });
    const session = await until(
      async () => (await service.get(`/v1/browser/${sid}`)).json,
      ({ status }) => status !== 'open',
    );
    assert.deepEqual([session.status, session.reason], ['closed', 'the page crashed its browser process']);
  });

  await t.test('the live view requires a one-time ticket and accepts input only if interactive', async () => {
    const { sid, live_url: url } = await open({ url: shop.url('/odd') });
    const foreign = new WebSocket(url, { origin: 'https://evil.example' });
    const [error] = (await once(foreign, 'error')) as [Error];
    assert.match(error.message, /403/);
    const watch = async (address: string) => {
      const socket = new WebSocket(address);
      const frames: Buffer[] = [];
      const first = new Promise<void>((resolve, reject) => {
        socket.on('error', reject);
        socket.on('message', (data, isBinary) => {
          if (isBinary) frames.push(data as Buffer);
          if (frames.length === 1) resolve();
        });
      });
      await first;
      return { socket, frames };
    };
    const viewer = await watch(url);
    assert.deepEqual([...(viewer.frames[0] as Buffer).subarray(0, 2)], [0xff, 0xd8]);
    await assert.rejects(watch(url), /401/);
    const tell = { type: 'text', text: 'x' };
    viewer.socket.send(JSON.stringify(tell));
    const live = await step(sid, { type: 'live', interactive: true, snapshot: false });
    const actor = await watch(live.result.live_url);
    const box = await step(sid, {
      type: 'evaluate',
      text: '(() => { const { x, y } = document.querySelector("main button").getBoundingClientRect(); return { x, y }; })()',
    });
    const { x, y } = box.result;
    for (const action of ['down', 'up']) {
      actor.socket.send(JSON.stringify({ type: 'mouse', action, x: x + 5, y: y + 5 }));
    }
    const reported = await step(sid, { type: 'wait_for', text: 'told' });
    assert.equal(reported.ok, true);
    const ended = once(actor.socket, 'close');
    await service.request('DELETE', `/v1/browser/${sid}`);
    await ended;
  });
});
