import assert from 'node:assert/strict';
import { test } from 'node:test';
import { verifyReceipt } from '../../src/domain/crypto/signature.ts';
import { startPriceWorld } from '../world/price-world.ts';
import { startRatesServer } from '../world/rates-server.ts';
import { startTestService } from './running-service.ts';

type Row = {
  country: string;
  warnings: Array<{ code: string }>;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is whatever the service sent
  [field: string]: any;
};

const needsLinux = { skip: process.platform !== 'linux' && 'only Linux gives every address of 127.0.0.0/8' };

test('comparing a page across countries', needsLinux, async (t) => {
  const world = await startPriceWorld();
  t.after(() => world.close());
  const rates = await startRatesServer();
  t.after(() => rates.close());
  let now = new Date('2026-11-21T12:00:00Z');
  const service = await startTestService(
    t,
    { WEBDATA_EXITS: world.file, WEBDATA_RATES_URL: rates.url },
    { clock: { now: () => now } },
  );
  const { shop } = world;
  const compare = async (body: object, options = {}) => service.post('/v1/compare', body, options);
  const codes = (row: Row | undefined) => row?.warnings.map(({ code }) => code);

  const everywhere = ['DE', 'US', 'GB', 'JP', 'CH', 'SE', 'FR', 'ES', 'BR'];
  const { json: answer } = await compare({
    url: shop.url('/lamp'),
    countries: everywhere,
    base_currency: 'eur',
  });
  const row = (country: string) => answer.rows.find((one: Row) => one.country === country) as Row;

  await t.test('each country has a row, in the requested order, from an exit verified there', () => {
    assert.deepEqual(
      answer.rows.map((one: Row) => [one.country, one.status, one.error?.code ?? null]),
      [
        ['DE', 'ok', null],
        ['US', 'ok', null],
        ['GB', 'ok', null],
        ['JP', 'ok', null],
        ['CH', 'ok', null],
        ['SE', 'ok', null],
        ['FR', 'blocked', 'challenge'],
        ['ES', 'unavailable', 'country_unavailable'],
        ['BR', 'unavailable', 'not_configured'],
      ],
    );
    for (const one of answer.rows.filter(({ status }: Row) => status === 'ok')) {
      assert.deepEqual([one.exit.country, one.exit.verified], [one.country, true]);
      assert.equal(one.receipt.exit.country, one.country);
    }
    assert.deepEqual([row('FR').price, row('FR').data, row('FR').receipt.credits], [null, null, 0]);
  });

  await t.test('prices are read as each page writes them and converted exactly', () => {
    assert.deepEqual(
      ['DE', 'US', 'GB', 'JP', 'CH', 'SE'].map((country) => {
        const { price, currency, price_base: base, availability } = row(country);
        return [country, price, currency, base, availability];
      }),
      [
        ['DE', 1299, 'EUR', 1299, 'in_stock'],
        ['US', 1199, 'USD', 1041.52, 'in_stock'],
        ['GB', 1049, 'GBP', 1192.05, 'in_stock'],
        ['JP', 198000, 'JPY', 1109.8, 'in_stock'],
        ['CH', 1099, 'CHF', 1181.72, 'out_of_stock'],
        ['SE', 4990, 'SEK', 451.58, 'in_stock'],
      ],
    );
    assert.deepEqual(
      [row('US').rate_date, answer.rates],
      ['2026-11-20', { source: 'ecb', date: '2026-11-20', stale: false }],
    );
    assert.equal(row('US').price_detail.amount_base, '1041.5218902015');
    assert.equal(row('GB').price_detail.list_price, '1199.00');
  });

  await t.test('tax is what the page states, or else the default of the country', () => {
    const reported = ['DE', 'US', 'GB', 'JP'].map((country) => row(country).tax_included);
    assert.deepEqual(reported, [true, false, true, true]);
    assert.deepEqual([row('US').tax_usually_included, row('DE').tax_usually_included], [false, true]);
    assert.ok(answer.warnings.some(({ code }: { code: string }) => code === 'tax_differs'));
  });

  await t.test('`cheapest` and `dearest` consider rows of the same available product', () => {
    assert.deepEqual(
      everywhere.map((country) => row(country).same_product),
      ['same', 'same', 'same', 'same', 'same', 'different', 'unknown', 'unknown', 'unknown'],
    );
    assert.equal(row('US').same_product_basis, 'gtin');
    assert.deepEqual(
      everywhere.filter((country) => row(country).comparable),
      ['DE', 'US', 'GB', 'JP'],
    );
    assert.deepEqual([answer.cheapest, answer.dearest, answer.same_product], ['US', 'DE', 'different']);
    assert.deepEqual(answer.spread, { amount: 257.48, percent: 24.7 });
    assert.equal(answer.base_currency, 'EUR');
  });

  await t.test('costs the pages that arrived, and every receipt is signed', async () => {
    assert.equal(answer.receipt.credits, 6);
    const { receipt_key: key } = (await service.get('/v1/catalog')).json;
    for (const { receipt } of [...answer.rows, answer])
      assert.equal(verifyReceipt(receipt, [key]).valid, true);
    assert.deepEqual(
      answer.receipt.pages,
      answer.rows.map((one: Row) => one.receipt.id),
    );
    const { requests } = (await service.get('/v1/requests?tool=compare&limit=1')).json;
    assert.deepEqual([requests[0].status, requests[0].credits], ['ok', 6]);
  });

  await t.test(
    'an ambiguous currency symbol is resolved only if the country of the exit uses it',
    async () => {
      const { json } = await compare({ url: shop.url('/dollars'), countries: ['DE', 'CA', 'US'] });
      assert.deepEqual(
        json.rows.map((one: Row) => [one.currency, one.comparable]),
        [
          [null, false],
          ['CAD', true],
          ['USD', true],
        ],
      );
      assert.deepEqual(codes(json.rows[0]), ['ambiguous_currency']);
      assert.deepEqual([json.cheapest, json.dearest], ['CA', 'US']);
      assert.ok(json.warnings.some(({ code }: { code: string }) => code === 'same_page'));
    },
  );

  await t.test('a price on which data and page disagree is reported and not compared', async () => {
    const { json } = await compare({ url: shop.url('/stale-data'), countries: ['DE', 'US'] });
    assert.deepEqual(
      [json.rows[0].price, json.rows[0].currency, json.rows[0].comparable],
      [1299, 'EUR', false],
    );
    assert.ok(codes(json.rows[0])?.includes('price_conflict'));
    assert.deepEqual([json.cheapest, json.spread], [null, null]);
  });

  await t.test(
    'each country may have its own URL, and redirects to another country are reported',
    async () => {
      const { json } = await compare({
        urls: { de: shop.url('/de/laterne'), US: shop.url('/us/lantern'), GB: shop.url('/sent-away') },
        countries: ['DE', 'US', 'GB'],
      });
      assert.deepEqual(
        [json.rows[0].url, json.rows[1].url],
        [shop.url('/de/laterne'), shop.url('/us/lantern')],
      );
      assert.deepEqual(json.rows[2].final_url, shop.url('/en-us/lamp'));
      assert.deepEqual(codes(json.rows[2]), ['redirected_elsewhere', 'foreign_currency']);
      assert.deepEqual([codes(json.rows[0]), codes(json.rows[1])], [[], []]);
      // GB has the same price as US: of equal rows, the one without a warning is named.
      assert.deepEqual([json.cheapest, json.dearest], ['US', 'DE']);
    },
  );

  await t.test('without credits, each row says that its budget is exhausted', async () => {
    const { key } = (await service.post('/v1/admin/accounts', { name: 'poor', plan_credits: 1 })).json;
    const body = { url: shop.url('/lamp'), countries: ['DE', 'US', 'GB'] };
    const { status, json } = await compare(body, { key });
    assert.equal(status, 200);
    const outcomes = json.rows.map((one: Row) => one.error?.code ?? one.status);
    assert.deepEqual(outcomes.toSorted(), ['account_credits', 'account_credits', 'ok']);
    assert.deepEqual([json.receipt.credits, json.complete], [1, true]);
    const none = await compare(body, { key });
    assert.deepEqual(
      [none.status, none.json.rows.map((one: Row) => [one.status, one.receipt.credits])],
      [200, body.countries.map(() => ['budget_exhausted', 0])],
    );
  });

  await t.test('the price of an archived copy is converted with the rates of its day', async () => {
    rates.publishHistory({ '2026-10-16': { USD: '1.2500' }, '2026-10-15': { USD: '1.3000' } });
    const body = { countries: ['DE', 'US'], base_currency: 'EUR' };
    const { json } = await compare({ url: shop.url('/copy/2026-10-17'), ...body });
    // A Saturday has the rates of Friday.
    assert.deepEqual(
      json.rows.map(({ currency, price, price_base: base, rate_date: day, captured_at: at }: Row) => [
        currency,
        price,
        base,
        day,
        at,
      ]),
      [
        ['USD', 100, 80, '2026-10-16', '2026-10-17T12:00:00.000Z'],
        ['USD', 100, 80, '2026-10-16', '2026-10-17T12:00:00.000Z'],
      ],
    );
    assert.ok(codes(json.rows[1])?.includes('archived_copy'));
    const old = (await compare({ url: shop.url('/copy/2019-10-17'), ...body })).json;
    assert.equal(old.rows[1].rate_date, '2026-11-20');
    assert.ok(codes(old.rows[1])?.includes('rates_of_other_day'));
  });

  await t.test('a schema selects the extracted data; prices are compared anyway', async () => {
    const schema = {
      type: 'object',
      properties: { brand: { type: 'string' }, warranty_years: { type: 'integer' } },
    };
    const { json } = await compare({ url: shop.url('/lamp'), countries: ['DE', 'US'], schema });
    assert.deepEqual(json.rows[0].data, { brand: 'Quayside', warranty_years: null });
    assert.deepEqual(json.rows[0].missing, ['/warranty_years']);
    assert.deepEqual([json.cheapest, json.rows[0].price], ['US', 1299]);
  });

  await t.test('without an exchange rate nothing is converted, and a warning states it', async () => {
    const { json } = await compare({ url: shop.url('/dinars'), countries: ['DE', 'US'] });
    assert.deepEqual(
      [json.rows[0].price, json.rows[0].currency, json.rows[0].price_base],
      [312.5, 'KWD', null],
    );
    assert.ok(codes(json.rows[0])?.includes('no_rate'));
    const own = (await compare({ url: shop.url('/dinars'), countries: ['DE', 'US'], base_currency: 'KWD' }))
      .json;
    assert.deepEqual(
      [own.rows[0].price_base, own.rows[0].rate, own.spread],
      [312.5, 1, { amount: 0, percent: 0 }],
    );
  });

  await t.test('another country is used only if allowed, and never compared', async () => {
    const { json } = await compare({
      url: shop.url('/lamp'),
      countries: ['US', 'ES'],
      strict_country: false,
    });
    const [, spain] = json.rows;
    assert.equal(spain.status, 'ok');
    assert.notEqual(spain.exit.country, 'ES');
    assert.deepEqual([codes(spain)?.[0], spain.comparable], ['country_not_used', false]);
  });

  await t.test(
    'if no country can be read the request fails, names each reason and costs nothing',
    async () => {
      const before = (await service.get('/v1/billing')).json.plan_credits;
      const { status, json } = await compare({ url: shop.url('/gone'), countries: ['DE', 'FR', 'BR'] });
      assert.deepEqual([status, json.code], [503, 'unavailable']);
      for (const reason of ['DE not_found', 'FR not_found', 'BR unavailable'])
        assert.ok(json.detail.includes(reason), json.detail);
      assert.deepEqual((await service.get('/v1/billing')).json.plan_credits, before);
      assert.equal((await service.get('/v1/account')).json.credits.reserved, 0);
    },
  );

  await t.test(
    'a dry run returns the price and reads nothing; one Idempotency-Key takes effect once',
    async () => {
      shop.reset();
      const body = { url: shop.url('/lamp'), countries: ['DE', 'US'] };
      const { json } = await service.post('/v1/compare?dry_run=true', body);
      assert.deepEqual([json.estimate.min, json.estimate.max, shop.hits], [0, 2, 0]);
      const headers = { 'idempotency-key': 'compare-once' };
      const first = await compare(body, { headers });
      const again = await compare(body, { headers });
      assert.deepEqual(again.json, first.json);
      assert.equal(shop.requests('/lamp'), 2);
    },
  );

  await t.test('in the background it is a job whose single result is the same response', async () => {
    const body = { url: shop.url('/lamp'), countries: ['DE', 'US'], base_currency: 'EUR' };
    const { json: job } = await service.post('/v1/compare?async=true', body);
    assert.deepEqual([job.type, job.status], ['compare', 'queued']);
    await service.get(`/v1/jobs/${job.jid}/events`);
    const { results } = (await service.get(`/v1/jobs/${job.jid}/results`)).json;
    assert.deepEqual([results.length, results[0].cheapest, results[0].receipt.credits], [1, 'US', 2]);
    assert.equal(results[0].rows[0].receipt.exit.country, 'DE');
    const failed = (await service.post('/v1/compare?async=true', { ...body, url: shop.url('/gone') })).json;
    await service.get(`/v1/jobs/${failed.jid}/events`);
    const { status, error } = (await service.get(`/v1/jobs/${failed.jid}`)).json;
    assert.deepEqual([status, error.code], ['failed', 'unavailable']);
  });

  await t.test('old exchange rates are still used, and marked as stale', async () => {
    rates.behave('server');
    now = new Date('2026-11-26T12:00:00Z');
    const { json } = await compare({ url: shop.url('/lamp'), countries: ['DE', 'US'] });
    assert.deepEqual(json.rates, { source: 'ecb', date: '2026-11-20', stale: true });
    assert.ok(json.warnings.some(({ code }: { code: string }) => code === 'stale_rates'));
    assert.equal(json.rows[1].price_base, 1199);
  });

  await t.test('invalid input is rejected with a JSON Pointer per validation error', async () => {
    const url = shop.url('/lamp');
    const refused = async (body: object) => {
      const { status, json } = await compare(body);
      return [status, json.errors?.map(({ pointer }: { pointer: string }) => pointer)];
    };
    assert.deepEqual(await refused({ countries: ['DE'] }), [422, ['/url']]);
    assert.deepEqual(await refused({ url, countries: [] }), [422, ['/countries']]);
    assert.deepEqual(await refused({ url, countries: ['Germany'] }), [422, ['/countries/0']]);
    assert.deepEqual(await refused({ url, countries: ['DE'], base_currency: 'EURO' }), [
      422,
      ['/base_currency'],
    ]);
    assert.deepEqual(await refused({ urls: { DE: url }, countries: ['DE', 'FR'] }), [422, ['/urls']]);
    assert.deepEqual(await refused({ url, urls: { US: url }, countries: ['DE'] }), [422, ['/urls/US']]);
    assert.deepEqual(await refused({ url, countries: ['DE'], render: 'always' }), [422, ['/render']]);
    assert.deepEqual(await refused({ url, countries: ['DE'], schema: 'name' }), [422, ['/schema']]);
  });
});
