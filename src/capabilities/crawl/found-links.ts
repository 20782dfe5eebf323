import { addressDigest } from '../../jobs/finished-page.ts';
import type { NewAddress } from '../../jobs/job-creation.ts';
import { compilePathRules } from '../../site/path-rules.ts';
import { createScope } from '../../site/scope.ts';
import { createTrapWatch } from '../../site/traps.ts';
import { canonicalUrl, leadsToPage, normalizeLink } from '../../site/url-rules.ts';
import type { CrawlCommand } from './crawl-request.ts';

/** Which of the links that a crawl comes across it follows. */
export interface FoundLinks {
  /** Whether an address belongs to the site that is crawled. */
  covers(address: string): boolean;
  /** Addresses worth reading among the links of a page, those that are new or nearer than before; `depth` is theirs. */
  choose(links: Iterable<string>, depth: number, atMost?: number): NewAddress[];
  /** The site begins elsewhere than was thought. */
  moveTo(startUrl: string): void;
  /** Forgets what it has seen, so that everything is offered to the frontier again, which knows it. */
  forget(): void;
}

/** Spellings of links that are remembered with the depth they were seen at; the frontier itself knows every address. */
const mostRemembered = 100_000;

/** The links of one crawl in this process. What is remembered only saves work; the frontier decides what is new. */
export function createFoundLinks(command: CrawlCommand, startUrl: string, now: Date): FoundLinks {
  const rules = compilePathRules({ include: command.includePaths, exclude: command.excludePaths });
  const traps = createTrapWatch({ now });
  let scope = createScope(startUrl, command.includeSubdomains);
  const seen = new Map<string, number>();

  function isNew(key: string, depth: number): boolean {
    const before = seen.get(key);
    if (before !== undefined && before <= depth) return false;
    if (seen.size >= mostRemembered) seen.clear();
    seen.set(key, depth);
    return true;
  }

  function judge(link: string, depth: number): NewAddress | null {
    const address = normalizeLink(link);
    if (address === null) return null;
    const url = new URL(address);
    if (!scope.covers(url) || !rules.allows(url) || !leadsToPage(url)) return null;
    const canonical = canonicalUrl(url);
    if (canonical !== link && !isNew(canonical, depth)) return null;
    if (traps.judge(url, depth) === 'trap') return null;
    return { kind: 'page', url: address, digest: addressDigest(canonical), depth };
  }

  return {
    covers: (address) => scope.covers(address),
    choose(links, depth, atMost = Number.POSITIVE_INFINITY) {
      const chosen: NewAddress[] = [];
      if (depth > command.maxDepth) return chosen;
      for (const link of links) {
        if (chosen.length >= atMost) break;
        const address = isNew(link, depth) ? judge(link, depth) : null;
        if (address !== null) chosen.push(address);
      }
      return chosen;
    },
    moveTo(start) {
      scope = createScope(start, command.includeSubdomains);
      seen.clear();
    },
    forget: () => seen.clear(),
  };
}
