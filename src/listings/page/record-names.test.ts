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
});
