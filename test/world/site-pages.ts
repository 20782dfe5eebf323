import { documentationPages } from './site-documentation.ts';
import { dayBack, layOut, linkList, type SitePage } from './site-layout.ts';
import { productPages } from './site-products.ts';
import { diceOf, escapeHtml, paragraph, slugOf, titleOf } from './words.ts';

const articleCount = 130;
const perListing = 10;
const people = [
  'Ada Brook',
  'Ivo Lang',
  'Mara Quist',
  'Noel Farrow',
  'Petra Holm',
  'Rui Sousa',
  'Tess Arden',
  'Yuki Mori',
];

/** Returns all ordinary pages of the static site: more than 300, each reachable by links from `/`. */
export function sitePages(): SitePage[] {
  const articles = articlePages();
  const documentation = documentationPages();
  const products = productPages();
  const pages = [
    ...articles,
    ...listingPages('/articles/', 'Articles', articles),
    ...documentation,
    ...products,
    ...listingPages('/products/', 'Products', products),
    ...personPages(articles),
  ];
  return [homePage(articles), ...pages];
}

function homePage(articles: readonly SitePage[]): SitePage {
  return layOut({
    path: '/',
    kind: 'home',
    title: 'Quayside',
    phrase: 'Quayside collects what is known about a harbour that never was.',
    changed: dayBack(0),
    content: `<h2>Latest articles</h2>\n${linkList(articles.slice(0, 12))}\n<p><a href="/articles/">All articles</a></p>`,
  });
}

function articlePages(): SitePage[] {
  const titles = Array.from({ length: articleCount }, (_, at) => titleOf(at));
  return titles.map((title, at) => {
    const dice = diceOf(1000 + at);
    const author = people[at % people.length] as string;
    const related = [1, 7, 31].map((step) => titles[(at + step) % articleCount] as string);
    const parts = ['How it began', 'What was found', 'What remains'].slice(0, 1 + dice.roll(3));
    const content = [
      `<p class="byline">By <a rel="author" href="/people/${slugOf(author)}">${author}</a>, <time datetime="${dayBack(at)}">${dayBack(at)}</time></p>`,
      ...parts.map(
        (heading) =>
          `<h2>${heading}</h2>\n<p>${paragraph(dice, 6)}</p>\n<p>${paragraph(dice, 4 + dice.roll(5))}</p>`,
      ),
      `<blockquote><p>${paragraph(dice, 1)}</p></blockquote>`,
      `<h2>Related</h2>\n${linkList(related.map((other) => ({ path: articlePath(other), title: other })))}`,
    ];
    return layOut({
      path: articlePath(title),
      kind: 'article',
      title,
      phrase: `Article ${at + 1} of the Quayside almanac deals with ${title.toLowerCase()}.`,
      changed: dayBack(at),
      head: `<meta name="author" content="${author}"><meta property="article:published_time" content="${dayBack(at)}T08:00:00Z">`,
      content: content.join('\n'),
    });
  });
}

function articlePath(title: string): string {
  return `/articles/${slugOf(title)}`;
}

/** Returns listings of ten: `/articles/`, `/articles/page/2`, ... */
function listingPages(base: string, name: string, listed: readonly SitePage[]): SitePage[] {
  const count = Math.ceil(listed.length / perListing);
  return Array.from({ length: count }, (_, at) => {
    const items = listed
      .slice(at * perListing, (at + 1) * perListing)
      .map(
        ({ path, title, phrase, changed }) =>
          `<li class="card"><h2><a href="${path}">${escapeHtml(title)}</a></h2><p>${escapeHtml(phrase)}</p><time>${changed}</time></li>`,
      );
    const numbers = Array.from({ length: count }, (_unused, page) =>
      page === at ? `<span>${page + 1}</span>` : `<a href="${listingPath(base, page)}">${page + 1}</a>`,
    );
    const next = at + 1 < count ? `<a rel="next" href="${listingPath(base, at + 1)}">Next</a>` : '';
    return layOut({
      path: listingPath(base, at),
      kind: 'listing',
      title: at === 0 ? name : `${name}, page ${at + 1}`,
      phrase: `${name} ${at * perListing + 1} to ${Math.min(listed.length, (at + 1) * perListing)} of ${listed.length}.`,
      changed: dayBack(at),
      content: `<ol class="cards">\n${items.join('\n')}\n</ol>\n<nav class="pages">${numbers.join(' ')} ${next}</nav>`,
    });
  });
}

function listingPath(base: string, page: number): string {
  return page === 0 ? base : `${base}page/${page + 1}`;
}

function personPages(articles: readonly SitePage[]): SitePage[] {
  const pages = people.map((name, at) =>
    layOut({
      path: `/people/${slugOf(name)}`,
      kind: 'person',
      title: name,
      phrase: `${name} has written for Quayside since ${1990 + at}.`,
      changed: dayBack(at),
      content: `<p>${paragraph(diceOf(5000 + at), 4)}</p>\n${linkList(articles.filter((_, article) => article % people.length === at))}`,
    }),
  );
  const index = layOut({
    path: '/people/',
    kind: 'listing',
    title: 'People',
    phrase: `${people.length} people write for Quayside.`,
    changed: dayBack(0),
    content: linkList(pages),
  });
  return [index, ...pages];
}
