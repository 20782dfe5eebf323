import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Failure } from '../system/failure.ts';
import { decrypt, encrypt } from './encryption.ts';

const key = randomBytes(32);
const isInternalFailure = (error: unknown) => error instanceof Failure && error.kind === 'internal';

test('decrypts with the same key and associated data', () => {
  assert.equal(decrypt(key, encrypt(key, 'päss wörd', 'acct_1'), 'acct_1'), 'päss wörd');
  assert.equal(decrypt(key, encrypt(key, '', ''), ''), '');
});

test('two encryptions of one text differ, and neither contains the text', () => {
  const first = encrypt(key, 'secret text', 'acct_1');
  assert.notDeepEqual(first, encrypt(key, 'secret text', 'acct_1'));
  assert.equal(first.includes('secret'), false);
});

test('rejects another key, other associated data, and changed or truncated bytes', () => {
  const encrypted = encrypt(key, 'secret text', 'acct_1');
  assert.throws(() => decrypt(randomBytes(32), encrypted, 'acct_1'), isInternalFailure);
  assert.throws(() => decrypt(key, encrypted, 'acct_2'), isInternalFailure);
  for (const length of [0, 1, 28, encrypted.length - 1]) {
    assert.throws(() => decrypt(key, encrypted.subarray(0, length), 'acct_1'), isInternalFailure);
  }
  for (let index = 0; index < encrypted.length; index += 1) {
    const changed = Buffer.from(encrypted);
    changed[index] = (changed[index] as number) ^ 1;
    assert.throws(() => decrypt(key, changed, 'acct_1'), isInternalFailure);
  }
});
