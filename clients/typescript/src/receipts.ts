import { decodeBase64, encodeBase64Url } from './base64.ts';
import type { Receipt } from './schemas.ts';

/** Public key of a service as a JSON Web Key (RFC 8037). */
export interface ReceiptKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
}

/** Result of {@link verifyReceipt}: the key that signed, or the reason why the receipt is not valid. */
export type ReceiptState = { valid: true; kid: string } | { valid: false; reason: string };

/** Fetches the current and the retired public keys of a service. */
export async function fetchReceiptKeys(url: string, send: typeof fetch = fetch): Promise<ReceiptKey[]> {
  const response = await send(`${url.replace(/(?<!\/)\/+$/, '')}/.well-known/jwks.json`);
  if (!response.ok) throw new Error(`The keys of ${url} cannot be read: HTTP status ${response.status}.`);
  return ((await response.json()) as { keys: ReceiptKey[] }).keys;
}

/** Returns the canonical JSON of a value (RFC 8785). Keys are sorted by their UTF-16 code units. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

function readHeader(encoded: string): { alg?: unknown; kid?: unknown } {
  try {
    return JSON.parse(new TextDecoder().decode(decodeBase64(encoded) ?? new Uint8Array())) as object;
  } catch {
    // A header that is not JSON names no algorithm.
    return {};
  }
}

/**
 * Verifies the signature of a receipt without a request. `keys` come from {@link fetchReceiptKeys}. The receipt must be
 * complete, as it was received. Needs Ed25519 in Web Crypto: Node 20, Deno, Bun, and browsers since 2025, on pages
 * loaded over HTTPS or from this machine.
 */
export async function verifyReceipt(
  receipt: Receipt | Record<string, unknown>,
  keys: readonly ReceiptKey[],
): Promise<ReceiptState> {
  const { signature, ...document } = receipt;
  const [header = '', payload, encoded = '', ...more] = String(signature ?? '').split('.');
  if (payload !== '' || more.length > 0)
    return { valid: false, reason: 'The signature is not a detached JWS.' };
  const { alg, kid } = readHeader(header);
  if (alg !== 'EdDSA') return { valid: false, reason: 'The signature algorithm is not EdDSA.' };
  const key = keys.find((one) => one.kid === kid);
  if (key === undefined) return { valid: false, reason: `No published key has the id ${String(kid)}.` };
  const bytes = decodeBase64(encoded);
  if (bytes === null || encodeBase64Url(bytes) !== encoded)
    return { valid: false, reason: 'The signature is not in canonical base64url.' };
  const { kty, crv, x } = key;
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  const content = encodeBase64Url(new TextEncoder().encode(canonicalJson(document)));
  const signed = new TextEncoder().encode(`${header}.${content}`);
  if (await crypto.subtle.verify('Ed25519', imported, bytes, signed)) return { valid: true, kid: key.kid };
  return { valid: false, reason: 'The signature does not match the content of the receipt.' };
}
