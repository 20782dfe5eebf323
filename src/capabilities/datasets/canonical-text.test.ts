import assert from 'node:assert/strict';
import { test } from 'node:test';
import canonicalize from 'canonicalize';
import type { Json } from '../../domain/extraction.ts';
import { canonicalText } from './canonical-text.ts';

test('texts are those of RFC 8785', () => {
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
  for (const value of values) assert.equal(canonicalText(value), canonicalize(value));
});

test('the order of fields makes no difference, and what has no value is left out', () => {
  const other = { a: 1, b: undefined, c: { y: [1, { q: 1, p: 2 }], x: 'x' } } as unknown as Json;
  assert.equal(canonicalText({ c: { x: 'x', y: [1, { p: 2, q: 1 }] }, a: 1 }), canonicalText(other));
});
