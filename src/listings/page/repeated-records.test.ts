import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { FoundValue, JsonSchema } from '../../domain/pages/extraction.ts';
import { fieldsOf } from '../../extract/schema/schema-fields.ts';
import { assemble } from '../../extract/values/assemble.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const list = (properties: object, more: object = {}): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties, ...more },
});
const object = (properties: object): JsonSchema => ({ type: 'object', properties });

function findValues(html: string, schema: JsonSchema): readonly FoundValue[] {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/lamps/' }));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, { schema, ...job }).values;
}

function extractData(html: string, schema: JsonSchema): unknown {
  return assemble(fieldsOf(schema), findValues(html, schema), schema).data;
}

const lamps = [
  ['Brass ship lamp', '1,299.00', 'Burns for nine hours on one filling of oil.'],
  ['Copper deck light', '89.50', 'Made for rain and spray, with a switch of its own.'],
  ['Harbour lantern', '240.00', 'Hangs from a hook or stands on its own four feet.'],
  ['Signal lamp', '75.00', 'Red, green or white, with a lens that can be turned.'],
];
const shop = `<title>Lamps</title><nav><ul><li><a href="/">Home</a></li><li><a href="/lamps">Lamps</a></li></ul></nav>
<main><h1>Lamps</h1><div class="grid">${lamps
  .map(
    ([name, price, description], at) =>
      `<div class="card"><a href="/author/kai">Kai</a><h2 class="name"><a href="/lamps/${at}">${name}</a></h2>
       <p>${description}</p><span class="price">$${price}</span></div>`,
  )
  .join('')}</div></main>`;

describe('arrays of objects', () => {
  test('reads repeated elements as entries, by names and form, with their own URL', () => {
    const schema = object({
      products: list({
        name: text,
        price: number,
        description: text,
        url: { type: 'string', format: 'uri' },
      }),
    });
    assert.deepEqual(extractData(shop, schema), {
      products: lamps.map(([name, price, description], at) => ({
        name,
        price: Number(price?.replace(',', '')),
        description,
        url: `https://quay.example/lamps/${at}`,
      })),
    });
    const [first] = findValues(shop, schema);
    assert.deepEqual(
      [first?.pointer, first?.evidence.method, first?.evidence.quote, first?.isGrounded],
      ['/products/0/name', 'heuristic', 'Brass ship lamp', true],
    );
    assert.match(first?.evidence.locator ?? '', /div\.card \(listing, /);
  });

  test('reads entries for an array at the root', () => {
    const data = extractData(shop, list({ title: text, price: number })) as { title: string }[];
    assert.deepEqual(
      data.map(({ title }) => title),
      lamps.map(([name]) => name),
    );
  });

  test('returns no entries without a required field, and none for a menu', () => {
    assert.deepEqual(extractData(shop, list({ name: text, isbn: text }, { required: ['isbn'] })), []);
    const menu =
      '<nav><ul><li><a href="/a">One</a></li><li><a href="/b">Two</a></li></ul></nav><p>Hello.</p>';
    assert.deepEqual(extractData(menu, object({ reviews: list({ author: text, rating: number }) })), {
      reviews: null,
    });
  });

  test('assigns several listings to the fields by name', () => {
    const reviews = ['Ada', 'Grace', 'Alan']
      .map(
        (name) =>
          `<li><b class="author">${name}</b><p class="text">${name} likes it a lot and says so to all.</p></li>`,
      )
      .join('');
    const page = `${shop}<section id="reviews"><h2>Reviews</h2><ul>${reviews}</ul></section>`;
    const schema = object({ reviews: list({ author: text, text }), comments: list({ author: text, text }) });
    assert.deepEqual(extractData(page, schema), {
      reviews: ['Ada', 'Grace', 'Alan'].map((author) => ({
        author,
        text: `${author} likes it a lot and says so to all.`,
      })),
      comments: null,
    });
  });

  test('reads table rows by the column headings', () => {
    const table = `<h1>Ships</h1><table><tr><th>Ship</th><th>Built</th><th>Crew</th></tr>
      <tr><td>Drift</td><td>1912</td><td>14</td></tr><tr><td>Gull</td><td>1935</td><td>9</td></tr></table>`;
    assert.deepEqual(
      extractData(table, object({ ships: list({ ship: text, built: number, crew: number }) })),
      {
        ships: [
          { ship: 'Drift', built: 1912, crew: 14 },
          { ship: 'Gull', built: 1935, crew: 9 },
        ],
      },
    );
  });

  test('reads a table of labels and values as a list of pairs', () => {
    const sheet = `<h1>Lamp</h1><h2>Specifications</h2><dl><dt>Height</dt><dd>31 cm</dd><dt>Weight</dt><dd>2.4 kg</dd>
      <dt>Material</dt><dd>Brass</dd></dl>`;
    assert.deepEqual(extractData(sheet, object({ specs: list({ name: text, value: text }) })), {
      specs: [
        { name: 'Height', value: '31 cm' },
        { name: 'Weight', value: '2.4 kg' },
        { name: 'Material', value: 'Brass' },
      ],
    });
    assert.deepEqual(extractData(sheet, object({ comments: list({ name: text, value: text }) })), {
      comments: null,
    });
  });
});
