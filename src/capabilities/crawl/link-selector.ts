import { setImmediate } from 'node:timers/promises';
import type { SkipCounts, SkipReason } from '../../domain/resources/job.ts';
import { computeUrlDigest } from '../../jobs/frontier/finished-page.ts';
import type { NewUrl } from '../../jobs/records/create-job.ts';
import { isLogoutLink, isLogoutText } from '../../page/outcome/logout-links.ts';
import {
  type ActionState,
  createActionDetector,
  type LinkRank,
  type PageUse,
} from '../../site/actions/action-detector.ts';
import {
  createHashRoutes,
  type OfferedRoute,
  type ReadPage,
  type RouteFinding,
  type StoredApplications,
  withRouteInPath,
} from '../../site/links/hash-routes.ts';
import { compilePathRules } from '../../site/links/path-rules.ts';
import { createScope } from '../../site/links/scope.ts';
import { canonicalUrl, mayBePage, normalizeLink } from '../../site/links/url-normalization.ts';
import { createTrapDetector, type TrapState } from '../../site/traps/traps.ts';
import type { CrawlCommand } from './crawl-request.ts';
import { createDistantLinks } from './distant-links.ts';
import { breadthOrder, createBestOrder, type OrderedPage } from './link-order.ts';
import type { SessionState } from './login-session.ts';
import { createSeenLinks } from './seen-links.ts';

/** Links to read, selected from a list of links. */
export interface SelectedLinks {
  /** Links that this process has not seen before. */
  added: NewUrl[];
  /** Links that were seen before at a greater depth. */
  nearer: NewUrl[];
  /** Numbers of links of the site that are not followed. */
  skipped: SkipCounts;
}

/** A link of a page; `nofollow` if the page asks crawlers not to follow it. */
export interface LinkOfPage {
  url: string;
  text?: string;
  nofollow?: boolean;
}

/** Links of a page, and what the page tells about them. */
export interface PageOfLinks {
  /** Routes of an application that the page offers. */
  routes?: readonly OfferedRoute[];
  /** Relevance of the page for what the crawl looks for, from 0 to 1. */
  relevance?: number;
}

/** State of a crawl, stored with the job and passed to the next process. */
export type CrawlState = TrapState & {
  actions?: ActionState;
  applications?: StoredApplications;
  /** URLs of links that end the session, in canonical form. */
  logouts?: string[];
  session?: SessionState;
};

/** Selects the links that a crawl follows. */
export interface LinkSelector {
  /** Returns the canonical form under which the crawl deduplicates URLs. */
  canonical(address: string | URL): string;
  /** Returns the fragment of a URL if it makes a page of its own (`#/docs` of an application); otherwise an empty text. */
  routeOf(address: string | URL): string;
  /** Records a page that may belong to an application whose pages differ in their fragment. */
  recordRoutes(page: ReadPage): RouteFinding;
  /** Returns true if a URL belongs to the crawled site. */
  covers(address: string): boolean;
  /**
   * Selects the links to follow at `depth`, and the routes of an application. Yields to the event loop between batches,
   * because pages can have very many links.
   */
  select(links: Iterable<LinkOfPage>, depth: number, page?: PageOfLinks): Promise<SelectedLinks>;
  /** Selects a single link of a sitemap in the same way. */
  selectOne(link: string, depth: number): SelectedLinks;
  /** Returns the number of links from the start page for the depth of a row of the frontier. */
  linkDepth(depth: number): number;
  /** Returns how well a page matches what the crawl looks for, from 0 to 1. */
  relevanceOf(page: OrderedPage): number;
  /** Returns true if a URL belongs to the site of the start page, to which headers and logins of the caller are sent. */
  isOwn(address: string): boolean;
  /** Returns true if the crawl uses a login and a URL ends its session. */
  endsSession(address: string): boolean;
  /** Records that a URL ends the session. */
  recordLogout(address: string): void;
  /** Replaces the start URL after a redirect. */
  moveTo(startUrl: string): void;
  /**
   * Clears the list of seen links, so that all links are offered to the frontier again, which removes duplicates.
   */
  reset(): void;
  /**
   * Returns false if no page read so far links to a URL in canonical form. Returns true if that is uncertain because an
   * earlier process has read pages of the crawl or the list of seen links was cleared.
   */
  mayBeKnown(canonicalAddress: string): boolean;
  /** False if the caller chose the pages: with `include_paths` or a list, nothing is left out as useless. */
  readonly skipsUseless: boolean;
  /** Returns true if the page is no longer wanted, since the same action was useless on other pages. */
  isUseless(address: string): boolean;
  /** Returns true if a URL names an action of common web software, and no `include_paths` asks for it. */
  isSuspected(address: string): boolean;
  /** Returns true if the site lets some of its pages be indexed. */
  isIndexed(): boolean;
  /** Records what a page turned out to be. */
  recordUse(address: string, use: PageUse): void;
  /** Records the title of a page that was read. */
  recordTitle(address: string, title: string): void;
  /** Returns the learned state, for the next process. */
  state(): CrawlState;
}

