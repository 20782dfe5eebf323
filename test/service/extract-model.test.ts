import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { until } from '../until.ts';
import { type LoopbackServer, startLoopbackServer } from '../world/loopback-server.ts';
import { readsFacts, shownBlocks } from '../world/model-reader.ts';
import { type ModelServer, startModelServer } from '../world/model-server.ts';
import { startTestService, type TestService } from './running-service.ts';

const page = `<!DOCTYPE html><html lang="en"><title>Depot</title><body><main><h1>Depot 7</h1>
<p>The night watch of this depot is kept by Mira Solheim, who came in spring.</p>
<p>Its gate code policy: visitors are let in at the northern gate only.</p></main></body></html>`;
const facts = {
  guardian: 'Mira Solheim',
  entry_rule: 'visitors are let in at the northern gate only',
};
const schema = {
  type: 'object',
  properties: {
    guardian: { type: 'string', description: 'who watches the depot at night' },
    entry_rule: { type: 'string' },
  },
};

/** Depots with one layout, whose values are in elements without a name. */
const watches = [
  { guardian: 'Mira Solheim', entry_rule: 'visitors are let in at the northern gate only' },
  { guardian: 'Jonas Eriksen', entry_rule: 'nobody comes in after six in the evening' },
  { guardian: 'Tove Lindqvist', entry_rule: 'whoever brings a pass of the harbour may enter' },
  { guardian: 'Aino Korhonen', entry_rule: 'dogs have to stay outside of the fence' },
];

function depotPage({ guardian, entry_rule }: (typeof watches)[number], at: number): string {
  return `<!DOCTYPE html><html lang="en"><head><title>Depot ${at}</title></head><body><nav class="top"><a href="/">Start</a>
    <a href="/depots">All depots</a></nav><main class="depot"><h1>Depot ${at}</h1><div class="zz-box"><em class="zz-n">${guardian}</em>
    <p class="zz-r">${entry_rule}</p></div><p class="zz-end">Depots are heated from October on, and stand open to all trades of the
    harbour.</p></main></body></html>`;
}

let site: LoopbackServer;
let model: ModelServer;
before(async () => {
  site = await startLoopbackServer(
    '127.0.0.11',
    () =>
      new Map([
        ['/depot', { body: page }],
        ...watches.map((watch, at) => [`/depots/${at + 1}`, { body: depotPage(watch, at + 1) }] as const),
        ['/empty', { body: '<!DOCTYPE html><title></title><body></body>' }],
        ['/gone', { status: 404, body: '<!DOCTYPE html><title>Not found</title><h1>Not found</h1>' }],
        ['/wall', { status: 403, body: '<!DOCTYPE html><title>Access Denied</title><h1>Access Denied</h1>' }],
      ]),
  );
  model = await startModelServer({ write: readsFacts(facts) });
});
after(async () => {
  await site.close();
  await model.close();
});

async function startOn(t: TestContext, environment: Record<string, string> = {}): Promise<TestService> {
  t.after(() => model.reset());
  return startTestService(t, { WEBDATA_MODEL_URL: model.url, WEBDATA_MODEL: 'small', ...environment });
}

