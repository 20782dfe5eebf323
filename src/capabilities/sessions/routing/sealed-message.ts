import { deserialize, serialize } from 'node:v8';
import { decrypt, encrypt } from '../../../domain/crypto/encryption.ts';

/**
 * Encrypts a structured-cloneable value for `recipient`, under a key that all processes of the service derive from the
 * root secret. It also authenticates the sender: only a process with the root secret can create it.
 */
export function sealMessage(key: Uint8Array, recipient: string, value: unknown): Buffer {
  return encrypt(key, serialize(value).toString('base64'), recipient);
}

/** Decrypts the result of {@link sealMessage}; null if the key, the recipient or the bytes differ. */
export function openMessage(key: Uint8Array, recipient: string, sealed: Uint8Array): unknown {
  let text: string;
  try {
    text = decrypt(key, sealed, recipient);
  } catch {
    // The sender is not told why: it may be anyone who reaches the port.
    return null;
  }
  return deserialize(Buffer.from(text, 'base64'));
}
