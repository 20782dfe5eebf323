import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Receipt, UnsignedReceipt } from './receipt.ts';

/** The public half of a receipt key as a JSON Web Key (RFC 8037). */
export interface PublicJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  x: string;
  kid: string;
  use: 'sig';
  alg: 'EdDSA';
}

/** What signs receipts. */
export interface ReceiptKey {
  kid: string;
  publicJwk: PublicJwk;
  privateKey: KeyObject;
}

/** The fixed start of an Ed25519 private key in PKCS #8 (RFC 8410 section 7); the 32-byte seed follows. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The receipt key of a 32-byte seed. Its `kid` is the key's thumbprint (RFC 7638). */
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

/** RFC 7515 section 5.1: ASCII(header) "." base64url(payload), the payload being the RFC 8785 form of the document. */
function signingInput(header: string, document: object): Buffer {
  const payload = Buffer.from(canonicalize(document) as string, 'utf8').toString('base64url');
  return Buffer.from(`${header}.${payload}`, 'ascii');
}

/** The receipt with its detached JWS. */
export function signReceipt(receipt: UnsignedReceipt, key: ReceiptKey): Receipt {
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: key.kid })).toString('base64url');
  const signature = sign(null, signingInput(header, receipt), key.privateKey).toString('base64url');
  return { ...receipt, signature: `${header}..${signature}` };
}

/** What checking a receipt found. */
export type Verification = { valid: true; kid: string } | { valid: false; reason: string };

function readHeader(encoded: string): { alg?: unknown; kid?: unknown } | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
    return typeof header === 'object' && header !== null ? header : null;
  } catch {
    return null;
  }
}

/** Checks a receipt against published keys. Any changed, added or missing field makes it invalid. */
export function verifyReceipt(receipt: Record<string, unknown>, keys: readonly PublicJwk[]): Verification {
  const { signature, ...document } = receipt;
  if (typeof signature !== 'string') return { valid: false, reason: 'it has no signature' };
  const [encodedHeader = '', payload, encodedSignature = '', ...rest] = signature.split('.');
  if (payload !== '' || rest.length > 0) return { valid: false, reason: 'its signature is no detached JWS' };
  const header = readHeader(encodedHeader);
  if (header?.alg !== 'EdDSA') return { valid: false, reason: 'its signature is not EdDSA' };
  const jwk = keys.find((candidate) => candidate.kid === header.kid);
  if (jwk === undefined) return { valid: false, reason: `no key with id ${String(header.kid)} is known` };
  const publicKey = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const bytes = Buffer.from(encodedSignature, 'base64url');
  // A second spelling of the same bytes would be a changed field that still verifies.
  if (bytes.toString('base64url') !== encodedSignature) {
    return { valid: false, reason: 'its signature is not in canonical base64url' };
  }
  return verify(null, signingInput(encodedHeader, document), publicKey, bytes)
    ? { valid: true, kid: jwk.kid }
    : { valid: false, reason: 'the signature does not fit what it says' };
}
