import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPageLinks } from '../../site/links/page-links.ts';
import { findNextRequest } from './next-request.ts';
import { findShownEnd } from './shown-end.ts';
import { parsePage } from './sources/parsed-source.ts';

const origin = 'http://quay.example';

function nextOf(body: string, path = '/list?sort=name', headers: Record<string, string> = {}): string | null {
  const page = parsePage(
    `<!doctype html><html lang="en"><body><main>${body}</main></body></html>`,
    origin + path,
  );
  const links = findPageLinks(page.tree, page.addresses);
  const next = findNextRequest(page, { links, headers, shownEnd: findShownEnd(page) });
  if (next === null) return null;
  return next.url.replace(origin, '') + (next.form === null ? '' : ` POST ${next.form}`);
}

const choice = (name: string, values: readonly string[], selected: number) =>
  `<select name="${name}">${values.map((value, at) => `<option value="${value}"${at === selected ? ' selected' : ''}>Page ${at + 1}</option>`).join('')}</select>`;

const rows: [name: string, next: string | null, body: string, path?: string, link?: string][] = [
  [
    'a choice of pages, with the other fields of its form',
    '/find?kind=rope&size=20&page=3',
    `<form action="/find?old=1"><input type="hidden" name="kind" value="rope"><input type="checkbox" name="new"><select name="size"><option>10</option><option selected>20</option></select>${choice('page', ['1', '2', '3'], 1)}</form>`,
  ],
  ['a choice of offsets', '/list?from=40', `<form>${choice('from', ['0', '20', '40'], 1)}</form>`],
  ['a choice of addresses', '/list/2', `<div class="pager">${choice('go', ['/list/1', '/list/2'], 0)}</div>`],
  ['the last option', null, `<form>${choice('page', ['1', '2'], 1)}</form>`],
  [
    'a choice whose form is elsewhere in the page',
    '/f?page=2',
    `<form id="f" action="/f"></form>${choice('page', ['1', '2'], 0).replace('<select', '<select form="f"')}`,
  ],
  ['a choice that only a script reads', null, choice('page', ['1', '2'], 0)],
  [
    'a button for the next page',
    '/log?do=recent&first%5B20%5D=less+recent',
    '<form action="/log"><input type="hidden" name="do" value="recent"><button name="first[0]" value="more recent">&lt;&lt; more recent</button><div class="pagenav-next"><button type="submit" name="first[20]" value="less recent">less recent &gt;&gt;</button></div></form>',
  ],
  [
    'a numbered button behind the current one',
    '/list?page=3',
    '<form class="pagination"><button name="page" value="1">1</button><button name="page" value="2" disabled>2</button><button name="page" value="3">3</button></form>',
  ],
  [
    'a form with POST that sends the place of a page',
    '/search POST q=old+rope&page=2',
    '<form method="POST" action="/search"><input name="q" value="old rope"><input type="hidden" name="page" value="2"><button>Next ›</button></form>',
  ],
  [
    'a button that changes the method and the address of its form',
    '/more POST offset=20',
    '<form action="/search"><input type="hidden" name="offset" value="20"><button formmethod="post" formaction="/more">Next</button></form>',
  ],
  [
    'a form with POST and a choice',
    '/list?sort=name POST page=2',
    `<form method="post">${choice('page', ['1', '2'], 0)}</form>`,
  ],
  [
    'a form with POST that sends no page',
    null,
    '<form method="post"><input type="hidden" name="step" value="2"><button>Next</button></form>',
  ],
  [
    'questions on several pages',
    null,
    '<form method="post"><p><input type="radio" name="a" value="1" checked> yes</p><input type="hidden" name="page" value="2"><button>Next</button></form>',
  ],
  [
    'a form with POST that only the visitor may send',
    null,
    '<form method="post"><input type="hidden" name="csrf_token" value="x"><input type="hidden" name="page" value="2"><button>Next</button></form>',
  ],
  [
    'a form that changes data',
    null,
    '<form method="post" action="/cart/add"><input type="hidden" name="page" value="2"><button>Next</button></form>',
  ],
  [
    'a form for a login',
    null,
    '<form action="/in"><input type="email" name="mail"><button>Next</button></form>',
  ],
  ['a form that sends no place', null, '<form><input name="zip"><button name="go">Next</button></form>'],
  [
    'a form of another host',
    null,
    '<form action="http://other.example/"><input type="hidden" name="page" value="2"><button>Next</button></form>',
  ],
  ['a link header', '/list/2', '', '/list/1', '</list/1>; rel="first", </list/2>; rel="next"'],
  ['a link before a link header', '/a', '<a rel="next" href="/a">On</a>', '/list', '</b>; rel="next"'],
  ['a link for more records', '/list/page/2/?sort=name', '<a href="/list/page/2/?sort=name">Load more</a>'],
  [
    'a link for more records to a cursor',
    '/l?after=x',
    '<a href="/l?after=x" aria-label="Show more boats">+</a>',
    '/l?after=w',
  ],
  [
    'a link for more of another list',
    null,
    '<a href="/boats?page=2">See more</a><a href="/list">Show more</a>',
  ],
  ['a link back to the first part', null, '<a href="/l?sort=name">View more</a>', '/l?sort=name&page=3'],
  ['a range that an offset states', '/l?start=20&q=x', '<p>11-20 of 95</p>', '/l?start=10&q=x'],
  ['a range that an offset from 1 states', '/l?from=21', '<p>11 to 20 of 95</p>', '/l?from=11'],
  ['a range that a page states', '/l?page=3', '<p>Showing 11–20 of 95</p>', '/l?page=2'],
  ['a range that a page from 0 states', '/l?p=1', '<p>Showing 1–10 of 95</p>', '/l?p=0'],
  ['a range that another number does not state', null, '<p>Showing 11–20 of 95</p>', '/l?start=3'],
  ['a range that two numbers state', null, '<p>Showing 11–20 of 95</p>', '/l?page=2&start=10'],
  ['the last range', null, '<p>Showing 91–95 of 95</p>', '/l?start=90'],
];

for (const [name, next, body, path, link] of rows) {
  test(`next page: ${name}`, () => {
    assert.equal(nextOf(body, path, link === undefined ? {} : { link }), next);
  });
}
