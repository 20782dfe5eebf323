import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { FoundValue, JsonSchema, StoredLayout } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';
import { applyLesson, type LayoutRules, type Lesson } from './selectors/layout-rules.ts';

/** Reads pages in order with `learn: true` and returns the values of the last one. */
function readInOrder(pages: readonly string[], schema: JsonSchema): readonly FoundValue[] {
  let rules: LayoutRules | null = null;
  let values: readonly FoundValue[] = [];
  pages.forEach((html, at) => {
    const { parsed } = readHtml(html, jobFor(html, { url: `https://quay.example/p/${at + 1}` }));
    const layouts: StoredLayout[] = rules === null ? [] : [{ layoutId: 'one', rules }];
    const job = { schema, prompt: null, layouts, learns: true, blockTokens: 0, taught: [] };
    const found = extractPage(parsed as ParsedPage, job);
    values = found.values;
    if (found.lesson !== null)
      rules = JSON.parse(JSON.stringify(applyLesson(rules, found.lesson.lesson as Lesson))) as LayoutRules;
  });
  return values;
}

const schemaOf = (...names: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
});

const page = (title: string, author: string, label: string) =>
  `<title>Quay books</title><div id="top"><h1>Quay books</h1></div><div class="detail"><div class="head">${title}</div>
  <table><tr><td class="k">${label}</td><td class="credit">${author}</td></tr></table><p>Text about ${title} and the harbour.</p></div>`;

describe('pages of one layout teach each other without known values', () => {
  test('a place that a label named on two pages is read on a page without the label', () => {
    const pages = [
      page('Low water', 'Ada Crane', 'Author:'),
      page('High tide', 'Bo Mole', 'Author:'),
      page('Spring flood', 'Cy Quay', ''),
    ];
    const author = readInOrder(pages, schemaOf('author')).find(({ pointer }) => pointer === '/author');
    assert.deepEqual([author?.value, author?.evidence.method], ['Cy Quay', 'selector']);
  });

  test('a selector from a single page does not overrule a label', () => {
    const data = { '@type': 'Recipe', name: 'Stew', prepTime: 'PT15M', cookTime: 'PT15M' };
    const times = (prep: string, cook: string) =>
      `<h1>Stew</h1><ul><li><b>Prep time</b> <i>${prep}</i></li><li><b>Cook time</b> <i>${cook}</i></li></ul>`;
    const schema = {
      type: 'object',
      properties: { prep_time: { type: 'integer' }, cook_time: { type: 'integer' } },
    };
    const first = `<script type="application/ld+json">${JSON.stringify(data)}</script>${times('15 min', '15 min')}`;
    const values = readInOrder([first, times('20 min', '12 min')], schema);
    assert.deepEqual(
      values.map(({ pointer, value }) => [pointer, value]),
      [
        ['/prep_time', 20],
        ['/cook_time', 12],
      ],
    );
  });

  test('values of page data on one page teach pages without it', () => {
    const body = (name: string, maker: string) =>
      `<h1>${name}</h1><p class="origin">${maker}</p><p>Words about ${name}.</p>`;
    const data = { '@type': 'Product', name: 'Lamp', brand: 'Kai Works' };
    const first = `<script type="application/ld+json">${JSON.stringify(data)}</script>${body('Lamp', 'Kai Works')}`;
    const values = readInOrder([first, body('Rope', 'Brig and Sons')], schemaOf('name', 'brand'));
    const brand = values.find(({ pointer }) => pointer === '/brand');
    assert.deepEqual([brand?.value, brand?.evidence.method], ['Brig and Sons', 'selector']);
  });
});
