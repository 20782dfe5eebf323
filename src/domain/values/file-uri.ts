/**
 * Returns the URI of a file by its digest (RFC 6920): it identifies a file that a caller sent where a page from the web
 * has its URL. `sha256` is in hex.
 */
export function fileUri(sha256: string): string {
  return `ni:///sha-256;${Buffer.from(sha256, 'hex').toString('base64url')}`;
}
