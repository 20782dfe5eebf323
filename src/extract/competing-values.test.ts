import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const number = { type: 'number' };
const integer = { type: 'integer' };
const day = { type: 'string', format: 'date' };

function valuesOf(
  body: string,
  properties: Readonly<Record<string, object>>,
  head = '',
): Record<string, unknown> {
  const html = `<!doctype html><html lang="en"><head><title>Quay works</title>${head}</head><body>${body}</body></html>`;
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const schema = { type: 'object', properties };
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, job);
  return Object.fromEntries(values.map(({ pointer, value }) => [pointer.slice(1), value]));
}

describe('a value of one of several entries answers no field of the page', () => {
  const card = (name: string, count: number) =>
    `<li class="card"><h3>${name}</h3><span class="sponsors">${count}</span> <span class="berth">${name} pier</span></li>`;
  const cards = `<ul>${card('Oak', 41)}${card('Elm', 503)}</ul>`;

  test('although a class names it', () =>
    assert.deepEqual(valuesOf(`<h1>Ferry</h1>${cards}`, { sponsors: integer, berth: text }), {}));
  test('the one outside of the entries does', () =>
    assert.deepEqual(
      valuesOf(`<h1>Ferry</h1><p><span class="sponsors">612</span></p>${cards}`, { sponsors: integer }),
      { sponsors: 612 },
    ));
  test('entries with one value each that is the same do', () =>
    assert.deepEqual(
      valuesOf(`<h1>Ferry</h1><ul>${card('Oak', 7)}${card('Oak', 7)}</ul>`, { sponsors: integer }),
      { sponsors: 7 },
    ));
  test('the first row of a table is no value of the page', () => {
    const table = (rows: string) => `<table><tr><th>Day</th><th>Weather</th></tr>${rows}</table>`;
    const row = (name: string, weather: string) => `<tr><td>${name}</td><td>${weather}</td></tr>`;
    const fields = { weather: text };
    assert.deepEqual(valuesOf(table(row('Monday', 'rain') + row('Tuesday', 'fog')), fields), {});
    assert.deepEqual(valuesOf(table(row('Monday', 'rain')), fields), { weather: 'rain' });
  });
});

describe('labels that name something else', () => {
  const list = (label: string, value: string) => `<h1>Ferry</h1><dl><dt>${label}</dt><dd>${value}</dd></dl>`;
  const rows: [label: string, value: string, field: string, schema: object, expected?: unknown][] = [
    ['Skippers and guests', 'Ada Crane', 'guests', text],
    ['Rise/set', '05:12', 'rise', text],
    ['Deposit account', 'Quay Bank', 'deposit', text],
    ['Security deposit', '£90', 'deposit', number, 90],
    ['VAT 21 %', '€ 12.60', 'vat', number, 12.6],
    ['Stretch goals', '£50,000', 'goal', number],
    ['Decks / cabins', '5 / 12', 'cabins', integer, 12],
    ['Issue', 'Vol. 12 No. 3', 'issue', integer],
    ['Founded', '1287', 'founded', integer, 1287],
    ['Power PS', '96 kW (131 PS)', 'power_ps', integer, 131],
  ];
  for (const [label, value, field, schema, expected] of rows)
    test(`${label}: ${value} for ${field}`, () =>
      assert.deepEqual(
        valuesOf(list(label, value), { [field]: schema }),
        expected === undefined ? {} : { [field]: expected },
      ));

  test('the label of a control names no text', () => {
    const form = (label: string) => `<form><p>${label} Time, Departure</p></form>`;
    assert.deepEqual(valuesOf(form('<label for="s">Harbour</label><input id="s">'), { harbour: text }), {});
    assert.deepEqual(valuesOf(form('<label>Harbour</label>'), { harbour: text }), {
      harbour: 'Time, Departure',
    });
  });
  test('a text with the label of something else is no value', () => {
    const page = (value: string) => `<h1>Ferry</h1><h2>Version</h2><p>${value}</p>`;
    assert.deepEqual(valuesOf(page('Released: June 18'), { version: text }), {});
    assert.deepEqual(valuesOf(page('4 Oak'), { version: text }), { version: '4 Oak' });
  });
});

