import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { readsFacts } from '../world/model-reader.ts';
import { type ModelServer, startModelServer } from '../world/model-server.ts';
import { startTestService, type TestService } from './running-service.ts';

// The daily tokens of an account, and what an extraction sends to a model.

const facts = { guardian: 'Mira Solheim' };
const schema = {
  type: 'object',
  properties: { guardian: { type: 'string', description: 'who watches the depot at night' } },
};
const watch = '<p>The night watch of this depot is kept by Mira Solheim, who came in spring.</p>';

/** Returns a depot page, with paragraphs about other subjects around its fact. */
function depotPage(paragraphs: number): string {
  const others = Array.from(
    { length: paragraphs },
    (_, at) =>
      `<p>Crane ${at} of the northern quay lifts barrels of herring, oil and tar from the ships that come in on day ${at}, and a clerk writes all of it into the book of the quay.</p>`,
  );
  const half = paragraphs / 2;
  return `<!DOCTYPE html><html lang="en"><title>Depot 7</title><body><main><h1>Depot 7</h1>${others.slice(0, half).join('')}
    ${watch}${others.slice(half).join('')}</main></body></html>`;
}

let site: LoopbackServer;
let model: ModelServer;
before(async () => {
  const pages = Array.from({ length: 12 }, (_, at) => [`/depots/${at}`, { body: depotPage(2) }] as const);
  site = await startLoopbackServer(
    '127.0.0.11',
    () => new Map([...pages, ['/long', { body: depotPage(200) }]]),
  );
  model = await startModelServer({ write: readsFacts(facts), thinksMs: 50 });
});
after(async () => {
  await site.close();
  await model.close();
});

async function startOn(t: TestContext, environment: Record<string, string> = {}): Promise<TestService> {
  t.after(() => model.reset());
  return startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'small', ...environment });
}

// A page of its own for each request, so that learned selectors do not answer it.
const extract = (service: TestService, at: number, options = {}) =>
  service.post('/v1/extract', { url: site.url(`/depots/${at}`), schema, ...options });

const used = (json: { receipt: { model?: { input_tokens: number; output_tokens: number } } }) =>
  (json.receipt.model?.input_tokens ?? 0) + (json.receipt.model?.output_tokens ?? 0);

test('concurrent requests of an account stay below its tokens of the day, also in another process', async (t) => {
  const limit = 2_000;
  const first = await startOn(t, { WEBDATA_MODEL_DAILY_TOKENS: String(limit) });
  const second = await startOn(t, {
    WEBDATA_MODEL_DAILY_TOKENS: String(limit),
    DATABASE_URL: first.connectionString,
  });
  // Values that are not on the page teach no selectors, so that every page asks the model.
  model.behave({
    write: readsFacts({ guardian: 'Jonas Eriksen Falk' }),
    tokens: { input: 500, output: 100 },
  });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) => extract(at % 2 === 0 ? first : second, at)),
  );
  const total = answers.reduce((sum, { json }) => sum + used(json), 0);
  assert.ok(total > 0 && total <= limit, `${total} tokens of ${limit}`);
  assert.equal(model.requests.length * 600, total);

  const { json } = await extract(second, 11);
  assert.equal(json.status, 'ok');
  assert.equal(json.receipt.model, undefined);
  assert.equal(json.receipt.credits, 1);
  const warning = json.warnings.find(({ code }: { code: string }) => code === 'model_token_limit');
  const end = new Date();
  end.setUTCHours(24, 0, 0, 0);
  assert.match(warning.message, /of the account's 2000 tokens of today are left/);
  assert.ok(warning.message.includes(end.toISOString().replace('.000Z', 'Z')), warning.message);
  const { json: health } = await second.get('/v1/health');
  assert.notEqual(
    health.checks.model.status,
    'degraded',
    'a limit of the account is no trouble of the model',
  );

  const { key } = (await first.post('/v1/admin/accounts', { name: 'other', plan_credits: 50 })).json;
  const other = await first.post('/v1/extract', { url: site.url('/depots/10'), schema }, { key });
  assert.equal(used(other.json), 600, 'another account has its own tokens');
});

