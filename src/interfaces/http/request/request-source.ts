import { hostPattern } from './base-url.ts';
import { createTrustedPeers } from './client-address.ts';

/** Host and origin of a request. */
export interface RequestSource {
  /** IP address of the peer. */
  peer: string;
  /** Value of the Host header. */
  host: string | undefined;
  /** Value of the Origin header, which browsers send for pages. */
  origin: string | undefined;
  /** Base URL of links in the response. */
  baseUrl: string;
}

/** Options of {@link createSourceCheck}. */
export interface SourceCheckOptions {
  /** Returns true if a host name (as in `URL.hostname`) belongs to this service. */
  isServiceHost(hostname: string): boolean;
  /** CIDRs of trusted proxies, which check host names themselves. */
  trustedProxies: readonly string[];
  /** Origins of other sites whose pages may call; `*` allows all. */
  corsOrigins: readonly string[];
}

/**
 * Returns the reason to reject a request, or null: its Host is not a name of this service, or its Origin is
 * another site. Without the Host check, a page could use DNS rebinding to pass the Origin check. The MCP
 * specification requires both ("Transports", security warning).
 */
export type SourceCheck = (source: RequestSource) => string | null;

function parseHost(host: string | undefined): URL | null {
  return host !== undefined && hostPattern.test(host) ? URL.parse(`http://${host}`) : null;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Returns true if the page belongs to the service: same origin as the base URL, same host as the request, or
 * loopback with the same port.
 */
function isServicePage(page: URL, hostUrl: URL | null, baseUrl: string): boolean {
  if (page.origin === URL.parse(baseUrl)?.origin) return true;
  if (hostUrl === null) return false;
  return page.host === hostUrl.host || (isLoopback(page.hostname) && page.port === hostUrl.port);
}

/**
 * Returns true if the Origin header names the service itself: the origin of its base URL, or the host of the request.
 * Configured CORS origins do not count.
 */
export function isSameOrigin({ host, origin, baseUrl }: Omit<RequestSource, 'peer'>): boolean {
  const page = URL.parse(origin ?? '');
  if (page === null) return false;
  return page.origin === URL.parse(baseUrl)?.origin || page.host === parseHost(host)?.host;
}

/** Creates the check of Host and Origin. */
export function createSourceCheck({
  isServiceHost,
  trustedProxies,
  corsOrigins,
}: SourceCheckOptions): SourceCheck {
  const isTrusted = createTrustedPeers(trustedProxies);
  return ({ peer, host, origin, baseUrl }) => {
    const hostUrl = parseHost(host);
    if (!isTrusted(peer) && (hostUrl === null || !isServiceHost(hostUrl.hostname))) {
      const name = JSON.stringify((host ?? '').slice(0, 200));
      return `${name} is not a host name of this service. Add it to WEBDATA_ALLOWED_HOSTS, or set BASE_URL.`;
    }
    if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return null;
    const page = URL.parse(origin);
    if (page !== null && isServicePage(page, hostUrl, baseUrl)) return null;
    return `Requests from pages of ${origin.slice(0, 200)} are not allowed. Add the origin to WEBDATA_CORS_ORIGINS.`;
  };
}
