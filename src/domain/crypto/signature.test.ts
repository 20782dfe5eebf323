import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UnsignedReceipt } from '../resources/receipt.ts';
import { deriveKey } from './secret-keys.ts';
import { receiptKeyFromSeed, signReceipt, verifyReceipt } from './signature.ts';

const key = receiptKeyFromSeed(deriveKey('a secret for this test', 'receipt'));

const unsigned: UnsignedReceipt = {
  version: 1,
  id: 'rct_1',
  issuer: 'instance',
  request_id: 'req_1',
  url: 'https://example.com/Straße',
  final_url: 'https://example.com/',
  status: 'ok',
  status_code: 200,
  derived_from: null,
  route: 'http',
  exit: {
    country: 'DE',
    city: null,
    network: 'service',
    ip: null,
    verified: false,
    verified_at: null,
    evidence: [],
  },
  credits: 1,
  charges: [{ item: 'http', credits: 1 }],
  attempts: [{ route: 'http', exit_country: null, outcome: 'ok', status_code: 200, ms: 12, bytes: 345 }],
  fetched_at: '2026-11-21T00:00:00.000Z',
  ms: 13,
  bytes: 345,
  content_sha256: 'ab'.repeat(32),
  robots: { policy: 'ignore', verdict: 'allowed' },
};

/** Yields every document that differs from `value` in exactly one leaf, one missing field or one added field. */
function* alterations(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    yield [...value, 'added'];
    for (const [index, item] of value.entries()) {
      for (const altered of alterations(item)) yield value.with(index, altered);
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, added: true };
    for (const [name, item] of Object.entries(value)) {
      const { [name as never]: _dropped, ...rest } = value;
      yield rest;
      for (const altered of alterations(item)) yield { ...value, [name]: altered };
    }
  } else if (typeof value === 'string') {
    yield `${value}x`;
    yield value.slice(0, -1);
  } else if (typeof value === 'number') yield value + 1;
  else if (typeof value === 'boolean') yield !value;
  else yield 'something';
}

test('a signed receipt verifies, also after JSON serialization with another field order', () => {
  const receipt = signReceipt(unsigned, key);
  assert.deepEqual(verifyReceipt({ ...receipt }, [key.publicJwk]), { valid: true, kid: key.kid });
  const shuffled = Object.fromEntries(Object.entries(JSON.parse(JSON.stringify(receipt))).reverse());
  assert.equal(verifyReceipt(shuffled, [key.publicJwk]).valid, true);
});

test('changing, removing or adding any field invalidates the receipt', () => {
  const receipt = signReceipt(unsigned, key);
  let count = 0;
  for (const altered of alterations(receipt)) {
    count += 1;
    assert.equal(
      verifyReceipt(altered as Record<string, unknown>, [key.publicJwk]).valid,
      false,
      JSON.stringify(altered),
    );
  }
  assert.ok(count > 60);
});

test('a receipt signed by another instance does not verify', () => {
  const other = receiptKeyFromSeed(deriveKey('another secret, not ours', 'receipt'));
  const verification = verifyReceipt({ ...signReceipt(unsigned, other) }, [key.publicJwk]);
  assert.equal(verification.valid, false);
});

test('a lone surrogate in a receipt is signed as U+FFFD, and the receipt verifies', () => {
  const receipt = signReceipt({ ...unsigned, url: 'https://example.com/\ud800' }, key);
  assert.equal(receipt.url, 'https://example.com/\ufffd');
  const sent = JSON.parse(JSON.stringify(receipt)) as Record<string, unknown>;
  assert.equal(verifyReceipt(sent, [key.publicJwk]).valid, true);
});

test('a document without a canonical form is invalid, and verification does not throw', () => {
  const receipt = signReceipt(unsigned, key);
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level++) deep = [deep];
  for (const altered of [{ url: '\ud800' }, { credits: Number.NaN }]) {
    const found = verifyReceipt({ ...receipt, ...altered }, [key.publicJwk]);
    assert.deepEqual(found, { valid: false, reason: 'The receipt has no canonical form (RFC 8785).' });
  }
  assert.equal(verifyReceipt({ ...receipt, deep }, [key.publicJwk]).valid, false);
});
