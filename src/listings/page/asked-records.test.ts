import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnPage } from './sources/find-on-page.ts';

const names = ['Low water', 'High tide', 'Spring flood', 'Neap tide', 'Storm surge', 'Slack ebb'];
const masters = ['Ada Stone', 'Bo Ek', 'Cy Wren', 'Di Marsh', 'Eli Park', 'Flo Reed'];
const places = ['Berlin', 'Hamburg', 'Kiel', 'Bremen', 'Lübeck', 'Rostock'];
const many = (write: (name: string, at: number) => string) => names.map(write).join('');
const day = (month: number, at: number) => `2026-0${month}-0${at + 1}`;

function recordsOf(body: string, fields: string[], language = 'en') {
  const html = `<!doctype html><html lang="${language}"><head><title>List</title></head><body>${body}</body></html>`;
  const { sources } = findOnPage({
    bytes: Buffer.from(html),
    headers: { 'content-type': 'text/html' },
    url: 'https://quay.example/list',
    fields,
    reading: null,
    answers: [],
  });
  return sources[0]?.read?.records ?? [];
}

const row = (...cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;

describe('headings of tables without their elements', () => {
  const third = { vessel: 'Spring flood', master: 'Cy Wren', harbour: 'Kiel' };
  const body = many((name, at) => row(name, masters[at] ?? '', places[at] ?? ''));
  const fields = ['vessel', 'master', 'harbour'];
  test('bold words above words', () =>
    assert.deepEqual(
      recordsOf(
        `<table>${row('<b>Vessel</b>', '<b>Master</b>', '<b>Harbour</b>')}${body}</table>`,
        fields,
      )[2],
      third,
    ));
  test('a row with a class of headings', () =>
    assert.deepEqual(
      recordsOf(
        `<table><tr class="list-head"><td>Vessel</td><td>Master</td><td>Harbour</td></tr>${body}</table>`,
        fields,
      )[2],
      third,
    ));
  test('words above addresses and links, below a title of the table', () => {
    const rows = many((name, at) => row(name, `m${at}@quay.example`, `<a href="/v/${at}">Details</a>`));
    const table = `<table><tr><td colspan="3">All vessels</td></tr>${row('Vessel', 'Email', 'Page')}${rows}</table>`;
    assert.deepEqual(recordsOf(table, ['vessel', 'email'])[5], {
      vessel: 'Slack ebb',
      email: 'm5@quay.example',
    });
  });
  test('words with a year above amounts', () => {
    const rows = many((name, at) => row(name, `${at}10`, `${at}50`));
    const table = `<table>${row('Vessel', 'Price 2025', 'Price 2026')}${rows}</table>`;
    assert.deepEqual(recordsOf(table, ['vessel', 'price_2026'])[1], { vessel: 'High tide', price_2026: 150 });
  });
  test('a first row of data is none', () => {
    const table = `<table>${many((name, at) => row(`<b>${name}</b>`, places[at] ?? '', `${at}10`))}</table>`;
    assert.equal(recordsOf(table, ['name', 'price']).length, names.length);
  });
});

describe('a date with the name of another one', () => {
  test('is null in a table and in cards', () => {
    const table = `<table><tr><th>Title</th><th>Posted</th></tr>${many((name, at) => row(name, day(1, at)))}</table>`;
    assert.equal(recordsOf(table, ['title', 'deadline'])[0]?.deadline, null);
    assert.equal(recordsOf(table, ['title', 'posted_date'])[0]?.posted_date, day(1, 0));
    assert.equal(recordsOf(table, ['title', 'date'])[0]?.date, day(1, 0));
    const cards = (label: string) =>
      `<ul>${many((name, at) => `<li><h3>${name}</h3><p>${label}: ${day(1, at)}</p></li>`)}</ul>`;
    assert.equal(recordsOf(cards('Updated'), ['title', 'event_date'])[0]?.event_date, null);
    assert.equal(recordsOf(cards('Released'), ['title', 'published'])[0]?.published, day(1, 0));
  });
});

describe('menus and footers are no records', () => {
  const links = (words: string) =>
    `<ul>${words
      .split(' ')
      .map((word) => `<li><a href="/${word}">${word}</a></li>`)
      .join('')}</ul>`;
  const around = (body: string) =>
    `<nav>${links('Home About Contact Press Jobs Help Shop News')}</nav><main>${body}</main><footer>${links('Terms Privacy Cookies Sitemap')}</footer>`;
  test('where a date or a price is asked and they have none', () => {
    assert.deepEqual(recordsOf(around('<h1>Tides</h1><p>Words on tides.</p>'), ['title', 'url', 'date']), []);
    const list = around(`<div>${many((name, at) => `<p>${name}, ${day(1, at)}</p>`)}</div>`);
    assert.equal(recordsOf(list, ['title', 'url', 'date'])[4]?.date, day(1, 4));
  });
});

describe('values in the phrases of a record', () => {
  const item = (write: (at: number) => string) =>
    `<ul>${many((name, at) => `<li><h3><a href="/j/${at}">${name}</a></h3><p>${write(at)}</p></li>`)}</ul>`;
  const rows: [line: (at: number) => string, values: object][] = [
    [
      (at) => `by ${masters[at]} on March ${at + 1}, 2026 | ${at + 2} comments`,
      { author: 'Cy Wren', date: '2026-03-03', comments: 4 },
    ],
    [
      (at) => `${at + 12} points by ${masters[at]} ${at + 1} hours ago | ${at + 3} comments`,
      { author: 'Cy Wren', date: null, comments: 5 },
    ],
    [(at) => `${places[at]}, ${day(1, at)}`, { author: null, date: day(1, 2), comments: null }],
    [
      (at) => `We began on ${day(1, at)} and stopped on ${day(2, at)}`,
      { author: null, date: null, comments: null },
    ],
  ];
  for (const [line, values] of rows)
    test(line(2), () => {
      const found = recordsOf(item(line), ['title', 'author', 'date', 'comments'])[2];
      assert.deepEqual(found, { title: 'Spring flood', ...values });
    });
});

describe('tables of one listing', () => {
  const head = '<tr><th>Vessel</th><th>Harbour</th><th>Remark</th></tr>';
  const fields = ['vessel', 'harbour', 'date'];
  const rowAt = (at: number) =>
    row(`<a href="/v/${at}">${names[at]}</a>`, places[at] ?? '', at === 1 ? '' : 'None');
  const wanted = (date: (at: number) => string) =>
    names.map((vessel, at) => ({ vessel, harbour: places[at], date: date(at) }));

  test('those with the same headings are one, and the line above each is a value of its records', () => {
    const days = ['July 2, 2024', 'July 9, 2024', 'July 16, 2024'];
    const title = (at: number) =>
      [`<div>${days[at]}</div>`, `<h3>${days[at]}</h3>`, `<p><b>${days[at]}</b></p>`][at];
    const tables = [0, 1, 2].map(
      (at) => `<section>${title(at)}<table>${head}${rowAt(2 * at)}${rowAt(2 * at + 1)}</table></section>`,
    );
    assert.deepEqual(
      recordsOf(`<main><h1>Arrivals</h1>${tables.join('')}</main>`, fields),
      wanted((at) => `2024-07-${['02', '09', '16'][Math.floor(at / 2)]}`),
    );
  });
  test('page numbers in a table of their own above the headings belong to none of its records', () => {
    const pager =
      '<tr><td colspan="3"><table><tr><td>1</td><td><a href="?p=2">2</a></td></tr></table></td></tr>';
    const rows = many((_name, at) => rowAt(at));
    assert.deepEqual(recordsOf(`<table>${pager}${head}${rows}</table>`, ['vessel', 'harbour'])[3], {
      vessel: 'Neap tide',
      harbour: 'Bremen',
    });
  });
  test('of two columns of codes, the one that is called a number answers a field of another number', () => {
    const table = (heading: string) =>
      `<table><tr><th>Vessel</th><th>${heading}</th><th>Citation</th></tr>${many((name, at) => row(name, `C-21${at}16${at}`, `QB-4${at}2${at}`))}</table>`;
    for (const heading of ['Case No.', 'File Number', 'Ref. Code'])
      assert.deepEqual(recordsOf(table(heading), ['vessel', 'docket_number'])[2], {
        vessel: 'Spring flood',
        docket_number: 'C-212162',
      });
    assert.equal(recordsOf(table('Remark'), ['vessel', 'docket_number'])[2]?.docket_number ?? null, null);
  });
});
