import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../../test/corpus/content-job.ts';
import { extractPage } from '../../app/threads/extract-page.ts';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { fieldsOf } from '../../extract/schema/schema-fields.ts';
import { assemble } from '../../extract/values/assemble.ts';
import type { ParsedPage } from '../../page/parsed-page.ts';
import { readHtml } from '../../page/read/read-html.ts';
import { findOnPage } from './sources/find-on-page.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const texts = { type: 'array', items: text };
const list = (properties: object): JsonSchema => ({ type: 'array', items: { type: 'object', properties } });
const object = (properties: object): JsonSchema => ({ type: 'object', properties });

function extract(html: string, properties: object) {
  const schema = object(properties);
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/list/' }));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values, warnings } = extractPage(parsed as ParsedPage, { schema, ...job });
  return { data: assemble(fieldsOf(schema), values, schema).data as Record<string, unknown>, warnings };
}

const dish = ([name, price]: readonly [string, number]) =>
  `<div class="menu-item"><span class="menu-item-title">${name}</span> <span class="menu-item-price">€${price.toFixed(2)}</span><p class="menu-item-text">Served with bread.</p></div>`;
const courses: readonly [string, readonly (readonly [string, number])[]][] = [
  [
    'Starters',
    [
      ['Bruschetta', 6.5],
      ['Burrata', 11],
      ['Leek soup', 5.5],
    ],
  ],
  [
    'Mains',
    [
      ['Lasagne', 14],
      ['Risotto', 15.5],
    ],
  ],
  [
    'Desserts',
    [
      ['Tiramisu', 6],
      ['Panna cotta', 5],
      ['Gelato', 4],
    ],
  ],
];
const toDish = ([name, price]: readonly [string, number]) => ({ name, price });
const sections = courses.map(([name, dishes]) => ({ name, dishes: dishes.map(toDish) }));
const dishFields = { name: text, price: number };

describe('groups of records', () => {
  for (const [form, write] of [
    [
      'sections',
      (heading: string, body: string) => `<section class="menu-section"><h2>${heading}</h2>${body}</section>`,
    ],
    ['headings', (heading: string, body: string) => `<h2>${heading}</h2>${body}`],
  ] as const) {
    const page = `<h1>Osteria Nuova</h1><main>${courses.map(([name, dishes]) => write(name, dishes.map(dish).join(''))).join('')}</main>`;
    test(`${form}: the dishes are the records of a menu, not its groups`, () => {
      assert.deepEqual(extract(page, { dishes: list(dishFields) }).data, {
        dishes: sections.flatMap((section) => section.dishes),
      });
    });
    test(`${form}: each heading has its own dishes`, () => {
      const schema = { sections: list({ name: text, dishes: list(dishFields) }) };
      assert.deepEqual(extract(page, schema).data, { sections });
    });
  }

  test('questions by topic', () => {
    const question = (ask: string, answer: string) =>
      `<details><summary>${ask}</summary><p>${answer}</p></details>`;
    const page = `<section><h2>Delivery</h2>${question('How long does it take?', 'Three days.')}${question('Do you ship abroad?', 'Yes, to the EU.')}</section><section><h2>Returns</h2>${question('Can I return?', 'Within 30 days.')}${question('Who pays?', 'We pay the postage.')}</section>`;
    const schema = { topics: list({ title: text, questions: list({ question: text, answer: text }) }) };
    assert.deepEqual(extract(page, schema).data, {
      topics: [
        {
          title: 'Delivery',
          questions: [
            { question: 'How long does it take?', answer: 'Three days.' },
            { question: 'Do you ship abroad?', answer: 'Yes, to the EU.' },
          ],
        },
        {
          title: 'Returns',
          questions: [
            { question: 'Can I return?', answer: 'Within 30 days.' },
            { question: 'Who pays?', answer: 'We pay the postage.' },
          ],
        },
      ],
    });
  });

  test('tables with the same headings are one listing, and the heading before each is the name of its group', () => {
    const table = (rows: string) => `<table><tr><th>Team</th><th>Pts</th></tr>${rows}</table>`;
    const row = (team: string, pts: number) => `<tr><td>${team}</td><td>${pts}</td></tr>`;
    const page = `<h1>Cup</h1><h2>Group A</h2>${table(row('Ajax', 10) + row('PSV', 7))}<h2>Group B</h2>${table(row('AZ', 9) + row('NEC', 4))}`;
    const teams = { teams: list({ team: text, pts: number }) };
    assert.deepEqual(extract(page, { groups: list({ group: text, ...teams }) }).data, {
      groups: [
        {
          group: 'Group A',
          teams: [
            { team: 'Ajax', pts: 10 },
            { team: 'PSV', pts: 7 },
          ],
        },
        {
          group: 'Group B',
          teams: [
            { team: 'AZ', pts: 9 },
            { team: 'NEC', pts: 4 },
          ],
        },
      ],
    });
    const { data } = extract(page, teams);
    assert.equal((data.teams as unknown[]).length, 4);
  });

  test('an array of texts in a record is the list inside of it', () => {
    const plan = (name: string, price: number, features: string[]) =>
      `<div class="plan"><h3>${name}</h3><p class="price">$${price}</p><ul>${features.map((one) => `<li>${one}</li>`).join('')}</ul></div>`;
    const plans = [
      { name: 'Basic', price: 9, features: ['1 user', '5 GB'] },
      { name: 'Pro', price: 29, features: ['10 users', '100 GB', 'Support'] },
      { name: 'Max', price: 99, features: ['50 users', '1 TB'] },
    ];
    const page = `<h1>Pricing</h1><div>${plans.map((one) => plan(one.name, one.price, one.features)).join('')}</div>`;
    assert.deepEqual(extract(page, { plans: list({ ...dishFields, features: texts }) }).data, { plans });
  });

  test('records of embedded data keep the arrays of their entries', () => {
    const data = {
      '@type': 'Menu',
      hasMenuSection: sections.map(({ name, dishes }) => ({
        name,
        hasMenuItem: dishes.map((one) => ({ name: one.name, calories: 300 })),
      })),
    };
    const page = `<script type="application/ld+json">${JSON.stringify(data)}</script><h1>Menu</h1>`;
    const schema = { has_menu_section: list({ name: text, has_menu_item: list({ name: text }) }) };
    const { has_menu_section: found } = extract(page, schema).data as Record<
      string,
      { has_menu_item: unknown[] }[]
    >;
    assert.deepEqual(
      found?.map((one) => one.has_menu_item.length),
      [3, 2, 3],
    );
  });
});

