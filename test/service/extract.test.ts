import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startWorld } from '../world/world.ts';
import { startTestService } from './running-service.ts';

const schema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    price: { type: 'number' },
    currency: { type: 'string' },
    sku: { type: 'string' },
    nothing_of_the_kind: { type: 'string' },
  },
};

test('extracting', async (t) => {
  const world = await startWorld();
  t.after(() => world.close());
  const service = await startTestService(t);
  const { site } = world;
  const product = site.pages.find((page) => page.path.startsWith('/products/'));
  assert.ok(product !== undefined);
  const url = site.url(product.path);
  const extract = async (body: object) => (await service.post('/v1/extract', { url, ...body })).json;

  await t.test('values have the requested types, each with its evidence', async () => {
    const answer = await extract({ schema });
    assert.equal(answer.status, 'ok');
    assert.equal(typeof answer.data.name, 'string');
    assert.equal(typeof answer.data.price, 'number');
    assert.equal(answer.data.nothing_of_the_kind, null);
    assert.deepEqual(answer.missing, ['/nothing_of_the_kind']);
    assert.deepEqual(Object.keys(answer.evidence).sort(), Object.keys(answer.methods).sort());
    for (const one of Object.values<{ quote: string; locator: string }>(answer.evidence)) {
      assert.ok(one.quote !== '' && one.locator !== '');
    }
    const page = (await service.post('/v1/scrape', { url, formats: ['text'], only_main_content: false }))
      .json;
    for (const pointer of Object.keys(answer.methods)) {
      const shown = String(answer.data[pointer.slice(1)]);
      if (answer.unverified.includes(pointer) || pointer === '/currency' || pointer === '/price') continue;
      assert.ok(page.text.includes(shown), `${pointer} ${shown}`);
    }
  });

  await t.test('the text of the page comes with its values if it is requested', async () => {
    const plain = await extract({ schema });
    assert.equal(plain.text, undefined);
    const json = await extract({ schema, text: true });
    assert.deepEqual(json.data, plain.data);
    assert.equal(json.receipt.credits, plain.receipt.credits);
    const quotes = Object.values<{ source: string; quote: string }>(json.evidence).filter(
      ({ source }) => source === 'visible',
    );
    assert.ok(quotes.length > 0);
    for (const { quote } of quotes) assert.ok(json.text.includes(quote), quote);
  });

  await t.test('costs only its page, is signed and is in the history', async () => {
    const { receipt } = await extract({ schema });
    assert.deepEqual([receipt.credits, receipt.charges], [1, [{ item: 'http', credits: 1 }]]);
    const { receipt_key: key } = (await service.get('/v1/catalog')).json;
    assert.equal(verifyReceipt(receipt, [key]).valid, true);
    const { requests } = (await service.get('/v1/requests?tool=extract&limit=1')).json;
    assert.deepEqual([requests[0].status, requests[0].credits, requests[0].url], ['ok', 1, url]);
  });

  await t.test(
    'without a schema the page data are returned; a prompt without a model is an error',
    async () => {
      assert.equal((await extract({})).data.name, (await extract({ schema })).data.name);
      const prompted = await extract({ prompt: 'the name and the price' });
      assert.deepEqual(prompted.data, {
        name: (await extract({ schema })).data.name,
        price: (await extract({ schema })).data.price,
      });
      assert.deepEqual(
        prompted.warnings.map((warning: { code: string }) => warning.code),
        ['no_model'],
      );
    },
  );

  await t.test(
    'without a model, a warning names the missing fields that a model could look for',
    async () => {
      const missing = {
        type: 'object',
        properties: { name: { type: 'string' }, hull_color: { type: 'string' } },
      };
      const { data, warnings } = await extract({ schema: missing });
      assert.equal(data.hull_color, null);
      const warning = warnings.find(({ code }: { code: string }) => code === 'no_model');
      assert.match(warning.message, /No model is configured\..*missing fields: \/hull_color\b/);
      assert.doesNotMatch(warning.message, /\/name\b/);
    },
  );

  await t.test('a missing page returns nothing, and a blocked one costs nothing', async () => {
    const gone = await extract({ url: site.url('/gone-for-good'), schema });
    assert.deepEqual([gone.status, gone.data, gone.receipt.credits], ['not_found', null, 1]);
    const invalid = await extract({ url: 'http://10.0.0.1/', schema });
    assert.deepEqual([invalid.status, invalid.data, invalid.receipt.credits], ['invalid', null, 0]);
  });

  await t.test('a required country that is not available is rejected', async () => {
    const answer = await extract({ schema, country: 'JP', strict_country: true });
    assert.deepEqual(
      [answer.status, answer.error.code, answer.receipt.credits],
      ['unavailable', 'not_configured', 0],
    );
  });

  await t.test('a dry run returns the price and fetches nothing', async () => {
    site.reset();
    const { json } = await service.post('/v1/extract?dry_run=true', { url, schema });
    assert.deepEqual([json.estimate.min, json.estimate.max], [0, 1]);
    assert.deepEqual(site.received(), []);
  });

  await t.test('accepts only the fields of the specification and supported schemas', async () => {
    const refused = async (body: object) => {
      const { status, json } = await service.post('/v1/extract', { url, ...body });
      return [status, json.errors.map((error: { pointer: string }) => error.pointer)];
    };
    assert.deepEqual(await refused({ formats: ['markdown'] }), [422, ['/formats']]);
    assert.deepEqual(await refused({ schema: 'name' }), [422, ['/schema']]);
    const libraryObject = { _def: { typeName: 'ZodObject' }, _cached: null };
    for (const wordless of [{}, { name: 'string', price: 'number' }, libraryObject])
      assert.deepEqual(await refused({ schema: wordless }), [422, ['/schema']], JSON.stringify(wordless));
    const elsewhere = { type: 'object', properties: { a: { $ref: 'https://x.example/a.json' } } };
    assert.deepEqual(await refused({ schema: elsewhere }), [422, ['/schema/properties/a/$ref']]);
  });
});
