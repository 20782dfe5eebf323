import { normalizeEscapes } from '../../domain/values/normalize-escapes.ts';

/** One rule of a robots.txt file (RFC 9309 section 2.2.2). */
interface Rule {
  isAllow: boolean;
  /** Pattern split at its wildcards; the first piece matches the start of the path. */
  pieces: string[];
  /** True if the pattern ends in `$`, so that the last piece matches the end of the path. */
  isAnchored: boolean;
  /** Length of the pattern in characters; the longest matching rule wins. */
  length: number;
}

/** Rules of a robots.txt file for some crawlers. */
export interface RobotsGroup {
  rules: Rule[];
  /** Value of `Crawl-delay` in seconds; null if absent or not a number. */
  crawlDelay: number | null;
}

/** Parsed lines of a robots.txt file. */
export interface RobotsGroups {
  /** Groups by lower-case product token; `*` is for all other crawlers. */
  groups: Map<string, RobotsGroup>;
  /** Values of the `Sitemap` lines, unresolved. */
  sitemaps: string[];
}

/** Escapes of reserved characters that are equal to the characters themselves; `%2F` separates no path segments. */
const reservedInPath = /%(?:21|2[6-9BC]|3[ABD]|40|5[BD])/g;
const reservedInQuery = /%(?:21|2[6-9BCF]|3[ABDF]|40|5[BD])/g;

/** Returns the form in which rules and URLs are compared (RFC 9309 section 2.2.2); `*` and `$` are left as they are. */
function comparableForm(path: string): string {
  const normalized = normalizeEscapes(path);
  if (!normalized.includes('%')) return normalized;
  const mark = normalized.indexOf('?');
  const queryStart = mark === -1 ? normalized.length : mark;
  return (
    normalized.slice(0, queryStart).replace(reservedInPath, decodeURIComponent) +
    normalized.slice(queryStart).replace(reservedInQuery, decodeURIComponent)
  );
}

/** Encodes the characters that are wildcards in a rule, so that `%2A` in a rule matches `*` in a URL. */
function escapeWildcards(text: string): string {
  return text.replaceAll('*', '%2A').replaceAll('$', '%24');
}

/** Percent-encodes the non-ASCII characters of a pattern, and decodes those that need no encoding. */
function encodePattern(pattern: string): string {
  try {
    return comparableForm(encodeURI(pattern).replaceAll('%25', '%'));
  } catch {
    // A lone surrogate occurs in no URL.
    return pattern;
  }
}

function parseRule(pattern: string, isAllow: boolean): Rule {
  const encodedPattern = encodePattern(pattern);
  const isAnchored = encodedPattern.endsWith('$');
  const pieces = (isAnchored ? encodedPattern.slice(0, -1) : encodedPattern).split('*').map(escapeWildcards);
  return { isAllow, pieces, isAnchored, length: encodedPattern.length };
}

/** Returns true if a rule matches a path with its query. The leftmost match of each piece suffices, without backtracking. */
function matchesPath({ pieces, isAnchored }: Rule, path: string): boolean {
  const [first = '', ...others] = pieces;
  if (!path.startsWith(first)) return false;
  if (others.length === 0) return !isAnchored || path.length === first.length;
  const last = isAnchored ? (others.pop() ?? '') : '';
  let position = first.length;
  for (const piece of others) {
    const index = path.indexOf(piece, position);
    if (index === -1) return false;
    position = index + piece.length;
  }
  return path.length - last.length >= position && path.endsWith(last);
}

/** Returns true if a group allows a URL: the longest matching rule decides, and allow wins a tie. */
export function isAllowed({ rules }: RobotsGroup, url: URL): boolean {
  const path = escapeWildcards(comparableForm(url.pathname + url.search));
  let bestRule: Rule | null = null;
  for (const rule of rules) {
    const isBetter =
      bestRule === null ||
      rule.length > bestRule.length ||
      (rule.length === bestRule.length && rule.isAllow && !bestRule.isAllow);
    if (isBetter && matchesPath(rule, path)) bestRule = rule;
  }
  return bestRule?.isAllow ?? true;
}

