const unreserved = /[A-Za-z\d\-._~]/;

/** Normalizes percent-encoding (RFC 3986 sections 6.2.2.1 and 6.2.2.2): `%7ea%2f` becomes `~a%2F`. */
export function normalizeEscapes(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([\da-f]{2})/gi, (encoded, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return unreserved.test(character) ? character : encoded.toUpperCase();
  });
}
