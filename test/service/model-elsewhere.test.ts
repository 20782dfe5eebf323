import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { startArchiveWorld } from '../world/archive-server.ts';
import { pastCaptures, pastSite } from '../world/archived-site.ts';
import { type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { readsFacts } from '../world/model-reader.ts';
import { type ModelServer, startModelServer } from '../world/model-server.ts';
import { startPriceWorld } from '../world/price-world.ts';
import { startRatesServer } from '../world/rates-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const text = { type: 'string' };
const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

let model: ModelServer;
before(async () => {
  model = await startModelServer({ write: () => '{}' });
});
after(() => model.close());

function startOn(t: TestContext, environment: Record<string, string>): Promise<TestService> {
  t.after(() => model.reset());
  return startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'small', ...environment });
}

test('archive: a model completes the fields of copies, for five credits each', async (t) => {
  const world = await startArchiveWorld(pastCaptures);
  t.after(() => world.close());
  const service = await startOn(t, world.environment);
  const facts = { tale: 'Harbour cranes lift what ships bring' };
  model.behave({ write: readsFacts(facts) });
  const schema = { type: 'object', properties: { tale: text, price: { type: 'number' } } };
  const archive = async (body: object) => (await service.post('/v1/archive', body)).json;

  const page = await archive({ action: 'get', url: `${pastSite}/crane`, at: '2015', schema });
  assert.deepEqual(page.data, { ...facts, price: 1350 }, JSON.stringify(page.warnings));
  assert.equal(page.evidence['/tale'].method, 'model');
  assert.deepEqual(page.receipt.charges, [
    { item: 'archive', credits: 1 },
    { item: 'ai_extraction', credits: 5 },
  ]);
  const request = { action: 'diff', url: `${pastSite}/crane`, at: '2013', compare_to: '2019', schema };
  const diff = await archive(request);
  assert.deepEqual([diff.fields, diff.receipt.credits], [{ '/price': { old: 1200, new: 990 } }, 12]);
  const prompted = await archive({
    action: 'get',
    url: `${pastSite}/crane`,
    at: '2015',
    prompt: 'What is it that these machines do?',
  });
  assert.deepEqual(prompted.data, facts);
  const calls = model.requests.length;
  const plain = await archive({ action: 'get', url: `${pastSite}/crane`, at: '2016' });
  assert.deepEqual([plain.receipt.credits, model.requests.length], [1, calls]);
});

test('compare: a model completes the fields of every country', needsLinux, async (t) => {
  const world = await startPriceWorld();
  t.after(() => world.close());
  const rates = await startRatesServer();
  t.after(() => rates.close());
  const service = await startOn(t, { WEBDATA_EXITS: world.file, WEBDATA_RATES_URL: rates.url });
  const promise = 'Made of brass and glass by the quay';
  model.behave({ write: readsFacts({ promise }) });
  const schema = { type: 'object', properties: { brand: text, promise: text } };
  const body = { url: world.shop.url('/lamp'), countries: ['DE', 'US'], schema };
  const { json } = await service.post('/v1/compare', body);
  assert.equal(model.requests.length, 2);
  for (const row of json.rows) {
    assert.equal(row.data.brand, 'Quayside');
    assert.deepEqual([row.data.promise, row.unverified], [promise, []]);
    assert.equal(row.receipt.credits, 6);
  }
  const { json: dry } = await service.post('/v1/compare?dry_run=true', body);
  assert.deepEqual(
    dry.estimate.lines.map(({ item }: { item: string }) => item),
    ['http', 'ai_extraction'],
  );
});

describe('a malformed answer of a model', () => {
  const page = `<!DOCTYPE html><html lang="en"><title>Depot 7</title><body><main><h1>Depot 7</h1>
    <dl><dt>Weight</dt><dd>850 kg</dd><dt>Keeper</dt><dd>Mira Solheim</dd></dl><p>12 May 2026</p><p>$120.00</p>
    <ul class="tools"><li>Rope</li><li>Hook</li><li>Lamp</li></ul></main></body></html>`;
  const schema = {
    type: 'object',
    properties: {
      name: text,
      weight_kg: { type: 'number' },
      keeper: text,
      price: { type: 'number' },
      date: { type: 'string', format: 'date' },
      tools: { type: 'array', items: text },
      motto: text,
    },
  };
  const answers: Record<string, string> = {
    nothing: '',
    'no JSON': 'I am sorry, but I cannot read this page.',
    'half an object': '{"name": {"value": "Dep',
    'an empty object': '{}',
    'an empty list': '[]',
    null: 'null',
    'a number': '42',
    'other names': '{"foo": {"value": "bar"}, "baz": 1}',
    'other types':
      '{"name": {"value": {"a": [1]}}, "weight_kg": {"value": "heavy", "block": {}}, "price": {"value": [[]]}, "date": {"value": "soon"}, "tools": {"value": {"x": 1}}, "motto": {"value": 17.5, "block": "b999999999999999999999"}}',
    'nulls and empty texts':
      '{"name": {"value": null}, "weight_kg": {"value": "n/a"}, "price": {"value": ""}, "motto": {"value": "unknown"}, "tools": {"value": [null, ""]}}',
    'values that the page contradicts':
      '{"weight_kg": {"value": 9999, "block": "b1"}, "price": {"value": 5555, "block": "b1"}, "date": {"value": "1999-01-01", "block": "b1"}}',
    'special names': '{"__proto__": {"value": "x"}, "constructor": {"value": "y"}, "toString": 1}',
    'deep nesting': `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
  };
  let site: LoopbackServer;
  before(async () => {
    site = await startLoopbackServer('127.0.0.11', () => new Map([['/depot', { body: page }]]));
  });
  after(() => site.close());

  test('leaves every value as it is without a model', async (t) => {
    const extract = async (service: TestService) =>
      (await service.post('/v1/extract', { url: site.url('/depot'), schema })).json;
    const plain = await extract(await startTestService(t));
    assert.deepEqual(
      [plain.data.weight_kg, plain.data.keeper, plain.data.motto],
      [850, 'Mira Solheim', null],
    );
    const service = await startOn(t, {});
    for (const [name, answer] of Object.entries(answers)) {
      model.behave({ write: () => answer });
      const json = await extract(service);
      assert.equal(json.status, 'ok', `${name}: ${JSON.stringify(json)}`);
      const { motto, ...rest } = json.data;
      const { motto: _, ...wanted } = plain.data;
      assert.deepEqual(rest, wanted, name);
      assert.ok(motto === null || json.unverified.includes('/motto'), `${name}: ${motto}`);
      assert.equal(json.receipt.credits, 1, name);
    }
  });
});
