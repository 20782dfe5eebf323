import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Receipt, UnsignedReceipt } from '../resources/receipt.ts';
import { cleanValue } from '../values/clean-text.ts';

/** Public half of a receipt key as a JSON Web Key (RFC 8037). */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/** Key pair that signs receipts. */
export interface ReceiptKey {
  kid: string;
  publicJwk: PublicJwk;
  privateKey: KeyObject;
}

/** Fixed start of an Ed25519 private key in PKCS #8 (RFC 8410 section 7); the 32-byte seed follows. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the receipt key from a 32-byte seed. Its `kid` is the key's thumbprint (RFC 7638). */
export function receiptKeyFromSeed(seed: Buffer): ReceiptKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Prefix, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const x = createPublicKey(privateKey).export({ format: 'jwk' }).x as string;
  const kid = createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
  const publicJwk: PublicJwk = { kty: 'OKP', crv: 'Ed25519', x, kid, use: 'sig', alg: 'EdDSA' };
  return { kid, publicJwk, privateKey };
}

/**
 * Builds the JWS signing input (RFC 7515 section 5.1): ASCII(header) "." base64url(payload). The payload is the RFC
 * 8785 form of the document.
 */
function signingInput(header: string, document: object): Buffer {
  const payload = Buffer.from(canonicalize(document) as string, 'utf8').toString('base64url');
  return Buffer.from(`${header}.${payload}`, 'ascii');
}

/** Returns the receipt with its detached JWS (Ed25519). */
export function signReceipt(receipt: UnsignedReceipt, key: ReceiptKey): Receipt {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: key.kid })).toString('base64url');
  // RFC 8785 does not allow lone surrogates, which texts of pages can contain.
  const document = cleanValue(receipt);
  const signature = sign(null, signingInput(header, document), key.privateKey).toString('base64url');
  return { ...document, signature: `${header}..${signature}` };
}

/** Result of {@link verifyReceipt}. */
export type Verification = { valid: true; kid: string } | { valid: false; reason: string };

function readHeader(encoded: string): { alg?: unknown; kid?: unknown } | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? header : null;
  } catch {
    return null;
  }
}

/**
 * Builds the signing input of an untrusted document; null for a lone surrogate, or nesting that overflows the stack.
 */
function canonicalInput(header: string, document: object): Buffer | null {
  try {
    return signingInput(header, document);
  } catch {
    return null;
  }
}

/** Verifies a receipt against published keys. Any changed, added or missing field makes it invalid. */
export function verifyReceipt(receipt: Record<string, unknown>, keys: readonly PublicJwk[]): Verification {
  const { signature, ...document } = receipt;
  if (typeof signature !== 'string') return { valid: false, reason: 'The receipt has no signature.' };
  const [encodedHeader = '', payload, encodedSignature = '', ...rest] = signature.split('.');
  if (payload !== '' || rest.length > 0)
    return { valid: false, reason: 'The signature is not a detached JWS.' };
  const header = readHeader(encodedHeader);
  if (header?.alg !== 'EdDSA') return { valid: false, reason: 'The signature algorithm is not EdDSA.' };
  const jwk = keys.find((candidate) => candidate.kid === header.kid);
  if (jwk === undefined)
    return { valid: false, reason: `No published key has the id ${String(header.kid)}.` };
  const publicKey = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const bytes = Buffer.from(encodedSignature, 'base64url');
  // Another base64url form of the same bytes would be a changed field that still verifies.
  if (bytes.toString('base64url') !== encodedSignature) {
    return { valid: false, reason: 'The signature is not in canonical base64url.' };
  }
  const signed = canonicalInput(encodedHeader, document);
  if (signed === null) return { valid: false, reason: 'The receipt has no canonical form (RFC 8785).' };
  return verify(null, signed, publicKey, bytes)
    ? { valid: true, kid: jwk.kid }
    : { valid: false, reason: 'The signature does not match the content of the receipt.' };
}
