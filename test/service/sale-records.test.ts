import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findBrowser } from '../../src/web/browser/find/find-browser.ts';
import { type Route, startLoopbackServer } from '../world/loopback-server.ts';
import { startTestService } from './running-service.ts';

const names = ['Oak lamp', 'Tin bowl', 'Blue jug', 'Wool rug', 'Red vase', 'Brass cleat'];
const products = names.map((name, at) => ({
  name,
  price: 47.95 + at,
  // Every third one is not on sale.
  final: at % 3 === 2 ? null : 38.36 + at,
}));
const card = `({ name, price, final }, at) => '<li class="card"><a href="/p/' + at + '"><h3>' + name + '</h3></a><p>' +
  (final === null ? '$' + price.toFixed(2) : '<s>$' + price.toFixed(2) + '</s> <b>$' + final.toFixed(2) + '</b>') + '</p></li>'`;
const expected = products.map(({ name, price, final }) => ({
  name,
  price: Number((final ?? price).toFixed(2)),
  list_price: final === null ? null : Number(price.toFixed(2)),
}));

const head = '<!doctype html><title>Shop</title><main><h1>Things</h1><ul class="grid" id="list">';
const pages = {
  /** The data of the script has the former amount under `price`. */
  drawn: `${head}</ul></main><script>
const products = ${JSON.stringify(products)};
document.getElementById('list').innerHTML = products.map(${card}).join('');
</script>`,
  plain: `${head}${products
    .map(
      ({ name, price, final }, at) =>
        `<li class="card"><a href="/p/${at}"><h3>${name}</h3></a><p>Price: ${
          final === null ? `$${price.toFixed(2)}` : `<del>$${price.toFixed(2)}</del> $${final.toFixed(2)}`
        }</p></li>`,
    )
    .join('')}</ul></main>`,
};

const fields = ['name', 'price', 'list_price'];
const schema = {
  type: 'object',
  properties: {
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' }, list_price: { type: 'number' } },
      },
    },
  },
};

for (const [kind, html] of Object.entries(pages)) {
  test(`the price that is asked, of a ${kind} listing: extract, collect and recipe`, async (t) => {
    const { browser, detail } = await findBrowser(process.env.WEBDATA_BROWSER ?? null);
    if (kind === 'drawn' && browser === null) return t.skip(`no browser on this machine (${detail})`);
    const site = await startLoopbackServer(
      '127.0.0.11',
      () => new Map<string, Route>([['/', { body: html }]]),
    );
    t.after(() => site.close());
    const service = await startTestService(t, { WEBDATA_BROWSER: browser?.program?.executable ?? '' });
    const url = site.url('/');
    const extracted = (await service.post('/v1/extract', { url, schema })).json;
    assert.deepEqual(extracted.data?.products, expected, JSON.stringify(extracted));
    const collected = (await service.post('/v1/collect', { url, fields })).json;
    assert.deepEqual(collected.records, expected, JSON.stringify(collected));
    const run = (await service.post(`/v1/recipes/${collected.rid}/run`, {})).json;
    assert.deepEqual(run.records, expected, JSON.stringify(run));
  });
}
