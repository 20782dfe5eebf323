import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../../test/corpus/content-job.ts';
import { extractPage } from '../../../app/threads/extract-page.ts';
import type { JsonSchema } from '../../../domain/pages/extraction.ts';
import { fieldsOf } from '../../../extract/schema/schema-fields.ts';
import { assemble } from '../../../extract/values/assemble.ts';
import { readHtml } from '../../../page/read/read-html.ts';

const names = ['Oak lamp', 'Tin bowl', 'Blue jug', 'Wool rug', 'Red vase'];
const formerOf = (at: number) => (47.95 + at).toFixed(2);
const askedOf = (at: number) => (38.36 + at).toFixed(2);

interface Product {
  name: string;
  price: number | null;
  list_price: number | null;
}

/** Extracts the products of a listing whose cards show these prices. */
function productsOf(priceAt: (at: number) => string): Product[] {
  const cards = names.map(
    (name, at) => `<li class="card"><a href="/p/${at}"><h3>${name}</h3></a>${priceAt(at)}</li>`,
  );
  const html = `<!doctype html><title>Shop</title><main><h1>Things</h1><ul class="grid">${cards.join('\n')}</ul></main>`;
  const item = {
    type: 'object',
    properties: { name: { type: 'string' }, price: { type: 'number' }, list_price: { type: 'number' } },
  };
  const schema = {
    type: 'object',
    properties: { products: { type: 'array', items: item } },
  } as JsonSchema;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/shop' }));
  assert.ok(parsed);
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed, job);
  return (assemble(fieldsOf(schema), values, schema).data as unknown as { products: Product[] }).products;
}

const forms: [name: string, sale: (former: string, asked: string) => string][] = [
  ['struck and bold', (former, asked) => `<p class=price><s>€${former}</s> <b>€${asked}</b></p>`],
  [
    'WooCommerce',
    (former, asked) =>
      `<span class=price><del><span class=amount>€${former}</span></del> <span class="screen-reader-text">Original price was: €${former}.</span> <ins><span class=amount>€${asked}</span></ins></span>`,
  ],
  ['was and now in one text', (former, asked) => `<p class=price>Was $${former} Now $${asked}</p>`],
  ['now and was in one text', (former, asked) => `<p class=price>Now $${asked}, was $${former}</p>`],
  [
    'nothing struck, the percentage between',
    (former, asked) =>
      `<p class=a>€${former} ${Math.round((1 - Number(asked) / Number(former)) * 100)}% off €${asked}</p>`,
  ],
  [
    'nothing struck, the saved amount behind',
    (former, asked) => `<div class=a>€${former}</div><div class=b>€${asked}</div><div>You save €9.59</div>`,
  ],
  ['struck without an element around', (former, asked) => `Price: <del>€${former}</del> €${asked}`],
  ['a recommended price', (former, asked) => `<p>RRP £${former}</p><p>Our price £${asked}</p>`],
  [
    'German words',
    (former, asked) =>
      `<p>statt ${former.replace('.', ',')} € <strong>${asked.replace('.', ',')} €</strong></p>`,
  ],
  ['a class of a utility', (former, asked) => `<i class="text-line-through">$${former}</i> <i>$${asked}</i>`],
  ['a saving behind', (former, asked) => `<p><b>$${asked}</b> <s>$${former}</s> <em>Save $9.59</em></p>`],
  [
    'cents in a small font',
    (former, asked) =>
      `<p><s>$${former}</s> <b><sup>$</sup>${asked.split('.')[0]}<sup>${asked.split('.')[1]}</sup></b></p>`,
  ],
];

describe('both prices of records', () => {
  for (const [name, sale] of forms) {
    test(`${name}, all on sale`, () => {
      assert.deepEqual(
        productsOf((at) => sale(formerOf(at), askedOf(at))),
        names.map((title, at) => ({
          name: title,
          price: Number(askedOf(at)),
          list_price: Number(formerOf(at)),
        })),
      );
    });

    test(`${name}, some not on sale`, () => {
      const sign = sale('1.00', '1.00').match(/[€$£]/)?.[0];
      const priceAt = (at: number) =>
        at % 2 === 0 ? sale(formerOf(at), askedOf(at)) : `<p class=price>${sign}${askedOf(at)}</p>`;
      assert.deepEqual(
        productsOf(priceAt),
        names.map((title, at) => ({
          name: title,
          price: Number(askedOf(at)),
          list_price: at % 2 === 0 ? Number(formerOf(at)) : null,
        })),
      );
    });
  }

  test('a record that is free beside others that are not', () => {
    const products = productsOf((at) => `<p class=price>${at === 1 ? 'Free' : `$${askedOf(at)}`}</p>`);
    assert.deepEqual(
      products.map(({ price }) => price),
      [38.36, 0, 40.36, 41.36, 42.36],
    );
  });

  test('a name that ends in a number is no price', () => {
    for (const sign of ['$', '$ ']) {
      const products = productsOf(
        (at) => `<a href="/p/${at}">Walnut stool ${at + 19}</a> <span>${sign}${askedOf(at)}</span>`,
      );
      assert.deepEqual(
        products.map(({ price }) => price),
        [38.36, 39.36, 40.36, 41.36, 42.36],
      );
    }
  });

  test('a record that shows only a struck price asks none', () => {
    const products = productsOf((at) =>
      at === 1
        ? `<p class=price><s>$${formerOf(at)}</s></p><p>Sold out</p>`
        : `<p class=price>$${askedOf(at)}</p>`,
    );
    assert.deepEqual(products[1], { name: 'Tin bowl', price: null, list_price: null });
  });
});
