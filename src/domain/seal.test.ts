import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Failure } from './failure.ts';
import { seal, unseal } from './seal.ts';

const key = randomBytes(32);
const isRefused = (error: unknown) => error instanceof Failure && error.kind === 'internal';

test('what was sealed opens with the same key in the same place', () => {
  assert.equal(unseal(key, seal(key, 'päss wörd', 'acct_1'), 'acct_1'), 'päss wörd');
  assert.equal(unseal(key, seal(key, '', ''), ''), '');
});

test('two seals of one text differ, and neither shows it', () => {
  const first = seal(key, 'secret text', 'acct_1');
  assert.notDeepEqual(first, seal(key, 'secret text', 'acct_1'));
  assert.equal(first.includes('secret'), false);
});

test('another key, another place, changed or cut bytes open nothing', () => {
  const sealed = seal(key, 'secret text', 'acct_1');
  assert.throws(() => unseal(randomBytes(32), sealed, 'acct_1'), isRefused);
  assert.throws(() => unseal(key, sealed, 'acct_2'), isRefused);
  for (const length of [0, 1, 28, sealed.length - 1]) {
    assert.throws(() => unseal(key, sealed.subarray(0, length), 'acct_1'), isRefused);
  }
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] as number) ^ 1;
    assert.throws(() => unseal(key, changed, 'acct_1'), isRefused);
  }
});
