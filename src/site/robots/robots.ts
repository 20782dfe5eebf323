import { isAllowed, parseRobotsGroups, productToken, type RobotsGroup } from './robots-groups.ts';

/** Verdict of robots.txt on a URL; `unknown` for other origins, which have a robots.txt of their own. */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'unknown';

/** Rules of one robots.txt file (RFC 9309). */
export interface RobotsRules {
  /** Returns the verdict on an absolute URL for a crawler, given by its product token or its full User-Agent. */
  verdict(url: string, userAgent: string): RobotsVerdict;
  /** Returns `Crawl-delay` in seconds (not in the RFC, but widely used), or null. */
  crawlDelay(userAgent: string): number | null;
  /** Unique absolute URLs of sitemaps, in file order. */
  sitemaps: string[];
  /** URLs of pages that `Allow` rules without wildcards that end in `$` list. */
  pages: string[];
}

/** Maximum length in characters; RFC 9309 section 2.5 requires at least 500 KiB. */
const maxLength = 512 * 1024;
const maxSitemaps = 10_000;
const maxPages = 1000;
/** Maximum length of a line; longer lines are ignored, as no URL is longer. */
const maxLineLength = 8192;
/**
 * Maximum total length of rules with wildcards, in characters. Such a rule is searched for in the whole URL, so that
 * more of them in a hostile file would slow down each check.
 */
const maxWildcardLength = 16 * 1024;

/** Parses the robots.txt file of `robotsUrl`. Skips invalid lines and never throws. */
export function parseRobots(text: string, robotsUrl: string): RobotsRules {
  const { groups, sitemaps } = parseRobotsGroups(limitText(text));
  const origin = URL.parse(robotsUrl)?.origin;
  const groupFor = (userAgent: string): RobotsGroup | undefined =>
    groups.get(productToken(userAgent.trim())) ?? groups.get('*');
  return {
    verdict(address, userAgent) {
      const url = URL.parse(address);
      if (url === null || url.origin !== origin) return 'unknown';
      // RFC 9309 section 2.2.2: robots.txt itself is always allowed.
      if (url.pathname === '/robots.txt') return 'allowed';
      const group = groupFor(userAgent);
      return group === undefined || isAllowed(group, url) ? 'allowed' : 'disallowed';
    },
    crawlDelay(userAgent) {
      const seconds = groupFor(userAgent)?.crawlDelay ?? null;
      return seconds !== null && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
    },
    sitemaps: resolveHttpUrls(sitemaps.slice(0, maxSitemaps), robotsUrl),
    pages: resolveHttpUrls(exactAllowPaths(text.slice(0, maxLength)), robotsUrl),
  };
}

/**
 * Returns the verdict that the status of the robots.txt response implies (RFC 9309 section 2.3.1): a 3xx or 4xx allows
 * everything, a 5xx or no response (null) disallows everything. Returns null if the body decides.
 */
export function verdictForStatus(statusCode: number | null): 'allowed' | 'disallowed' | null {
  if (statusCode === null || statusCode >= 500 || statusCode < 200) return 'disallowed';
  return statusCode < 300 ? null : 'allowed';
}

/** Returns the complete lines within the maximum length, without overlong lines and excess wildcard rules. */
function limitText(text: string): string {
  const withoutBom = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const head =
    withoutBom.length <= maxLength
      ? withoutBom
      : withoutBom.slice(0, withoutBom.lastIndexOf('\n', maxLength) + 1);
  let wildcardLength = 0;
  return head
    .split(/\r\n|\r|\n/)
    .filter((line) => {
      if (line.length > maxLineLength) return false;
      if (line.includes('*') && !/^\s*user-agent/i.test(line)) wildcardLength += line.length;
      return wildcardLength <= maxWildcardLength || !line.includes('*') || /^\s*user-agent/i.test(line);
    })
    .join('\n');
}

/** Returns the paths of `Allow` rules that match exactly one URL. */
function exactAllowPaths(text: string): string[] {
  const rules = text.matchAll(/^[ \t]*allow[ \t]*:[ \t]*(\/[^*$#\s]*)\$[ \t]*(?:#.*)?$/gim);
  return [...rules.take(maxPages)].map(([, path]) => path as string);
}

function resolveHttpUrls(references: readonly string[], robotsUrl: string): string[] {
  const absolute = references
    .map((address) => URL.parse(address, robotsUrl))
    .filter((url) => url !== null && (url.protocol === 'http:' || url.protocol === 'https:'))
    .map((url) => (url as URL).href);
  return [...new Set(absolute)];
}
