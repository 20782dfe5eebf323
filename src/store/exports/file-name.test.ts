import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportFileName } from './file-name.ts';

test('a long name is truncated between characters, so that it is valid in a header', () => {
  const name = exportFileName(`${'x'.repeat(79)}\u{20000}y`, new Date('2026-11-22T10:00:00Z'), 'csv');
  assert.equal(name, `${'x'.repeat(79)}-2026-11-22.csv`);
  assert.doesNotThrow(() => encodeURIComponent(name));
});
