/** A proxy of the operator with its template filled in. Contains secrets. */
export interface Upstream {
  protocol: 'http:' | 'https:' | 'socks5:';
  /** Host name or IP literal without brackets. */
  host: string;
  port: number;
  username: string;
  password: string;
  /** URL with credentials and session, the key of connection pools. Secret. */
  key: string;
  /** Protocol, host and port of the proxy, the key of its learned behaviour. */
  origin: string;
}

/** Values of a template's placeholders. */
export interface TemplateValues {
  /** ISO 3166-1 alpha-2 in upper case. */
  country: string;
  city: string;
  session: string;
}

const placeholder = /\{([^{}]*)\}/g;
const names: ReadonlySet<string> = new Set(['country', 'COUNTRY', 'city', 'session']);
const defaultPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/** Returns the known and the unknown placeholders of a template. */
export function findPlaceholders(template: string): { known: Set<string>; unknown: string[] } {
  const placeholderNames = [...template.matchAll(placeholder)].map((match) => match[1] ?? '');
  return {
    known: new Set(placeholderNames.filter((name) => names.has(name))),
    unknown: placeholderNames.filter((name) => !names.has(name)),
  };
}

/** Fills in the placeholders of a template, percent-encoded where needed. */
export function fillTemplate(template: string, { country, city, session }: TemplateValues): string {
  const values: Record<string, string> = {
    country: country.toLowerCase(),
    COUNTRY: country.toUpperCase(),
    city: encodeURIComponent(city),
    session,
  };
  return template.replace(placeholder, (whole, name: string) => values[name] ?? whole);
}

/** Parses a filled-in template, which was validated with the exits file. */
export function parseUpstream(address: string): Upstream {
  const url = new URL(address);
  const protocol = url.protocol as Upstream['protocol'];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || defaultPorts[protocol];
  return {
    protocol,
    host,
    port,
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    key: url.href,
    origin: `${protocol}//${host}:${port}`,
  };
}

/** Masks user name and password of a template; providers put keys into both. */
export function maskTemplate(template: string): string {
  return template.replace(/^([a-z0-9]+:\/\/).*@/i, '$1***@');
}
