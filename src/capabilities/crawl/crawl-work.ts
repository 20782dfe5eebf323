import { setTimeout as pause } from 'node:timers/promises';
import { findExitWarnings } from '../../domain/pages/exit-warnings.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageLink, PageMetadata, PageResult } from '../../domain/pages/page.ts';
import { defaultPageCommand, type PageCommand } from '../../domain/pages/page-command.ts';
import type { Network } from '../../domain/resources/exit.ts';
import type { JobError } from '../../domain/resources/job.ts';
import type { Route } from '../../domain/resources/rate-card.ts';
import { maskPageAddresses } from '../../domain/secrets/mask-address.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import { createBudget } from '../../fetching/budget.ts';
import { newFetchProgress } from '../../fetching/fetch-progress.ts';
import type { FetchPage } from '../../fetching/fetch-request.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import { createFailedPage, type FetchedPage } from '../../fetching/fetched-page.ts';
import { type Signer, signPage } from '../../fetching/receipts.ts';
import type { RobotsGate } from '../../fetching/stages/robots-gate.ts';
import { computeUrlDigest, type FinishedPage } from '../../jobs/frontier/finished-page.ts';
import type { ClaimedJob, ClaimedPage } from '../../jobs/frontier/frontier-claim.ts';
import type { JobWork, PageWork } from '../../jobs/runner/job-work.ts';
import { hashRoutesWarning, type ReadPage, type RouteFinding } from '../../site/links/hash-routes.ts';
import { createScope } from '../../site/links/scope.ts';
import { compressJson } from '../../store/pages/compressed-document.ts';
import type { NewContent, StoredContent } from '../../store/pages/contents.ts';
import { chooseExit, explainRefusal, findRemedy } from '../../web/exits/choose-exit.ts';
import type { Exits } from '../../web/exits/exits.ts';
import type { CrawlCommand } from './crawl-request.ts';
import { followSitemap } from './crawl-sitemaps.ts';
import {
  type CrawlState,
  createLinkSelector,
  type LinkOfPage,
  type LinkSelector,
  linkDepth,
} from './link-selector.ts';
import { createPageJudge, type FindDelivered, type JudgedPage, textOf } from './page-judge.ts';
import { createSitemapBudget } from './sitemap-budget.ts';

/** Dependencies of crawl jobs. */
export interface CrawlWorkPorts {
  fetchPage: FetchPage;
  fetchResource: FetchResource;
  robots: RobotsGate;
  exits: Pick<Exits, 'choose'>;
  storeBody(content: NewContent): Promise<StoredContent>;
  /** Returns pages that a job has delivered. */
  findDelivered(jobId: string, ...args: Parameters<FindDelivered>): ReturnType<FindDelivered>;
  signer: Signer;
  clock: Clock;
  robotsPolicy: 'respect' | 'ignore';
}

/** Maximum time for one page, counted from when politeness allows the fetch. */
const pageTimeoutMs = 120_000;
/** Maximum number of sitemap URLs that are stored, plus ten for each page of the limit. */
const minSeeds = 1_000;
const seedsPerPage = 10;
/** Attempts for a page that this service lacks descriptors, threads or a browser for; the last result is delivered. */
const maxDependencyAttempts = 5;

function pageCommand(
  command: CrawlCommand,
  url: string,
  robots: CrawlWorkPorts['robotsPolicy'],
): PageCommand {
  if (command.pages !== undefined) {
    const { formats } = command.pages;
    return {
      ...command.pages,
      url,
      robots,
      formats: command.isList ? formats : [...new Set([...formats, 'links' as const])],
    };
  }
  return defaultPageCommand(url, {
    formats: [...new Set([...command.formats, 'links' as const])],
    country: command.country,
    strictCountry: command.strictCountry,
    network: command.network ?? 'service',
    timeoutMs: pageTimeoutMs,
    maxCredits: command.maxCredits ?? null,
    robots,
  });
}

function isDisallowedByRobots(fetched: FetchedPage): boolean {
  return fetched.page.error?.code === 'robots' && fetched.observation.robots?.verdict !== 'unknown';
}

/** Returns the page in the requested formats, and its links, which are always needed for following. */
function withoutExtraLinks(
  fetched: FetchedPage,
  command: CrawlCommand,
): { fetched: FetchedPage; links: PageLink[] } {
  const { links = [], ...page } = fetched.page;
  return {
    links,
    fetched: (command.pages?.formats ?? command.formats).includes('links') ? fetched : { ...fetched, page },
  };
}

/** Returns the links of a page; if its robots directives say `nofollow`, this holds for all of them. */
function linksToFollow(links: readonly PageLink[], { robots }: PageMetadata): readonly LinkOfPage[] {
  const isNofollow = /\b(?:nofollow|none)\b/i.test(robots ?? '');
  return isNofollow ? links.map(({ url }) => ({ url, nofollow: true })) : links;
}

const leftSiteWarning: Warning = {
  code: 'left_site',
  message: 'The start page redirects to another site. The pages of that site are not read.',
};

