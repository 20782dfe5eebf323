import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnPage } from '../sources/find-on-page.ts';

/** Returns the records of the best source of a page. */
function recordsOf(body: string, fields: string[]): Record<string, unknown>[] {
  const html = `<!doctype html><html lang="en"><head><title>List</title></head><body>${body}</body></html>`;
  const { sources } = findOnPage({
    bytes: Buffer.from(html),
    headers: { 'content-type': 'text/html' },
    url: 'https://quay.example/list',
    fields,
    reading: null,
    answers: [],
    pinned: {},
  });
  return sources[0]?.read?.records ?? [];
}

const many = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');

describe('fields of a record', () => {
  test('posts of a blog with classes of their own: heading, its link, its picture', () => {
    const post = (at: number) =>
      `<article id="post-${at + 90}" class="post-${at + 90} post type-post hentry ${at % 2 ? 'category-news' : 'tag-boats'}">
        <h2 class="entry-title"><a href="/p/${at}">Story ${at} of the boats</a></h2>
        <a class="avatar" href="/u/${at}"><img src="/faces/${at}.png" alt="Ada"></a>
        <div class="entry-content"><p>Words on the boats, and on the sea ${at}.</p></div>
        <footer><span class="tag-links"><a href="/tag/${at}">y${at}</a></span></footer></article>`;
    const archive = ['June', 'May', 'April']
      .map((month) => `<li><a href="/${month}">${month} 2026</a></li>`)
      .join('');
    const records = recordsOf(`<main>${many(10, post)}</main><div class="widget"><ul>${archive}</ul></div>`, [
      'title',
      'link',
      'image',
    ]);
    assert.equal(records.length, 10);
    assert.deepEqual(records[1], {
      title: 'Story 1 of the boats',
      link: 'https://quay.example/p/1',
      image: null,
    });
  });

  test('topics of a forum: the link of the topic, not its pages or its last post', () => {
    const topic = (at: number) =>
      `<li class="row bg${(at % 2) + 1} ${at === 0 ? 'sticky' : ''}"><a href="/t/${at}" class="topictitle">Topic ${at} on engines</a>
        <span class="pagination"><a href="/t/${at}">1</a> <a href="/t/${at}?start=10">2</a></span>
        by <a href="/u/${at}" class="username">user${at}</a> <span class="lastpost"><a href="/t/${at}#p9">Last post</a></span></li>`;
    const records = recordsOf(`<ul class="topics">${many(9, topic)}</ul>`, ['title', 'link', 'author']);
    assert.equal(records.length, 9);
    assert.deepEqual(records[3], {
      title: 'Topic 3 on engines',
      link: 'https://quay.example/t/3',
      author: 'user3',
    });
  });

  test('goods: the price that is asked, its currency, the address of the picture', () => {
    const item = (at: number) =>
      `<div class="item ${at % 4 === 0 ? 'featured' : ''} item-${at}"><img src="/blank.gif" data-src="/i/${at}.jpg" alt="Lamp ${at}">
        <h4><a href="/p/${at}">Brass lamp ${at}</a></h4>
        <div class="price">${at % 4 === 0 ? `<del>€${at + 30}.00</del> ` : ''}<span>€${at + 20}.50</span></div></div>`;
    const records = recordsOf(`<div class="goods">${many(12, item)}</div>`, [
      'title',
      'price',
      'currency',
      'image',
    ]);
    assert.equal(records.length, 12);
    assert.deepEqual(records[4], {
      title: 'Brass lamp 4',
      price: 24.5,
      currency: 'EUR',
      image: 'https://quay.example/i/4.jpg',
    });
  });

  for (const [sign, stated] of [
    ['$', '$'],
    ['kr', 'kr'],
    // The text of a column is in the form NFKC.
    ['₨', 'Rs'],
    ['US$', 'USD'],
    ['C$', 'CAD'],
  ] as const) {
    test(`the currency of prices in ${sign} is what the page states of it`, () => {
      const item = (at: number) =>
        `<div class="item"><h4><a href="/p/${at}">Brass lamp ${at}</a></h4><p class="price">${sign} ${at + 20}.50</p></div>`;
      const records = recordsOf(`<div class="goods">${many(12, item)}</div>`, ['title', 'price', 'currency']);
      assert.deepEqual(records[4], { title: 'Brass lamp 4', price: 24.5, currency: stated });
    });
  }

  test('text stays text, and an amount may start with its decimal mark', () => {
    const departure = (at: number) =>
      `<div class="dep"><b class="time">1${at}:30</b><i class="location">Gate ${at + 10}</i><span class="fare">.75 €</span></div>`;
    const records = recordsOf(`<div class="list">${many(8, departure)}</div>`, ['location', 'fare']);
    assert.deepEqual(records[2], { location: 'Gate 12', fare: 0.75 });
  });
});
