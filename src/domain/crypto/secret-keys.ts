import { createHash, hkdfSync } from 'node:crypto';

/** Uses of the root secret; each has its own derived key, so that one key never reveals another. */
export type SecretPurpose =
  | 'receipt'
  | 'login'
  | 'webhook'
  | 'live-view'
  | 'run'
  | 'job'
  | 'process'
  | 'continuation';

/** Derives a 32-byte key for one purpose from WEBDATA_SECRET with HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secret: string, purpose: SecretPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'webdata', purpose, 32));
}

/** Returns a hash that identifies a root secret without revealing it. */
export function secretFingerprint(secret: string): string {
  return createHash('sha256').update('webdata fingerprint\0').update(secret).digest('hex').slice(0, 32);
}
