import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { JsonSchema } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const minutes = { type: 'integer', description: 'minutes' };
const times = { prep_time: minutes, cook_time: minutes, total_time: minutes };
const list = { type: 'array', items: { type: 'string' } };

function valuesOf(html: string, properties: Record<string, JsonSchema>): Record<string, unknown> {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job });
  return Object.fromEntries(values.map(({ pointer, value }) => [pointer.slice(1), value]));
}

const page = (body: string) => `<html lang="en"><title>Harbour stew</title><h1>Harbour stew</h1>${body}`;

describe('times of a recipe without labels in elements of their own', () => {
  const cases: [string, string, Record<string, number>][] = [
    [
      'several labels in one text',
      '<div>Prep time: 5 MinCook time: 8 MinTotal time: 13 Min</div>',
      { prep_time: 5, cook_time: 8, total_time: 13 },
    ],
    [
      'labels below the values',
      '<ul><li><b>15m</b><p>PREP TIME</p></li><li><b>1hr 15m</b><p>COOK TIME</p></li></ul>',
      { prep_time: 15, cook_time: 75, total_time: 90 },
    ],
    [
      'labels without a colon, before or behind the value',
      '<p>1 hr</p><p>20 min prep</p><p>Cook 40 min</p>',
      { prep_time: 20, cook_time: 40, total_time: 60 },
    ],
    [
      'a unit in an element of its own',
      '<div><span>Prep time</span><p>10</p><span>minutes</span></div><div><span>Cook time</span><p>240</p><span>minutes</span></div>',
      { prep_time: 10, cook_time: 240, total_time: 250 },
    ],
    ['a fraction of an hour', '<dl><dt>Total time</dt><dd>1¼ hours</dd></dl>', { total_time: 75 }],
    ['a sum of calories is no time', '<table><tr><td>Total calories</td><td>185</td></tr></table>', {}],
    ['grams and pieces are no time', '<p>Per piece</p><p>2.8 g</p>', {}],
    ['a step is no time of the whole', '<ol><li>Roast for 30 minutes.</li></ol>', {}],
  ];
  for (const [name, body, wanted] of cases) {
    test(name, () => assert.deepEqual(valuesOf(page(body), times), wanted));
  }
});

describe('the title of a recipe within an article', () => {
  const story = '<p>I have made this for years, on every boat that I have lived on.</p>'.repeat(3);
  const card = (name: string) =>
    `<div class="box">${name}<ul><li>1 cup of stock</li><li>2 fillets of cod</li><li>3 potatoes, peeled</li></ul>
      <ol><li>Boil the potatoes in the stock until they are soft.</li><li>Add the cod and let it rest for a while.</li>
      <li>Serve the stew in deep plates with bread.</li></ol></div>`;
  const schema = { title: { type: 'string' }, ingredients: list, instructions: list };
  const titleOf = (heading: string) =>
    valuesOf(
      `<title>Cod stew that even children like</title><h1>Cod stew that even children like</h1>${story}${card(heading)}`,
      schema,
    ).title;

  test('is the heading of the block that holds its lists', () => {
    assert.equal(titleOf('<h2>Cod stew</h2>'), 'Cod stew');
  });

  test('is not a heading of its lists, or of something else', () => {
    assert.equal(titleOf('<h2>Ingredients for the cod stew</h2>'), 'Cod stew that even children like');
    assert.equal(titleOf('<h2>About the harbour</h2>'), 'Cod stew that even children like');
  });
});

test('raised digits behind a number are an exponent or refer to a note', () => {
  const rows = {
    Population: '12,345<sup>2</sup>',
    Founded: '1894<sup>3</sup>',
    Cells: '10<sup>6</sup>',
    Mass: '6 × 10<sup>24</sup> kg',
    Grid: '5<sup>2</sup>',
    Area: '25 km<sup>2</sup>',
  };
  const html = `<dl>${Object.entries(rows)
    .map(([label, text]) => `<dt>${label}</dt><dd>${text}</dd>`)
    .join('')}</dl>`;
  const number = { type: 'number' };
  const properties = {
    population: number,
    founded: { type: 'string' },
    cells: number,
    mass: number,
    grid: number,
    area: number,
  };
  assert.deepEqual(valuesOf(html, properties), {
    population: 12_345,
    founded: '1894',
    cells: 1_000_000,
    mass: 6e24,
    area: 25,
  });
});

test('an entry of a list with a value is no label of the next entry', () => {
  const number = { type: 'number' };
  const html = '<ul><li>CO2 120 g</li><li>Doors: 5</li></ul>';
  assert.deepEqual(valuesOf(html, { co2: number, doors: number }), { co2: 120, doors: 5 });
  const pair = '<ul><li>Doors</li><li>5</li></ul>';
  assert.deepEqual(valuesOf(pair, { doors: number }), { doors: 5 });
});
