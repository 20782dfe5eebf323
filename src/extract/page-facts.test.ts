import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { jobFor } from '../../test/corpus/content-job.ts';
import { extractPage } from '../app/threads/extract-page.ts';
import type { FoundValue } from '../domain/pages/extraction.ts';
import type { ParsedPage } from '../page/parsed-page.ts';
import { readHtml } from '../page/read/read-html.ts';

const properties = {
  title: { type: 'string' },
  author: { type: 'string' },
  published_date: { type: 'string', format: 'date' },
};
type Name = keyof typeof properties;

function findValue(html: string, name: Name): FoundValue | undefined {
  const { parsed } = readHtml(html, jobFor(html, { url: 'https://quay.example/notes/7' }));
  const job = { prompt: null, layouts: [], learns: false, blockTokens: 0, taught: [] };
  const schema = { type: 'object', properties };
  return extractPage(parsed as ParsedPage, { schema, ...job }).values.find(
    ({ pointer }) => pointer === `/${name}`,
  );
}

const factOf = (html: string, name: Name) => findValue(html, name)?.value;
const text = '<p>The lock keeper opens the gates at dawn, and the first barge enters the basin.</p>'.repeat(
  4,
);
const page = (byline: string, rest = '', head = '') =>
  `<!doctype html><html lang="en"><title>Locks at dawn | Quay Notes</title>${head}<body><main><h1>Locks at dawn</h1>${byline}${text}${rest}</main></body></html>`;
const authorOf = (byline: string, rest = '', head = '') => factOf(page(byline, rest, head), 'author');
const dateOf = (byline: string, rest = '', head = '') => factOf(page(byline, rest, head), 'published_date');
const jsonLd = (...items: object[]) => `<script type="application/ld+json">${JSON.stringify(items)}</script>`;

describe('author in a byline', () => {
  test('is the name behind words that introduce an author at the start of a line', () => {
    for (const byline of [
      '<p>By Ada Crane | May 3, 2025</p>',
      '<p>Posted on May 3, 2025 by <a href="/x">Ada Crane</a></p>',
      '<div>Written by</div><div>Ada Crane</div>',
      '<p>Contributors: Ada Crane</p>',
    ])
      assert.equal(authorOf(byline), 'Ada Crane', byline);
  });

  test('is not a name in a sentence or in the credit of a program, photographer or editor', () => {
    for (const rest of [
      '<p>The gate was inspired by <em>Kai Harbour</em> and built in a year.</p>',
      '<p>Powered by <a href="https://p.example">Mole Engine</a></p>',
      '<p>Photo by <a href="/x">Bo Mole</a></p>',
      '<figure><figcaption>By Bo Mole, May 3, 2025</figcaption></figure>',
      '<p>Edited by: <a href="/authors/bo-mole">Bo Mole</a></p>',
      '<div class="cookie-notice">By <a href="/x">Bo Mole</a></div>',
      '<select><option>By Review</option></select>',
    ])
      assert.equal(authorOf('', rest), undefined, rest);
  });

  test('is not introduced by a word of another language than that of the page', () => {
    assert.equal(authorOf('<div><span>POR</span> <span>Port Mole</span></div>'), undefined);
    assert.equal(authorOf('<div class="di">Port Mole</div>'), undefined);
    assert.equal(authorOf('<table><tr><th>Par</th><td>Clear Water</td></tr></table>'), undefined);
    const french = page('<p>Par <a href="/x">Ada Crane</a></p>').replace('lang="en"', 'lang="fr"');
    assert.equal(factOf(french, 'author'), 'Ada Crane');
  });

  test('is the name alone, without role, degree of another element, date and verb', () => {
    for (const byline of [
      '<span itemprop="author">By Ada Crane <span>Senior Locks Reporter</span></span>',
      '<div class="article__author"><span class="article__author__info">Ada Crane</span><span>Founder at Quay</span></div>',
      '<p class="post-author">Ada Crane<br>3 May 2025</p>',
      '<div class="byline">Sat, 3 May, 2025<br>Ada Crane</div>',
    ])
      assert.equal(authorOf(byline), 'Ada Crane', byline);
    assert.equal(authorOf('<p>By Dr. Ada Crane. Reviewed by Bo Mole</p>'), 'Dr. Ada Crane');
  });

  test('is found by rel, class or path, and beside a date as a weak value', () => {
    assert.equal(authorOf('<p><a rel="author" href="/x">Ada Crane</a></p>'), 'Ada Crane');
    assert.equal(
      authorOf('<p class="blog__authorname">Ada Crane</p>'.replace('authorname', 'author-name')),
      'Ada Crane',
    );
    assert.equal(authorOf('<p><a href="/authors/ac7">Ada Crane</a></p>'), 'Ada Crane');
    assert.equal(authorOf('<p><a href="/people/ada-crane">Ada Crane</a></p>'), 'Ada Crane');
    assert.equal(authorOf('<p><a href="/users/sign-up">Try Free</a></p>'), undefined);
    const beside = findValue(page('<p>May 3, 2025 · Ada Crane</p>'), 'author');
    assert.deepEqual([beside?.value, beside?.evidence.weak], ['Ada Crane', true]);
  });

  test('joins several authors in one byline', () => {
    const links = ['ada-crane', 'bo-mole'].map(
      (name) => `<a href="/author/${name}">${name === 'bo-mole' ? 'Bo Mole' : 'Ada Crane'}</a>`,
    );
    assert.equal(authorOf(`<div class="byline">By ${links.join(' and ')}</div>`), 'Ada Crane, Bo Mole');
    assert.equal(authorOf('<p>By Ada Crane and Bo Mole</p>'), 'Ada Crane, Bo Mole');
  });

  test('is not the author of a teaser, a comment or a subject beside it', () => {
    const byline = '<p class="byline"><a class="byline__tag" href="/tag/locks">Harbour Life</a></p>';
    assert.equal(authorOf(byline), undefined);
    const cards = ['Bo Mole', 'Cy Hand', 'Di Rook', 'Ed Tern'].map(
      (name) => `<article><h3><a href="/n/${name}">Note</a></h3><p class="author">By ${name}</p></article>`,
    );
    const own = '<p class="author">By Ada Crane</p>';
    assert.equal(authorOf(own, cards.join('')), 'Ada Crane');
    assert.equal(findValue(page('', cards.join('')), 'author')?.evidence.weak ?? true, true);
    const comment = '<div class="comments"><p class="author">Bo Mole</p></div>';
    assert.equal(authorOf(own, comment), 'Ada Crane');
  });
});

