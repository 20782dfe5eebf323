import { getDomain } from 'tldts';

/** Which addresses belong to the site that a map or crawl began at. */
export interface Scope {
  /** Whether an absolute address lies within. */
  covers(address: string | URL): boolean;
}

function hostOf(url: URL): string {
  const name = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  return name.startsWith('www.') ? name.slice(4) : name;
}

/**
 * The site of `start`, any path: its host and port, or, with subdomains, its registrable domain and port. `www.` makes no
 * other host, nor does https another port when both are the usual ones, for nearly every site answers on all of them.
 * Registrable domains are those of the Public Suffix List with its private part, so that two customers of one hosting
 * service are two sites; IP addresses and names without such a domain stand for themselves.
 */
export function createScope(start: string | URL, includeSubdomains: boolean): Scope {
  const own = new URL(start);
  const host = hostOf(own);
  const domain = includeSubdomains ? getDomain(own.hostname, { allowPrivateDomains: true }) : null;
  return {
    covers(address) {
      const url = typeof address === 'string' ? URL.parse(address) : address;
      if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
      if (url.port !== own.port) return false;
      const asked = hostOf(url);
      return asked === host || (domain !== null && (asked === domain || asked.endsWith(`.${domain}`)));
    },
  };
}
