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

/** The links of one crawl in this process. What is remembered only saves work; the frontier decides what is new. */
export function createFoundLinks(
  command: CrawlCommand,
  startUrl: string,
  now: Date,
  known: TrapState | null = null,
): FoundLinks {
  const rules = compilePathRules({ include: command.includePaths, exclude: command.excludePaths });
  const traps = createTrapWatch({ now, ...(known !== null && { state: known }) });
  let scope = createScope(startUrl, command.includeSubdomains);
  const seen = new Map<string, number>();

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
    if (!scope.covers(url) || !rules.allows(url) || !leadsToPage(url)) return;
    const canonical = canonicalUrl(url);
    const how = canonical === link ? seenLink : look(canonical, depth);
    if (how === null || traps.judge(url, depth) === 'trap') return;
    const list = how === 'new' ? chosen.found : chosen.nearer;
    list.push({ kind: 'page', url: address, digest: addressDigest(canonical), depth });
  }

  return {
    covers: (address) => scope.covers(address),
    choose(links, depth) {
      const chosen: ChosenLinks = { found: [], nearer: [] };
      if (depth > command.maxDepth) return chosen;
      for (const link of links) judge(link, depth, chosen);
      return chosen;
    },
    moveTo(start) {
      scope = createScope(start, command.includeSubdomains);
      seen.clear();
    },
    forget: () => seen.clear(),
    traps: () => traps.state(),
  };
}
