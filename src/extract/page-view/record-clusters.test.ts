import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../page/parse/parse-html.ts';
import { indexPage, type PageIndex } from '../selectors/layouts/page-index.ts';
import { elementText } from './page-letters.ts';
import { findRecords } from './record-clusters.ts';

const goods = ['Brass lamp 12.00 in stock', 'Pilot lantern 84.25 sold out', 'Mooring light 9.50 in stock'];
const menu =
  '<nav><ul><li><a href="/">Home</a></li><li><a href="/a">About</a></li><li><a href="/c">Shop</a></li></ul></nav>';

function card(text: string, index: number): string {
  const [first, ...rest] = text.split(' ');
  return `<div class="card"><h3><a href="/p/${index}">${first} ${rest[0]}</a></h3><p class="price">${rest.slice(1).join(' ')}</p></div>`;
}

function texts(page: PageIndex): string[] {
  const [best] = findRecords(page);
  return (best?.members ?? []).map((node) => elementText(page.tree, node).replace(/\s+/g, ' ').trim());
}

describe('repeated records', () => {
  test('are distinguished from menus and returned in document order', () => {
    const page = indexPage(
      parseHtml(`<body>${menu}<main><div class="grid">${goods.map(card).join('')}</div></main></body>`),
    );
    assert.deepEqual(texts(page).length, 3);
    assert.match(texts(page)[1] as string, /Pilot lantern.*84\.25/);
  });

  test('in columns of the same structure form one cluster', () => {
    const column = (from: number) =>
      `<div class="column">${goods.map((text, at) => card(text, from + at)).join('')}</div>`;
    const page = indexPage(
      parseHtml(`<body><main><div class="row">${column(0)}${column(3)}</div></main></body>`),
    );
    assert.ok(findRecords(page).some(({ members }) => members.length === 6));
  });

  test('are found although each has classes and ids of its own', () => {
    const post = (at: number) => {
      const topics = at % 3 === 0 ? 'tag-boats' : at % 3 === 1 ? 'tag-rope tag-knots' : 'category-news';
      return `<article id="post-${at}" class="post-${at} post type-post hentry ${topics}"><header class="entry-header">
        <h2 class="entry-title"><a href="/${at}">Entry ${at}</a></h2></header><div class="entry-content"><p>Words of
        entry ${at}, which go on.</p></div><footer class="entry-meta tag-${at}"><a href="/a">Ada</a></footer></article>`;
    };
    const archive = ['June', 'May', 'April'].map((month) => `<li><a href="/${month}">${month} 2026</a></li>`);
    const posts = Array.from({ length: 10 }, (_, at) => post(at + 1)).join('');
    const page = indexPage(
      parseHtml(
        `<body><div id="content">${posts}</div><div class="widget"><ul>${archive.join('')}</ul></div></body>`,
      ),
    );
    assert.equal(texts(page).length, 10);
    assert.match(texts(page)[9] as string, /Entry 10/);
  });

  test('returns nothing for a page without records, and handles a deeply nested page in bounded time', () => {
    assert.deepEqual(findRecords(indexPage(parseHtml('<body><p>Alone</p></body>'))), []);
    const deep = `${'<div><p>a</p><p>b</p>'.repeat(3000)}`;
    assert.ok(findRecords(indexPage(parseHtml(`<body>${deep}</body>`))).length >= 1);
  });
});
