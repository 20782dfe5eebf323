import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { until } from '../until.ts';
import { shopper, startWebShop } from '../world/web-shop.ts';
import { startTestService, type TestService } from './running-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
type Json = any;

const ended = ['completed', 'failed', 'cancelled'];

/** Waits until the run has one of the statuses. */
async function settled(service: TestService, runId: string, statuses: readonly string[]): Promise<Json> {
  const run = await until(
    async () => (await service.get(`/v1/runs/${runId}`)).json,
    ({ status }) => statuses.includes(status) || ended.includes(status),
  );
  if (!statuses.includes(run.status)) assert.fail(`the run is ${run.status}: ${JSON.stringify(run.error)}`);
  return run;
}

const logIn = (path: string) => [
  { type: 'goto', url: `{{shop}}${path}` },
  { type: 'type', target: 'E-mail', text: '{{email}}' },
  { type: 'type', target: 'Password', text: '{{password}}' },
  { type: 'click', target: 'css=main button' },
];

const inputs = {
  type: 'object',
  properties: {
    shop: { type: 'string' },
    email: { type: 'string', default: shopper.email },
    password: { type: 'string' },
    products: { type: 'array', items: { type: 'integer' }, default: [2, 5] },
  },
  required: ['shop'],
};

/** Orders two products, and reads and downloads the confirmation. */
const order = {
  name: 'Order',
  inputs,
  steps: [
    ...logIn('/login'),
    { type: 'wait_for', text: 'Logged in as' },
    {
      type: 'for_each',
      items: '{{products}}',
      as: 'id',
      steps: [
        { type: 'goto', url: '{{shop}}/product/{{id}}' },
        { type: 'select', target: 'Colour', text: 'Black' },
        {
          type: 'if',
          condition: { var: 'index', op: 'eq', value: 1 },
          then: [{ type: 'click', target: 'One more' }],
        },
        { type: 'click', target: 'Add to cart' },
        { type: 'wait_for', text: 'in the cart' },
      ],
    },
    { type: 'goto', url: '{{shop}}/checkout' },
    { type: 'type', target: 'Name', text: 'Ada' },
    { type: 'type', target: 'Street', text: 'Quay 1' },
    { type: 'click', target: 'I accept the terms' },
    { type: 'type', target: 'Card number', text: '4000 0000 0000 1234' },
    { type: 'click', target: 'Use this card' },
    { type: 'wait_for', text: 'Card accepted' },
    { type: 'click', target: 'Place order' },
    { type: 'wait_for', text: 'was placed' },
    {
      type: 'extract',
      schema: { type: 'object', properties: { heading: { type: 'string' } } },
      save_as: 'seen',
    },
    { type: 'download', target: 'Download invoice' },
    { type: 'screenshot' },
  ],
};

