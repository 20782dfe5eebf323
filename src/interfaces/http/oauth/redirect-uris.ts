/** Where an authorization response leads: to a site, to a program on the person's computer, or to an installed app. */
export type RedirectTarget =
  | { kind: 'site'; host: string }
  | { kind: 'this_computer'; host: string }
  | { kind: 'app'; host: string };

/** Maximum length of a redirect URI in characters. */
const maxLength = 500;

/** Schemes that browsers open themselves, or that carry content; none of them leads to an app. */
const browserSchemes: ReadonlySet<string> = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'http:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);

/** Returns true if a host name (as in `URL.hostname`) is this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Returns where a redirect URI leads; null if it is not permitted. Permitted are `https:`, `http:` on this machine, and the
 * private scheme of an app (RFC 8252 section 7), each without a fragment and without credentials.
 */
export function redirectTargetOf(uri: string): RedirectTarget | null {
  // Control characters and white space would be removed by the parser, so that a person would read another address.
  if (uri.length > maxLength || !/^[a-z][a-z0-9+.-]*:\/\/[\x21-\x7e]+$/i.test(uri)) return null;
  const url = URL.parse(uri);
  if (url === null || uri.includes('#') || uri.includes('\\') || url.username !== '' || url.password !== '')
    return null;
  if (url.protocol === 'https:') return { kind: 'site', host: url.host };
  if (url.protocol === 'http:')
    return isLoopbackHost(url.hostname) ? { kind: 'this_computer', host: url.hostname } : null;
  return browserSchemes.has(url.protocol) ? null : { kind: 'app', host: url.protocol };
}

/** Returns a redirect URI of this machine without its port; null for any other one. */
function withoutPort(uri: string): string | null {
  if (redirectTargetOf(uri)?.kind !== 'this_computer') return null;
  const url = new URL(uri);
  url.port = '';
  return url.href;
}

/**
 * Returns true if a redirect URI is one of the registered ones: the same characters, or on this machine the same URI with any
 * port, because programs listen on a free one (RFC 8252 section 7.3).
 */
export function isRegisteredRedirect(uri: string, registered: readonly string[]): boolean {
  if (redirectTargetOf(uri) === null) return false;
  if (registered.includes(uri)) return true;
  const local = withoutPort(uri);
  return local !== null && registered.some((one) => withoutPort(one) === local);
}
