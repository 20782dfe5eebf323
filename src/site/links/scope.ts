import { getDomain } from 'tldts';

/** Decides which URLs belong to the site of a map or crawl. */
export interface Scope {
  /** Returns true if an absolute URL belongs to the site. */
  covers(candidate: string | URL): boolean;
}

function hostOf(url: URL): string {
  const name = url.hostname.endsWith('.') ? url.hostname.slice(0, -1) : url.hostname;
  return name.startsWith('www.') ? name.slice(4) : name;
}

/**
 * Creates the scope of `start` with any path: its host and port or, with subdomains, its registrable domain and port.
 * `www.` is ignored, and http and https with their default ports are equal, because nearly all sites serve the same on
 * both. Registrable domains include the private part of the Public Suffix List, so that customers of one hosting service
 * are separate sites. IP addresses and hosts without a registrable domain are sites of their own.
 */
export function createScope(start: string | URL, includeSubdomains: boolean): Scope {
  const startUrl = new URL(start);
  const host = hostOf(startUrl);
  const domain = includeSubdomains ? getDomain(startUrl.hostname, { allowPrivateDomains: true }) : null;
  return {
    covers(candidate) {
      const url = typeof candidate === 'string' ? URL.parse(candidate) : candidate;
      if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return false;
      if (url.port !== startUrl.port) return false;
      const otherHost = hostOf(url);
      return (
        otherHost === host || (domain !== null && (otherHost === domain || otherHost.endsWith(`.${domain}`)))
      );
    },
  };
}