describe('extraction with a model', () => {
  test('fills values that nothing else finds, for five more credits, and reports its usage', async (t) => {
    const service = await startOn(t);
    const { status, json } = await service.post('/v1/extract', { url: site.url('/depot'), schema });
    assert.equal(status, 200, JSON.stringify(json));
    assert.deepEqual(json.data, facts);
    assert.deepEqual(json.unverified, []);
    assert.equal(json.methods['/guardian'], 'model');
    assert.match(json.evidence['/guardian'].quote, /Mira Solheim/);
    assert.deepEqual(json.receipt.charges.at(-1), { item: 'ai_extraction', credits: 5 });
    assert.equal(json.receipt.credits, 6);
    const { ms, ...use } = json.receipt.model;
    assert.ok(ms >= 0);
    assert.deepEqual(use, {
      model: 'small',
      schema_mode: 'strict_schema',
      calls: 1,
      input_tokens: 100,
      output_tokens: 20,
      estimated: false,
    });
  });

  test('teaches selectors, so that further pages of the layout are read without it', async (t) => {
    const service = await startOn(t);
    model.behave({
      write: (request) => {
        const shown = [...shownBlocks(request).values()].join('\n');
        return readsFacts(watches.find(({ guardian }) => shown.includes(guardian)) ?? {})(request);
      },
    });
    const methods: string[] = [];
    for (const [at, watch] of watches.entries()) {
      const { json } = await service.post('/v1/extract', { url: site.url(`/depots/${at + 1}`), schema });
      assert.deepEqual(json.data, watch, JSON.stringify([json.status, json.error, json.warnings]));
      methods.push(json.methods['/guardian']);
      assert.equal(json.receipt.credits, json.methods['/guardian'] === 'model' ? 6 : 1);
    }
    // A second page confirms a rule; after that the model is not needed.
    assert.deepEqual(methods.slice(2), ['selector', 'selector'], methods.join(' '));
    assert.ok(model.requests.length <= 2, `${model.requests.length} calls`);
    const { layouts } = (await service.get('/v1/extract/layouts')).json;
    assert.equal(layouts.length, 1);
  });

  test('/v2/extract returns a list in `items`, whether a schema or a prompt asks for it', async (t) => {
    const service = await startOn(t);
    const guards = [{ guardian: 'Mira Solheim' }];
    const guard = { type: 'object', properties: { guardian: { type: 'string' } } };
    model.behave({
      write: (request) =>
        request.body.messages[0].content.startsWith('You turn a wish')
          ? JSON.stringify({
              fields: [
                {
                  name: 'watchmen',
                  type: 'records',
                  description: 'the watchmen',
                  members: [{ name: 'guardian', type: 'text' }],
                },
              ],
            })
          : readsFacts({ watchmen: guards })(request),
    });
    const extracted = async (wish: object) => {
      const { json } = await service.post('/v2/extract', {
        urls: [site.url('/depot')],
        showSources: true,
        ...wish,
      });
      return until(
        async () => (await service.get(`/v2/extract/${json.id}`)).json,
        ({ status }) => status !== 'processing',
      );
    };
    const prompted = await extracted({ prompt: 'all watchmen of the depot' });
    assert.deepEqual(prompted.data, { items: guards }, JSON.stringify(prompted));
    assert.deepEqual(prompted.sources, { items: [site.url('/depot')] });
    const named = { type: 'object', properties: { watchmen: { type: 'array', items: guard } } };
    const asNamed = await extracted({ schema: named });
    assert.deepEqual(asNamed.data, { watchmen: guards }, 'a name of the schema is kept');
  });

  test('a page of /v2 is returned within its timeout also if the model is slow', async (t) => {
    const service = await startOn(t);
    model.behave({ trouble: 'hang' });
    for (const wish of [{ schema }, { prompt: 'who watches the depot' }]) {
      const formats = ['markdown', { type: 'json', ...wish }];
      const { status, json } = await service.post('/v2/scrape', {
        url: site.url('/depot'),
        formats,
        timeout: 3_000,
      });
      assert.equal(status, 200, JSON.stringify(json));
      assert.match(json.data.markdown, /Mira Solheim/);
      // The limit that the model was given is that of the page, not the 40 seconds of an extraction.
      assert.match(
        json.data.warning,
        /did not answer within (?:[12](?:\.\d)?|0\.\d) s|left no time for a model/,
      );
    }
  });

  test('an error inside a response with status 200 is quoted, without the secrets of the operator', async (t) => {
    const key = 'model-key-0123456789abcdef';
    const service = await startOn(t, { WEBDATA_MODEL_KEY: key });
    const said = `Quota of ${key} is used up`;
    const forms = [
      { error: { message: said, code: 402 } },
      { error: said },
      { choices: [{ error: { message: said }, finish_reason: 'error' }] },
      { object: 'error', message: said },
      { detail: said },
      { success: false, errors: [{ code: 7_003, message: said }], result: null },
    ];
    for (const form of forms) {
      // Other forms of the request are tried as well.
      model.behave({
        statuses: Array.from({ length: 8 }, () => ({ status: 200, body: JSON.stringify(form) })),
      });
      const { json } = await service.post('/v1/extract', { url: site.url('/depot'), schema });
      const answered = JSON.stringify([form, json.warnings]);
      assert.match(
        json.warnings.map(({ message }: { message: string }) => message).join(' '),
        /answered 200 with an error: .*Quota of \S+ is used up/,
        answered,
      );
      assert.ok(!JSON.stringify(json).includes(key), 'a key leaves the service');
    }
  });

  test('names the fields of a prompt and reads them', async (t) => {
    const service = await startOn(t);
    const prompt = 'Who watches the place at night, and by which rule does one get in?';
    const { json } = await service.post('/v1/extract', { url: site.url('/depot'), prompt });
    assert.deepEqual(json.data, facts);
    assert.equal(json.receipt.model.calls, 2);
    assert.equal(json.receipt.credits, 6);
  });

  test('is not called for pages without content', async (t) => {
    const service = await startOn(t);
    for (const path of ['/empty', '/gone', '/wall']) {
      for (const body of [{ schema }, { prompt: 'the guardian of the depot' }]) {
        const { json } = await service.post('/v1/extract', { url: site.url(path), ...body });
        assert.ok(json.receipt.credits <= 1);
        assert.equal(json.receipt.model, undefined);
      }
    }
    assert.equal(model.requests.length, 0);
  });

  test('costs nothing if none of its values occurs on the page', async (t) => {
    const service = await startOn(t);
    model.behave({
      write: readsFacts({ guardian: 'Jonas Eriksen Falk', entry_rule: 'nobody is ever let in' }),
    });
    const { json } = await service.post('/v1/extract', { url: site.url('/depot'), schema });
    assert.equal(json.receipt.credits, 1);
    assert.deepEqual(json.unverified, ['/guardian', '/entry_rule']);
    assert.equal(json.receipt.model.calls, 1);
  });

  test('adds a warning if it fails, and the rest of the result is returned', async (t) => {
    const service = await startOn(t);
    model.behave({ statuses: [{ status: 401, body: '{"error":{"message":"no such key"}}' }] });
    const { status, json } = await service.post('/v1/extract', { url: site.url('/depot'), schema });
    assert.equal(status, 200);
    assert.equal(json.status, 'ok');
    assert.equal(json.receipt.credits, 1);
    const warning = json.warnings.find(({ code }: { code: string }) => code === 'model_failed');
    assert.match(warning.message, /401: no such key/);
    const { json: health } = await service.get('/v1/health');
    assert.equal(health.checks.model.status, 'degraded');
  });
});
