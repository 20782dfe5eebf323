import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { JsonSchema } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';
import { assembleFound } from './assemble-found.ts';

const text: JsonSchema = { type: 'string' };
const number: JsonSchema = { type: 'number' };
const yesNo: JsonSchema = { type: 'boolean' };
const date: JsonSchema = { type: 'string', format: 'date' };
const oneOf = (...choices: string[]): JsonSchema => ({ type: 'string', enum: choices });
const objectOf = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'object', properties });

const pageOf = (language: string, title: string, ...lines: string[]) =>
  `<html lang="${language}"><title>${title}</title><main><h1>${title}</h1>${lines.map((one) => `<p>${one}</p>`).join('')}</main>`;

/** Returns the data of a page for the properties of a schema. */
function dataOf(html: string, properties: Record<string, JsonSchema>): unknown {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/p/1' }));
  const schema = objectOf(properties);
  const job = { schema, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const { values } = extractPage(parsed as ParsedPage, job);
  return assembleFound({ schema, found: values, byModel: [] }).data;
}

describe('parts of a line that state something', () => {
  test('are labels and values each, with a colon or by the form of the value', () => {
    const german = pageOf(
      'de',
      'Chor im Hof',
      'Veranstalter: Singkreis e.V., Kontakt: post@chor.example',
      'Freitag, 3. Juli 2026, Einlass 18:15',
    );
    assert.deepEqual(dataOf(german, { veranstalter: text, kontakt: text, einlass: text }), {
      veranstalter: 'Singkreis e.V.',
      kontakt: 'post@chor.example',
      einlass: '18:15',
    });
    const english = pageOf(
      'en',
      'Tern Boats',
      'We build rowing boats. Founded 1987. Register HRB-4471; Capacity 140 kg',
    );
    assert.deepEqual(dataOf(english, { founded: number, register: text, capacity_kg: number }), {
      founded: 1987,
      register: 'HRB-4471',
      capacity_kg: 140,
    });
    const spanish = pageOf('es', 'Piso', 'Anunciante: Casas Levante. Publicado el 3 de marzo de 2026.');
    assert.deepEqual(dataOf(spanish, { anunciante: text, publicado: date }), {
      anunciante: 'Casas Levante',
      publicado: '2026-03-03',
    });
  });

  test('are no labels of things that only have a number, or within prose', () => {
    const page = pageOf(
      'en',
      'Report',
      'See Table 2. Chapter 3, Page 14. The pages cost 12 euros each.',
      'It was 2019, Tables were scarce.',
    );
    assert.deepEqual(dataOf(page, { table: number, chapter: number }), {
      table: null,
      chapter: null,
    });
  });

  test('keep the whole value of a single label', () => {
    const page = pageOf('en', 'Lamp', 'Care: Wipe with a cloth. Do not use soap, oil or water.');
    assert.deepEqual(dataOf(page, { care: text }), {
      care: 'Wipe with a cloth. Do not use soap, oil or water.',
    });
  });

  test('are choices and facts that stand for themselves', () => {
    const page = pageOf(
      'en',
      'Welder',
      '<b>Tern Boats</b> · Norwick, hybrid (two days on site)',
      'Part-time, temporary. Start in May.',
    );
    const fields = {
      place_of_work: oneOf('remote', 'hybrid', 'onsite'),
      employment: oneOf('full_time', 'part_time'),
      temporary: yesNo,
      permanent: yesNo,
    };
    assert.deepEqual(dataOf(page, fields), {
      place_of_work: 'hybrid',
      employment: 'part_time',
      temporary: true,
      permanent: null,
    });
    const filters = pageOf('en', 'Jobs', 'Full-time, part-time, remote, hybrid');
    assert.deepEqual(dataOf(filters, { employment: oneOf('full_time', 'part_time') }), { employment: null });
  });
});

describe('forms that only one thing has', () => {
  test('are read from sentences: mail, telephone, pay, opening hours, an address with its name', () => {
    const page = pageOf(
      'en',
      'Cove Boats',
      'Cove Boats Ltd, 5 Quay Road, Leeds LS1 4XY. We have been here for long. Open Tuesday to Saturday, 9am–5.30pm.',
      'Questions about an order are answered by mail to help@cove.example on working days, or call 0113 496 0000 in the morning.',
      'The pay is £14.50–16 an hour. Lunch is £4.',
    );
    const fields = {
      email: text,
      phone: text,
      opening_hours: text,
      company: objectOf({ name: text, street: text, city: text, postal_code: text }),
      salary: objectOf({ min: number, max: number, currency: text, period: oneOf('year', 'month', 'hour') }),
    };
    assert.deepEqual(dataOf(page, fields), {
      email: 'help@cove.example',
      phone: '0113 496 0000',
      opening_hours: 'Tuesday to Saturday, 9am–5.30pm',
      company: { name: 'Cove Boats Ltd', street: '5 Quay Road', city: 'Leeds', postal_code: 'LS1 4XY' },
      salary: { min: 14.5, max: 16, currency: 'GBP', period: 'hour' },
    });
  });

  test('are none if the page has several', () => {
    const page = pageOf('en', 'Jobs', 'Cook: £14 an hour.', 'Smith: £19 an hour.');
    assert.deepEqual(dataOf(page, { salary: number }), { salary: null });
  });
});

describe('units and currencies of names', () => {
  test('find the only measure that they can mean', () => {
    const page = pageOf('es', 'Piso', '96 m² construidos', 'Con lámpara, max 40 W');
    assert.deepEqual(
      dataOf(page, { area_m2: number, max_power_w: number, terrace_m2: number, length_m: number }),
      {
        area_m2: 96,
        max_power_w: 40,
        terrace_m2: null,
        length_m: null,
      },
    );
    const several = pageOf('en', 'Flat', 'Hall of 12 m² with stairs', 'Garden of 80 m² behind it');
    assert.deepEqual(dataOf(several, { area_m2: number }), { area_m2: null });
  });

  test('are no part of what the page calls a thing, and another currency is no answer', () => {
    const page = pageOf(
      'en',
      'Pier',
      'Repairs cost 2.4 million pounds, and the pier is open.',
      'Deposit: €120',
    );
    assert.deepEqual(dataOf(page, { repair_cost_gbp: number, deposit_eur: number, deposit_usd: number }), {
      repair_cost_gbp: 2_400_000,
      deposit_eur: 120,
      deposit_usd: null,
    });
  });

  test('are chosen from an enumeration of currencies', () => {
    const page = pageOf('de', 'Lampe', 'Preis: 89,90 €');
    assert.deepEqual(dataOf(page, { preis: number, currency: oneOf('USD', 'EUR') }), {
      preis: 89.9,
      currency: 'EUR',
    });
    assert.deepEqual(dataOf(page, { currency: oneOf('USD', 'GBP') }), { currency: null });
  });
});

test('a time is that of the date beside it, and a rating says how many people gave it', () => {
  const page = pageOf(
    'de',
    'Chor im Hof',
    'Freitag, 3. Juli 2026, 19:30 Uhr',
    'Bewertet mit 4,6 von 5 durch 213 Gäste.',
  );
  const fields = { date: text, time: text, review_count: number };
  assert.deepEqual(dataOf(page, fields), {
    date: '2026-07-03T19:30:00',
    time: '19:30 Uhr',
    review_count: 213,
  });
  const later = pageOf('en', 'Choir', '3 July 2026', 'Doors close at 22:00');
  assert.deepEqual(dataOf(later, { date: text, time: text }), { date: '2026-07-03', time: null });
});

test('the name of an object tells which of the names on the page is meant', () => {
  const page = pageOf(
    'de',
    'Chor im Hof',
    'Veranstalter: Singkreis e.V., Kontakt: post@chor.example',
    'Alte Mühle, Hafenstraße 12, 20457 Hamburg',
  );
  assert.deepEqual(
    dataOf(page, { venue: objectOf({ name: text, city: text }), organizer: objectOf({ name: text }) }),
    {
      venue: { name: 'Alte Mühle', city: 'Hamburg' },
      organizer: { name: 'Singkreis e.V.' },
    },
  );
});

test('a path in one line is a list of its steps, and an answer keeps the sign in front of its subject', () => {
  const html = `<html lang="en"><title>Lamp</title><body><div class="breadcrumbs"><a href="/">Home</a> / <a href="/l">Lighting</a> / <span>Lamp</span></div>
    <main><h1>Lamp</h1><p>€ 20</p></main>`;
  assert.deepEqual(dataOf(html, { breadcrumbs: { type: 'array', items: text } }), {
    breadcrumbs: ['Home', 'Lighting', 'Lamp'],
  });
  const mail = pageOf('en', 'Mail', 'Subject: Re: oars for May');
  assert.deepEqual(dataOf(mail, { subject: text }), { subject: 'Re: oars for May' });
});

test('both ends of a range are read beside a label that calls it one', () => {
  const page =
    '<html lang="en"><title>Tent</title><main><h1>Tent</h1><dl><dt>Temperature range</dt><dd>-10 to 25 °C</dd><dt>Weight</dt><dd>3 kg</dd></dl></main>';
  assert.deepEqual(dataOf(page, { temperature_min: number, temperature_max: number }), {
    temperature_min: -10,
    temperature_max: 25,
  });
});

describe('versions', () => {
  test('stand in the title, with two points or behind a word for them; dates and two numbers are none', () => {
    const versionOf = (title: string) => dataOf(pageOf('en', title, 'It mends the pump.'), { version: text });
    assert.deepEqual(versionOf('Release 2.4.0'), { version: '2.4.0' });
    assert.deepEqual(versionOf('Quay v1.2'), { version: '1.2' });
    for (const title of ['Meeting of 2.4.2026', 'Chapter 3.2', 'From 1.2.3 to 2.0.0'])
      assert.deepEqual(versionOf(title), { version: null });
  });
});
