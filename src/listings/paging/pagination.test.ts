import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseHtml } from '../../page/parse/parse-html.ts';
import { createUrlResolver } from '../../page/tree/url-resolver.ts';
import { findPageLinks } from '../../site/links/page-links.ts';
import { findChangedNumber, hasMorePages, nextPage, pagingCandidates } from './pagination.ts';
import type { PagedAnswer, PageRequest } from './paging-parameters.ts';
import { getScalars, pagingSigns } from './paging-signs.ts';

const get = (url: string): PageRequest => ({ url, method: 'GET', body: null });
const answer = (json: unknown, headers: Record<string, string> = {}): PagedAnswer => ({
  scalars: getScalars(json),
  headers,
  next: null,
});
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: from + n, name: `n${from + n}` }));

/** Returns the request for the next page by the first candidate that the answer suggests. */
function getNext(request: PageRequest, json: unknown, list: string, headers: Record<string, string> = {}) {
  const signs = pagingSigns(json, list, 10);
  const [way] = pagingCandidates(request, answer(json, headers), signs, 10, null);
  if (way === undefined) return null;
  return nextPage({ way }, request, answer(json, headers), 1, request.url);
}

describe('next page of JSON', () => {
  test('follows a URL, relative or absolute, only on the same host', () => {
    const next = (value: string) =>
      getNext(get('http://a.test/api?x=1'), { items: rows(10), next: value }, '/items')?.url;
    assert.equal(next('/api?x=1&page=2'), 'http://a.test/api?x=1&page=2');
    assert.equal(next('http://a.test/api/2'), 'http://a.test/api/2');
    assert.equal(next('http://other.test/api/2'), undefined);
  });

  test('uses a cursor in the existing parameter or the default one', () => {
    const json = { data: rows(10), meta: { next_cursor: 'abc', has_more: true } };
    assert.equal(getNext(get('http://a.test/api'), json, '/data')?.url, 'http://a.test/api?cursor=abc');
    assert.equal(
      getNext(get('http://a.test/api?after=zz'), json, '/data')?.url,
      'http://a.test/api?after=abc',
    );
  });

  test('increments the page or offset wherever the request has it', () => {
    const json = { items: rows(10), total: 40 };
    assert.equal(getNext(get('http://a.test/api?page=3'), json, '/items')?.url, 'http://a.test/api?page=4');
    assert.equal(
      getNext(get('http://a.test/api?offset=0&limit=10'), json, '/items')?.url,
      'http://a.test/api?offset=10&limit=10',
    );
    assert.equal(getNext(get('http://a.test/list/page/1'), json, '/items')?.url, 'http://a.test/list/page/2');
    assert.equal(getNext(get('http://a.test/api'), json, '/items')?.url, 'http://a.test/api?page=2');
  });

  test('sets the cursor in the variables of a GraphQL query', () => {
    const request: PageRequest = {
      url: 'http://a.test/graphql',
      method: 'POST',
      body: JSON.stringify({ query: 'query Q($after: String) { x }', variables: { first: 10, after: null } }),
    };
    const json = { data: { x: { edges: rows(10), pageInfo: { endCursor: 'c9', hasNextPage: true } } } };
    const next = getNext(request, json, '/data/x/edges');
    assert.deepEqual(JSON.parse(next?.body ?? '{}').variables, { first: 10, after: 'c9' });
  });

  test('follows the Link header, and stops when nothing is left', () => {
    const header = { link: '<http://a.test/api?p=1>; rel="prev", </api?p=3>; rel="next"' };
    assert.equal(getNext(get('http://a.test/api?q=1'), rows(10), '', header)?.url, 'http://a.test/api?p=3');
    assert.equal(getNext(get('http://a.test/api'), { items: rows(10), has_more: false }, '/items'), null);
  });

  test('is derived from the difference between two requests', () => {
    assert.deepEqual(findChangedNumber(get('http://a.test/api?n=0&q=a'), get('http://a.test/api?n=20&q=a')), {
      kind: 'number',
      place: { in: 'query', name: 'n' },
      from: 0,
      step: 20,
    });
    assert.equal(
      findChangedNumber(get('http://a.test/api?n=0&q=a'), get('http://a.test/api?n=20&q=b')),
      null,
    );
  });

  test('recognizes the last page', () => {
    const paging = { way: { kind: 'none' } as const, more: '/more', total: '/total', pages: null, size: 10 };
    assert.equal(hasMorePages(paging, answer({ total: 30 }), 10, 1), true);
    assert.equal(hasMorePages(paging, answer({ total: 30 }), 30, 3), false);
    assert.equal(hasMorePages(paging, answer({ more: false }), 10, 1), false);
    assert.equal(hasMorePages(paging, answer({}), 10, 1), null);
  });
});

describe('next page of an HTML page', () => {
  const getLinks = (html: string, url = 'http://a.test/list') =>
    findPageLinks(parseHtml(`<body>${html}</body>`), createUrlResolver(url, url));

  test('is found by relation, by label in any language, and by number', () => {
    assert.equal(getLinks('<a rel="next" href="?p=2">2</a>').next, 'http://a.test/list?p=2');
    for (const label of [
      'Next',
      'Weiter »',
      'Page suivante',
      'Siguiente ›',
      '下一页',
      '次へ',
      'Older posts',
      '[next]',
      '» Next 50 …',
    ]) {
      assert.equal(getLinks(`<a href="/list/2">${label}</a>`).next, 'http://a.test/list/2', label);
    }
    const pager =
      '<div class="pagination"><a href="?p=1">1</a><b>2</b><a href="?p=3">3</a><a href="?p=9">9</a></div>';
    assert.deepEqual(getLinks(pager, 'http://a.test/list?p=2'), {
      next: 'http://a.test/list?p=3',
      by: 'number',
      last: 9,
    });
  });

  test('is null on the last page', () => {
    const pager = '<nav class="pager"><a href="?p=1">1</a> <a href="?p=2">2</a> <span>3</span></nav>';
    assert.equal(getLinks(pager, 'http://a.test/list?p=3').next, null);
  });

  test('ignores slides, other hosts and the page itself', () => {
    assert.equal(getLinks('<a class="slide-next" href="/s/2">›</a>').next, null);
    assert.equal(getLinks('<a rel="next" href="http://b.test/2">Next</a>').next, null);
    assert.equal(getLinks('<a href="#">Next</a><a href="/list">Next</a>').next, null);
    assert.equal(getLinks('<p>No way on.</p><a href="/list/b">[next of kin]</a>').next, null);
  });
});
