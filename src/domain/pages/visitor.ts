/** A cookie that a request brings along. */
export interface VisitorCookie {
  name: string;
  value: string;
  /** Domain whose hosts receive it; null: only the host of the page. */
  domain: string | null;
  path: string;
}

/** A place on the earth; degrees, and the accuracy in metres. */
export interface Geolocation {
  latitude: number;
  longitude: number;
  accuracy: number;
}

/** How the visitor of a page appears where that differs from a first visit from the exit's country. */
export interface Visitor {
  cookies: readonly VisitorCookie[];
  /** BCP 47 tags, the preferred one first; empty: those of the exit's country. */
  languages: readonly string[];
  /** IANA name; null: that of the exit's country. */
  timezone: string | null;
  /** Place that a browser reports to sites; null: none. */
  geolocation: Geolocation | null;
}

/** A request that sends something instead of asking for a page with GET. */
export interface SentRequest {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body: string | null;
  /** True if it may be sent twice: it only reads, or its method is idempotent (RFC 9110, section 9.2.2). */
  isRepeatable: boolean;
}

/** Returns the `Accept-Language` header of languages, the preferred one first (RFC 9110, section 12.5.4). */
export function toAcceptLanguage(languages: readonly string[]): string {
  return languages
    .map((tag, at) => (at === 0 ? tag : `${tag};q=${Math.max(0.1, 1 - at / 10).toFixed(1)}`))
    .join(', ');
}

/** Returns true if a cookie of this domain is sent to the host (RFC 6265, section 5.1.3). */
export function isCookieDomain(host: string, { domain }: Pick<VisitorCookie, 'domain'>): boolean {
  if (domain === null) return true;
  const name = domain.replace(/^\./, '').toLowerCase();
  return host === name || host.endsWith(`.${name}`);
}
