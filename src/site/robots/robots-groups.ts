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

/** Percent-encodes the non-ASCII characters of a pattern, and decodes those that need no encoding. */
function encodePattern(pattern: string): string {
  try {
    return normalizeEscapes(encodeURI(pattern).replaceAll('%25', '%'));
  } catch {
    // A lone surrogate occurs in no URL.
    return pattern;
  }
}

function parseRule(pattern: string, isAllow: boolean): Rule {
  const encodedPattern = encodePattern(pattern);
  const isAnchored = encodedPattern.endsWith('$');
  const pieces = (isAnchored ? encodedPattern.slice(0, -1) : encodedPattern).split('*');
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
  const path = normalizeEscapes(url.pathname + url.search);
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

/** Splits a `name: value` line and drops its comment. Returns null for other lines. */
function parseField(line: string): { name: string; value: string } | null {
  const text = line.split('#', 1)[0] ?? '';
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon)).trim().toLowerCase();
  return name === '' ? null : { name, value: text.slice(colon + 1).trim() };
}

/** Collects groups and sitemaps from the fields of a robots.txt file, in their order. */
class GroupParser implements RobotsGroups {
  readonly groups = new Map<string, RobotsGroup>();
  readonly sitemaps: string[] = [];
  /** Product tokens to which the following rules apply. */
  #agents: string[] = [];
  #isNamingAgents = false;

  addField(name: string, value: string): void {
    if (name === 'user-agent') this.#nameAgent(value);
    else if (name === 'allow' || name === 'disallow') this.#addRule(value, name === 'allow');
    else if (name === 'crawl-delay') this.#setDelay(value);
    else if (name === 'sitemap' && value !== '') this.sitemaps.push(value);
    this.#isNamingAgents = name === 'user-agent';
  }

  #nameAgent(value: string): void {
    if (!this.#isNamingAgents) this.#agents = [];
    if (value !== '') this.#agents.push((value.split('/', 1)[0] ?? '').trim().toLowerCase());
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
  }
  return parser;
}
