import { getDomain } from 'tldts';

/** Maximum length of a stored pattern, in characters. */
const maxPatternLength = 300;
const maxParameters = 12;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const fileExtension = /\.[a-z][a-z\d]{1,4}$/i;

/** URL pattern of the pages that may share a layout. */
export interface UrlPattern {
  /**
   * Registrable domain (Public Suffix List with private domains), or the host without one; with a port other
   * than the default.
   */
  host: string;
  /** Path with `*` for variable segments, and the names of the query parameters. */
  pattern: string;
}

function generalSegment(segment: string): string {
  if (/\d/.test(segment) || uuid.test(segment)) return '*';
  return /[-_+%,~]|\./.test(segment) || segment.length > 20 ? '*' : segment.toLowerCase();
}

/** The last segment identifies the page; only its file extension is part of the pattern. */
function lastSegment(segment: string): string {
  if (segment === '') return '';
  return `*${fileExtension.exec(segment)?.[0].toLowerCase() ?? ''}`;
}

function pathPattern(path: string): string {
  const segments = path.slice(1).split('/');
  if (segments.length > 1 && segments.at(-1) === '') segments.pop();
  const last = segments.length - 1;
  return segments
    .map((segment, index) => (index === last ? lastSegment(segment) : generalSegment(segment)))
    .join('/');
}

/** Returns the pattern of an http or https URL; null for other URLs. */
export function getUrlPattern(url: string): UrlPattern | null {
  const parsedUrl = URL.parse(url);
  if (parsedUrl === null || (parsedUrl.protocol !== 'http:' && parsedUrl.protocol !== 'https:')) return null;
  const name = getDomain(parsedUrl.hostname, { allowPrivateDomains: true }) ?? parsedUrl.hostname;
  const host = parsedUrl.port === '' ? name : `${name}:${parsedUrl.port}`;
  const names = [...new Set(parsedUrl.searchParams.keys())].filter((key) => !key.startsWith('utm_'));
  const parameters = names.sort().slice(0, maxParameters).map(generalSegment).join('&');
  const pattern = `/${pathPattern(parsedUrl.pathname)}${parameters === '' ? '' : `?${parameters}`}`;
  return { host, pattern: pattern.slice(0, maxPatternLength) };
}
