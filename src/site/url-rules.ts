import { perhapsSessionNames, sessionNames, trackingNames, trackingPrefixes } from './carried-parameters.ts';
import { skippedEndings } from './skipped-files.ts';

/** Longest address of a page that is followed, in characters; what browsers and servers agree on ends near it. */
export const longestLink = 8192;

const dropped = new Set([...trackingNames, ...sessionNames]);
const perhapsSession = new Set(perhapsSessionNames);
/** Digits and letters in one unbroken run, as random ids are written. */
const tokenLike = /^(?=.*\d)(?=.*[a-z])(?:[a-z\d]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const pathSession = /;(?:jsessionid|phpsessid|sessionid|sid)=[^/?;]*/gi;
const aspSession = /\/\((?:[A-Z]\([a-z\d]{20,}\))+\)(?=\/)/gi;
const unreserved = /[A-Za-z\d\-._~]/;

function parseWeb(link: string | URL, base?: string): URL | null {
  if (typeof link === 'string' && link.length > longestLink) return null;
  const url = typeof link === 'string' ? URL.parse(link, base) : link;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** Whether a parameter, `name` or `name=value` as it stands in the query, leaves the page the same. */
function isCarried(parameter: string): boolean {
  const end = parameter.indexOf('=');
  const name = (end < 0 ? parameter : parameter.slice(0, end)).toLowerCase();
  if (dropped.has(name) || name.startsWith('aspsessionid')) return true;
  if (perhapsSession.has(name)) return end >= 0 && tokenLike.test(parameter.slice(end + 1));
  return trackingPrefixes.some((prefix) => name.startsWith(prefix));
}

/** The parameters that make the page, as they stand and in their order. */
function parametersOf(search: string): string[] {
  if (search.length < 2) return [];
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !isCarried(parameter));
}

function pathWithoutSession(path: string): string {
  if (path.includes(';')) return path.replace(pathSession, '');
  return path.includes('/(') ? path.replace(aspSession, '') : path;
}

/** Scheme, host and port; the dot that marks a name as absolute names the same host. */
function originOf(url: URL): string {
  const { hostname } = url;
  if (!hostname.endsWith('.')) return url.origin;
  return `${url.protocol}//${hostname.slice(0, -1)}${url.port === '' ? '' : `:${url.port}`}`;
}

/** Percent-encoding in one form (RFC 3986 sections 6.2.2.1 and 6.2.2.2). */
function normalEncoding(text: string): string {
  if (!text.includes('%')) return text;
  return text.replace(/%([\da-f]{2})/gi, (written, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return unreserved.test(character) ? character : written.toUpperCase();
  });
}

function nameOf(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? parameter : parameter.slice(0, end);
}

function byName(one: string, other: string): number {
  const name = nameOf(one);
  const otherName = nameOf(other);
  if (name === otherName) return 0;
  return name < otherName ? -1 : 1;
}

/**
 * The address to follow for a link: absolute, http or https, without fragment, user name, tracking parameters and
 * session ids, everything else in the site's own spelling and order. Null for a link that leads to no page.
 */
export function normalizeLink(link: string, base?: string): string | null {
  const url = parseWeb(link.trim(), base);
  if (url === null) return null;
  const parameters = parametersOf(url.search);
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return originOf(url) + pathWithoutSession(url.pathname) + query;
}

/**
 * What makes two addresses the same page: that of `normalizeLink`, with its parameters sorted by name (repeated ones keep
 * their order) and its percent-encoding in one form. To compare by, not to fetch. What only the server can know to be
 * the same stays apart: http and https, `www.` and bare names, `/` and `/index.html`, with and without a last slash.
 * Anything that is no http or https address is returned as it is.
 */
export function canonicalUrl(address: string | URL): string {
  const url = parseWeb(address);
  if (url === null) return String(address);
  const path = normalEncoding(pathWithoutSession(url.pathname));
  if (url.search === '') return originOf(url) + path;
  const parameters = parametersOf(url.search);
  if (parameters.length === 0) return originOf(url) + path;
  // Sorting is stable, so that a list (`tag=a&tag=b`) keeps the order that may matter.
  return `${originOf(url)}${path}?${normalEncoding(parameters.sort(byName).join('&'))}`;
}

/** Whether a page may stand behind an address, by the ending of its path: no image, archive, sound, program or font. */
export function leadsToPage(address: string | URL): boolean {
  const url = parseWeb(address);
  if (url === null) return false;
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  // `/wiki/File:Crane.jpg` is a page about a file.
  if (file.includes(':')) return true;
  const dot = file.lastIndexOf('.');
  return dot < 1 || !skippedEndings.has(file.slice(dot + 1).toLowerCase());
}
