import { isIP } from 'node:net';
import { getPublicSuffix } from 'tldts';

/** Cookies that a site sets while it redirects; they live for one chain of redirects and are shared with nobody. */
export interface ChainCookies {
  /** Takes the `Set-Cookie` values of an answer from `url`; what is malformed or not its to set is dropped. */
  store(url: URL, setCookies: readonly string[], now: Date): void;
  /** Names and values to be sent to `url`, longest path first (RFC 6265 section 5.4); null when there are none. */
  cookiesFor(url: URL): ReadonlyMap<string, string> | null;
}

interface Cookie {
  name: string;
  value: string;
  domain: string;
  isHostOnly: boolean;
  path: string;
  isSecure: boolean;
}

/** RFC 6265 section 6.1 asks for at least 50 a domain and 4096 bytes each. */
const mostCookies = 100;
const mostBytes = 4096;

/** An empty jar. */
export function createChainCookies(): ChainCookies {
  const cookies = new Map<string, Cookie>();

  return {
    store(url, setCookies, now) {
      for (const line of setCookies.slice(0, mostCookies)) {
        const parsed = line.length > mostBytes ? null : parseCookie(line, url, now);
        if (parsed === null) continue;
        const key = `${parsed.cookie.domain}\n${parsed.cookie.path}\n${parsed.cookie.name}`;
        if (parsed.isExpired) cookies.delete(key);
        else if (cookies.has(key) || cookies.size < mostCookies) cookies.set(key, parsed.cookie);
      }
    },
    cookiesFor(url) {
      const matching = [...cookies.values()].filter((cookie) => isFor(cookie, url));
      if (matching.length === 0) return null;
      matching.sort((a, b) => b.path.length - a.path.length);
      const byName = new Map<string, string>();
      for (const { name, value } of matching) if (!byName.has(name)) byName.set(name, value);
      return byName;
    },
  };
}

/** RFC 6265 sections 5.2 and 5.3. */
function parseCookie(line: string, url: URL, now: Date): { cookie: Cookie; isExpired: boolean } | null {
  const [pair = '', ...rest] = line.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  if (equals < 1 || name === '' || /[\x00-\x1f\x7f]/.test(name + value)) return null;

  const attributes = parseAttributes(rest);
  const domain = domainFor(attributes.get('domain') ?? '', url.hostname);
  const isSecure = attributes.has('secure');
  if (domain === null || (isSecure && url.protocol !== 'https:')) return null;

  const path = attributes.get('path') ?? '';
  const cookie: Cookie = {
    name,
    value,
    ...domain,
    path: path.startsWith('/') ? path : defaultPath(url.pathname),
    isSecure,
  };
  return { cookie, isExpired: isExpired(attributes, now) };
}

function parseAttributes(parts: string[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const part of parts) {
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    attributes.set(name, equals < 0 ? '' : part.slice(equals + 1).trim());
  }
  return attributes;
}

/** A site may set cookies for a domain it lies in, but not for a whole public suffix (RFC 6265 section 5.3, step 5). */
function domainFor(attribute: string, host: string): Pick<Cookie, 'domain' | 'isHostOnly'> | null {
  const domain = attribute.replace(/^\./, '').toLowerCase();
  if (domain === '' || domain === host) return { domain: host, isHostOnly: domain === '' };
  const isParent =
    isIP(host) === 0 &&
    host.endsWith(`.${domain}`) &&
    getPublicSuffix(domain, { allowPrivateDomains: true }) !== domain;
  return isParent ? { domain, isHostOnly: false } : null;
}

/** RFC 6265 section 5.1.4. */
function defaultPath(pathname: string): string {
  const last = pathname.lastIndexOf('/');
  return last <= 0 ? '/' : pathname.slice(0, last);
}

/** `Max-Age` outranks `Expires`; within one chain only "already over" matters. */
function isExpired(attributes: Map<string, string>, now: Date): boolean {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return Number(maxAge) <= 0;
  const expires = Date.parse(attributes.get('expires') ?? '');
  return !Number.isNaN(expires) && expires <= now.getTime();
}

function isFor(cookie: Cookie, url: URL): boolean {
  const isHost = url.hostname === cookie.domain;
  const isDomain = isHost || (!cookie.isHostOnly && url.hostname.endsWith(`.${cookie.domain}`));
  const isPath =
    url.pathname === cookie.path ||
    (url.pathname.startsWith(cookie.path) &&
      (cookie.path.endsWith('/') || url.pathname[cookie.path.length] === '/'));
  return isDomain && isPath && (!cookie.isSecure || url.protocol === 'https:');
}
