/** A proxy of the operator that traffic leaves through, its template filled in. Its parts are secrets. */
export interface Upstream {
  protocol: 'http:' | 'https:' | 'socks5:';
  /** Without brackets. */
  host: string;
  port: number;
  username: string;
  password: string;
  /** Names the upstream with its credentials and session: what pools of connections are kept by. Never shown. */
  key: string;
  /** Of the proxy itself, whoever uses it: what is learnt of how it works is kept by. */
  origin: string;
}

/** What a template's placeholders stand for. */
export interface TemplateValues {
  /** ISO 3166-1 alpha-2 in upper case. */
  country: string;
  city: string;
  session: string;
}

const placeholder = /\{([^{}]*)\}/g;
const names: ReadonlySet<string> = new Set(['country', 'COUNTRY', 'city', 'session']);
const usualPorts = { 'http:': 80, 'https:': 443, 'socks5:': 1080 } as const;

/** The placeholders in a template, those that mean something and the others. */
export function placeholdersOf(template: string): { known: Set<string>; unknown: string[] } {
  const found = [...template.matchAll(placeholder)].map((match) => match[1] ?? '');
  return {
    known: new Set(found.filter((name) => names.has(name))),
    unknown: found.filter((name) => !names.has(name)),
  };
}

/** The template with its placeholders filled in, percent-encoded where an address needs it. */
export function fillTemplate(template: string, { country, city, session }: TemplateValues): string {
  const values: Record<string, string> = {
    country: country.toLowerCase(),
    COUNTRY: country.toUpperCase(),
    city: encodeURIComponent(city),
    session,
  };
  return template.replace(placeholder, (whole, name: string) => values[name] ?? whole);
}

/** Reads a filled-in template, which the exits file was checked to make an address of. */
export function parseUpstream(address: string): Upstream {
  const url = new URL(address);
  const protocol = url.protocol as Upstream['protocol'];
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port) || usualPorts[protocol];
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

/** A template as it may be shown: neither user name nor password, which providers write keys into. */
export function maskTemplate(template: string): string {
  return template.replace(/^([a-z0-9]+:\/\/).*@/i, '$1***@');
}
