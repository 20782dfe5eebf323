import { getDomain } from 'tldts';
import { isCookieDomain, type VisitorCookie } from '../../../domain/pages/visitor.ts';

/** A cookie in the browser's format. */
export interface SavedCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Unix seconds; -1 for a session cookie. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
}

/** Storage of one origin. */
export interface SavedOrigin {
  origin: string;
  localStorage: { name: string; value: string }[];
  /** IndexedDB in the driver's format, which only the driver reads. */
  indexedDB?: unknown[];
}

/** Cookies and storage of a browser; all of it is secret. */
export interface SavedState {
  cookies: SavedCookie[];
  origins: SavedOrigin[];
}

/** Returns the site of a host: its registrable domain, with private suffixes; the host itself if it has none. */
export function getSite(hostname: string): string {
  const host = hostname.replace(/^\.|\.$/g, '').toLowerCase();
  return getDomain(host, { allowPrivateDomains: true }) ?? host.replace(/^\[|\]$/g, '');
}

/** Returns a state with the cookies of a visitor of `url`; null if there is nothing in it. */
export function addCookies(
  state: SavedState | null,
  cookies: readonly VisitorCookie[],
  url: URL,
): SavedState | null {
  const own = cookies
    .filter((cookie) => isCookieDomain(url.hostname, cookie))
    .map(({ name, value, domain, path }) => ({
      name,
      value,
      domain: domain === null ? url.hostname : `.${domain.replace(/^\./, '')}`,
      path,
      expires: -1,
      httpOnly: false,
      secure: false,
      sameSite: 'Lax' as const,
    }));
  if (own.length === 0) return state;
  return { cookies: [...(state?.cookies ?? []), ...own], origins: state?.origins ?? [] };
}

/** Returns the part of a state that belongs to one site. */
export function filterBySite({ cookies, origins }: SavedState, site: string): SavedState {
  return {
    cookies: cookies.filter(({ domain }) => getSite(domain) === site),
    origins: origins.filter(({ origin }) => getSite(URL.parse(origin)?.hostname ?? '') === site),
  };
}
