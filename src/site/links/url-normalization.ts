import { normalizeEscapes } from '../../domain/values/normalize-escapes.ts';
import { visibleReference } from '../../domain/values/visible-reference.ts';
import {
  ambiguousSessionNames,
  sessionNames,
  trackingNames,
  trackingPrefixes,
} from './irrelevant-parameters.ts';
import { skippedExtensions } from './skipped-extensions.ts';

/** Maximum length of a URL that is followed, in characters, near the common limit of browsers and servers. */
const maxLinkLength = 8192;

const droppedNames = new Set([...trackingNames, ...sessionNames]);
const ambiguousSessionParameters = new Set(ambiguousSessionNames);
/** One unbroken run of digits and letters, as in random identifiers. */
const tokenPattern = /^(?=.*\d)(?=.*[a-z])(?:[a-z\d]{16,}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const pathSession = /;(?:jsessionid|phpsessid|sessionid|sid)=[^/?;]*/gi;
const aspSession = /\/\((?:[A-Z]\([a-z\d]{20,}\))+\)(?=\/)/gi;

function parseHttpUrl(link: string | URL, base?: string): URL | null {
  if (typeof link === 'string' && link.length > maxLinkLength) return null;
  const url = typeof link === 'string' ? URL.parse(link, base) : link;
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null;
}

/** Returns true for a query parameter (`name` or `name=value`) that does not change the page. */
function isIrrelevantParameter(parameter: string): boolean {
  const end = parameter.indexOf('=');
  const name = (end < 0 ? parameter : parameter.slice(0, end)).toLowerCase();
  if (droppedNames.has(name) || name.startsWith('aspsessionid')) return true;
  if (ambiguousSessionParameters.has(name)) return end >= 0 && tokenPattern.test(parameter.slice(end + 1));
  return trackingPrefixes.some((prefix) => name.startsWith(prefix));
}

/** Returns the query parameters that determine the page, in their original spelling and order. */
function relevantParameters(search: string): string[] {
  if (search.length < 2) return [];
  return search
    .slice(1)
    .split('&')
    .filter((parameter) => parameter !== '' && !isIrrelevantParameter(parameter));
}

function removePathSession(path: string): string {
  if (path.includes(';')) return path.replace(pathSession, '');
  return path.includes('/(') ? path.replace(aspSession, '') : path;
}

/** Returns scheme, host and port; the final dot of an absolute host name is dropped. */
function canonicalOrigin(url: URL): string {
  const { hostname } = url;
  if (!/[^.]\.$/.test(hostname)) return url.origin;
  return `${url.protocol}//${hostname.slice(0, -1)}${url.port === '' ? '' : `:${url.port}`}`;
}

function parameterName(parameter: string): string {
  const end = parameter.indexOf('=');
  return end < 0 ? parameter : parameter.slice(0, end);
}

function compareByName(one: string, other: string): number {
  const name = parameterName(one);
  const otherName = parameterName(other);
  if (name === otherName) return 0;
  return name < otherName ? -1 : 1;
}

/**
 * Returns the URL to follow for a link: absolute, http or https, without fragment, credentials, tracking parameters and
 * session ids, otherwise in the site's own spelling and order. Returns null for a link that does not lead to a page.
 */
export function normalizeLink(link: string, base?: string): string | null {
  const url = parseHttpUrl(visibleReference(link), base);
  if (url === null) return null;
  const parameters = relevantParameters(url.search);
  const query = parameters.length === 0 ? '' : `?${parameters.join('&')}`;
  return canonicalOrigin(url) + removePathSession(url.pathname) + query;
}

/**
 * Returns the comparison form of a URL; it is not for fetching. It is that of `normalizeLink` with parameters sorted by
 * name (repeated ones keep their order) and normalized percent-encoding. URLs whose equality only the server knows stay
 * distinct: http and https, `www.` and bare hosts, `/` and `/index.html`, with and without a final slash.
 * Returns anything but http and https URLs unchanged.
 */
export function canonicalUrl(link: string | URL): string {
  const url = parseHttpUrl(link);
  if (url === null) return String(link);
  const path = normalizeEscapes(removePathSession(url.pathname));
  if (url.search === '') return canonicalOrigin(url) + path;
  const parameters = relevantParameters(url.search);
  if (parameters.length === 0) return canonicalOrigin(url) + path;
  // The sort is stable: the order of repeated parameters (`tag=a&tag=b`) may matter.
  return `${canonicalOrigin(url)}${path}?${normalizeEscapes(parameters.sort(compareByName).join('&'))}`;
}

/** Returns true if the extension of a URL's path allows a page: no image, archive, audio, program or font. */
export function mayBePage(link: string | URL): boolean {
  const url = parseHttpUrl(link);
  if (url === null) return false;
  const file = url.pathname.slice(url.pathname.lastIndexOf('/') + 1);
  // `/wiki/File:Crane.jpg` is a page about a file.
  if (file.includes(':')) return true;
  const dot = file.lastIndexOf('.');
  return dot < 1 || !skippedExtensions.has(file.slice(dot + 1).toLowerCase());
}