/** Links checked between two turns of the event loop; takes a few milliseconds. */
const linksPerSlice = 250;
/** Maximum number of URLs that end the session and are remembered; their words are recognised again anyway. */
const maxLogouts = 500;

/** The crawled site and its readable part. */
interface Scope {
  covers(address: string | URL): boolean;
  /** Returns true for the site itself, also if links to others are followed. */
  isOwn(address: string | URL): boolean;
  isFollowable(url: URL): boolean;
}

/**
 * Returns true if a path equals the start path or is below it. A start path that names a file stands for its
 * folder.
 */
function isBelow(start: string, path: string): boolean {
  const folder = /\.[a-z0-9]{1,8}$/i.test(start) ? start.slice(0, start.lastIndexOf('/')) : start;
  const base = folder.endsWith('/') ? folder.slice(0, -1) : folder;
  return path === base || path.startsWith(`${base}/`);
}

/** Creates the memory of URLs, in canonical form, that end the session of a login; without a login none does. */
function createLogoutMemory(hasLogin: boolean, stored: readonly string[] = []) {
  const known = new Set(stored);
  return {
    record(address: string): void {
      if (known.size < maxLogouts) known.add(address);
    },
    includes: (address: string): boolean => hasLogin && (known.has(address) || isLogoutLink(address)),
    state: (): Pick<CrawlState, 'logouts'> => (known.size > 0 ? { logouts: [...known] } : {}),
  };
}

/** Returns the site of a start page, and its part that a crawl may read. */
function createCrawlScope({ follows, isList, includeSubdomains }: CrawlCommand, start: string): Scope {
  const site = createScope(start, includeSubdomains);
  const path = follows?.belowStart === true ? new URL(start).pathname : '/';
  const isSecure = new URL(start).protocol === 'https:';
  return {
    covers: (address) => isList === true || follows?.anySite === true || site.covers(address),
    isOwn: (address) => site.covers(address) && !(isSecure && new URL(address).protocol === 'http:'),
    isFollowable: (url) => !site.covers(url) || isBelow(path, url.pathname),
  };
}

/**
 * Creates the link selection of one crawl in this process. Its memory only saves work; the frontier decides which
 * URLs are new.
 */
