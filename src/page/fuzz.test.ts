import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fuzz } from '../../test/corpus/fuzz.ts';

/** `npm run bench -- fuzz` checks many more. */
const inputs = 20_000;

test('small malformed pages are read in every format without exceptions and with identical results', () => {
  const { thrown, unlike } = fuzz(0, inputs);
  assert.deepEqual(thrown.slice(0, 3), []);
  assert.deepEqual(unlike, []);
});
