import assert from 'node:assert/strict';
import { test } from 'node:test';

import { fuzz } from '../../test/corpus/fuzz.ts';
import { repetitions } from '../../test/repetitions.ts';

/** `npm run bench -- fuzz` checks many more. */
const inputs = repetitions({ all: 20_000, short: 4_000 });

test('small malformed pages are read in every format without exceptions and with identical results', () => {
  const { thrown, unlike } = fuzz(0, inputs);
  assert.deepEqual(thrown.slice(0, 3), []);
  assert.deepEqual(unlike, []);
});