test('without a limit, no request is refused', async (t) => {
  const service = await startOn(t);
  model.behave({ tokens: { input: 5_000_000, output: 100 } });
  for (const at of [1, 2]) assert.deepEqual((await extract(service, at)).json.data, facts);
});

test('doctor asks the model about one sentence, and states its time and tokens', async (t) => {
  const service = await startOn(t, { WEBDATA_MODEL_DAILY_TOKENS: '1000' });
  model.behave({ write: () => '{"colour": "green"}', tokens: { input: 90, output: 8 } });
  const { model: works } = (await service.post('/v1/doctor', undefined)).json.checks;
  assert.equal(works.status, 'ok');
  assert.match(
    works.detail,
    /^small at http\S+, answers in [\d.]+ s with 98 tokens \(JSON by a strict schema\)$/,
  );
  model.behave({ write: () => '{"colour": "blue"}' });
  const { model: fails } = (await service.post('/v1/doctor', undefined)).json.checks;
  assert.deepEqual([fails.status, /Use a larger model/.test(fails.detail)], ['unavailable', true]);
});

test('the receipt states the tokens that came from the prompt cache', async (t) => {
  const service = await startOn(t);
  model.behave({ tokens: { input: 500, output: 30, cached: 384 } });
  const { json } = await extract(service, 0);
  const { input_tokens, output_tokens, cached_tokens } = json.receipt.model;
  assert.deepEqual([input_tokens, output_tokens, cached_tokens], [500, 30, 384]);
});

test('a long page is shown only as far as it may hold the missing field', async (t) => {
  const service = await startOn(t);
  const { json } = await service.post('/v1/extract', { url: site.url('/long'), schema });
  assert.deepEqual(json.data, facts);
  const [request] = model.requests;
  const shown: string = request?.body.messages[1].content;
  assert.match(shown, /Mira Solheim/);
  const paragraphs = shown.match(/Crane \d+/g)?.length ?? 0;
  assert.ok(paragraphs < 40, `${paragraphs} of 200 paragraphs about other subjects are sent`);
});

test('questions with one schema begin alike, so that an endpoint reads them from its cache', async (t) => {
  const service = await startOn(t);
  model.behave({ write: readsFacts({ guardian: 'Jonas Eriksen Falk' }) });
  for (const at of [0, 1, 2]) await extract(service, at);
  const starts = model.requests.slice(1).map(({ body }) => {
    const [system, user] = body.messages;
    return [system.content, user.content.slice(0, user.content.indexOf('<page-'))];
  });
  assert.match(starts[0]?.[1] ?? '', /who watches the depot at night/);
  assert.deepEqual(starts[1], starts[0]);
});

test('several missing fields are asked for in one request', async (t) => {
  const service = await startOn(t);
  const properties = { ...schema.properties, season: { type: 'string' }, motto: { type: 'string' } };
  const { json } = await extract(service, 0, { schema: { type: 'object', properties } });
  assert.equal(json.receipt.model.calls, 1);
  assert.deepEqual(json.missing, ['/season', '/motto']);
});

test('an answer in a wrong shape is repaired once, and then refused', async (t) => {
  const service = await startOn(t);
  // After the first answer the endpoint is known to follow the schema.
  await extract(service, 0);
  const wrong = JSON.stringify({ guardian: { value: { first: 'Mira', last: 'Solheim' }, block: 'b1' } });
  const before = model.requests.length;
  model.behave({ write: () => wrong });
  const { json } = await extract(service, 1, {
    schema: { type: 'object', properties: { guardian: { type: 'string', minLength: 3, description: 'x' } } },
  });
  assert.equal(json.data.guardian, null);
  assert.equal(json.receipt.credits, 1);
  assert.equal(model.requests.length - before, 2);
  const [, correction] = model.requests.slice(before);
  assert.deepEqual(
    correction?.body.messages.map(({ role }: { role: string }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
});
