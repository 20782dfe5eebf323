import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Failure } from './failure.ts';

const algorithm = 'aes-256-gcm';
/** Says how the rest is to be read, so that another way may come later. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;

/**
 * Encrypts a text under a 32-byte key (AES-256-GCM, NIST SP 800-38D) and binds it to `associated`, such as the id of the
 * account that it belongs to: a sealed text copied to another row does not open there.
 */
export function seal(key: Uint8Array, text: string, associated: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(associated));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), sealed]);
}

/** Opens what {@link seal} made; throws Failure `internal` when key, place or bytes are not the ones it was made with. */
export function unseal(key: Uint8Array, sealed: Uint8Array, associated: string): string {
  try {
    if (sealed[0] !== version || sealed.length < headerBytes)
      throw new Error('this is nothing that was sealed');
    const decipher = createDecipheriv(algorithm, key, sealed.subarray(1, 1 + nonceBytes));
    decipher.setAAD(Buffer.from(associated));
    decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headerBytes));
    return Buffer.concat([decipher.update(sealed.subarray(headerBytes)), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Failure('internal', 'a stored secret could not be opened with this WEBDATA_SECRET', { cause });
  }
}
