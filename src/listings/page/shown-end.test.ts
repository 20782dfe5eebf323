import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShownEnd } from './shown-end.ts';
import { parsePage } from './sources/parsed-source.ts';

const rows: [name: string, body: string, total: number | null, hasMore: boolean][] = [
  ['a range of all records', '<p>Showing 1–10 of 1,204 results</p>', 1204, false],
  ['a range in another language', '<p>Artikel 1 bis 24 von 96</p>', 96, false],
  ['a complete range', '<p>1 - 7 of 7</p>', 7, false],
  ['a part of the records', '<p>You have viewed 48 of 158 products</p>', 158, false],
  [
    'a total before links to pages',
    '<div>Total of 1195 entries : 1-50 <a href="?2">51-100</a></div>',
    1195,
    false,
  ],
  [
    'a phrase with part and total',
    '<p>The following 50 pages are in this group, out of 59 total.</p>',
    59,
    false,
  ],
  ['a number behind the main heading', '<h1>Ropes (158 items)</h1>', 158, false],
  [
    'a number behind a heading that is a year',
    '<h2>Ropes (1998)</h2><p>Showing 5 of the best</p>',
    null,
    false,
  ],
  ['a button for more', '<ul><li>Lamp</li></ul><button>Load more</button>', null, true],
  ['a link for more', '<a href="#">Voir plus »</a>', null, true],
  [
    'a button of a form for the next page',
    '<form><div class="pagenav-next"><button type="submit" name="first[20]">less recent &gt;&gt;</button></div></form>',
    null,
    true,
  ],
  [
    'buttons of a carousel and of a search',
    '<button class="slick-next">›</button><form><button type="submit">Search</button></form>',
    null,
    false,
  ],
  ['an element with the role of a button', '<div role="button" tabindex="0">Load more</div>', null, true],
  ['an input that is a button', '<form><input type="submit" value="Show more results"></form>', null, true],
  ['a field for text that names the control', '<input type="text" value="Load more">', null, false],
  [
    'a mark at which scripts load more',
    '<ul><li>Lamp</li></ul><div class="infinite-scroll-trigger"></div>',
    null,
    true,
  ],
  [
    'a class that only contains the name of a mark',
    '<div class="no-infinite-scroll"><p>Lamp</p></div>',
    null,
    false,
  ],
  ['a date range and a link to read an entry', '<p>3-5 June</p><a href="/p/1">Read more</a>', null, false],
];

for (const [name, body, total, hasMore] of rows) {
  test(`end of a listing: ${name}`, () => {
    const page = parsePage(`<html><body>${body}</body></html>`, 'https://quay.example/list');
    const shown = findShownEnd(page);
    assert.deepEqual([shown.total, shown.hasMore], [total, hasMore]);
  });
}

test('end of a listing: a class of the body is no mark, because programs give it to their last page too', () => {
  const page = parsePage(
    '<html><body class="infinite-scroll"><p>Lamp</p></body></html>',
    'https://quay.example/list',
  );
  assert.deepEqual(findShownEnd(page), {
    total: null,
    range: null,
    set: null,
    hasMore: false,
    hasScripts: false,
  });
});
