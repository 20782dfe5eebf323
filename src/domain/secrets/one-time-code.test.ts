import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneTimeCode } from './one-time-code.ts';

/** Base32 of the secrets of RFC 6238 appendix B. */
const secrets = {
  SHA1: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  SHA256: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA',
  SHA512:
    'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNA',
} as const;

test('codes are those of RFC 6238, appendix B', () => {
  const expected = [
    [59, 'SHA1', '94287082'],
    [59, 'SHA256', '46119246'],
    [59, 'SHA512', '90693936'],
    [1_111_111_109, 'SHA1', '07081804'],
    [20_000_000_000, 'SHA1', '65353130'],
  ] as const;
  for (const [seconds, algorithm, code] of expected) {
    const uri = `otpauth://totp/harbour:ada?secret=${secrets[algorithm]}&algorithm=${algorithm}&digits=8`;
    assert.equal(oneTimeCode(uri, new Date(seconds * 1_000)), code, `${algorithm} at ${seconds}`);
  }
});

test('defaults are six digits, SHA-1 and 30 seconds; a secret may be grouped and in lower case', () => {
  const uri = 'otpauth://totp/ada?secret=gezd%20gnbv%20gy3t%20qojq%20gezd%20gnbv%20gy3t%20qojq';
  assert.equal(oneTimeCode(uri, new Date(59_000)), '287082');
  assert.equal(oneTimeCode(uri, new Date(60_000)), '359152');
});

test('other texts have no code', () => {
  for (const text of [
    'quay',
    'https://totp/?secret=GEZDGNBV',
    'otpauth://totp/ada',
    'otpauth://totp/ada?secret=18',
  ]) {
    assert.equal(oneTimeCode(text, new Date(0)), null, text);
  }
});