describe('a form alone', () => {
  const page = '<h1>Ferry</h1><p>Harbour fair on 3 May 2026</p><p>Sale ends: 9 June 2026</p>';
  test('answers no date of which the page has no word', () =>
    assert.deepEqual(valuesOf(page, { closing_day: day, survey_date: day }), {}));
  test('answers the date whose name stands beside it', () =>
    assert.deepEqual(valuesOf(page, { fair_date: day, survey_date: day }), { fair_date: '2026-05-03' }));
});

describe('data that the page contradicts', () => {
  const head = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
  const car = head({ '@type': 'Car', name: 'Kai 5', mileageFromOdometer: { value: 46800 } });
  const page = (label: string, value: string) =>
    `<h1>Kai 5</h1><table><tr><th>${label}</th><td>${value}</td></tr></table>`;

  test('is replaced by the labelled value', () =>
    assert.deepEqual(valuesOf(page('Mileage', '47,300 km'), { mileage: integer }, car), { mileage: 47300 }));
  test('is kept beside a rounded value, a range or a bound', () => {
    for (const shown of ['47,000 km', '40,000 - 50,000 km', 'over 40,000 km'])
      assert.deepEqual(
        valuesOf(page('Mileage', shown), { mileage: integer }, car),
        { mileage: 46800 },
        shown,
      );
  });
  test('a URL is no brand', () => {
    const product = head({ '@type': 'Product', name: 'Kai 5', brand: 'https://quay.example/kai' });
    assert.deepEqual(valuesOf('<h1>Kai 5</h1>', { brand: text }, product), {});
  });
});

describe('labels beside values in repeated elements', () => {
  const fields = { room: text, mileage: text, gear: text, faculty: text };
  test('label and value in turn', () =>
    assert.deepEqual(
      valuesOf(
        '<div><div class="kv__label">Faculty</div><div class="kv__value">Letters</div><div class="kv__label">Room</div><div class="kv__value adr">East wing</div></div><aside><p>Room 3.101</p></aside>',
        fields,
      ),
      { faculty: 'Letters', room: 'East wing' },
    ));
  test('values above their labels', () =>
    assert.deepEqual(
      valuesOf(
        '<ul><li><b>47,300 km</b><span>Mileage</span></li><li><b>5</b><span>Doors</span></li><li><b>Manual</b><span>Gear</span></li></ul>',
        fields,
      ),
      { mileage: '47,300 km', gear: 'Manual' },
    ));
  test('figures directly behind a name', () =>
    assert.deepEqual(
      valuesOf('<h1>Ferry</h1><p>Season 4 · Episode 47</p><p>Survey updated 24 March 2026 by Ada</p>', {
        season: integer,
        episode: integer,
        survey_updated: text,
      }),
      { season: 4, episode: 47, survey_updated: '2026-03-24' },
    ));
});

describe('entries of several parts', () => {
  const author = (name: string, place: string) =>
    `<li><span class="name">${name}</span> <span class="place">${place}</span></li>`;
  test('are their names', () =>
    assert.deepEqual(
      valuesOf(
        `<h1>Ferry</h1><h2>Surveyors</h2><ul>${author('Ada Crane', 'Quay')}${author('Bo Lind', 'Pier')}</ul>`,
        {
          surveyors: texts,
        },
      ),
      { 'surveyors/0': 'Ada Crane', 'surveyors/1': 'Bo Lind' },
    ));
  test('are whole where a quantity belongs to them', () => {
    const part = (amount: string, name: string) =>
      `<li><span class="amount">${amount}</span> <span class="name">${name}</span></li>`;
    const list = `<h1>Bread</h1><h2>Ingredients</h2><ul>${part('200 g', 'rye flour')}${part('2 tsp', 'salt')}</ul>`;
    assert.deepEqual(valuesOf(list, { ingredients: texts }), {
      'ingredients/0': '200 g rye flour',
      'ingredients/1': '2 tsp salt',
    });
  });
  test('the value behind a heading with a colon is its own', () =>
    assert.deepEqual(
      valuesOf(
        '<h1>Ferry</h1><section><h2>Keywords:</h2><span>salt marsh, dykes</span></section><section><h2>Works</h2><div><p>Crane, A. On dykes</p><p>Lind, B. On salt</p></div></section>',
        { keywords: texts },
      ),
      { 'keywords/0': 'salt marsh', 'keywords/1': 'dykes' },
    ));
});