export function createLinkSelector(
  command: CrawlCommand,
  startUrl: string,
  now: Date,
  crawlState: CrawlState | null = null,
): LinkSelector {
  const { follows } = command;
  const expressions = { include: command.includePaths, exclude: command.excludePaths };
  const rules = compilePathRules(expressions, undefined, follows?.wholeAddress);
  const traps = createTrapDetector({ now, ...(crawlState !== null && { state: crawlState }) });
  const actions = createActionDetector(crawlState?.actions);
  const routes = createHashRoutes(crawlState?.applications);
  // The caller chose the URLs of a list, and without a browser no route can be shown.
  const hasRoutes = command.isList !== true && command.pages?.render !== 'never';
  // The caller's expressions outrank what the service considers useless.
  const skipsUseless = command.isList !== true && (command.includePaths ?? []).length === 0;
  const hasLogin = command.pages?.login != null;
  const logouts = createLogoutMemory(hasLogin, crawlState?.logouts);
  const order = command.search == null ? breadthOrder : createBestOrder(command.search);
  let scope = createCrawlScope(command, startUrl);
  const seen = createSeenLinks(crawlState === null, routes.offerAgain);
  const starts = [canonical(startUrl)];
  const mayBeKnown = (address: string) => seen.mayHave(address) || starts.includes(address);
  const distant = createDistantLinks(
    (page, url) =>
      scope.covers(url) && scope.isFollowable(url) && rules.matches(url) && !mayBeKnown(canonical(page)),
    command.isList === true,
  );

  /** Returns a URL in the form that rules about paths and parameters see. */
  function asSeenByRules(address: string | URL): URL {
    return withRouteInPath(new URL(address), routes.routeOf(address));
  }

  function canonical(address: string | URL): string {
    if (follows?.ignoresQuery !== true) return routes.identityOf(address);
    const url = new URL(address);
    url.search = '';
    return canonicalUrl(url) + routes.routeOf(address);
  }

  /** Checks a link; a listed one is named by a sitemap. A page that is linked without `nofollow` later is nearer. */
  function checkLink(
    link: string,
    depth: number,
    selected: SelectedLinks,
    { isListed = false, isNofollow = false, text = '', relevance = 0 },
  ): void {
    if (hasLogin && isLogoutText(text)) recordLogoutLink(link);
    const rankedDepth = order.claimDepth({
      url: link,
      text,
      depth,
      isNofollow: isNofollow && skipsUseless,
      pageRelevance: relevance,
    });
    const route = routes.routeOf(link);
    const key = link.includes('#') ? link.slice(0, link.indexOf('#')) + route : link;
    const novelty = seen.record(key, rankedDepth);
    const page = novelty === null ? null : normalizeLink(link);
    if (page === null) return;
    const address = page + route;
    const url = new URL(address);
    if (!scope.covers(url)) return;
    const canonicalAddress = canonical(url);
    const canonicalNovelty = canonicalAddress === key ? novelty : seen.record(canonicalAddress, rankedDepth);
    if (canonicalNovelty === null) return;
    const seenByRules = asSeenByRules(url);
    const rank = skipsUseless && !isListed ? actions.rankLink(seenByRules, isNofollow) : 'normal';
    const reason = findSkipReason(url, seenByRules, canonicalAddress, depth, rank);
    if (reason !== null) {
      if (canonicalNovelty === 'new') selected.skipped[reason] = (selected.skipped[reason] ?? 0) + 1;
      return;
    }
    const list = canonicalNovelty === 'new' ? selected.added : selected.nearer;
    const claimDepth = rank === 'last' ? order.actionDepth(rankedDepth) : rankedDepth;
    list.push({ kind: 'page', url: address, digest: computeUrlDigest(canonicalAddress), depth: claimDepth });
  }

  function findSkipReason(
    url: URL,
    seenByRules: URL,
    canonicalAddress: string,
    depth: number,
    rank: LinkRank,
  ): SkipReason | null {
    if (logouts.includes(canonicalAddress)) return 'logout';
    if (!mayBePage(url)) return 'file';
    const pathUrl = follows?.wholeAddress === true ? url : seenByRules;
    if (!scope.isFollowable(url) || !rules.matches(pathUrl)) return 'path_rules';
    if (rank === 'never') return 'action';
    return traps.check(seenByRules, depth) === 'trap' ? 'trap' : null;
  }

  /** Records a link that says so, also if its URL is known from a link that does not. */
  function recordLogoutLink(link: string): void {
    const page = normalizeLink(link);
    if (page !== null) logouts.record(canonical(page + routes.routeOf(link)));
  }

  function isTooFar(depth: number): boolean {
    return depth > command.maxDepth || command.isList === true;
  }

  return {
    canonical,
    routeOf: routes.routeOf,
    recordRoutes: (page) =>
      hasRoutes ? routes.record(page) : { isRefused: false, isDecided: false, offered: [] },
    covers: (address) => scope.covers(address),
    linkDepth: order.linkDepth,
    relevanceOf: order.pageRelevance,
    isOwn: (address) => scope.isOwn(address),
    endsSession: (address) => logouts.includes(canonical(address)),
    recordLogout: (address) => logouts.record(canonical(address)),
    async select(links, depth, { routes: offered = [], relevance = 0 } = {}) {
      const selected: SelectedLinks = { added: [], nearer: [], skipped: {} };
      for (const { url, depth: own } of offered)
        if (!isTooFar(own)) checkLink(url, own, selected, { relevance });
      if (isTooFar(depth)) return { ...selected, skipped: await distant.count(links) };
      let count = 0;
      for (const { url, text = '', nofollow: isNofollow = false } of links) {
        checkLink(url, depth, selected, { isNofollow, text, relevance });
        count += 1;
        if (count % linksPerSlice === 0) await setImmediate();
      }
      return selected;
    },
    selectOne(link, depth) {
      const selected: SelectedLinks = { added: [], nearer: [], skipped: {} };
      if (!isTooFar(depth)) checkLink(link, depth, selected, { isListed: true });
      return selected;
    },
    moveTo(start) {
      scope = createCrawlScope(command, start);
      starts.push(canonical(start));
      // Only sitemaps were read before the start page, and links out of the former scope were not followed.
      seen.restart();
    },
    reset() {
      seen.forget();
      routes.offerAgain();
    },
    mayBeKnown,
    skipsUseless,
    isUseless: (address) => skipsUseless && actions.rank(asSeenByRules(address)) === 'never',
    isSuspected: (address) => skipsUseless && actions.isSuspected(asSeenByRules(address)),
    isIndexed: () => actions.isIndexed(),
    recordUse: (address, use) => {
      if (skipsUseless) actions.record(asSeenByRules(address), use);
    },
    recordTitle: (address, title) => traps.recordTitle(asSeenByRules(address).href, title),
    state: () => ({
      ...traps.state(),
      actions: actions.state(),
      applications: routes.state(),
      ...logouts.state(),
    }),
  };
}
