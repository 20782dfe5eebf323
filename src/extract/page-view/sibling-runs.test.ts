import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../page/parse/parse-html.ts';
import { indexPage } from '../selectors/layouts/page-index.ts';
import { elementText } from './page-letters.ts';
import { findRecords } from './record-clusters.ts';

/** Returns the best records of a page as their first and last texts. */
function recordsOf(body: string): [string, string][] {
  const page = indexPage(parseHtml(`<body>${body}</body>`));
  const [best] = findRecords(page);
  return (best?.members ?? []).map((node, at) => [
    elementText(page.tree, node),
    elementText(page.tree, best?.lasts?.[at] ?? node),
  ]);
}

const stories = ['Low water', 'High tide', 'Spring flood', 'Neap tide'];
const many = (write: (title: string, at: number) => string) => stories.map(write).join('');

describe('records that are runs of siblings', () => {
  test('terms with one or more descriptions', () => {
    const list = many(
      (title, at) =>
        `<dt><a href="/${at}">${title} at the quay</a></dt><dd>Words about it, number ${at}.</dd>${at % 3 === 0 ? '<dd>And more.</dd>' : ''}`,
    );
    const records = recordsOf(`<h1>Results</h1><dl>${list}</dl>`);
    assert.equal(records.length, 4);
    assert.deepEqual(records[0], ['Low water at the quay', 'And more.']);
    assert.deepEqual(records[1], ['High tide at the quay', 'Words about it, number 1.']);
  });

  test('two rows of a table for each record, and a row between them', () => {
    const rows = many(
      (title, at) =>
        `<tr class="story" id="s${at}"><td class="rank">${at + 1}.</td><td class="line"><a href="/${at}">${title} at the quay</a></td></tr>
         <tr><td></td><td class="sub"><span class="score">${at + 10} points</span> by <a href="/u/${at}">user${at}</a></td></tr>
         <tr class="spacer"></tr>`,
    );
    const records = recordsOf(`<table>${rows}</table>`);
    assert.equal(records.length, 4);
    assert.match(records[3]?.[0] ?? '', /Neap tide/);
    assert.match(records[3]?.[1] ?? '', /13 points by user3/);
  });

  test('headings with paragraphs, without the text before and behind them', () => {
    const entries = many(
      (title, at) => `<h3><a href="/${at}">${title} at the quay</a></h3><p>Words about it, number ${at}.</p>`,
    );
    const records = recordsOf(`<main><p>All talks.</p>${entries}<div class="end">Page 1 of 2</div></main>`);
    assert.deepEqual(records[3], ['Neap tide at the quay', 'Words about it, number 3.']);
  });

  test('rows that alternate between two classes are records of their own', () => {
    const rows = many(
      (title, at) =>
        `<tr class="${at % 2 === 0 ? 'dark' : 'light'}"><td><i>2026-01-0${at + 1}</i></td><td><a href="/${at}">${title} at the quay</a></td></tr>`,
    );
    assert.equal(recordsOf(`<table class="log">${rows}</table>`).length, 4);
  });

  test('links within a sentence are no records', () => {
    const sentence = many((title, at) => `See <a href="/${at}">${title}</a> for the depth in spring, `);
    const page = indexPage(parseHtml(`<body><div>${sentence}</div></body>`));
    assert.ok(findRecords(page).every(({ lasts }) => lasts === undefined));
  });

  test('the years of an archive are groups of records', () => {
    const year = (number: number) =>
      `<section><h2>${number}</h2><ul>${many((title, at) => `<li><i>0${at + 1}-14</i> <a href="/${number}/${at}">${title} of ${number}</a></li>`)}</ul></section>`;
    assert.equal(recordsOf(`<main>${year(2026)}${year(2025)}</main>`).length, 8);
  });
});
