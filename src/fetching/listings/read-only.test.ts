import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isReadOnlyQuery, whyNotAgain } from './read-only.ts';

const post = (query: string) => ({
  method: 'POST',
  url: 'http://a.test/graphql',
  body: JSON.stringify({ query }),
});

describe('what may be sent again', () => {
  test('is what can but read', () => {
    for (const query of [
      '{ items { id } }',
      'query Q($n: Int) { items(first: $n) { id } }',
      '# mutation in a comment\nquery { note(text: "mutation { pay }") { id } } fragment F on X { mutation }',
      'query { a } query B { b }',
    ]) {
      assert.equal(isReadOnlyQuery(query), true, query);
      assert.equal(whyNotAgain(post(query)), null);
    }
    assert.equal(whyNotAgain({ method: 'GET', url: 'http://a.test/api?x=1', body: null }), null);
  });

  test('is nothing that could change something', () => {
    for (const query of [
      'mutation { pay }',
      'query A { a } mutation B { b }',
      'subscription { s }',
      'fragment F on X { id }',
      '"""query { a }""" mutation { pay }',
      '# query {\nmutation { pay }',
      '',
    ]) {
      assert.equal(isReadOnlyQuery(query), false, query);
      assert.notEqual(whyNotAgain(post(query)), null);
    }
    for (const body of [null, '', 'a=b', '[]', '{"q":1}', '{"query":1}']) {
      assert.notEqual(whyNotAgain({ method: 'POST', url: 'http://a.test/', body }), null, String(body));
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      assert.match(whyNotAgain({ method, url: 'http://a.test/', body: null }) ?? '', /may change/);
    }
    const inAddress = `http://a.test/graphql?query=${encodeURIComponent('# a comment\nmutation { pay }')}`;
    assert.notEqual(whyNotAgain({ method: 'GET', url: inAddress, body: null }), null);
  });
});
