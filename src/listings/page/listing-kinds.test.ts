import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { findOnPage } from './sources/find-on-page.ts';

const names = ['Low water', 'High tide', 'Spring flood', 'Neap tide', 'Storm surge'];
const many = (write: (name: string, at: number) => string) => names.map(write).join('');

function findSources(body: string, fields: string[]) {
  return findOnPage({
    bytes: Buffer.from(
      `<!doctype html><html lang="en"><head><title>List</title></head><body>${body}</body></html>`,
    ),
    headers: { 'content-type': 'text/html' },
    url: 'https://quay.example/list',
    fields,
    reading: null,
    answers: [],
  }).sources;
}

const recordsOf = (body: string, fields: string[]) => findSources(body, fields)[0]?.read?.records ?? [];
const asScript = (data: object) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;
const talks =
  '<div><h2>About the tides</h2><p>Words on tides, on and on.</p><h2>About us</h2><p>Words on us.</p></div>';

describe('kinds of listings', () => {
  test('fields of a record that is two rows of a table, with values of both', () => {
    const rows = many(
      (name, at) =>
        `<tr class="story"><td class="line"><a href="/${at}">${name} at the quay</a></td></tr>
         <tr><td class="sub">by <a class="user" href="/u/${at}">Ada Crane</a> <span class="age">2026-01-0${at + 1}</span></td></tr>`,
    );
    assert.deepEqual(recordsOf(`<table>${rows}</table>`, ['title', 'url', 'author', 'date'])[2], {
      title: 'Spring flood at the quay',
      url: 'https://quay.example/2',
      author: 'Ada Crane',
      date: '2026-01-03',
    });
  });

  test('names of files are addresses relative to the page, and so is the parent folder', () => {
    const files = ['tides.gz', 'quay', 'log.txt.gz', 'README'];
    const row = (name: string, href: string) =>
      `<tr><td><a href="${href}">${name}</a></td><td>2 KB</td></tr>`;
    const rows = [row('Up', '/'), ...files.map((name) => row(name, name))].join('');
    const records = recordsOf(`<table><tr><th>Name</th><th>Size</th></tr>${rows}</table>`, ['name', 'url']);
    assert.deepEqual(records, [
      { name: 'Up', url: 'https://quay.example/' },
      ...files.map((name) => ({ name, url: `https://quay.example/${name}` })),
    ]);
  });

  test('links in bold have their text like the others', () => {
    const item = (name: string, at: number) =>
      `<li><a href="/help?about=${at}">${at % 2 === 0 ? `<b>${name}</b>` : name}</a></li>`;
    assert.deepEqual(
      recordsOf(`<ul>${many(item)}</ul>`, ['name', 'url']).map(({ name }) => name),
      names,
    );
  });

  test('titles that replies share, each with a page of its own', () => {
    const subjects = ['Crane at berth four', 'Fog at the outer quay', 'Paint for the wall'];
    const items = Array.from({ length: 12 }, (_, at) => {
      const subject = subjects[at % 3];
      return `<li><strong><a href="m${at}.html">${subject}</a></strong><ul><li><em>From</em>: Ada Keel</li></ul></li>`;
    });
    const records = recordsOf(`<h1>Messages</h1><ul>${items.join('')}</ul>`, ['title', 'url']);
    assert.equal(records.length, 12);
    assert.deepEqual(records[4], { title: subjects[1], url: 'https://quay.example/m4.html' });
  });

  test('a stated list outranks two headings', () => {
    const item = (name: string, at: number) => ({
      '@type': 'ListItem',
      position: at + 1,
      item: { '@type': 'Article', name, url: `https://quay.example/${at}` },
    });
    const list = { '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: names.map(item) };
    const links = many((name) => `<div><span>${name}</span></div>`);
    const [best] = findSources(`${asScript(list)}${talks}<div class="k">${links}</div>`, ['name', 'url']);
    assert.deepEqual([best?.kind, best?.count], ['json_ld', 5]);
    assert.deepEqual(best?.read?.records[4], { name: 'Storm surge', url: 'https://quay.example/4' });
  });

  test('microdata outrank two headings', () => {
    const items = many(
      (name, at) =>
        `<div itemscope itemtype="https://schema.org/Event"><b itemprop="name">${name}</b> <i itemprop="startDate">2026-02-0${at + 1}</i></div>`,
    );
    const [best] = findSources(`${talks}${items}`, ['name', 'start_date']);
    assert.equal(best?.count, 5);
    assert.deepEqual(best?.read?.records[0], { name: 'Low water', start_date: '2026-02-01' });
  });

  test('the path to a page is no listing', () => {
    const crumbs = ['Home', 'Tides', 'Spring'].map((name, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: `https://quay.example/${at}`,
    }));
    const shown = ['Home', 'Tides', 'Spring'].map((name, at) => `<a href="/${at}">${name}</a>`).join(' › ');
    const cards = many(
      (name, at) => `<li class="card"><h3><a href="/p/${at}">${name}</a></h3><p>Words ${at}</p></li>`,
    );
    const data = { '@type': 'BreadcrumbList', itemListElement: crumbs };
    const [best] = findSources(`${asScript(data)}<div>${shown}</div><ul>${cards}</ul>`, ['name', 'url']);
    assert.equal(best?.count, 5);
  });

  test('a title without the date beside it, and a category by the folder of its link', () => {
    const posts = many(
      (name, at) =>
        `<article class="x"><a href="/p/${at}"><time>03-1${at}</time> ${name} at the quay</a>
         <a class="y" href="/categories/news/">News ${at % 2}</a></article>`,
    );
    assert.deepEqual(recordsOf(posts, ['title', 'category'])[1], {
      title: 'High tide at the quay',
      category: 'News 1',
    });
  });

  test('a title is the link that a line starts with, and a tooltip is no title', () => {
    const lines = many(
      (name, at) =>
        `<li class="row"><p class="row-title"><a href="/p/${at}">${name} at the quay</a> (${at + 3} pages) by <a title="The page of Ada" href="/u/ada">Ada Crane</a></p></li>`,
    );
    assert.deepEqual(recordsOf(`<ul>${lines}</ul>`, ['title', 'url'])[3], {
      title: 'Neap tide at the quay',
      url: 'https://quay.example/p/3',
    });
  });

  test('posts beside a widget of recent posts and an archive', () => {
    const post = (name: string, at: number) =>
      `<div class="card"><h2><a href="/p/${at}">${name} at the quay</a></h2><span>2026-01-0${at + 1}</span><p>Words about it, number ${at}.</p></div>`;
    const recent = names
      .slice(0, 3)
      .map(
        (name, at) =>
          `<li><p class="date">2026-01-0${at + 1}</p><p class="title"><a href="/p/${at}">${name} at the quay</a></p></li>`,
      );
    const records = recordsOf(`<main>${many(post)}</main><aside><ul>${recent.join('')}</ul></aside>`, [
      'title',
      'date',
      'url',
    ]);
    assert.equal(records.length, 5);
  });

  test('posts of several kinds beside a menu, a tag cloud, an archive and page links', () => {
    const kinds = ['sticky featured', 'advert sponsored', '', 'tag-boats', 'category-news'];
    const post = (name: string, at: number) =>
      `<article id="post-${at + 93}" class="post post-${at + 93} ${kinds[at]}"><h2><a href="/p/${at}">${name} at the quay</a></h2><p>Words about it, number ${at}.</p></article>`;
    const links = (words: readonly string[], folder: string) =>
      words.map((word) => `<a href="/${folder}/${word}">${word}</a>`).join(' ');
    const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July'].map(
      (month) => `<li><a href="/2026/${month}">${month} 2026</a></li>`,
    );
    const tags = ['boats', 'ropes', 'knots', 'lamps', 'tides', 'ferries', 'locks', 'cranes'];
    const body = `<nav>${links(['home', 'about', 'contact', 'shop', 'news', 'help'], 'menu')}</nav><main>${many(post)}
      <div class="nav-links">${links(['1', '2', '3', '4', '5', '6'], 'page')}</div></main>
      <aside><div class="tagcloud">${links(tags, 'tag')}</div><ul class="archives">${months.join('')}</ul></aside>`;
    const records = recordsOf(body, ['title', 'url']);
    assert.deepEqual(
      records,
      names.map((name, at) => ({ title: `${name} at the quay`, url: `https://quay.example/p/${at}` })),
    );
  });

  test('the first line of a link that holds a record is the title, and the link behind it no category', () => {
    const commit = (name: string, at: number) =>
      `<li><a class="commit" href="/c/${at}"><span class="line1"><span>${name} at the quay</span></span>
        <span class="line2"><span>Ada Crane</span> <span>${at + 2} months ago</span></span></a></li>`;
    assert.deepEqual(recordsOf(`<ul>${many(commit)}</ul>`, ['title', 'url', 'author'])[1], {
      title: 'High tide at the quay',
      url: 'https://quay.example/c/1',
      author: 'Ada Crane',
    });
    const entry = (name: string, at: number) =>
      `<div class="entry"><h3>${name} at the quay</h3><p>Words about it, number ${at}, and more of them.</p>
        <p>path: <a href="/blog/${at % 2 ? 'news' : 'guides'}">/path</a> | <a href="/blog/2026/${at}">permanent link</a></p></div>`;
    assert.deepEqual(recordsOf(many(entry), ['title', 'url'])[1], {
      title: 'High tide at the quay',
      url: 'https://quay.example/blog/2026/1',
    });
  });

  test('a cell of a table: the text of its link without the labels behind it, and dates with a time and a zone', () => {
    const row = (name: string, at: number) =>
      `<tr><td>Sat, 1${at} Mar 2026 09:30:00 +0000</td><td>Ada Crane</td><td><a href="/r/${at}">${name} at the quay</a> <span>draft</span></td></tr>`;
    const table = `<table><tr><th>age</th><th>author</th><th>description</th></tr>${many(row)}</table>`;
    assert.deepEqual(recordsOf(table, ['title', 'date', 'author', 'url'])[2], {
      title: 'Spring flood at the quay',
      date: '2026-03-12T09:30:00+00:00',
      author: 'Ada Crane',
      url: 'https://quay.example/r/2',
    });
  });

  test('ten posts with classes of their own beside three links to an archive', () => {
    const titles = Array.from({ length: 10 }, (_, at) => `${names[at % 5]} at quay ${at}`);
    const posts = titles.map(
      (title, at) =>
        `<article id="post-${at + 93}" class="post-${at + 93} post type-post tag-x${at} hentry"><header><h2 class="entry-title"><a href="/p/${at}">${title}</a></h2></header><p>Words about it, number ${at}.</p></article>`,
    );
    const months = ['May', 'April', 'March'].map(
      (month) => `<li><a href="/2026/${month}">${month} 2026</a></li>`,
    );
    const aside = `<aside><h2>Archives</h2><ul>${months.join('')}</ul></aside>`;
    const records = recordsOf(`<main>${posts.join('')}</main>${aside}`, ['title', 'url']);
    assert.deepEqual(
      records.map(({ title }) => title),
      titles,
    );
  });

  test('names of elements that start with the name of the record', () => {
    const topic = (name: string, at: number) =>
      `<div class="topics__topic"><div class="topic__title"><a class="topic__link" href="/topic/${at}/">${name} at the quay</a></div>
        <div class="topic__category"><a href="/category/${at % 2}/">${at % 2 ? 'Ropes' : 'Boats'}</a></div>
        <div class="topic__comments"><i class="icon"></i> ${at + 2}</div><div class="topic__date" title="March 1${at}, 2026, 9:30 a.m.">1${at} Mar</div></div>`;
    assert.deepEqual(
      recordsOf(`<div class="topics">${many(topic)}</div>`, ['title', 'category', 'replies'])[1],
      {
        title: 'High tide at the quay',
        category: 'Ropes',
        replies: 3,
      },
    );
  });

  test('a column that names the records holds their titles, without what stands below them in the cell', () => {
    const row = (name: string, at: number) =>
      `<tr><td><p>${name} at the quay <span class="badge">new</span></p><p>at Old Hall</p></td><td>2026-03-1${at}</td><td>Ada Crane ${'ABCDE'[at]}</td></tr>`;
    const table = `<table><thead><tr><th>Event</th><th>Date</th><th>Organised by</th></tr></thead><tbody>${many(row)}</tbody></table>`;
    assert.deepEqual(recordsOf(table, ['title', 'date', 'organizer'])[3], {
      title: 'Neap tide at the quay',
      date: '2026-03-13',
      organizer: 'Ada Crane D',
    });
  });
});
