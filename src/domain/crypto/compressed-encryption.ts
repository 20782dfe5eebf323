import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { decrypt, encrypt } from './encryption.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** Encrypts a text like {@link encrypt}, compressed outside of the main thread: the text can have many megabytes. */
export async function encryptCompressed(key: Uint8Array, text: string, associated: string): Promise<Buffer> {
  return encrypt(key, (await compress(text)).toString('base64'), associated);
}

/**
 * Decrypts the result of {@link encryptCompressed}. Rejects like {@link decrypt}, and with a `RangeError` if the text has
 * more than `maxBytes` bytes.
 */
export async function decryptCompressed(
  key: Uint8Array,
  sealed: Uint8Array,
  associated: string,
  maxBytes: number,
): Promise<string> {
  const compressed = Buffer.from(decrypt(key, sealed, associated), 'base64');
  return (await decompress(compressed, { maxOutputLength: maxBytes })).toString('utf8');
}
