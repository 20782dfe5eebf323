import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { getReplayObstacle, isReadOnlyQuery } from './read-only-calls.ts';

const post = (query: string) => ({
  method: 'POST',
  url: 'http://a.test/graphql',
  body: JSON.stringify({ query }),
});

describe('calls that may be replayed', () => {
  test('allows calls that only read', () => {
    for (const query of [
      '{ items { id } }',
      'query Q($n: Int) { items(first: $n) { id } }',
      '# mutation in a comment\nquery { note(text: "mutation { pay }") { id } } fragment F on X { mutation }',
      'query { a } query B { b }',
    ]) {
      assert.equal(isReadOnlyQuery(query), true, query);
      assert.equal(getReplayObstacle(post(query)), null);
    }
    assert.equal(getReplayObstacle({ method: 'GET', url: 'http://a.test/api?x=1', body: null }), null);
  });

  test('rejects calls that may change data', () => {
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
      assert.notEqual(getReplayObstacle(post(query)), null);
    }
    for (const body of [null, '', 'a=b', '[]', '{"q":1}', '{"query":1}']) {
      assert.notEqual(getReplayObstacle({ method: 'POST', url: 'http://a.test/', body }), null, String(body));
    }
    for (const method of ['PUT', 'DELETE', 'PATCH']) {
      assert.match(getReplayObstacle({ method, url: 'http://a.test/', body: null }) ?? '', /may change/);
    }
    const mutationUrl = `http://a.test/graphql?query=${encodeURIComponent('# a comment\nmutation { pay }')}`;
    assert.notEqual(getReplayObstacle({ method: 'GET', url: mutationUrl, body: null }), null);
  });
});
