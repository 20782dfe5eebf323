import robotsParser from 'robots-parser';

// The package is CommonJS but its types speak of a default export.
const parseRules = robotsParser as unknown as typeof robotsParser.default;

/** What robots.txt says of an address; `unknown` for one of another origin, whose own robots.txt decides. */
export type RobotsVerdict = 'allowed' | 'disallowed' | 'unknown';

/** The rules of one robots.txt (RFC 9309). */
export interface RobotsRules {
  /** The verdict on an absolute address for a crawler, named by its product token or its whole User-Agent. */
  verdict(url: string, userAgent: string): RobotsVerdict;
  /** Seconds that the crawler is asked to leave between fetches (not in the standard, but widely used), or null. */
  crawlDelay(userAgent: string): number | null;
  /** Addresses of sitemaps, absolute, in file order, each once. */
  sitemaps: string[];
  /** Addresses of pages that it names outright, by an `Allow` rule without wildcards that ends in `$`. */
  pages: string[];
}

/** The standard asks for 500 KiB at least (section 2.5). */
const maxLength = 512 * 1024;
const maxSitemaps = 10_000;
const maxPages = 1000;
/** A line longer than the longest address is no rule. */
const maxLine = 8192;
/**
 * Characters of rules with wildcards that are heeded. Matching one takes time by its length times the address's, so that a
 * hostile file could otherwise hold the process for seconds at every address.
 */
const maxWildcards = 16 * 1024;

/** Reads the text of the robots.txt that stands at `robotsUrl`. Never throws: lines that mean nothing are passed over. */
export function parseRobots(text: string, robotsUrl: string): RobotsRules {
  const rules = parseRules(robotsUrl, boundedText(text));
  return {
    verdict(url, userAgent) {
      if (isRobotsFile(url, robotsUrl)) return 'allowed';
      const isAllowed = rules.isAllowed(url, productToken(userAgent));
      if (isAllowed === undefined) return 'unknown';
      return isAllowed ? 'allowed' : 'disallowed';
    },
    crawlDelay(userAgent) {
      const seconds = rules.getCrawlDelay(productToken(userAgent));
      return seconds !== undefined && Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
    },
    sitemaps: webAddresses(rules.getSitemaps().slice(0, maxSitemaps), robotsUrl),
    pages: webAddresses(namedPages(text.slice(0, maxLength)), robotsUrl),
  };
}

/**
 * What the status of robots.txt's own answer decides (RFC 9309 section 2.3.1): a 4xx, or redirects that lead nowhere, allow
 * everything; a 5xx, or no answer (null), refuses everything; null when the body decides.
 */
export function verdictForStatus(statusCode: number | null): 'allowed' | 'disallowed' | null {
  if (statusCode === null || statusCode >= 500 || statusCode < 200) return 'disallowed';
  return statusCode < 300 ? null : 'allowed';
}

/** At most the bounded number of characters, in whole lines, without the lines that could only cost time. */
function boundedText(text: string): string {
  const marked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const head = marked.length <= maxLength ? marked : marked.slice(0, marked.lastIndexOf('\n', maxLength) + 1);
  let wildcards = 0;
  return head
    .split(/\r\n|\r|\n/)
    .filter((line) => {
      if (line.length > maxLine) return false;
      if (line.includes('*') && !/^\s*user-agent/i.test(line)) wildcards += line.length;
      return wildcards <= maxWildcards || !line.includes('*') || /^\s*user-agent/i.test(line);
    })
    .join('\n');
}

/** The name that groups are matched by (section 2.2.1): `Name` of `Name/1.0 (+https://...)`. */
function productToken(userAgent: string): string {
  return /^[A-Za-z_-]+/.exec(userAgent.trim())?.[0] ?? '*';
}

/** The file itself is always allowed (section 2.2.2). */
function isRobotsFile(url: string, robotsUrl: string): boolean {
  const asked = URL.parse(url);
  const own = URL.parse(robotsUrl);
  return asked !== null && own !== null && asked.origin === own.origin && asked.pathname === '/robots.txt';
}

/** Paths of rules that can match one address only. */
function namedPages(text: string): string[] {
  const rules = text.matchAll(/^[ \t]*allow[ \t]*:[ \t]*(\/[^*$#\s]*)\$[ \t]*(?:#.*)?$/gim);
  return [...rules.take(maxPages)].map(([, path]) => path as string);
}

function webAddresses(named: readonly string[], robotsUrl: string): string[] {
  const absolute = named
    .map((address) => URL.parse(address, robotsUrl))
    .filter((url) => url !== null && (url.protocol === 'http:' || url.protocol === 'https:'))
    .map((url) => (url as URL).href);
  return [...new Set(absolute)];
}
