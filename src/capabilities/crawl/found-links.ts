import { addressDigest } from '../../jobs/finished-page.ts';
import type { NewAddress } from '../../jobs/job-creation.ts';
import { compilePathRules } from '../../site/path-rules.ts';
import { createScope } from '../../site/scope.ts';
import { createTrapWatch, type TrapState } from '../../site/traps.ts';
import { canonicalUrl, leadsToPage, normalizeLink } from '../../site/url-rules.ts';
import type { CrawlCommand } from './crawl-request.ts';

/** Addresses worth reading among some links. */
export interface ChosenLinks {
  /** Not seen before in this process. */
  found: NewAddress[];
  /** Seen before, but by a longer way. */
  nearer: NewAddress[];
}

/** Which of the links that a crawl comes across it follows. */
export interface FoundLinks {
  /** The one spelling of addresses that this crawl takes for the same. */
  canonical(address: string | URL): string;
  /** Whether an address belongs to the site that is crawled. */
  covers(address: string): boolean;
  /** What to follow of links that lead to `depth`. */
  choose(links: Iterable<string>, depth: number): ChosenLinks;
  /** The site begins elsewhere than was thought. */
  moveTo(startUrl: string): void;
  /** Forgets what it has seen, so that everything is offered to the frontier again, which knows it. */
  forget(): void;
  /** What it knows of the traps of the site, to be handed to the next process. */
  traps(): TrapState;
}

/** Spellings of links that are remembered with the depth they were seen at; the frontier itself knows every address. */
const mostRemembered = 100_000;

/** The site of a crawl, and what of it is read. */
interface Scope {
  covers(address: string | URL): boolean;
  leadsOn(url: URL): boolean;
}

/** Whether a path is the start's own or lies below it; a start that names a file stands for its folder. */
function isBelow(start: string, path: string): boolean {
  const folder = /\.[a-z0-9]{1,8}$/i.test(start) ? start.slice(0, start.lastIndexOf('/')) : start;
  const base = folder.endsWith('/') ? folder.slice(0, -1) : folder;
  return path === base || path.startsWith(`${base}/`);
}

/** The links of one crawl in this process. What is remembered only saves work; the frontier decides what is new. */
export function createFoundLinks(
  command: CrawlCommand,
  startUrl: string,
  now: Date,
  known: TrapState | null = null,
): FoundLinks {
  const { follows } = command;
  const expressions = { include: command.includePaths, exclude: command.excludePaths };
  const rules = compilePathRules(expressions, undefined, follows?.wholeAddress);
  const traps = createTrapWatch({ now, ...(known !== null && { state: known }) });
  let scope = scopeFrom(startUrl);
  const seen = new Map<string, number>();

  function scopeFrom(start: string): Scope {
    const site = createScope(start, command.includeSubdomains);
    const path = follows?.belowStart === true ? new URL(start).pathname : '/';
    return {
      covers: (address) => command.isList === true || follows?.anySite === true || site.covers(address),
      leadsOn: (url) => !site.covers(url) || isBelow(path, url.pathname),
    };
  }

  function canonical(address: string | URL): string {
    if (follows?.ignoresQuery !== true) return canonicalUrl(address);
    const url = new URL(address);
    url.search = '';
    return canonicalUrl(url);
  }

  /** Whether a spelling is new, or was seen further away; null when there is nothing to learn from it. */
  function look(key: string, depth: number): 'new' | 'nearer' | null {
    const before = seen.get(key);
    if (before !== undefined && before <= depth) return null;
    if (seen.size >= mostRemembered) seen.clear();
    seen.set(key, depth);
    return before === undefined ? 'new' : 'nearer';
  }

  function judge(link: string, depth: number, chosen: ChosenLinks): void {
    const seenLink = look(link, depth);
    const address = seenLink === null ? null : normalizeLink(link);
    if (address === null) return;
    const url = new URL(address);
    if (!scope.covers(url) || !scope.leadsOn(url) || !rules.allows(url) || !leadsToPage(url)) return;
    const one = canonical(url);
    const how = one === link ? seenLink : look(one, depth);
    if (how === null || traps.judge(url, depth) === 'trap') return;
    const list = how === 'new' ? chosen.found : chosen.nearer;
    list.push({ kind: 'page', url: address, digest: addressDigest(one), depth });
  }

  return {
    canonical,
    covers: (address) => scope.covers(address),
    choose(links, depth) {
      const chosen: ChosenLinks = { found: [], nearer: [] };
      if (depth > command.maxDepth || command.isList === true) return chosen;
      for (const link of links) judge(link, depth, chosen);
      return chosen;
    },
    moveTo(start) {
      scope = scopeFrom(start);
      seen.clear();
    },
    forget: () => seen.clear(),
    traps: () => traps.state(),
  };
}
