import { createHash, hkdfSync } from 'node:crypto';

/** What the root secret is used for; each purpose has a key of its own, so that one never reveals another. */
export type SecretPurpose = 'receipt' | 'login' | 'webhook' | 'live-view' | 'run';

/** A 32-byte key for one purpose, derived from WEBDATA_SECRET by HKDF-SHA-256 (RFC 5869). */
export function deriveKey(secret: string, purpose: SecretPurpose): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'webdata', purpose, 32));
}

/** Tells two root secrets apart without revealing either. */
export function secretFingerprint(secret: string): string {
  return createHash('sha256').update('webdata fingerprint\0').update(secret).digest('hex').slice(0, 32);
}
