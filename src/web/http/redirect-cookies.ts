import { Cookie, CookieJar, getPublicSuffix } from 'tough-cookie';

/** Cookies that a site sets during one chain of redirects; kept in memory only and not shared. */
export interface RedirectCookies {
  /** Stores the `Set-Cookie` values of a response from `url`; ignores malformed and disallowed ones. */
  store(url: URL, setCookies: readonly string[], now: Date): void;
  /** Returns the `Cookie` header for `url`, longest path first (RFC 6265 section 5.4); null if there are no cookies. */
  cookiesFor(url: URL): string | null;
}

/** Limits; RFC 6265 section 6.1 requires at least 50 cookies per domain and 4096 bytes each. */
const maxCookies = 100;
const maxBytes = 4096;

/** Creates an empty jar, which follows RFC 6265bis. */
export function createRedirectCookies(): RedirectCookies {
  const jar = new CookieJar(null, { allowSecureOnLocal: false });
  const keys = new Set<string>();

  function store(cookie: Cookie, now: Date): void {
    const key = JSON.stringify([cookie.domain, cookie.path, cookie.key]);
    const isExpired = cookie.TTL(now.getTime()) <= 0;
    if (!isExpired && keys.size < maxCookies) keys.add(key);
    if (isExpired) keys.delete(key);
    if (!keys.has(key)) void jar.store.removeCookie(cookie.domain, cookie.path, cookie.key);
  }

  return {
    store(from, setCookies, now) {
      const url = withoutTrailingDot(from);
      for (const line of setCookies.slice(0, maxCookies)) {
        const parsed = line.length > maxBytes ? null : parseCookie(line, url);
        const stored = parsed && jar.setCookieSync(parsed, url, { now, ignoreError: true });
        if (stored) store(stored, now);
      }
    },
    cookiesFor(url) {
      const cookies = jar.getCookiesSync(withoutTrailingDot(url), { sort: true });
      return cookies.length === 0 ? null : cookies.map((cookie) => cookie.cookieString()).join('; ');
    },
  };
}

/** Removes the dot of an absolute host name; the jar finds no cookies for such names. */
function withoutTrailingDot(url: URL): URL {
  if (!url.hostname.endsWith('.')) return url;
  const relative = new URL(url);
  relative.hostname = url.hostname.slice(0, -1);
  return relative;
}

function parseCookie(line: string, url: URL): Cookie | null {
  const cookie = Cookie.parse(line);
  if (cookie === undefined) return null;
  // A host that is itself a public suffix may set cookies for itself only (RFC 6265 section 5.3, step 5).
  const isOwnHost = cookie.domain === url.hostname;
  if (isOwnHost && getPublicSuffix(url.hostname, { allowSpecialUseDomain: true }) === undefined)
    cookie.domain = null;
  // The jar compares with the decoded path of the URL.
  cookie.path = cookie.path && decodePath(cookie.path);
  return cookie;
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
