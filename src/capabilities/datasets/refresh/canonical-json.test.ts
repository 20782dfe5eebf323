import assert from 'node:assert/strict';
import { test } from 'node:test';
import canonicalize from 'canonicalize';
import type { Json } from '../../../domain/pages/extraction.ts';
import { canonicalJson } from './canonical-json.ts';

test('canonicalText returns the text of RFC 8785', () => {
  const values: Json[] = [
    null,
    true,
    -0,
    1e21,
    0.1,
    'ä\u2028"\\\n',
    [],
    {},
    { b: 1, a: [{ d: null, c: { '€': 1, '\ud83d\ude02': 2, '\ufb33': 3, '1': 4, '': 5 } }] },
    { a: 1, 'a\0b': 2 },
  ];
  for (const value of values) assert.equal(canonicalJson(value), canonicalize(value));
});

test('names that contain NUL do not make two shapes equal', () => {
  assert.equal(canonicalJson({ 'p\0q': 1, r: 2 }), canonicalize({ 'p\0q': 1, r: 2 }));
  assert.equal(canonicalJson({ p: 1, 'q\0r': 2 }), canonicalize({ p: 1, 'q\0r': 2 }));
});

test('the order of fields does not matter, and undefined values are left out', () => {
  const other = { a: 1, b: undefined, c: { y: [1, { q: 1, p: 2 }], x: 'x' } } as unknown as Json;
  assert.equal(canonicalJson({ c: { x: 'x', y: [1, { p: 2, q: 1 }] }, a: 1 }), canonicalJson(other));
});
