import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { PageMetadata } from '../domain/pages/page.ts';
import { readHtml } from '../page/read/read-html.ts';
import { describePage } from './describe-page.ts';

const ownJob = { schema: null, prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
const metadata = (html: string, url = 'https://quay.example/notes/7'): PageMetadata =>
  readHtml(html, jobFor(html, { url }), { describe: describePage }).metadata;

describe('items of readers', () => {
  const page = (item: string) =>
    metadata(
      `<html lang="en"><head><title>Tide clock</title></head><body><main><h1>Tide clock</h1><p>It shows when the water is high.</p>${item}</main></body></html>`,
    );
  const item = (type: string, properties: string) =>
    `<div itemscope itemtype="https://schema.org/${type}">${properties}</div>`;
  const date = '<meta itemprop="datePublished" content="2015-09-12">';

  test('state no date, author or description of the page', () => {
    const items: [type: string, properties: string][] = [
      ['Review', `${date}<p itemprop="reviewBody">Quiet.</p>`],
      ['UserReview', `<meta itemprop="author" content="Bo Mole">${date}<p>Quiet.</p>`],
      ['Answer', `${date}<meta itemprop="dateModified" content="2016-01-02"><p>At noon.</p>`],
      ['Comment', `${date}<meta itemprop="description" content="Is it quiet?"><p>Is it quiet?</p>`],
    ];
    for (const [type, properties] of items) {
      const { published, modified, author, description } = page(item(type, properties));
      assert.deepEqual([published, modified, author, description], new Array(4).fill(undefined), type);
    }
  });

  test('in contrast to the item of the text', () => {
    assert.equal(page(item('BlogPosting', date)).published, '2015-09-12');
    assert.equal(
      page(item('Review', `<meta itemprop="name" content="Tide clock">${date}`)).published,
      '2015-09-12',
    );
  });
});

describe('author', () => {
  test('from a byline if the page declares none', () => {
    assert.equal(
      metadata('<p class="post-byline">By <a href="/a">Ana Mole</a>, editor</p>').author,
      'Ana Mole',
    );
    assert.equal(metadata('<span class=author>Written by Ana Mole |</span>').author, 'Ana Mole');
  });

  test('classes of the whole page are ignored', () => {
    const html =
      '<body class="author-hidden single-author"><a href="#main">Skip to content</a><p>Text</p></body>';
    assert.equal(metadata(html).author, undefined);
    assert.equal(
      metadata('<article class="post recipe_author-7"><a href="/">Lamp</a></article>').author,
      undefined,
    );
  });

  test('from the name inside an element marked as author', () => {
    const html = '<div itemprop=author itemscope><b itemprop=name>Ana</b> Member since 2009</div>';
    assert.equal(metadata(html).author, 'Ana');
  });
});

describe('dates', () => {
  test('a marked date has priority over a classed one', () => {
    const html = '<p class=date>March 1, 2024</p><time datetime="2024-03-05T10:00:00+01:00">x</time>';
    assert.equal(metadata(html).published, '2024-03-05T10:00:00+01:00');
    assert.equal(metadata('<p class="entry-date">Posted on March 1, 2024</p>').published, '2024-03-01');
  });

  test('of an article without a marked one is the only one that stands alone', () => {
    const notice = (after: string) =>
      metadata(
        `<html lang="en"><title>Night closure of the lock</title><main><h1>Night closure of the lock</h1>${prose}${prose}${prose}${after}</main></html>`,
      ).published;
    for (const own of [
      '<table><tr><td align="right"><p>2019.03.05</p></td></tr></table>',
      '<div>— March 5, 2019</div>',
      '<p><b>5 March 2019</b></p><ul><li>Since 1 May 2018 the gates open at dawn, and the first barge enters the basin.</ul>',
    ])
      assert.equal(notice(own), '2019-03-05', own);
    for (const other of [
      '<p>March 5, 2019</p><p>March 6, 2019</p>',
      '<p>It was closed on March 5, 2019, and opened again.</p>',
      '<footer>March 5, 2019</footer>',
      '<p>Last updated: March 5, 2019</p>',
    ])
      assert.equal(notice(other), undefined, other);
  });
});

const prose = '<p>The lock keeper opens the gates at dawn, and the first barge enters the basin.</p>'.repeat(
  6,
);
const jsonLd = (item: object) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`;

describe('the title', () => {
  test('is the heading, and the one in the head is kept', () => {
    const html = `<title>Locks at dawn | Quay Notes</title><h1>Locks at dawn</h1>${prose}`;
    const { title, html_title: htmlTitle } = metadata(html);
    assert.deepEqual([title, htmlTitle], ['Locks at dawn', 'Locks at dawn | Quay Notes']);
  });

  test('is that of the head without the name of the site if no heading shows it', () => {
    for (const [head, site] of [
      ['Locks at dawn - Quay Notes', 'Quay Notes'],
      ['Quay Notes: Locks at dawn', 'Quay Notes'],
      ['Locks at dawn — QUAY', 'Quay'],
    ]) {
      const html = `<title>${head}</title><meta property="og:site_name" content="${site}">${prose}`;
      assert.equal(metadata(html).title, 'Locks at dawn', head);
    }
  });

  test('is that of the head if the first heading has nothing in common with it', () => {
    const html = `<meta property="og:site_name" content="Quay Notes"><title>Locks at dawn | Quay Notes</title>
      <h1>Original text</h1><div>${prose}</div>`;
    assert.equal(metadata(html).title, 'Locks at dawn');
    const short = html.replace('<title>Locks at dawn |', '<title>Basin |');
    assert.equal(metadata(short).title, 'Original text', 'a title of one word says less than a heading');
  });
});

describe('an author', () => {
  const article = (head: string, byline = '', rest = '') =>
    `<!doctype html><html lang="en"><title>Locks at dawn</title><meta property="og:type" content="article">${head}
      <main><article><h1>Locks at dawn</h1>${byline}${prose}${rest}</article></main>`;
  const meta = (name: string) => `<meta name="author" content="${name}">`;

  test('in the byline outranks the publisher in the head, however it is named', () => {
    const byline = '<p class="byline">By <a href="/staff/ada-crane">Ada Crane</a></p>';
    for (const [name, rest] of [
      ['Mole Media', '<footer>© 2024 Mole Media. All rights reserved.</footer>'],
      ['quay.example', ''],
      ['Newsroom', ''],
    ])
      assert.equal(metadata(article(meta(name ?? ''), byline, rest)).author, 'Ada Crane', name);
  });

  test('is the publisher if an article names nobody else', () => {
    assert.equal(metadata(article(meta('Mole Media'))).author, 'Mole Media');
  });

  test('is a name without the words that are glued to it', () => {
    const byline =
      '<div class="byline">By <span class="author-name">Ada Crane</span><span>Staff writer</span></div>';
    assert.equal(metadata(article('', byline)).author, 'Ada Crane');
  });

  test('is not whom a sentence links to, and not the subject of the text', () => {
    const link = '<a href="/people/kai-mole">Kai Mole</a>';
    const sentence = `<p>Late in the evening of a long and rainy day at the basin, ${link} still stood beside the second gate of the lock and waited.</p>`;
    assert.equal(metadata(article('', '', sentence)).author, undefined);
    const subject = article('', `<p>${link} left early.</p>`).replaceAll(
      'Locks at dawn',
      'Kai Mole leaves at dawn',
    );
    assert.equal(metadata(subject).author, undefined);
  });

  const teaser = (at: number, name: string) =>
    `<article class="story"><h2><a href="/news/${at}">The ferry at pier ${at} sails again</a></h2>
      <p>It was out of service for ${at + 2} weeks.</p><p class="byline">By <a rel="author" href="/staff/${at}">${name}</a></p></article>`;
  const teasers = ['Ada Crane', 'Bo Mole', 'Kai Weir', 'Una Lock']
    .map((name, at) => teaser(at, name))
    .join('');

  test('is not the author of a page that the page lists', () => {
    const list = `<title>Ferries</title><main><h1>Ferries</h1>${teasers}</main>`;
    assert.equal(metadata(list).author, undefined);
    const lone = `<title>Ferries</title><main><h1>Ferries</h1>${teaser(1, 'Ada Crane')}</main>`;
    assert.equal(metadata(lone).author, 'Ada Crane');
    const byline = '<p class="byline">By <a href="/staff/ada-stone">Ada Stone</a></p>';
    assert.equal(metadata(article('', byline, teasers)).author, 'Ada Stone');
    assert.equal(metadata(article('', '', teasers)).author, undefined);
    const linked = teasers.replaceAll(/<h(\d)>\s*(<a [^>]*>)([^<]*)<\/a>\s*<\/h\1>/g, '$2<h$1>$3</h$1></a>');
    assert.notEqual(linked, teasers);
    assert.equal(metadata(list.replace(teasers, linked)).author, undefined);
  });

  test('is not whom the page quotes', () => {
    const words = '<p>The gates open without a sound, and nobody at the basin waits any longer.</p>';
    const name = '<p class="byline"><span class="name">Kai Mole</span></p>';
    const page = (quotation: string) =>
      `<title>Gates</title><main><h1>Gates</h1><p>Repairs of gates and locks.</p><p>On every canal.</p><p>In any weather.</p><p>At night too.</p>${quotation}</main>`;
    assert.equal(metadata(page(`<blockquote>${words}${name}</blockquote>`)).author, undefined);
    assert.equal(metadata(page(`<div class="blockquote">${words}${name}</div>`)).author, undefined);
    assert.equal(metadata(page(`<div class="end">${words}${name}</div>`)).author, 'Kai Mole');
  });

  test('is not a name that only the data of documentation state', () => {
    const data = (author: object) =>
      jsonLd({ '@type': 'TechArticle', headline: 'Configure the lock', author });
    const page = (head: string, byline = '') =>
      `<title>Configure the lock | Quay Docs</title>${head}<nav><a href="/docs/a">Install</a><a href="/docs/b">Configure</a><a href="/docs/c">API reference</a></nav>
      <main><h1>Configure the lock</h1>${byline}<h2>Options</h2><p>Set <code>gate.width</code> in <code>lock.toml</code>.</p><pre><code>gate.width = 4\ngate.depth = 2</code></pre>
      <h2>Commands</h2><p>Run <code>lock apply</code> to apply the configuration.</p><pre><code>lock apply --now</code></pre><h2>API</h2><p>Call <code>open()</code>.</p><pre><code>open(gate)</code></pre></main>`;
    const docs = 'https://docs.quay.example/docs/configuration';
    const company = { '@type': 'Organization', name: 'Weir Works' };
    const person = { '@type': 'Person', name: 'Ada Crane' };
    assert.equal(metadata(page(data(company)), docs).author, undefined);
    assert.equal(metadata(page(data(person)), docs).author, undefined);
    assert.equal(metadata(page(data(person), '<p>By Ada Crane</p>'), docs).author, 'Ada Crane');
  });

  test('is not stated for the front page of a site or for a product with reviews', () => {
    const html = article(meta('Ada Crane'));
    assert.equal(metadata(html).author, 'Ada Crane');
    assert.equal(metadata(html, 'https://quay.example/').author, undefined);
    const product = jsonLd({
      '@type': 'Product',
      name: 'Brass lamp',
      offers: { '@type': 'Offer', price: 40, priceCurrency: 'EUR' },
      review: { '@type': 'Review', author: { '@type': 'Person', name: 'Bo Mole' }, reviewBody: 'Bright.' },
    });
    const shop = `<title>Brass lamp</title>${product}<main><h1>Brass lamp</h1><p>€40.00</p><button>Add to cart</button><p>A lamp of brass for the bow of a boat.</p>
      <h2>Reviews</h2><div class="review"><span class="review-author">Bo Mole</span><p>Bright.</p></div></main>`;
    assert.equal(metadata(shop).author, undefined);
  });
});

describe('metadata and an extraction', () => {
  test('state the same title, author and dates', () => {
    const html = `<!doctype html><html lang="en"><title>Locks at dawn | Quay Notes</title>${jsonLd({
      '@type': 'BlogPosting',
      headline: 'Locks at dawn',
      author: { '@type': 'Person', name: 'Ada Crane' },
      datePublished: '2025-03-04',
      dateModified: '2025-03-06',
    })}<main><h1>Locks at dawn</h1><p class="byline">By Ada Crane</p><time datetime="2025-03-04">March 4, 2025</time>${prose}</main>`;
    const job = jobFor(html, { url: 'https://quay.example/notes/7' });
    const { metadata: described, parsed } = readHtml(html, job, { describe: describePage });
    assert.ok(parsed);
    const { values } = extractPage(parsed, ownJob);
    const found = (pointer: string) => values.find((one) => one.pointer === pointer)?.value;
    assert.deepEqual(
      [described.title, described.author, described.published, described.modified],
      [found('/headline'), found('/author'), found('/date_published'), found('/date_modified')],
    );
    assert.equal(described.author, 'Ada Crane');
  });
});

describe('language and site', () => {
  const names = ['language', 'site_name'];
  const schema = {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
  /** The values of both facts in the metadata, in an extraction without a schema, and in one with a schema. */
  function readings(html: string): unknown[] {
    const job = jobFor(html, { url: 'https://quay.example/notes/7' });
    const { metadata: described, parsed } = readHtml(html, job, { describe: describePage });
    const whole = readHtml(html, { ...job, onlyMainContent: false }).parsed;
    assert.ok(parsed && whole);
    const valuesOf = (found: ReturnType<typeof extractPage>) =>
      names.map((name) => found.values.find(({ pointer }) => pointer === `/${name}`)?.value);
    return [
      names.map((name) => described[name]),
      valuesOf(extractPage(parsed, ownJob)),
      valuesOf(extractPage(whole, { ...ownJob, schema })),
    ];
  }
  const english =
    '<p>The keeper opens the gates of the lock at dawn, before the first barge enters the basin.</p>'.repeat(
      9,
    );

  test('are the same in metadata and in extractions, declared or not', () => {
    const site = jsonLd({ '@type': 'WebSite', name: 'Quay Notes' });
    const menu = `<nav>${'<a href="/a">Startseite und Übersicht der Schleusen</a> '.repeat(40)}</nav>`;
    for (const [html, wanted] of [
      [
        `<html lang="de_AT"><meta property="og:site_name" content="Quay"><h1>Locks</h1>${prose}`,
        ['de-AT', 'Quay'],
      ],
      [`${site}<html lang="fr"><h1>Locks</h1>${prose}`, ['fr', 'Quay Notes']],
      [`<body>${menu}<main><h1>Locks</h1>${english}</main>`, ['en', undefined]],
    ] as const)
      assert.deepEqual(readings(html), [wanted, wanted, [undefined, wanted[1]]], html.slice(0, 90));
  });

  test('a detected language is quoted by the text, and a declared one by its declaration', () => {
    const evidenceOf = (html: string) => {
      const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/notes/7' }));
      assert.ok(parsed);
      return extractPage(parsed, ownJob).values.find(({ pointer }) => pointer === '/language')?.evidence;
    };
    const detected = evidenceOf(`<body><main><h1>Locks</h1>${english}</main>`);
    assert.match(detected?.quote ?? '', /The keeper opens the gates/);
    assert.match(detected?.locator ?? '', /language of the text/);
    const declared = evidenceOf(`<html lang="fr"><h1>Locks</h1>${english}`);
    assert.deepEqual([declared?.source, declared?.quote], ['attribute', 'fr']);
  });

  test('a label on the page, and the data of a book, state the language of something else', () => {
    const labelled = `<html lang="en"><h1>Tides</h1><dl><dt>Language</dt><dd>Portuguese</dd></dl>${prose}`;
    const [described, own, asked] = readings(labelled) as string[][];
    assert.deepEqual([described?.[0], own?.[0], asked?.[0]], ['en', 'en', 'Portuguese']);
    const book = `<html lang="en">${jsonLd({ '@type': 'Book', name: 'Tides', inLanguage: 'pt' })}<h1>Tides</h1>${prose}`;
    assert.deepEqual(
      (readings(book) as string[][]).map(([language]) => language),
      ['en', 'pt', 'pt'],
    );
  });
});

const corpus = new URL('../../test/corpus/pages/', import.meta.url);
const named = {
  author: 'author',
  date_published: 'published',
  date_modified: 'modified',
  headline: 'title',
  title: 'title',
  site_name: 'site_name',
  language: 'language',
};

describe('an extraction without a schema states the facts of the metadata', () => {
  for (const name of readdirSync(corpus).filter((one) => one.endsWith('.html'))) {
    test(name, () => {
      const html = readFileSync(new URL(name, corpus), 'utf8');
      const job = jobFor(html, { url: 'https://quay.example/notes/7' });
      const { metadata: described, parsed } = readHtml(html, job, { describe: describePage });
      assert.ok(parsed);
      const { values, schema } = extractPage(parsed, ownJob);
      for (const [field, fact] of Object.entries(named)) {
        if (!(field in Object(schema?.properties))) continue;
        const value = values.find(({ pointer }) => pointer === `/${field}`)?.value;
        assert.equal(value, described[fact], `${field} of ${name}`);
      }
    });
  }
});