const ruleNames: ReadonlySet<string> = new Set(['user-agent', 'allow', 'disallow', 'crawl-delay', 'sitemap']);
/** Fields of the whole file, which may stand between the lines of a group. */
const fileNames: ReadonlySet<string> = new Set(['sitemap', 'host']);
/** Names of fields by their common misspellings, which Google's parser accepts too. */
const misspelledNames: ReadonlyMap<string, string> = new Map([
  ['useragent', 'user-agent'],
  ['user agent', 'user-agent'],
  ['dissallow', 'disallow'],
  ['dissalow', 'disallow'],
  ['disalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['disallaw', 'disallow'],
  ['site-map', 'sitemap'],
]);

/**
 * Splits a `name: value` line and drops its comment. A line of two words has only lost its colon. Returns null for other
 * lines.
 */
function parseField(line: string): { name: string; value: string } | null {
  const text = (line.split('#', 1)[0] ?? '').trim();
  const colon = text.indexOf(':');
  const words = colon === -1 ? text.split(/\s+/, 3) : [text.slice(0, colon), text.slice(colon + 1)];
  if (words.length !== 2) return null;
  const spelling = (words[0] ?? '').trim().toLowerCase();
  const name = misspelledNames.get(spelling) ?? spelling;
  const isField = colon === -1 ? ruleNames.has(name) : name !== '';
  return isField ? { name, value: (words[1] ?? '').trim() } : null;
}

/**
 * Returns the product token of a crawler in lower case: `name` of `Name/1.0 (+https://...)` and of
 * `Mozilla/5.0 (compatible; Name/1.0)`. Unlike those of RFC 9309 section 2.2.1, names may contain digits, dots and letters
 * of any script, as those of real crawlers do.
 */
export function productToken(userAgent: string): string {
  const name = /\bcompatible; ([^\s/(),;*]+)/i.exec(userAgent)?.[1] ?? /^[^\s/(),;*]+/.exec(userAgent)?.[0];
  return name?.toLowerCase() ?? '*';
}

/** Collects groups and sitemaps from the fields of a robots.txt file, in their order. */
class GroupParser implements RobotsGroups {
  readonly groups = new Map<string, RobotsGroup>();
  readonly sitemaps: string[] = [];
  /** Product tokens to which the following rules apply. */
  #agents: string[] = [];
  #isNamingAgents = false;
  /** True after a field of the whole file. */
  #isBesideGroup = false;

  addField(name: string, value: string): void {
    if (name === 'user-agent') this.#nameAgent(value);
    else if (name === 'allow' || name === 'disallow') this.#addRule(value, name === 'allow');
    else if (name === 'crawl-delay') this.#setDelay(value);
    else if (name === 'sitemap' && value !== '') this.sitemaps.push(value);
    this.#isBesideGroup = fileNames.has(name);
    if (!this.#isBesideGroup) this.#isNamingAgents = name === 'user-agent';
  }

  /** Ends a list of crawlers that a field of the whole file follows: its author means a group without rules. */
  addBlankLine(): void {
    if (this.#isBesideGroup) this.#isNamingAgents = false;
  }

  #nameAgent(value: string): void {
    if (!this.#isNamingAgents) this.#agents = [];
    const token = productToken(value);
    // `*bot` is no name, and not for all crawlers either.
    if (token !== '*' || /^\*(?:\s|$)/.test(value)) this.#agents.push(token);
  }

  /** Adds a rule to the open groups. An empty pattern creates the groups only. */
  #addRule(pattern: string, isAllow: boolean): void {
    const rule = pattern === '' ? null : parseRule(pattern, isAllow);
    for (const group of this.#openGroups()) if (rule !== null) group.rules.push(rule);
  }

  #setDelay(value: string): void {
    const seconds = value === '' ? Number.NaN : Number(value);
    for (const group of this.#openGroups()) if (!Number.isNaN(seconds)) group.crawlDelay = seconds;
  }

  #openGroups(): RobotsGroup[] {
    return this.#agents.map((agent) => {
      const group = this.groups.get(agent) ?? { rules: [], crawlDelay: null };
      this.groups.set(agent, group);
      return group;
    });
  }
}

/**
 * Parses the groups of a robots.txt file. Invalid lines are skipped, and groups of the same crawler are merged. A crawler
 * without any rule or delay has no group.
 */
export function parseRobotsGroups(text: string): RobotsGroups {
  const parser = new GroupParser();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const field = parseField(line);
    if (field !== null) parser.addField(field.name, field.value);
    else if (line.trim() === '') parser.addBlankLine();
  }
  return parser;
}
