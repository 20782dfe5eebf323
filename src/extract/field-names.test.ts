import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { FoundValue, JsonSchema } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

function find(html: string, properties: Record<string, JsonSchema>): readonly FoundValue[] {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  return extractPage(parsed as ParsedPage, { schema: { type: 'object', properties }, ...job }).values;
}

function valuesOf(html: string, properties: Record<string, JsonSchema>): Record<string, unknown> {
  return Object.fromEntries(find(html, properties).map(({ pointer, value }) => [pointer.slice(1), value]));
}

const number = { type: 'number' };
const text = { type: 'string' };

describe('what the name of a field says', () => {
  test('a unit in the name converts the value beside the label', () => {
    const page = `<h1>Tide pump</h1><dl><dt>Weight</dt><dd>850 g</dd><dt>Distance</dt><dd>3 miles</dd>
      <dt>Warranty</dt><dd>24 months</dd><dt>Power</dt><dd>1.2 kW</dd></dl>`;
    assert.deepEqual(
      valuesOf(page, { weight_kg: number, distance_km: number, warranty_years: number, power_w: number }),
      { weight_kg: 0.85, distance_km: 4.828032, warranty_years: 2, power_w: 1200 },
    );
  });

  test('a description names the label, and an enum is mapped by its words', () => {
    const page = `<h1>Ferry to Ekeby</h1><dl><dt>Cabin</dt><dd>Economy class</dd><dt>Departure gate</dt><dd>Gate 12</dd></dl>`;
    assert.deepEqual(
      valuesOf(page, {
        cabin_class: { enum: ['ECONOMY', 'BUSINESS'] },
        place: { type: 'string', description: 'Departure gate' },
      }),
      { cabin_class: 'ECONOMY', place: 'Gate 12' },
    );
  });

  test('examples of a schema tell the form of a value, and what its kind is', () => {
    const page = `<h1>Ferry to Ekeby</h1><p>Ref. QY-2077, on board from <b>Pier 4</b></p>
      <dl><dt>Desk</dt><dd>Ask at desk@quay.example or at the pier</dd></dl>`;
    assert.deepEqual(
      valuesOf(page, {
        handle: { type: 'string', examples: ['QY-1042', 'AB-0007'] },
        desk: { type: 'string', examples: ['help@harbour.example'] },
      }),
      { handle: 'QY-2077', desk: 'desk@quay.example' },
    );
    assert.deepEqual(
      valuesOf(page.replace('Pier 4', 'QY-3000'), { handle: { type: 'string', examples: ['QY-1042'] } }),
      {},
    );
  });

  test('a title in the schema names the label, and a format decides the value', () => {
    const page = `<h1>Ferry to Ekeby</h1><dl><dt>Departure</dt><dd>5 June 2026, 14:30</dd><dt>Crossing time</dt><dd>1 h 30 min</dd></dl>`;
    assert.deepEqual(
      valuesOf(page, {
        leaves: { type: 'string', title: 'Departure', format: 'date' },
        takes: { type: 'string', title: 'Crossing time', format: 'duration' },
      }),
      { leaves: '2026-06-05', takes: 'PT1H30M' },
    );
  });

  test('a title with a qualifier needs it on the page: a flight has no job title', () => {
    const flight = '<title>Flight QY 12</title><h1>Flight QY 12 to Ekeby</h1><p>Departs at noon.</p>';
    assert.deepEqual(valuesOf(flight, { job_title: text }), {});
    const camera =
      '<title>Q10</title><h1 class="title">Q10</h1><dl><dt>Product name</dt><dd>Quay camera Q10</dd></dl>';
    assert.deepEqual(valuesOf(camera, { job_title: text }), {});
    const job = '<title>Rigger - Jobs at Quay</title><h1>Rigger</h1><dl><dt>Employer</dt><dd>Quay</dd></dl>';
    assert.deepEqual(valuesOf(job, { job_title: text }), { job_title: 'Rigger' });
  });

  test('a total time follows from preparation and cooking, and says so', () => {
    const page = `<h1>Harbour stew</h1><dl><dt>Prep time</dt><dd>15 min</dd><dt>Cook time</dt><dd>1 hour</dd></dl>`;
    const [total] = find(page, { total_time: { type: 'integer', description: 'minutes' } });
    assert.deepEqual(
      [total?.value, total?.evidence.method, total?.evidence.quote],
      [75, 'derived', '15 min + 1 hour'],
    );
  });

  test('the size of a serving is no yield, and a time of day no duration', () => {
    const page = `<h1>Harbour stew</h1><h2>Nutrition</h2><dl><dt>Serving</dt><dd>1 slice</dd></dl>
      <dl><dt>Total time</dt><dd>16:00</dd></dl>`;
    assert.deepEqual(valuesOf(page, { yields: text, total_time: { type: 'integer' } }), {});
  });

  test('a label of a comment form is no author', () => {
    const page = `<h1>Harbour stew</h1><p>Words of the page about the stew.</p><form>
      <p class="comment-form-author"><label>Name *</label><input name="author"></p></form>`;
    assert.deepEqual(valuesOf(page, { author: text }), {});
  });

  test('the currency follows from the price', () => {
    const page = '<html lang="de"><h1>Lamp</h1><dl><dt>Preis</dt><dd>35,90 €</dd></dl>';
    assert.deepEqual(valuesOf(page, { price: number, currency: text }), { price: 35.9, currency: 'EUR' });
  });

  test('the price that is asked is preferred to the list price and the saving', () => {
    const page = `<h1>Lamp</h1><table><tr><td>List Price:</td><td>$349.95</td></tr>
      <tr><td>Price:</td><td>$149.00 &amp; this item ships for FREE</td></tr>
      <tr><td>You Save:</td><td>$200.95 (57%)</td></tr></table>`;
    assert.deepEqual(valuesOf(page, { price: number, list_price: number }), {
      price: 149,
      list_price: 349.95,
    });
  });

  test('a struck out price, a saving and an instalment are not the price that is asked', () => {
    const page = `<html lang="de"><h1>Lampe</h1><p class="price"><s>59,99 €</s></p><p>Sie sparen 20,00 €</p>
      <p class="price">39,99 €</p><p class="price">oder 4,00 € / Monat</p>`;
    assert.deepEqual(valuesOf(page, { price: number }), { price: 39.99 });
  });

  test('availability in words is mapped to the choices', () => {
    const page = '<html lang="de"><h1>Lampe</h1><p>Nur noch 3 Stück auf Lager</p>';
    assert.deepEqual(valuesOf(page, { availability: { enum: ['in_stock', 'out_of_stock'] } }), {
      availability: 'in_stock',
    });
  });

  test('a label that means the same in another language answers, as a weak value', () => {
    const page = `<html lang="de"><h1>Haus am Kai</h1><dl><dt>Küche</dt><dd>Einbauküche, neu</dd>
      <dt>Heizung</dt><dd>Erdwärme</dd><dt>Schule</dt><dd>300 m</dd></dl>`;
    const [kitchen] = find(page, { cuisine_equipee: text, kitchen: text });
    assert.deepEqual(
      [kitchen?.pointer, kitchen?.value, kitchen?.evidence.weak],
      ['/kitchen', 'Einbauküche, neu', true],
    );
    assert.match(kitchen?.evidence.locator ?? '', /related label "Küche"/);
    assert.deepEqual(valuesOf(page, { lagoon: text, orchestra: text }), {});
  });

  test('letters without an accent to remove are compared as people type them', () => {
    const page = `<html lang="pl"><h1>Most</h1><dl><dt>Tłumacz</dt><dd>Ewa Zaręba</dd></dl>`;
    assert.deepEqual(valuesOf(page, { tlumacz: text }), { tlumacz: 'Ewa Zaręba' });
  });

  test('min and max ask for the ends of a range, and for nothing of a single value', () => {
    const page = `<h1>Clerk</h1><dl><dt>Salary</dt><dd>€50k – €60k</dd><dt>Team size</dt><dd>4 to 12 people</dd>
      <dt>Notice</dt><dd>30</dd><dt>Bonus</dt><dd>€5–6k</dd></dl>`;
    assert.deepEqual(
      valuesOf(page, {
        salary_min: number,
        max_salary: number,
        minimum_team_size: number,
        team_size_max: number,
        notice_max: number,
        bonus_min: number,
        team_size_min: number,
      }),
      {
        salary_min: 50_000,
        max_salary: 60_000,
        minimum_team_size: 4,
        team_size_max: 12,
        bonus_min: 5000,
        team_size_min: 4,
      },
    );
  });

  test('a statement of stock is read without the number and the adverbs around it', () => {
    const fields = { in_stock: { type: 'boolean' } };
    const rows: [shown: string, isInStock: boolean | undefined][] = [
      ['Pre-order now', false],
      ['Vorbestellbar', false],
      ['Available on backorder', false],
      ['12 in stock', true],
      ['In stock: 12', true],
      ['0 in stock', false],
      ['Temporarily out of stock', false],
      ['Derzeit nicht lieferbar', false],
      ['Available, delivery time 2–4 days', true],
      ['Delivery time 2–4 days', undefined],
    ];
    for (const [shown, isInStock] of rows)
      assert.equal(
        valuesOf(`<h1>Brass boat</h1><p>$25</p><p>${shown}</p>`, fields).in_stock,
        isInStock,
        shown,
      );
  });

  test('the tags and the category of a post are its links to lists of posts', () => {
    const texts = { type: 'array', items: text };
    const fields = { category: text, tags: texts };
    const post = `<article><h1>On boats</h1><p>A long text about boats, the sea, and how they meet.</p>
      <footer>In <a rel="category tag" href="/c/sea">Sea</a>, <a rel="tag" href="/t/oar">oar</a> <a href="/blog/tag/pier">#pier</a></footer></article>`;
    const others = `<aside><a href="/tag/rope">rope</a></aside><article><h2>On ropes</h2><a rel="tag" href="/tag/knot">knot</a></article>`;
    assert.deepEqual(valuesOf(post + others, fields), { category: 'Sea', 'tags/0': 'oar', 'tags/1': 'pier' });
    const list = ['oar', 'pier'].map(
      (one) => `<div><h2>${one}</h2><p><a href="/tag/${one}">${one}</a></p></div>`,
    );
    assert.deepEqual(valuesOf(`<h1>All posts</h1>${list.join('')}`, fields), {});
  });

  test('the sender of a message is beside the label that mail gives it', () => {
    const page = '<h1>Berth 4</h1><div><b>From:</b> Ann Berg</div><div><b>To:</b> Bo Ek</div><p>Hello Bo</p>';
    assert.deepEqual(valuesOf(page, { sender: text }), { sender: 'Ann Berg' });
  });

  test('a price is neither end of a range, and a bound is one of them', () => {
    const fields = { price_min: number, max_price: number };
    const page = (shown: string) => `<h1>Brass boat</h1><p class="price">${shown}</p>`;
    assert.deepEqual(valuesOf(page('$25.00'), fields), {});
    assert.deepEqual(valuesOf(page('$25.00 – $30.00'), fields), { price_min: 25, max_price: 30 });
    assert.deepEqual(valuesOf(page('From $25.00'), fields), { price_min: 25 });
    assert.deepEqual(valuesOf(page('Up to $30.00'), fields), { max_price: 30 });
    assert.deepEqual(valuesOf(page('between $25 and $30'), fields), { price_min: 25, max_price: 30 });
    assert.deepEqual(valuesOf('<h1>Brass boat</h1><p class="max-price">$30.00</p>', fields), {
      max_price: 30,
    });
  });

  test('data that states a range gives its ends, and no single value', () => {
    const value = { '@type': 'QuantitativeValue', minValue: 50_000, maxValue: 60_000 };
    const job = { '@type': 'JobPosting', title: 'Clerk', baseSalary: { currency: 'EUR', value } };
    const page = `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', ...job })}</script><h1>Clerk</h1>`;
    assert.deepEqual(valuesOf(page, { salary: number, salary_min: number, salary_max: number }), {
      salary_min: 50_000,
      salary_max: 60_000,
    });
  });

  test('the parts of the only address are read from its lines', () => {
    const parts = { street: text, postal_code: text, city: text };
    const page =
      '<h1>Zahnwerk</h1><h2>So finden Sie uns</h2><p>Zahnwerk<br>Lindenstraße 14<br>50674 Köln</p>';
    assert.deepEqual(valuesOf(page, parts), {
      street: 'Lindenstraße 14',
      postal_code: '50674',
      city: 'Köln',
    });
    const american = '<h1>Marlow Dental</h1><p>14 Linden Street, Portland, OR 97205</p>';
    assert.deepEqual(valuesOf(american, { ...parts, state: text }), {
      street: '14 Linden Street',
      postal_code: '97205',
      city: 'Portland',
      state: 'OR',
    });
    assert.deepEqual(
      valuesOf(`${page}<p>Hafenweg 2<br>20457 Hamburg</p>`, { street: text, postal_code: text }),
      {},
    );
  });

  test('areas and pressures are read in the unit that the name of the field asks for', () => {
    const page = `<h1>Lake Arl</h1><dl><dt>Area</dt><dd>12.4 km²</dd><dt>Catchment</dt><dd>310 ha</dd>
      <dt>Pressure</dt><dd>1,013 hPa</dd><dt>Boiler pressure</dt><dd>1.5 bar</dd></dl>`;
    assert.deepEqual(
      valuesOf(page, {
        area_km2: number,
        catchment_km2: number,
        pressure_hpa: number,
        boiler_pressure_kpa: number,
      }),
      { area_km2: 12.4, catchment_km2: 3.1, pressure_hpa: 1013, boiler_pressure_kpa: 150 },
    );
  });

  test('a code beside a sign says which currency it is', () => {
    for (const code of ['USD', 'CAD', 'AUD']) {
      const page = `<html lang="en"><h1>Kettle</h1><p class="price">$129.00 ${code}</p>`;
      assert.deepEqual(valuesOf(page, { price: number, currency: text }), { price: 129, currency: code });
    }
  });

  test('what is left is a number of pieces, and no amount, time or share', () => {
    for (const [line, left] of [
      ['Only 3 left', 3],
      ['Nur noch 12 Stück auf Lager', 12],
      ['Plus que 2 en stock', 2],
      ['noch 60 € bis zum Gratisversand', null],
      ['Only 3 days left', null],
      ['Only 5% off', null],
    ] as const) {
      const page = `<h1>Kettle</h1><p>${line}</p>`;
      assert.deepEqual(
        valuesOf(page, { stock_quantity: number }),
        left === null ? {} : { stock_quantity: left },
        line,
      );
      assert.deepEqual(
        valuesOf(page, { in_stock: { type: 'boolean' } }),
        left === null ? {} : { in_stock: true },
        line,
      );
    }
    const page = '<h1>Kettle</h1><p>Available, delivery time 2–4 days</p>';
    assert.deepEqual(valuesOf(page, { in_stock: { type: 'boolean' } }), { in_stock: true });
  });
});
