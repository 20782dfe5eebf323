import { randomBytes } from 'node:crypto';

/** Prefixes of identifiers that callers see (api.md section 1, "Ids"), and our own for accounts, events, receipts and reservations. */
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

/** Crockford's alphabet in lower case: sorts as its bytes do and holds no look-alikes. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** The bytes as base32, five bits a character, most significant first. */
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

/** A new UUID version 7 (RFC 9562 section 5.7) as its 16 bytes: 48 bits of Unix milliseconds, then 74 random bits. */
export function uuidV7(now: Date): Uint8Array {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80;
  return bytes;
}

/** A new identifier, `PREFIX_` and 26 characters, that sorts by the time it was made. */
export function newIdentifier(prefix: IdentifierPrefix, now: Date): string {
  return `${prefix}_${base32(uuidV7(now))}`;
}

/** An identifier nobody can guess, with 160 random bits, for what is reached by knowing its name. */
export function newSecretIdentifier(prefix: 'ref' | 'blob'): string {
  return `${prefix}_${base32(randomBytes(20))}`;
}

const uuidForm = /^([0-9a-f]{8})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{4})-([0-9a-f]{12})$/;
const base32Form = /^[a-z]+_([0-9abcdefghjkmnpqrstvwxyz]{26})$/;

/** The UUID (RFC 9562, in text) that an identifier of {@link newIdentifier} was made of. */
export function uuidOf(identifier: string): string {
  const text = base32Form.exec(identifier)?.[1] ?? '';
  let value = 0n;
  for (const letter of text) value = value * 32n + BigInt(alphabet.indexOf(letter));
  // 26 characters hold two bits more than a UUID has; they are zero.
  const hex = (value >> 2n).toString(16).padStart(32, '0');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The identifier that was made of a UUID; null when the text is no UUID. */
export function identifierOfUuid(prefix: IdentifierPrefix, uuid: string): string | null {
  const digits = uuidForm.exec(uuid.toLowerCase());
  return digits === null ? null : `${prefix}_${base32(Buffer.from(digits.slice(1).join(''), 'hex'))}`;
}
