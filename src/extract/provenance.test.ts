import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEvidenceError } from '../../test/corpus/check-evidence.ts';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const data = (value: object) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
const product = {
  '@type': 'Product',
  name: 'Brass Lamp',
  brand: { name: 'Kai' },
  offers: [{ price: '129.00', priceCurrency: 'EUR' }],
};
const commentForm =
  '<form><p class="comment-form-author"><label>Name *</label><input name="author"></p><p>Email *</p></form>';

/** Pages of several kinds, with the fields that are requested. */
const pages: [name: string, html: string, fields: string[]][] = [
  [
    'structured data',
    `${data(product)}<h1>Brass Lamp</h1><p>129,00 €</p><p>Kai</p>`,
    ['name', 'price', 'brand', 'currency'],
  ],
  [
    'meta tags',
    '<meta name="author" content="Ada Crane"><meta property="article:published_time" content="2026-03-05T10:00:00Z"><h1>Fog</h1><p>Text of the fog.</p>',
    ['title', 'author', 'date_published'],
  ],
  [
    'a byline and a comment form',
    `<h1>Fog</h1><p class="byline">by <a href="/ada">Ada Crane</a></p><p>Text.</p>${commentForm}`,
    ['title', 'author'],
  ],
  [
    'a comment form alone',
    `<h1>Fog</h1><p>Text of the fog, which goes on.</p>${commentForm}`,
    ['title', 'author'],
  ],
  [
    'labels, cells and lists',
    `<h1>Harbour stew</h1><dl><dt>Prep time</dt><dd>15 min</dd><dt>Cook time</dt><dd>1 hour</dd></dl>
      <h2>Ingredients</h2><ul><li>▢ 200 g flour</li><li>▢ 2 eggs</li></ul><h2>Instructions</h2>
      <ol><li>1. Mix the flour with all of the eggs.</li><li>2. Bake it until the top is brown.</li></ol>`,
    ['title', 'prep_time', 'total_time', 'ingredients', 'instructions'],
  ],
  [
    'microdata',
    '<div itemscope itemtype="https://schema.org/Movie"><h1 itemprop="name">Fog</h1><b itemprop="director">C. Hand</b></div>',
    ['name', 'director'],
  ],
];

const lists = new Set(['ingredients', 'instructions']);

for (const [name, html, fields] of pages) {
  test(`each locator leads to its quote: ${name}`, () => {
    const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
    const properties = Object.fromEntries(
      fields.map((field) => [
        field,
        lists.has(field) ? { type: 'array', items: { type: 'string' } } : { type: 'string' },
      ]),
    );
    const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
    const { values } = extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job });
    assert.ok(values.length > 0);
    assert.deepEqual(
      values.flatMap((value) => findEvidenceError(parsed as ParsedPage, value) ?? []),
      [],
    );
    assert.ok(values.every(({ value }) => value !== 'Name *'));
  });
}
