import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonPathError, removeJsonPaths, selectJson } from './json-path.ts';

const shelf = {
  at: '10:00',
  items: [
    { name: 'rope', price: 4, tags: ['new'] },
    { name: 'anchor', price: 90, tags: [] },
    { name: 'raft', price: 300, tags: ['new', 'large'] },
  ],
  page: { next: null },
};

test('a query selects one value or a list of values', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['$.items[1].price', 90],
    ['$["items"][-1].name', 'raft'],
    ['$.items[*].name', ['rope', 'anchor', 'raft']],
    ['$..price', [4, 90, 300]],
    ['$.items[?@.price < 100].name', ['rope', 'anchor']],
    ['$.items[?count(@.tags[*]) > 1].name', ['raft']],
    ['$.items[?match(@.name, "ra.*")].price', [300]],
    ['$.items[?search(@.name, "c")].price', [90]],
    ['$.page.next', null],
    ['$.items[?@.price > 1000]', []],
  ];
  for (const [path, value] of cases) assert.deepEqual(selectJson(shelf, path), value, path);
});

test('a place that the document does not have is no value', () => {
  for (const path of ['$.total', '$.items[9]', '$.goods[*].name', '$.items[0].sizes[?@ > 1]'])
    assert.equal(selectJson(shelf, path), undefined, path);
});

test('an expression of a query takes linear time', () => {
  const text = `${'a'.repeat(50_000)}!`;
  assert.deepEqual(selectJson([{ text }], '$[?match(@.text, "(a+)+")]'), []);
  assert.deepEqual(selectJson([{ text }], '$[?search(@.text, "(a|aa)+$")]'), []);
});

test('a text that is no query is an error with an example', () => {
  for (const path of ['$.items[', '$..', '$[?match(@.a)]'])
    assert.match(jsonPathError(path) ?? '', /is not a JSONPath query .* Use a query such as/, path);
  assert.equal(jsonPathError('$.items[0]'), null);
});

test('selected values are removed', () => {
  assert.deepEqual(removeJsonPaths(shelf, ['$.at', '$..tags', '$.items[0,2]', '$.none']), {
    items: [{ name: 'anchor', price: 90 }],
    page: { next: null },
  });
  assert.equal(removeJsonPaths(shelf, ['$']), null);
  assert.deepEqual(shelf.items[0]?.tags, ['new'], 'the document itself stays');
});
