import { randomBytes } from 'node:crypto';
import { byteAt } from './elements.ts';

/**
 * Prefixes of identifiers (docs/api/conventions.md#identifiers), including internal ones for accounts, events, receipts and
 * reservations.
 */
export type IdentifierPrefix =
  | 'acct'
  | 'ds'
  | 'evt'
  | 'file'
  | 'job'
  | 'key'
  | 'lay'
  | 'login'
  | 'mon'
  | 'rcp'
  | 'rct'
  | 'req'
  | 'rsv'
  | 'run'
  | 'ses'
  | 'wf';

/** Crockford's base32 alphabet in lower case: sorts like the bytes and has no ambiguous characters. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** Encodes bytes as base32, five bits per character, most significant first. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(buffer >>> bits) & 31];
    }
  }
  return bits > 0 ? text + alphabet[(buffer << (5 - bits)) & 31] : text;
}

/**
 * Returns a new UUID version 7 (RFC 9562 section 5.7) as 16 bytes: 48 bits of Unix milliseconds, then 74 random bits.
 */
export function uuidV7(now: Date): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = (byteAt(bytes, 6) & 0x0f) | 0x70;
  bytes[8] = (byteAt(bytes, 8) & 0x3f) | 0x80;
  return bytes;
}

/** Returns a new identifier, `PREFIX_` and 26 characters, that sorts by creation time. */
export function newIdentifier(prefix: IdentifierPrefix, now: Date): string {
  return `${prefix}_${base32(uuidV7(now))}`;
}

/** Returns an identifier with 160 random bits, for resources that are accessible to anyone who knows it. */
export function newSecretIdentifier(prefix: 'ref' | 'blob' | 'ans' | 'cont'): string {
  return `${prefix}_${base32(randomBytes(20))}`;
}

const uuidPattern = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const base32Pattern = /^[a-z]+_([0-9abcdefghjkmnpqrstvwxyz]{26})$/;

/** Returns the UUID (RFC 9562, as text) of an identifier from {@link newIdentifier}. */
export function uuidOf(identifier: string): string {
  const text = base32Pattern.exec(identifier)?.[1] ?? '';
  let value = 0n;
  for (const letter of text) value = value * 32n + BigInt(alphabet.indexOf(letter));
  // 26 characters have two more bits than a UUID; they are zero.
  const hex = (value >> 2n).toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** Returns the identifier for a UUID, or null if the text is not a UUID. */
export function identifierOfUuid(prefix: IdentifierPrefix, uuid: string): string | null {
  const digits = uuidPattern.exec(uuid.toLowerCase());
  return digits === null ? null : `${prefix}_${base32(Buffer.from(digits.slice(1).join(''), 'hex'))}`;
}
