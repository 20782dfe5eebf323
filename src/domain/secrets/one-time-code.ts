import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const algorithms: ReadonlySet<string> = new Set(['SHA1', 'SHA256', 'SHA512']);
const scheme = 'otpauth://totp/';

/** Decodes base32 (RFC 4648 section 6), in any case and without padding; null for other characters. */
function decodeBase32(text: string): Buffer | null {
  const digits = [...text.toUpperCase().replaceAll(/[\s=-]/g, '')].map((letter) => alphabet.indexOf(letter));
  if (digits.length === 0 || digits.includes(-1)) return null;
  const bytes: number[] = [];
  let bits = 0;
  let value = 0;
  for (const digit of digits) {
    value = ((value << 5) | digit) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((value >> bits) & 0xff);
  }
  return Buffer.from(bytes);
}

/** Tells whether a text is meant as the URI of a time-based one-time password. */
export function isOneTimeSecret(text: string): boolean {
  return text.startsWith(scheme);
}

/**
 * Returns the current one-time code (RFC 6238) of an `otpauth://totp/` URI, in the Key URI Format of authenticator
 * applications: `secret` in base32, `algorithm` (`SHA1`), `digits` (6) and `period` (30 seconds). Null for any other text.
 */
export function oneTimeCode(text: string, now: Date): string | null {
  const parameters = isOneTimeSecret(text) ? URL.parse(text)?.searchParams : undefined;
  const secret = decodeBase32(parameters?.get('secret') ?? '');
  if (parameters === undefined || secret === null) return null;
  const algorithm = (parameters.get('algorithm') ?? 'SHA1').toUpperCase();
  const digits = Number(parameters.get('digits') ?? 6);
  const period = Number(parameters.get('period') ?? 30);
  if (!algorithms.has(algorithm) || ![6, 7, 8].includes(digits) || !(period >= 1)) return null;
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / 1_000 / period)));
  const digest = createHmac(algorithm.toLowerCase(), secret).update(counter).digest();
  // Dynamic truncation: RFC 4226 section 5.3.
  const offset = (digest.at(-1) ?? 0) & 0xf;
  const code = (digest.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits;
  return String(code).padStart(digits, '0');
}
