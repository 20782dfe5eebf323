import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Failure } from '../system/failure.ts';

const algorithm = 'aes-256-gcm';
/** Version byte in front of each ciphertext, so that the format can change later. */
const version = 1;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + nonceBytes + tagBytes;

/**
 * Encrypts a text in UTF-8, or bytes, under a 32-byte key (AES-256-GCM, NIST SP 800-38D) and binds it to `associated`, such as the id of
 * its account, so that a ciphertext copied to another row cannot be decrypted there.
 */
export function encrypt(key: Uint8Array, content: string | Uint8Array, associated: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(associated));
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  const encrypted = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([Buffer.from([version]), nonce, cipher.getAuthTag(), encrypted]);
}

/** Decrypts a text, like {@link decryptBytes}. */
export function decrypt(key: Uint8Array, encrypted: Uint8Array, associated: string): string {
  return decryptBytes(key, encrypted, associated).toString('utf8');
}

/** Decrypts the result of {@link encrypt}. Throws Failure `internal` if the key, `associated` or the bytes differ. */
export function decryptBytes(
  key: Uint8Array,
  encrypted: Uint8Array,
  associated: string,
): Buffer<ArrayBuffer> {
  try {
    if (encrypted[0] !== version || encrypted.length < headerBytes)
      throw new Error(`the value is no ciphertext of version ${version}`);
    const decipher = createDecipheriv(algorithm, key, encrypted.subarray(1, 1 + nonceBytes));
    decipher.setAAD(Buffer.from(associated));
    decipher.setAuthTag(encrypted.subarray(1 + nonceBytes, headerBytes));
    return Buffer.concat([decipher.update(encrypted.subarray(headerBytes)), decipher.final()]);
  } catch (cause) {
    throw new Failure(
      'internal',
      'A stored secret cannot be decrypted with this WEBDATA_SECRET. Start the service with the value that encrypted it.',
      { cause },
    );
  }
}
