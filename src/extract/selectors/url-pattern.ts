import { getDomain } from 'tldts';

/** Longest pattern kept, in characters. */
const maxPattern = 300;
const maxParameters = 12;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const fileEnding = /\.[a-z][a-z\d]{1,4}$/i;

/** Which pages may share a layout, by their address alone. */
export interface AddressKey {
  /** Registrable domain (Public Suffix List with its private part), or the host that has none; with a port of its own. */
  host: string;
  /** Path with what changes from page to page as `*`, and the names of the query's parameters. */
  pattern: string;
}

function generalSegment(segment: string): string {
  if (/\d/.test(segment) || uuid.test(segment)) return '*';
  return /[-_+%,~]|\./.test(segment) || segment.length > 20 ? '*' : segment.toLowerCase();
}

/** The last segment names the page, whatever it looks like; its ending tells what made it. */
function lastSegment(segment: string): string {
  if (segment === '') return '';
  return `*${fileEnding.exec(segment)?.[0].toLowerCase() ?? ''}`;
}

function pathPattern(path: string): string {
  const segments = path.slice(1).split('/');
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  const last = segments.length - 1;
  return segments
    .map((segment, index) => (index === last ? lastSegment(segment) : generalSegment(segment)))
    .join('/');
}

/** The key of an http or https address; null for anything else. */
export function addressKeyOf(address: string): AddressKey | null {
  const url = URL.parse(address);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const name = getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname;
  const host = url.port === '' ? name : `${name}:${url.port}`;
  const names = [...new Set(url.searchParams.keys())].filter((key) => !key.startsWith('utm_'));
  const shown = names.sort().slice(0, maxParameters).map(generalSegment).join('&');
  const pattern = `/${pathPattern(url.pathname)}${shown === '' ? '' : `?${shown}`}`;
  return { host, pattern: pattern.slice(0, maxPattern) };
}