describe('author in the page data', () => {
  const article = (author: unknown) => jsonLd({ '@type': 'Article', headline: 'Locks at dawn', author });
  const byline = '<p class="author">By <a rel="author" href="/x">Ada Crane</a></p>';

  test('gives way to the person in a byline if it is the site, a firm or an account', () => {
    for (const author of [
      { '@type': 'Organization', name: 'Quay Notes' },
      { '@type': 'Person', name: ', QUAY NOTES' },
      { '@type': 'Person', name: 'quaynoteseditor' },
      { '@type': 'Person', name: 'Bo Mole' },
    ]) {
      const head = `<meta property="og:site_name" content="Quay Notes">${article(author)}`;
      const shown = '<p>Quay Notes, quaynoteseditor</p>';
      assert.equal(authorOf(byline, shown, head), 'Ada Crane', author.name);
    }
  });

  test('stays if the page shows it, and is weak if it is the site', () => {
    const shown = findValue(page(byline, '<p>With Bo Mole.</p>', article({ name: 'Bo Mole' })), 'author');
    assert.deepEqual([shown?.value, shown?.evidence.weak], ['Bo Mole', undefined]);
    const organization = { '@type': 'Organization', name: 'Quay Notes' };
    const site = findValue(page('', '<p>Quay Notes</p>', article(organization)), 'author');
    assert.deepEqual([site?.value, site?.evidence.weak], ['Quay Notes', true]);
  });

  test('is no placeholder of a template and no generated account', () => {
    for (const name of ['page.head.extra.author', 'bomoleq6vkpg2ma0ci', '{{ author }}', 'Webmaster'])
      assert.equal(authorOf('', '', article({ '@type': 'Person', name })), undefined, name);
  });

  test('names all authors of repeated meta tags', () => {
    const tags = ['Ada Crane', 'Bo Mole'].map(
      (name) =>
        `<meta name="citation_author" content="${name}"><meta name="citation_author_institution" content="Quay">`,
    );
    assert.equal(authorOf('', '', tags.join('')), 'Ada Crane, Bo Mole');
  });

  test('is not the author of a review', () => {
    const review = {
      '@type': 'Review',
      author: { '@type': 'Person', name: 'Bo Mole' },
      datePublished: '2024-02-03',
    };
    const product = jsonLd({ '@type': 'Product', review: [review] });
    assert.equal(authorOf('', '<p>Bo Mole</p>', product), undefined);
    assert.equal(dateOf('', '', product), undefined);
  });
});