describe('tables', () => {
  const table = (rows: string) => `<h1>Table</h1><table>${rows}</table>`;
  const row = (...cells: (string | number)[]) =>
    `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

  test('two rows of headings are composed by column, and the totals of a foot are no record', () => {
    const page = table(
      `<thead><tr><th rowspan=2>Team</th><th colspan=2>Home</th><th colspan=2>Away</th></tr><tr><th>Won</th><th>Lost</th><th>Won</th><th>Lost</th></tr></thead><tbody>${row('Ajax', 10, 2, 7, 5)}${row('PSV', 9, 3, 8, 4)}</tbody><tfoot>${row('All', 19, 5, 15, 9)}</tfoot>`,
    );
    const fields = { team: text, home_won: number, home_lost: number, away_won: number, away_lost: number };
    assert.deepEqual(extract(page, { teams: list(fields) }).data, {
      teams: [
        { team: 'Ajax', home_won: 10, home_lost: 2, away_won: 7, away_lost: 5 },
        { team: 'PSV', home_won: 9, home_lost: 3, away_won: 8, away_lost: 4 },
      ],
    });
  });

  test('cells without markup of headings that stand above numbers, and a total in the last row', () => {
    const page = table(
      row('Name', 'Price') + row('Oak', '€10') + row('Elm', '€12') + row('Ash', '€13') + row('Total', '€35'),
    );
    assert.deepEqual(extract(page, { products: list(dishFields) }).data, {
      products: [
        { name: 'Oak', price: 10 },
        { name: 'Elm', price: 12 },
        { name: 'Ash', price: 13 },
      ],
    });
  });

  test('a row across the table names the group of the rows after it; repeated headings are no records', () => {
    const heading = '<tr><th>Name</th><th>Price</th></tr>';
    const group = (name: string) => `<tr><td colspan=2>${name}</td></tr>`;
    const page = table(
      heading +
        group('Hard wood') +
        row('Oak', '€10') +
        row('Elm', '€12') +
        group('Soft wood') +
        heading +
        row('Pine', '€3') +
        row('Fir', '€4'),
    );
    assert.deepEqual(extract(page, { products: list({ ...dishFields, category: text }) }).data, {
      products: [
        { name: 'Oak', price: 10, category: 'Hard wood' },
        { name: 'Elm', price: 12, category: 'Hard wood' },
        { name: 'Pine', price: 3, category: 'Soft wood' },
        { name: 'Fir', price: 4, category: 'Soft wood' },
      ],
    });
    assert.deepEqual(extract(page, { groups: list({ name: text, products: list(dishFields) }) }).data, {
      groups: [
        {
          name: 'Hard wood',
          products: [
            { name: 'Oak', price: 10 },
            { name: 'Elm', price: 12 },
          ],
        },
        {
          name: 'Soft wood',
          products: [
            { name: 'Pine', price: 3 },
            { name: 'Fir', price: 4 },
          ],
        },
      ],
    });
  });

  test('the columns of a comparison are the records', () => {
    const page = table(
      `<tr><th></th><th>Orbi 5</th><th>Kelda X</th></tr><tr><th scope=row>Price</th><td>€399</td><td>€549</td></tr><tr><th scope=row>Weight</th><td>171 g</td><td>188 g</td></tr>`,
    );
    assert.deepEqual(extract(page, { products: list({ ...dishFields, weight: text }) }).data, {
      products: [
        { name: 'Orbi 5', price: 399, weight: '171 g' },
        { name: 'Kelda X', price: 549, weight: '188 g' },
      ],
    });
  });

  test('1,000 rows are 1,000 records; more than 2,000 are cut with a warning that names both numbers', () => {
    const rows = (count: number) =>
      table(
        `<tr><th>City</th><th>People</th></tr>${Array.from({ length: count }, (_, at) => row(`City ${at}`, at)).join('')}`,
      );
    const schema = { cities: list({ city: text, people: number }) };
    const all = extract(rows(1_000), schema);
    assert.deepEqual([(all.data.cities as unknown[]).length, all.warnings], [1_000, []]);
    const cut = extract(rows(2_100), schema);
    assert.equal((cut.data.cities as unknown[]).length, 2_000);
    assert.deepEqual(
      cut.warnings.map(({ code }) => code),
      ['records_limited'],
    );
    assert.match(cut.warnings[0]?.message ?? '', /2000.*2100/);
  });
});

describe('values of records', () => {
  const card = (name: string, rest: string) =>
    `<li class="card"><a href="/${name}"><h3>${name} lamp</h3></a>${rest}</li>`;

  test('a number in brackets behind a rating counts the reviews', () => {
    const page = `<h1>Lamps</h1><ul>${card('Oak', '<span class="rating">4.5 (123)</span>')}${card('Elm', '<span class="rating">★★★★☆ 4.0 (7)</span>')}${card('Fir', '<span class="rating">3.9 (1,204)</span>')}</ul>`;
    const fields = { name: text, rating: number, review_count: { type: 'integer' } };
    assert.deepEqual(extract(page, { lamps: list(fields) }).data, {
      lamps: [
        { name: 'Oak lamp', rating: 4.5, review_count: 123 },
        { name: 'Elm lamp', rating: 4, review_count: 7 },
        { name: 'Fir lamp', rating: 3.9, review_count: 1204 },
      ],
    });
  });

  const wares = [
    ['Oak', 47.95, 38.36],
    ['Elm', 57.95, 48.36],
    ['Fir', 67.95, 58.36],
  ] as const;

  test('an amount that a rule of the page strikes out is the list price', () => {
    const page = `<style>.q { text-decoration: line-through }</style><h1>Lamps</h1><ul>${wares.map(([name, was, now]) => card(name, `<p><span class="q">$${was}</span> <span class="r">$${now}</span></p>`)).join('')}</ul>`;
    assert.deepEqual(extract(page, { lamps: list({ ...dishFields, list_price: number }) }).data, {
      lamps: wares.map(([name, was, now]) => ({ name: `${name} lamp`, price: now, list_price: was })),
    });
  });

  test('the price of a unit is no list price', () => {
    const page = `<h1>Oils</h1><ul>${wares.map(([name, , now]) => card(name, `<p class="price"><span>$${now}</span> <small>$3.84/100 ml</small></p>`)).join('')}</ul>`;
    assert.deepEqual(extract(page, { oils: list({ ...dishFields, list_price: number }) }).data, {
      oils: wares.map(([name, , now]) => ({ name: `${name} lamp`, price: now, list_price: null })),
    });
  });

  test('of embedded data, the amounts that the page asks are the price, whatever their key is', () => {
    const items = wares.map(([name, price, final], at) => ({ id: at, title: `${name} lamp`, price, final }));
    const html = `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify({ props: { items } })}</script><ul>${wares.map(([name, was, now]) => card(name, `<p><s>€${was}</s> <b>€${now}</b></p>`)).join('')}</ul>`;
    const { sources } = findOnPage({
      bytes: Buffer.from(`<html lang="en"><body>${html}</body></html>`),
      headers: { 'content-type': 'text/html' },
      url: 'https://quay.example/lamps',
      fields: ['title', 'price', 'list price'],
      reading: null,
      answers: [],
    });
    const embedded = sources.find(({ kind }) => kind === 'embedded');
    const wanted = wares.map(([name, was, now]) => ({
      title: `${name} lamp`,
      price: now,
      'list price': was,
    }));
    assert.deepEqual(embedded?.read?.records ?? sources[0]?.read?.records, wanted);
    assert.deepEqual(
      [embedded?.fields?.price?.rule.paths, embedded?.fields?.['list price']?.rule.paths],
      [['/final'], ['/price']],
    );
  });
});
