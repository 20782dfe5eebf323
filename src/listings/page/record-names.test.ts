import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnPage } from './sources/find-on-page.ts';

const pairs = [
  'Alder v. Birch',
  'Cedar v. Elm',
  'Hazel v. Larch',
  'Maple v. Oak',
  'Pine v. Rowan',
  'Willow v. Yew',
];

function collect(body: string, fields: string[]) {
  const { sources } = findOnPage({
    bytes: Buffer.from(`<!doctype html><html lang="en"><title>Rulings</title><body>${body}</body></html>`),
    headers: { 'content-type': 'text/html' },
    url: 'https://court.example/rulings',
    fields,
    reading: null,
    answers: [],
  });
  return sources[0]?.read?.records ?? [];
}

const names = (records: readonly Record<string, unknown>[], field: string) =>
  records.map((one) => one[field]);

describe('the name of the records of a list', () => {
  test('is the main text of a row, whatever they are', () => {
    const rows = pairs.map(
      (pair, at) => `<li><a href="/r/${at}.pdf">${pair}</a> <span>March ${at + 1}, 2026</span></li>`,
    );
    for (const field of ['case_name', 'dispute_title']) {
      const records = collect(`<main><ul>${rows.join('')}</ul></main>`, [field, 'date', 'link']);
      assert.deepEqual(names(records, field), pairs);
    }
  });

  test('is that of a table whose heading calls it something else', () => {
    const rows = pairs.map(
      (pair, at) => `<tr><td>March ${at + 1}, 2026</td><td><a href="/r/${at}">${pair}</a></td></tr>`,
    );
    const table = `<table><tr><th>Filed</th><th>Parties</th></tr>${rows.join('')}</table>`;
    assert.deepEqual(names(collect(`<main>${table}</main>`, ['case_name', 'date']), 'case_name'), pairs);
  });

  test('is none of several names', () => {
    const rows = pairs.map(
      (pair, at) => `<li><a href="/m/${at}">${pair}</a> <span>March ${at + 1}, 2026</span></li>`,
    );
    const records = collect(`<main><ul>${rows.join('')}</ul></main>`, [
      'plaintiff_name',
      'defendant_name',
      'date',
    ]);
    assert.deepEqual(
      records.map(({ plaintiff_name, defendant_name }) => [plaintiff_name ?? null, defendant_name ?? null]),
      pairs.map(() => [null, null]),
    );
  });

  test('is beside a number that is linked', () => {
    const rows = pairs.map(
      (pair, at) =>
        `<li><a href="/r/${at}">No. A-26-${at}104</a> <b>${pair}</b> <i>Dismissed on June ${at + 2}</i></li>`,
    );
    const records = collect(`<main><ul>${rows.join('')}</ul></main>`, ['case_name', 'link']);
    assert.deepEqual(names(records, 'case_name'), pairs);
  });
});

describe('the number of the records of a list', () => {
  const rows = (codeOf: (at: number) => string) =>
    pairs
      .map(
        (pair, at) =>
          `<li><a href="/r/${at}">${pair}</a> <i>${codeOf(at)}</i> <span>May ${at + 1}, 2026</span></li>`,
      )
      .join('');
  const numbersOf = (list: string) =>
    names(collect(`<main><ul>${list}</ul></main>`, ['title', 'docket_number', 'date']), 'docket_number');

  test('is the only code, whatever its form', () => {
    for (const codeOf of [
      (at: number) => `2026-0${at}417`,
      (at: number) => `A17${at}209M`,
      (at: number) => `2026 Reg. 0${at}38`,
    ])
      assert.deepEqual(
        numbersOf(rows(codeOf)),
        pairs.map((_, at) => codeOf(at)),
      );
  });

  test('is no size, no word and none of two codes', () => {
    const isMissing = (value: unknown) => value === undefined || value === null;
    assert.ok(numbersOf(rows((at) => `${at + 21} MB`)).every(isMissing));
    assert.ok(numbersOf(rows((at) => `Room ${at + 11} north`)).every(isMissing));
    const both = rows((at) => `26-10${at}4</i> <u>Vol. 3${at}9</u><i>`);
    assert.ok(numbersOf(both).every(isMissing));
  });
});

describe('columns in another language than the fields', () => {
  test('are found by the meaning of their headings', () => {
    const rows = pairs.map(
      (pair, at) =>
        `<tr><td><a href="/r/${at}">${pair}</a></td><td>Escuela ${at + 1}</td><td>Carretera ${at + 9}</td></tr>`,
    );
    const heads = '<tr><th>Partes</th><th>Escuela</th><th>Carretera</th></tr>';
    const records = collect(`<main><table>${heads}${rows.join('')}</table></main>`, [
      'title',
      'school',
      'road',
    ]);
    assert.deepEqual(
      names(records, 'school'),
      pairs.map((_, at) => `Escuela ${at + 1}`),
    );
    assert.deepEqual(
      names(records, 'road'),
      pairs.map((_, at) => `Carretera ${at + 9}`),
    );
    assert.deepEqual(
      names(
        collect(`<main><table>${heads}${rows.join('')}</table></main>`, ['title', 'voltage']),
        'voltage',
      ).filter(Boolean),
      [],
    );
  });
});

describe('columns with short headings', () => {
  test('are called as their attributes spell them out, and by their sign', () => {
    const rows = ['Ashby', 'Brill', 'Corfe', 'Dunmow'].map(
      (team, at) => `<tr><td>${at + 1}</td><td>${team}</td><td>${20 - at}</td><td>${44 - 3 * at}</td></tr>`,
    );
    const heads =
      '<tr><th>#</th><th>Team</th><th><abbr title="Played">P</abbr></th><th abbr="Points">Pt</th></tr>';
    const records = collect(`<main><table>${heads}${rows.join('')}</table></main>`, [
      'rank',
      'team',
      'played',
      'points',
    ]);
    assert.deepEqual(
      records.map((one) => [one.rank, one.team, one.played, one.points].map(String)),
      [
        ['1', 'Ashby', '20', '44'],
        ['2', 'Brill', '19', '41'],
        ['3', 'Corfe', '18', '38'],
        ['4', 'Dunmow', '17', '35'],
      ],
    );
  });
});