/** Returns a page in the form in which routes of applications are recognised. */
function toReadPage(
  page: Omit<PageResult, 'receipt'>,
  route: Route | null,
  links: readonly PageLink[],
  depth: number,
): ReadPage {
  return {
    requestedUrl: page.url,
    finalUrl: page.final_url ?? page.url,
    isRendered: route === 'browser' || route === 'residential_browser',
    isOk: page.status === 'ok',
    title: page.title ?? null,
    // Without a text among the formats, the links tell the pages apart.
    text: textOf(page) ?? links.map(({ url, text }) => `${url} ${text}`).join('\n'),
    links: links.map(({ url }) => url),
    depth,
  };
}

/** Opens the crawl of one job in this process. */
function openCrawl(ports: CrawlWorkPorts, job: ClaimedJob): PageWork {
  const { clock, signer } = ports;
  const command = job.command as CrawlCommand;
  const robotsPolicy = command.pages?.robots ?? ports.robotsPolicy;
  const links: LinkSelector = createLinkSelector(
    command,
    job.startUrl,
    clock.now(),
    job.notes as CrawlState | null,
  );
  const sitemapBudget = createSitemapBudget(command.limit);
  const pageJudge = createPageJudge(links, (urls) => ports.findDelivered(job.jobId, urls));

  function createFinishedPage(page: ClaimedPage, rest: Partial<FinishedPage>): FinishedPage {
    const { id, attempt, kind, url, digest, depth } = page;
    return {
      id,
      attempt,
      kind,
      url,
      digest,
      depth,
      outcome: 'skipped',
      delivered: null,
      found: [],
      nearer: [],
      skipped: {},
      warnings: [],
      startUrl: null,
      ...rest,
    };
  }

  async function deliver(page: ClaimedPage, fetchedPage: FetchedPage): Promise<FinishedPage> {
    const { fetched, links: pageLinks } = withoutExtraLinks(fetchedPage, command);
    const subject = { requestId: job.requestId, at: clock.now() };
    const { receipt, ...document } = await signPage(fetched, subject, signer);
    const address = document.final_url ?? page.url;
    const isStart = page.depth === 0;
    // A start page can redirect within its registrable domain; the target host then becomes the site.
    const hasMoved = isStart && !links.covers(address) && createScope(job.startUrl, true).covers(address);
    if (hasMoved) links.moveTo(address);
    const isOffSite = !links.covers(address);
    if (isOffSite && !isStart) return createFinishedPage(page, {});
    const depth = linkDepth(page.depth);
    const routes = links.recordRoutes(toReadPage(document, receipt.route, pageLinks, depth));
    const followsLinks = !isOffSite && command.follows?.sitemapOnly !== true;
    if (document.status === 'ok' && document.title) links.recordTitle(address, document.title);
    const judged = await judgeUse(document, pageLinks, page, routes);
    const { skipReason, variants = [], canonicals = [] } = judged;
    const followed = skipReason === 'duplicate' ? [] : linksToFollow(pageLinks, document.metadata);
    const selected = followsLinks
      ? await links.select(followed, depth + 1, routes.offered)
      : { added: [], nearer: [], skipped: {} };
    const warnings = [
      ...(isOffSite ? [leftSiteWarning] : []),
      ...(routes.isDecided ? [hashRoutesWarning] : []),
    ];
    if (skipReason !== null) {
      const skipped = { ...selected.skipped, [skipReason]: (selected.skipped[skipReason] ?? 0) + 1 };
      return createFinishedPage(page, { found: selected.added, nearer: selected.nearer, skipped, warnings });
    }
    const [packed, content] = await Promise.all([
      compressJson(maskPageAddresses(document)),
      fetched.content === null ? null : ports.storeBody(fetched.content),
    ]);
    return createFinishedPage(page, {
      outcome: 'delivered',
      delivered: {
        // In a list, each URL is delivered separately, even if two redirect to the same page.
        digest: command.isList ? page.digest : computeUrlDigest(links.canonical(address)),
        url: page.url,
        status: document.status,
        credits: receipt.credits,
        route: receipt.route,
        country: receipt.exit?.country ?? null,
        ...packed,
        receiptId: receipt.id,
        receipt: JSON.stringify(receipt),
        content,
      },
      found: selected.added,
      nearer: selected.nearer,
      variants,
      canonicals,
      skipped: selected.skipped,
      warnings: [...warnings, ...findExitWarnings([document])],
      startUrl: hasMoved ? address : null,
    });
  }

  /** Judges a page, unless the caller chose the pages. What was read only to recognise an application may be a copy. */
  async function judgeUse(
    document: Omit<PageResult, 'receipt'>,
    pageLinks: readonly PageLink[],
    page: ClaimedPage,
    { isRefused }: RouteFinding,
  ): Promise<Pick<JudgedPage, 'variants' | 'canonicals' | 'skipReason'>> {
    const judged = links.skipsUseless ? await judgePage(document, pageLinks, page) : { skipReason: null };
    const isCopy = isRefused && page.depth > 0;
    return isCopy ? { ...judged, skipReason: judged.skipReason ?? 'duplicate' } : judged;
  }

  /** Returns why a page is not delivered, or null, with its variants, and learns from it. */
  async function judgePage(
    document: Omit<PageResult, 'receipt'>,
    pageLinks: readonly PageLink[],
    { depth, attempt }: ClaimedPage,
  ): Promise<Pick<JudgedPage, 'variants' | 'canonicals' | 'skipReason'>> {
    if (depth === 0) {
      if (document.status === 'ok') links.recordUse(document.url, pageJudge.judgeStart(document, pageLinks));
      return { skipReason: null };
    }
    const judged = await pageJudge.judge(document, pageLinks, attempt > 1);
    const { use } = judged;
    // A URL that redirects to content does not have that content itself.
    const judgedUrl = use === 'content' ? (document.final_url ?? document.url) : document.url;
    if (use !== null) links.recordUse(judgedUrl, use);
    return judged;
  }

  /** Waits for the pause that the caller wants between two pages; such a job reads one page at a time. */
  async function keepPace(page: ClaimedPage, signal: AbortSignal): Promise<void> {
    const delayMs = command.pace?.delayMs ?? 0;
    const isFirst = page.depth === 0 && page.url === command.url;
    if (delayMs > 0 && !isFirst) await pause(delayMs, undefined, { signal });
  }

  async function readPage(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage> {
    await keepPace(page, signal);
    if (page.depth > 0 && links.isUseless(page.url))
      return createFinishedPage(page, { skipped: { action: 1 } });
    const fetchContext = {
      accountId: job.accountId,
      budget: createBudget(page.credits),
      signal,
      isPatient: true,
    };
    const pageOptions = pageCommand(command, page.url, robotsPolicy);
    // Without a browser, all routes of an application are the same page.
    const isRoute = page.depth > 0 && links.routeOf(page.url) !== '';
    const shownCommand = isRoute ? { ...pageOptions, render: 'always' as const } : pageOptions;
    const fetched = await ports.fetchPage(shownCommand, fetchContext);
    // The site has no part in this error, and without the page its links are missing too: the page returns to the queue.
    if (fetched.page.error?.code === 'dependency' && page.attempt < maxDependencyAttempts)
      throw new Failure('unavailable', fetched.page.error.message);
    return isDisallowedByRobots(fetched)
      ? createFinishedPage(page, { outcome: 'robots' })
      : deliver(page, fetched);
  }

  async function readSitemap(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage> {
    const maxPages = minSeeds + seedsPerPage * command.limit;
    const { country, strictCountry } = command;
    const exitOptions = { country, strictCountry, networks: networksOf(command) };
    const sitemapRequest = {
      url: page.url,
      depth: page.depth,
      links,
      maxPages,
      limit: command.limit,
      budget: sitemapBudget,
      exitOptions,
      signal,
    };
    return createFinishedPage(page, await followSitemap(sitemapRequest, { ...ports, robotsPolicy }));
  }

  return {
    run: (page, signal) => (page.kind === 'sitemap' ? readSitemap(page, signal) : readPage(page, signal)),
    async abandon(page, reason) {
      if (page.kind === 'sitemap') return createFinishedPage(page, {});
      const pageRequest = pageCommand(command, page.url, robotsPolicy);
      const progress = newFetchProgress(pageRequest, job.accountId, clock.now());
      const error = { code: 'document' as const, message: reason };
      const result = await deliver(page, createFailedPage(progress, error, clock.now()));
      return { ...result, found: [] };
    },
    notes: () => links.state(),
    onWritten(_pages, isWhole) {
      if (!isWhole) links.reset();
    },
  };
}

/** Returns the networks for the pages and sitemaps of a job. */
function networksOf({ pages, network }: CrawlCommand): readonly Network[] {
  if (pages?.network === 'residential') return ['residential'];
  return network === 'auto' ? ['service', 'residential'] : ['service'];
}

/** Creates the worker for crawls and for lists of pages, of which links are not followed. */
export function createCrawlWork(ports: CrawlWorkPorts): JobWork {
  async function checkCountry(
    country: string,
    command: CrawlCommand,
    signal: AbortSignal,
  ): Promise<JobError | null> {
    const exitOptions = { country, strictCountry: true, networks: networksOf(command) };
    const choice = await chooseExit(ports.exits, exitOptions, signal);
    if (choice.exit !== null) return null;
    const remedy = findRemedy(choice);
    const isOfV1 = command.pages === undefined;
    const message =
      remedy !== null && isOfV1
        ? `${choice.message} The network ${remedy.networks} has an exit there: start the crawl with \`?network=auto&max_credits=${remedy.maxCredits}\`.`
        : explainRefusal(choice);
    return { code: choice.code, message };
  }

  return {
    kind: 'pages',
    checkStart(job, signal) {
      const command = job.command as CrawlCommand;
      const { country, strictCountry } = command;
      return country === null || !strictCountry ? null : checkCountry(country, command, signal);
    },
    open: (job) => openCrawl(ports, job),
  };
}