describe('date of publication', () => {
  test('is not the date of a change', () => {
    assert.equal(dateOf('<p class="date">Published May 3, 2024 | Updated June 4, 2025</p>'), '2024-05-03');
    assert.equal(dateOf('<p>Aktualisiert: 4.6.2025</p><p>3.5.2024</p>'), '2024-05-03');
    const changed = findValue(page('<p class="published-date">Updated June 4, 2025</p>'), 'published_date');
    assert.equal(changed?.evidence.weak ?? true, true);
    const after = findValue(
      page('<div><div>Last updated</div><time class="date">June 4, 2025</time></div>'),
      'published_date',
    );
    assert.equal(after?.evidence.weak ?? true, true);
  });

  test('is the one near the title, in a time element or by its class, and not that of a list', () => {
    const list = [5, 6, 7].map(
      (day) => `<li><a href="/n/${day}">A note</a> <span class="post-date">May ${day}, 2025</span></li>`,
    );
    const own = '<p>Ada Crane <time datetime="2024-05-03T10:00:00Z">03/05/24</time></p>';
    assert.equal(dateOf(own, `<ul>${list.join('')}</ul>`), '2024-05-03');
    assert.equal(
      dateOf('<p class="content-hero__content-date">May 3, 2024</p>', `<ul>${list.join('')}</ul>`),
      '2024-05-03',
    );
  });

  test('is found below the title of a page whose elements have names such as "responsive" and "review"', () => {
    const body = page('<p>May 3, 2024</p>')
      .replace('<main>', '<main><div class="responsive review-page">')
      .replace('</main>', '</div></main>');
    assert.equal(factOf(body, 'published_date'), '2024-05-03');
  });
});

describe('title', () => {
  test('is not the name of the site, a breadcrumb or a teaser in the page data', () => {
    const head = jsonLd(
      { '@type': 'WebPage', name: 'Home' },
      { '@type': 'LocalBusiness', name: 'Quay Notes' },
      { '@type': 'CreativeWork', name: 'Bread of the lock keeper' },
    );
    assert.equal(
      factOf(page('<p>Home Quay Notes Bread of the lock keeper</p>', '', head), 'title'),
      'Locks at dawn',
    );
  });

  test('is not the name of an organization that the heading contains', () => {
    const head = jsonLd({ '@type': 'CollegeOrUniversity', name: 'Quay College' });
    const html = `<title>Fees of the year | Quay</title>${head}<h1>Quay College online fees of the year</h1>${text}`;
    assert.equal(factOf(html, 'title'), 'Quay College online fees of the year');
  });

  test('is no line of code', () => {
    const html = `<title>Quay - quay-gate Documentation</title><div><pre>quay gate</pre></div>${text}`;
    assert.notEqual(factOf(html, 'title'), 'quay gate');
  });

  test('is the name of the entity that agrees with the titles of the page', () => {
    const head = jsonLd(
      { '@type': 'Product', name: 'Kai lamp' },
      { '@type': 'Product', name: 'Locks at Dawn, part 1' },
    );
    const shown = '<p>Kai lamp</p><p>Locks at Dawn, part 1</p>';
    const untitled = page('', shown, head).replace('<h1>Locks at dawn</h1>', '');
    assert.equal(factOf(untitled, 'title'), 'Locks at Dawn, part 1');
    assert.equal(factOf(page('', shown, head), 'title'), 'Locks at dawn', 'a heading that the page shows');
  });

  test('is the heading of the content and not the name of the book in the menu bar', () => {
    const html = `<title>Opening a gate - The Lock Book</title><div class="menu-bar"><h1 class="menu-title">The Lock Book</h1></div>
      <main><h2>Opening a gate</h2>${text}</main>`;
    assert.equal(factOf(html, 'title'), 'Opening a gate');
    const header = html.replace('class="menu-bar"', '').replace('class="menu-title"', '');
    assert.equal(factOf(header, 'title'), 'Opening a gate');
  });

  test('is not the name of the site in a heading above it', () => {
    const html = `<title>Opening a gate in fog - Notes - Quay</title><header><h1 class="logo">Quay</h1></header><h2>Opening a gate in fog, part 1</h2>${text}`;
    assert.equal(factOf(html, 'title'), 'Opening a gate in fog, part 1');
  });
});