async function startWorkflowWorld(t: TestContext) {
  const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
  if (browser === null) {
    t.skip(`no browser on this machine (${detail}): nothing of it is tested`);
    return null;
  }
  const shop = await startWebShop();
  t.after(() => shop.close());
  let now = new Date('2026-11-21T20:00:00Z');
  const startedAt = performance.now();
  const clock = { now: () => new Date(now.getTime() + performance.now() - startedAt) };
  const environment = { WEBDATA_BROWSER: browser.program?.executable ?? '', WEBDATA_UNLIMITED: 'false' };
  const service = await startTestService(t, environment, { clock });
  const save = async (body: object) => {
    const { status, json } = await service.post('/v1/workflows', body);
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const run = async (id: string, given: object) => {
    const { status, json } = await service.post(`/v1/workflows/${id}/runs`, { inputs: given });
    assert.equal(status, 200, JSON.stringify(json));
    return json;
  };
  const passOn = (ms: number) => {
    now = new Date(now.getTime() + ms);
  };
  return { shop, service, save, run, passOn, clock };
}

test('workflows', async (t) => {
  const world = await startWorkflowWorld(t);
  if (world === null) return;
  const { shop, service, save, run, passOn, clock } = world;
  const secrets = { shop: shop.url(''), password: shopper.password };
  const saved = await save(order);

  await t.test('an order is placed: login, loop, shadow tree, frame, confirmation, file', async () => {
    const begun = await run(saved.id, secrets);
    assert.deepEqual([begun.status, begun.workflow_id, begun.receipt], ['queued', saved.id, null]);
    const done = await settled(service, begun.run_id, ['completed']);
    assert.deepEqual(
      shop.orders.map(({ name, payment, lines }) => [
        name,
        payment,
        lines.map(({ product, amount, colour }) => [product.id, amount, colour]),
      ]),
      [
        [
          'Ada',
          'paid with 1234',
          [
            [2, 1, 'Black'],
            [5, 2, 'Black'],
          ],
        ],
      ],
    );
    assert.deepEqual([done.error, done.question, done.records_total], [null, null, 1]);
    assert.deepEqual(done.records, [{ heading: 'Thank you' }]);
    assert.deepEqual(
      done.files.map(({ name, media_type }: Json) => [name, media_type]),
      [
        ['invoice-7001.csv', 'text/csv'],
        ['screenshot.png', 'image/png'],
      ],
    );
    const file = await service.get(new URL(done.files[0].url).pathname);
    assert.match(file.json, /^product,amount,price\nWalnut stool 2,1,€10\.75/);
    assert.match(file.headers.get('content-disposition') ?? '', /attachment/);
    assert.equal((await service.get(`/v1/runs/${begun.run_id}/files/file_other`)).status, 404);
    // The browser minutes are charged once, at the end of the run.
    const { receipt_key: key } = (await service.get('/v1/catalog')).json;
    assert.equal(verifyReceipt(done.receipt, [key]).valid, true);
    const [minutes, ...others] = done.receipt.charges;
    assert.deepEqual([minutes.item, others], ['browser_minute', []]);
    // On a busy machine the run takes more than a minute.
    assert.ok(minutes.credits >= 1);
    assert.deepEqual([done.credits, done.receipt.route], [minutes.credits, 'browser']);
    const { json: jobs } = await service.get(`/v1/jobs/${done.jid}/results`);
    assert.deepEqual([jobs.results[0].run_id, jobs.results[0].status], [begun.run_id, 'completed']);
    const { credits } = (await service.get('/v1/account')).json;
    assert.equal(credits.reserved, 0);
  });

  await t.test('typed values are stored nowhere in plain text', async () => {
    const { rows } = await service.pool.query(
      `select (select json_agg(r) from (select plan, question, error, step, state::text from workflow_runs) r)::text
        || (select json_agg(l) from workflow_log l)::text || (select json_agg(q) from requests q)::text
        || (select json_agg(command) from jobs)::text as stored`,
    );
    assert.ok(!rows[0].stored.includes(shopper.password));
    const list = (await service.get(`/v1/workflows/${saved.id}/runs`)).json;
    assert.equal(list.total, 1);
    assert.ok(!JSON.stringify(list).includes(shopper.password));
  });

  await t.test('a listing that loads more on request is collected completely, each row once', async () => {
    const { id } = await save({
      name: 'Everything',
      inputs,
      steps: [
        { type: 'goto', url: '{{shop}}/' },
        { type: 'wait_for', text: 'of 20 products' },
        {
          type: 'repeat_until',
          limit: 5,
          until: { not: { exists: 'Load more' } },
          steps: [
            { type: 'collect_rows', target: 'ul#list', fields: ['name', 'price'], optional: true },
            { type: 'click', target: 'Load more', effect: 'none' },
          ],
        },
        { type: 'collect_rows', fields: ['name', 'price'], save_as: 'rows' },
        {
          type: 'for_each',
          items: { target: '#list a' },
          limit: 2,
          steps: [{ type: 'set', name: 'last', value: '{{item.url}}' }],
        },
        { type: 'goto', url: '{{last}}' },
        {
          type: 'if',
          condition: { all: [{ url: '/product/2' }, { text: 'Walnut' }] },
          then: [{ type: 'set', name: 'is', value: true }],
        },
      ],
    });
    const { run_id: runId } = await run(id, { shop: shop.url('') });
    const done = await settled(service, runId, ['completed']);
    assert.equal(done.records_total, 20);
    const { json } = await service.get(`/v1/runs/${runId}/records?offset=18&limit=10`);
    assert.deepEqual([json.total, json.records.length, json.next_offset], [20, 2, null]);
    assert.deepEqual(
      json.records.map(({ price }: Json) => price),
      [32, 33.25],
    );
    assert.ok(
      done.log.some(({ step, detail }: Json) => step === '/steps/6' && /then/.test(detail)),
      JSON.stringify(done.log),
    );
  });

  await t.test('a run asks for input and continues in the same browser', async () => {
    const { id } = await save({
      name: 'Two steps',
      inputs,
      steps: [
        ...logIn('/login/two-step'),
        {
          type: 'ask',
          question: 'What is the code?',
          name: 'code',
          schema: { type: 'string', pattern: '^[0-9]{6}$' },
        },
        { type: 'type', target: 'Code', text: '{{code}}', submit: true },
        { type: 'wait_for', text: 'Logged in as' },
      ],
    });
    const { run_id: runId } = await run(id, secrets);
    const requested = await settled(service, runId, ['needs_input']);
    assert.deepEqual(
      [requested.question.question, requested.question.step],
      ['What is the code?', '/steps/4'],
    );
    const answer = (body: object) => service.post(`/v1/runs/${runId}/answer`, body);
    const wrong = await answer({ answer: 'abc' });
    assert.deepEqual([wrong.status, wrong.json.errors[0].pointer], [422, '/answer']);
    assert.equal((await service.post(`/v1/runs/${runId}/retry`, {})).status, 409);
    assert.equal((await answer({ answer: shop.code })).status, 200);
    const done = await settled(service, runId, ['completed']);
    assert.deepEqual(
      done.log.filter(({ type }: Json) => type === 'ask').map(({ status }: Json) => status),
      ['asked', 'answered'],
    );
    assert.ok(!JSON.stringify(done.log).includes(shop.code));
  });

  await t.test('a run without input releases its browser and continues later', async () => {
    const { id } = await save({
      name: 'Later',
      inputs,
      steps: [
        { type: 'goto', url: '{{shop}}/product/3' },
        { type: 'select', target: 'Colour', text: 'Black' },
        { type: 'ask', question: 'Buy it?', name: 'buy', wait_seconds: 0 },
        { type: 'click', target: 'Add to cart' },
        { type: 'wait_for', text: '1 in the cart' },
        { type: 'goto', url: '{{shop}}/cart' },
        { type: 'wait_for', text: 'Black' },
      ],
    });
    const { run_id: runId } = await run(id, { shop: shop.url('') });
    let waiting = await settled(service, runId, ['needs_input']);
    while (waiting.receipt === null) waiting = (await service.get(`/v1/runs/${runId}`)).json;
    assert.equal((await service.post(`/v1/runs/${runId}/answer`, { answer: true })).status, 200);
    const done = await settled(service, runId, ['completed']);
    assert.notEqual(done.jid, waiting.jid);
    assert.ok(done.log.some(({ status }: Json) => status === 'resumed'));
    assert.equal(done.credits, 2);
  });

  await t.test('a failed step has a reason and a screenshot, and the run is retried from there', async () => {
    const { id } = await save({
      name: 'Account',
      inputs,
      steps: [
        { type: 'goto', url: '{{shop}}/product/1' },
        { type: 'click', target: 'Add to cart' },
        { type: 'wait_for', text: 'in the cart' },
        { type: 'click', target: 'No such thing', optional: true, timeout_ms: 300 },
        { type: 'goto', url: '{{shop}}/account' },
        { type: 'wait_for', text: 'Logged in as', timeout_ms: 500 },
      ],
    });
    const { run_id: runId } = await run(id, secrets);
    const failed = await settled(service, runId, ['failed']);
    assert.deepEqual([failed.step, failed.error.code], ['/steps/5', 'step']);
    assert.match(failed.error.message, /^\/steps\/5: wait_for: .*did not appear within/);
    const [skipped] = failed.log.filter(({ status }: Json) => status === 'skipped');
    assert.deepEqual([skipped.step, skipped.error.code], ['/steps/3', 'step']);
    const last = failed.log.at(-1);
    const picture = await service.get(new URL(last.screenshot).pathname, { key: null });
    assert.equal(picture.headers.get('content-type'), 'image/png');
    assert.equal((await service.post(`/v1/runs/${runId}/answer`, { answer: 1 })).status, 409);
    assert.equal((await service.post(`/v1/runs/${runId}/retry`, {})).status, 200);
    const again = await settled(service, runId, ['failed']);
    // Nothing before the failed step ran again.
    const added = again.log.filter(({ step, status }: Json) => step === '/steps/1' && status === 'ok');
    assert.equal(added.length, 1);
    assert.equal(again.log.filter(({ status }: Json) => status === 'failed').length, 2);
  });

  await t.test('the recording of a session is a valid workflow', async () => {
    const { sid } = (await service.post('/v1/browser', { url: shop.url('/product/4'), record: true })).json;
    await service.post(`/v1/browser/${sid}`, { type: 'click', target: 'Add to cart' });
    const { recording } = (await service.request('DELETE', `/v1/browser/${sid}`)).json;
    const { id, inputs: none } = await save(recording);
    assert.equal(none, null);
    const { run_id: runId } = await run(id, {});
    assert.equal((await settled(service, runId, ['completed'])).log.length, 2);
  });

  await t.test('a running run is cancelled, and its browser minutes are charged', async () => {
    const { id } = await save({
      name: 'Long',
      inputs,
      steps: [
        { type: 'goto', url: '{{shop}}/' },
        { type: 'wait', ms: 50_000 },
      ],
    });
    const { run_id: runId } = await run(id, { shop: shop.url('') });
    const look = async () => (await service.get(`/v1/runs/${runId}`)).json;
    // Until the page is open: a run without a browser costs nothing.
    await until(look, ({ log }) => log.length > 0);
    assert.equal((await service.post(`/v1/runs/${runId}/cancel`, {})).json.status, 'cancelled');
    assert.equal((await service.post(`/v1/runs/${runId}/cancel`, {})).status, 409);
    const { jid } = await look();
    assert.equal((await service.get(`/v1/jobs/${jid}`)).json.status, 'cancelled');
    await until(look, (found) => found.credits > 0);
    const { credits, status, receipt } = await look();
    assert.equal(status, 'cancelled');
    assert.equal(credits, 1);
    assert.deepEqual(receipt.charges, [{ item: 'browser_minute', credits: 1 }]);
    assert.equal((await service.get(`/v1/jobs/${jid}`)).json.credits.charged, 1);
  });

  await t.test('runs start by schedule, also at a stated night time', async () => {
    const steps = [
      { type: 'goto', url: `${shop.url('/')}` },
      { type: 'wait_for', text: '8 of 20 products' },
      { type: 'collect_rows', fields: ['name', 'price'] },
    ];
    const nightly = await save({
      name: 'Nightly',
      steps,
      schedule: { cron: '30 2 * * *', timezone: 'Europe/Berlin' },
    });
    assert.equal(nightly.next_run_at, '2026-11-22T01:30:00.000Z');
    const runs = async () => (await service.get(`/v1/workflows/${nightly.id}/runs`)).json.runs;
    assert.deepEqual(await runs(), []);
    for (const night of [1, 2]) {
      passOn(24 * 3_600_000);
      await until(runs, ({ length }) => length >= night);
      const [latest] = await runs();
      assert.equal((await settled(service, latest.run_id, ['completed'])).records_total, 8);
    }
    const [latest] = await runs();
    assert.ok(Date.parse(latest.created_at) <= clock.now().getTime());
    const { requests } = (await service.get('/v1/requests?origin=schedule')).json;
    assert.equal(requests.length, 2);
    const paused = await service.request('PUT', `/v1/workflows/${nightly.id}/schedule`, {
      body: { paused: true },
    });
    assert.deepEqual([paused.status, paused.json.next_run_at], [200, null]);
  });

  await t.test('invalid workflows are rejected on save, with a pointer to the step', async () => {
    const refused = async (body: object) => {
      const { status, json } = await service.post('/v1/workflows', { name: 'x', ...body });
      assert.equal(status, 422, JSON.stringify(json));
      return json.errors.map(({ pointer }: Json) => pointer);
    };
    assert.deepEqual(await refused({ steps: [] }), ['/steps']);
    assert.deepEqual(await refused({ steps: [{ type: 'fly' }] }), ['/steps/0/type']);
    assert.deepEqual(await refused({ steps: [{ type: 'click' }] }), ['/steps/0/target']);
    assert.deepEqual(await refused({ steps: [{ type: 'goto', url: 'http://x', key: 'Enter' }] }), [
      '/steps/0/key',
    ]);
    assert.deepEqual(await refused({ steps: [{ type: 'goto', url: '{{nowhere}}' }] }), ['/steps/0/url']);
    const loop = {
      type: 'for_each',
      items: [1],
      steps: [{ type: 'if', condition: { text: 'a', url: 'b' }, then: [{ type: 'press' }] }],
    };
    assert.deepEqual((await refused({ steps: [loop] })).sort(), [
      '/steps/0/steps/0/condition',
      '/steps/0/steps/0/then/0/key',
    ]);
    assert.deepEqual(
      await refused({
        steps: [{ type: 'repeat_until', steps: [{ type: 'reload', speed: 1 }], until: { text: 'a' } }],
      }),
      ['/steps/0/steps/0/speed'],
    );
    assert.deepEqual(await refused({ steps: [{ type: 'reload' }], inputs: { type: 'object' } }), ['/inputs']);
    assert.deepEqual(
      await refused({ steps: [{ type: 'reload' }], inputs: { properties: { a: { type: 'word' } } } }),
      ['/inputs/properties/a/type'],
    );
    const asks = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
    assert.deepEqual(
      await refused({ steps: [{ type: 'reload' }], inputs: asks, schedule: { every: '1d' } }),
      ['/schedule'],
    );
    assert.deepEqual(await refused({ steps: [{ type: 'reload' }], login: 'login_none' }), ['/login']);
    const begun = await service.post(`/v1/workflows/${saved.id}/runs`, { inputs: { email: 5, more: 1 } });
    assert.equal(begun.status, 422);
    assert.ok(begun.json.errors.some(({ pointer }: Json) => pointer === '/inputs/email'));
  });

  await t.test('a workflow is changed and deleted; its past runs remain', async () => {
    const changed = await service.request('PUT', `/v1/workflows/${saved.id}`, {
      body: { ...order, name: 'Order again' },
    });
    assert.deepEqual(
      [changed.status, changed.json.name, changed.json.last_run.status],
      [200, 'Order again', 'completed'],
    );
    assert.equal((await service.get('/v1/workflows')).json.total, 8);
    const { run_id: runId } = changed.json.last_run;
    assert.equal((await service.request('DELETE', `/v1/workflows/${saved.id}`)).status, 200);
    assert.equal((await service.get(`/v1/workflows/${saved.id}`)).status, 404);
    assert.equal((await service.get(`/v1/runs/${runId}`)).json.status, 'completed');
    assert.equal((await service.post(`/v1/workflows/${saved.id}/runs`, {})).status, 404);
  });
});
