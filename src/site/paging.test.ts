import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createAddresses } from '../page/addresses.ts';
import { parseHtml } from '../page/parse/scan.ts';
import { pageLinksOf } from './page-links.ts';
import {
  changedNumber,
  nextPage,
  type PagedAnswer,
  type PageRequest,
  pagingCandidates,
  saysMore,
} from './paging.ts';
import { pagingSigns, scalarsAround } from './paging-signs.ts';

const get = (url: string): PageRequest => ({ url, method: 'GET', body: null });
const answer = (json: unknown, headers: Record<string, string> = {}): PagedAnswer => ({
  scalars: scalarsAround(json),
  headers,
  nextLink: null,
});
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: from + n, name: `n${from + n}` }));

/** The ways that an answer suggests, and where the first leads. */
function led(request: PageRequest, json: unknown, list: string, headers: Record<string, string> = {}) {
  const signs = pagingSigns(json, list, 10);
  const [way] = pagingCandidates(request, answer(json, headers), signs, 10, null);
  if (way === undefined) return null;
  return nextPage({ way }, request, answer(json, headers), 1, request.url);
}

describe('the next page of JSON', () => {
  test('by its address, relative or not, on the same host alone', () => {
    const next = (value: string) =>
      led(get('http://a.test/api?x=1'), { items: rows(10), next: value }, '/items')?.url;
    assert.equal(next('/api?x=1&page=2'), 'http://a.test/api?x=1&page=2');
    assert.equal(next('http://a.test/api/2'), 'http://a.test/api/2');
    assert.equal(next('http://other.test/api/2'), undefined);
  });

  test('by a cursor, in the parameter that is there or the usual one', () => {
    const json = { data: rows(10), meta: { next_cursor: 'abc', has_more: true } };
    assert.equal(led(get('http://a.test/api'), json, '/data')?.url, 'http://a.test/api?cursor=abc');
    assert.equal(led(get('http://a.test/api?after=zz'), json, '/data')?.url, 'http://a.test/api?after=abc');
  });

  test('by page or offset, wherever the request has them', () => {
    const json = { items: rows(10), total: 40 };
    assert.equal(led(get('http://a.test/api?page=3'), json, '/items')?.url, 'http://a.test/api?page=4');
    assert.equal(
      led(get('http://a.test/api?offset=0&limit=10'), json, '/items')?.url,
      'http://a.test/api?offset=10&limit=10',
    );
    assert.equal(led(get('http://a.test/list/page/1'), json, '/items')?.url, 'http://a.test/list/page/2');
    assert.equal(led(get('http://a.test/api'), json, '/items')?.url, 'http://a.test/api?page=2');
  });

  test('in the variables of a query of GraphQL', () => {
    const request: PageRequest = {
      url: 'http://a.test/graphql',
      method: 'POST',
      body: JSON.stringify({ query: 'query Q($after: String) { x }', variables: { first: 10, after: null } }),
    };
    const json = { data: { x: { edges: rows(10), pageInfo: { endCursor: 'c9', hasNextPage: true } } } };
    const next = led(request, json, '/data/x/edges');
    assert.deepEqual(JSON.parse(next?.body ?? '{}').variables, { first: 10, after: 'c9' });
  });

  test('by the Link header, and not at all when nothing is left', () => {
    const header = { link: '<http://a.test/api?p=1>; rel="prev", </api?p=3>; rel="next"' };
    assert.equal(led(get('http://a.test/api?q=1'), rows(10), '', header)?.url, 'http://a.test/api?p=3');
    assert.equal(led(get('http://a.test/api'), { items: rows(10), has_more: false }, '/items'), null);
  });

  test('is told by what two requests of a page differ in', () => {
    assert.deepEqual(changedNumber(get('http://a.test/api?n=0&q=a'), get('http://a.test/api?n=20&q=a')), {
      kind: 'number',
      place: { in: 'query', name: 'n' },
      from: 0,
      step: 20,
    });
    assert.equal(changedNumber(get('http://a.test/api?n=0&q=a'), get('http://a.test/api?n=20&q=b')), null);
  });

  test('an answer says whether it was the last', () => {
    const paging = { way: { kind: 'none' } as const, more: '/more', total: '/total', pages: null, size: 10 };
    assert.equal(saysMore(paging, answer({ total: 30 }), 10, 1), true);
    assert.equal(saysMore(paging, answer({ total: 30 }), 30, 3), false);
    assert.equal(saysMore(paging, answer({ more: false }), 10, 1), false);
    assert.equal(saysMore(paging, answer({}), 10, 1), null);
  });
});

describe('the next page as a page shows it', () => {
  const linked = (html: string, url = 'http://a.test/list') =>
    pageLinksOf(parseHtml(`<body>${html}</body>`), createAddresses(url, url));

  test('by relation, by label in any language, by number', () => {
    assert.equal(linked('<a rel="next" href="?p=2">2</a>').next, 'http://a.test/list?p=2');
    for (const label of [
      'Next',
      'Weiter »',
      'Page suivante',
      'Siguiente ›',
      '下一页',
      '次へ',
      'Older posts',
    ]) {
      assert.equal(linked(`<a href="/list/2">${label}</a>`).next, 'http://a.test/list/2', label);
    }
    const pager =
      '<div class="pagination"><a href="?p=1">1</a><b>2</b><a href="?p=3">3</a><a href="?p=9">9</a></div>';
    assert.deepEqual(linked(pager, 'http://a.test/list?p=2'), {
      next: 'http://a.test/list?p=3',
      by: 'number',
      last: 9,
    });
  });

  test('the last page leads nowhere', () => {
    const pager = '<nav class="pager"><a href="?p=1">1</a> <a href="?p=2">2</a> <span>3</span></nav>';
    assert.equal(linked(pager, 'http://a.test/list?p=3').next, null);
  });

  test('not by slides, other hosts, or the page itself', () => {
    assert.equal(linked('<a class="slide-next" href="/s/2">›</a>').next, null);
    assert.equal(linked('<a rel="next" href="http://b.test/2">Next</a>').next, null);
    assert.equal(linked('<a href="#">Next</a><a href="/list">Next</a>').next, null);
    assert.equal(linked('<p>No way on.</p>').next, null);
  });
});
