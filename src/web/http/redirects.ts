const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * Returns the `Location` of a redirect (Fetch standard section 2.2.3), or null. Without one, the response is a page; of
 * several, the first is used.
 */
export function getRedirectLocation(
  statusCode: number,
  location: string | string[] | undefined,
): string | null {
  if (!redirectStatuses.has(statusCode)) return null;
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

/**
 * Returns the URL of a `Location`, resolved against the responding URL, or null if it is invalid. The fragment is inherited
 * if the Location has none (RFC 9110 section 10.2.2). Redirects never change the method, because only GET and HEAD follow
 * them.
 */
export function resolveRedirect(location: string, from: URL): URL | null {
  const target = URL.parse(decodeUtf8(location), from.href);
  if (target !== null && target.hash === '' && from.hash !== '' && !location.includes('#')) {
    target.hash = from.hash;
  }
  return target;
}

/** Header values have one character per byte; non-ASCII bytes are decoded as UTF-8, like in browsers. */
function decodeUtf8(value: string): string {
  return /^[\x00-\x7f]*$/.test(value) ? value : Buffer.from(value, 'latin1').toString('utf8');
}
