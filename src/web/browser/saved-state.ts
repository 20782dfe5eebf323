import { getDomain } from 'tldts';

/** A cookie as the browser keeps it. */
export interface SavedCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  /** Unix seconds; -1 for one that goes with the browser. */
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite: 'Strict' | 'Lax' | 'None';
}

/** What one origin keeps. */
export interface SavedOrigin {
  origin: string;
  localStorage: { name: string; value: string }[];
  /** As the driver writes databases; read by nobody else. */
  indexedDB?: unknown[];
}

/** What a browser keeps of sites: cookies and storage. A secret in every part. */
export interface SavedState {
  cookies: SavedCookie[];
  origins: SavedOrigin[];
}

/** The site that a host belongs to: its registrable domain, private suffixes included; the host itself where it has none. */
export function siteOf(hostname: string): string {
  const host = hostname.replace(/^\.|\.$/g, '').toLowerCase();
  return getDomain(host, { allowPrivateDomains: true }) ?? host.replace(/^\[|\]$/g, '');
}

/** The part of a state that belongs to one site. */
export function stateOfSite({ cookies, origins }: SavedState, site: string): SavedState {
  return {
    cookies: cookies.filter(({ domain }) => siteOf(domain) === site),
    origins: origins.filter(({ origin }) => siteOf(URL.parse(origin)?.hostname ?? '') === site),
  };
}
