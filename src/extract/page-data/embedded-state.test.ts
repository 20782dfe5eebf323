import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findEvidenceError } from '../../../test/corpus/check-evidence.ts';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';

const recipe = {
  id: 7,
  title: 'Harbour stew',
  total_time: 40,
  author: 'Ada Crane',
  text: 'Simmer the fish for a long time, and add the herbs at the end. '.repeat(6),
};
const related = { id: 8, title: 'Lock bread', total_time: 90, author: 'Bo Mole' };

function read(body: string) {
  const state = JSON.stringify({ component: 'Recipe', props: { recipe, related: [related] } });
  const attribute = state.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const html = `<!doctype html><title>Harbour stew - Quay kitchen</title><div id="app" data-page="${attribute}"></div>${body}`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/r/7' }));
  const properties = {
    title: { type: 'string' },
    total_time: { type: 'integer', description: 'minutes' },
    author: { type: 'string' },
  };
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job });
  return { parsed: parsed as ParsedPage, values };
}

test('data in an attribute answers for a page that its scripts have not written yet, unverified', () => {
  const { parsed, values } = read('<nav><a href="/">Home</a></nav>');
  assert.deepEqual(
    values.map(({ pointer, value, isGrounded }) => [pointer, value, isGrounded]),
    [
      ['/title', 'Harbour stew', false],
      ['/total_time', 40, false],
      ['/author', 'Ada Crane', false],
    ],
  );
  assert.match(values[0]?.evidence.locator ?? '', /^embedded\.attribute_1\.props\.recipe\.title/);
  for (const value of values) assert.equal(findEvidenceError(parsed, value), null);
});

test('data in an attribute that a written page does not show is no value', () => {
  const { values } = read('<h1>Harbour stew</h1><p>By the crew.</p>');
  assert.equal(
    values.find(({ pointer }) => pointer === '/total_time'),
    undefined,
  );
});

test('parts of objects in embedded data are no entries of a list, and another record is no subject', () => {
  const stew = [
    { amount: '2', unit: 'cups', name: 'flour' },
    { amount: '150', unit: 'g', name: 'butter' },
    { amount: '3', unit: '', name: 'eggs' },
  ];
  const state = {
    recipes: { one: { id: 7, title: 'Harbour stew', ingredients: stew, author: 'Ada Crane' } },
    related: { title: 'Lock bread', author: 'Bo Mole', ingredients: ['2 cups'] },
  };
  const rows = stew.map(
    ({ amount, unit, name }) =>
      `<div class="row"><span class="amount">${amount} ${unit}</span> <b>${name}</b></div>`,
  );
  const html = `<!doctype html><title>Harbour stew - Quay kitchen</title><script>window.recipes = ${JSON.stringify(state)};</script>
    <h1>Harbour stew for the crew</h1><p>By Ada Crane</p><h2>Ingredients</h2><div class="rows">${rows.join('')}</div>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/r/7' }));
  const properties = {
    title: { type: 'string' },
    author: { type: 'string' },
    ingredients: { type: 'array', items: { type: 'string' } },
  };
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job });
  const entries = values.filter(({ pointer }) => pointer.startsWith('/ingredients/'));
  assert.deepEqual(
    entries.map(({ value }) => value),
    ['2 cups flour', '150 g butter', '3 eggs'],
  );
  const textOf = (name: string) => values.find(({ pointer }) => pointer === `/${name}`)?.value;
  assert.deepEqual([textOf('title'), textOf('author')], ['Harbour stew for the crew', 'Ada Crane']);
});
