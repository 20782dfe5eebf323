const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/**
 * The `Location` of a response that asks to go elsewhere (Fetch standard section 2.2.3), or null. Without one, such a
 * response is a page like any other; of several the first counts.
 */
export function redirectLocation(statusCode: number, location: string | string[] | undefined): string | null {
  if (!redirectStatuses.has(statusCode)) return null;
  return (Array.isArray(location) ? location[0] : location) ?? null;
}

/**
 * The address that a `Location` names, or null when it names none. Resolved against the address that answered; a
 * fragment is inherited when it brings none (RFC 9110 section 10.2.2). As only GET and HEAD are ever sent, no redirect
 * status changes the method.
 */
export function redirectTarget(location: string, from: URL): URL | null {
  const target = URL.parse(asUtf8(location), from.href);
  if (target !== null && target.hash === '' && from.hash !== '' && !location.includes('#')) {
    target.hash = from.hash;
  }
  return target;
}

/** Header values arrive as one character a byte; sites that send other than ASCII mean UTF-8, and browsers read it so. */
function asUtf8(value: string): string {
  return /^[\x00-\x7f]*$/.test(value) ? value : Buffer.from(value, 'latin1').toString('utf8');
}
