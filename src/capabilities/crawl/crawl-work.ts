import { findExitWarnings } from '../../domain/pages/exit-warnings.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { PageLink, PageMetadata, PageResult } from '../../domain/pages/page.ts';
import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { Network } from '../../domain/resources/exit.ts';
import type { JobError } from '../../domain/resources/job.ts';
import type { Route } from '../../domain/resources/rate-card.ts';
import type { Receipt } from '../../domain/resources/receipt.ts';
import { maskPageAddresses } from '../../domain/secrets/mask-address.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { newFetchProgress } from '../../fetching/fetch-progress.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import { createFailedPage, type FetchedPage } from '../../fetching/fetched-page.ts';
import { type Signer, signPage } from '../../fetching/receipts.ts';
import type { PageCache } from '../../fetching/stages/page-cache.ts';
import type { RobotsGate } from '../../fetching/stages/robots-gate.ts';
import { computeUrlDigest, type FinishedPage } from '../../jobs/frontier/finished-page.ts';
import type { ClaimedJob, ClaimedPage } from '../../jobs/frontier/frontier-claim.ts';
import { packDocument } from '../../jobs/records/packed-document.ts';
import type { JobWork, PageWork } from '../../jobs/runner/job-work.ts';
import { hashRoutesWarning, type ReadPage, type RouteFinding } from '../../site/links/hash-routes.ts';
import { createScope } from '../../site/links/scope.ts';
import type { CachedPage } from '../../store/pages/cached-pages.ts';
import type { NewContent, StoredContent } from '../../store/pages/contents.ts';
import { chooseExit, explainRefusal, findRemedy } from '../../web/exits/choose-exit.ts';
import type { Exits } from '../../web/exits/exits.ts';
import type { CrawlCommand } from './crawl-request.ts';
import { followSitemap } from './crawl-sitemaps.ts';
import { type CrawlState, createLinkSelector, type LinkOfPage, type LinkSelector } from './link-selector.ts';
import { createPageJudge, type FindDelivered, type JudgedPage, textOf } from './page-judge.ts';
import { createPageReader, type PageReaderPorts } from './page-reader.ts';
import { createSitemapBudget } from './sitemap-budget.ts';

/** Dependencies of crawl jobs. */
export interface CrawlWorkPorts extends PageReaderPorts {
  cache: PageCache;
  /** Stores pages in the cache of an account, later. */
  storeCachedPages(accountId: string, pages: readonly CachedPage[]): void;
  fetchResource: FetchResource;
  robots: RobotsGate;
  exits: Pick<Exits, 'choose'>;
  storeBody(content: NewContent): Promise<StoredContent>;
  /** Returns pages that a job has delivered. */
  findDelivered(jobId: string, ...args: Parameters<FindDelivered>): ReturnType<FindDelivered>;
  signer: Signer;
  clock: Clock;
}

/** Maximum number of sitemap URLs that are stored, plus ten for each page of the limit. */
const minSeeds = 1_000;
const seedsPerPage = 10;

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

/** Returns the line of a list that a page was read for, and its name. */
function lineOf({ line = null, name = null }: ClaimedPage): Pick<PageResult, 'line' | 'name'> {
  return { ...(line !== null && { line }), ...(name !== null && { name }) };
}

/** Returns the links of a page; if its robots directives say `nofollow`, this holds for all of them. */
function linksToFollow(links: readonly PageLink[], { robots }: PageMetadata): readonly LinkOfPage[] {
  const isNofollow = /\b(?:nofollow|none)\b/i.test(robots ?? '');
  return isNofollow ? links.map(({ url, text }) => ({ url, text, nofollow: true })) : links;
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
  const notes = () => {
    const session = reader.session();
    return { ...links.state(), ...(session !== undefined && { session }) };
  };
  const reader = createPageReader(ports, job, links, notes);
  /** Results for the cache that are not written yet, by the id of their row. */
  const cached = new Map<number, CachedPage>();
  const pageJudge = createPageJudge(links, (urls) => ports.findDelivered(job.jobId, urls));

  function createFinishedPage(page: ClaimedPage, rest: Partial<FinishedPage>): FinishedPage {
    const { id, attempt, kind, url, digest, depth, line = null } = page;
    return {
      id,
      attempt,
      line,
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

  /** Keeps a result for the cache until it is stored, if the caller wants cached pages. */
  async function keepForCache(
    { id }: ClaimedPage,
    request: PageCommand,
    fetched: FetchedPage,
    receipt: Receipt,
  ): Promise<void> {
    if (request.maxAge === 0) return;
    const entry = await ports.cache.createEntry(request, fetched, receipt);
    if (entry !== null) cached.set(id, entry);
  }

  async function deliver(
    page: ClaimedPage,
    fetchedPage: FetchedPage,
    request: PageCommand,
  ): Promise<FinishedPage> {
    const { fetched, links: pageLinks } = withoutExtraLinks(fetchedPage, command);
    const subject = { requestId: job.requestId, at: clock.now() };
    // The receipt covers every member of a result, also the line that it belongs to.
    const named = { ...fetched, page: { ...fetched.page, ...lineOf(page) } };
    const { receipt, ...document } = await signPage(named, subject, signer);
    const address = document.final_url ?? page.url;
    const isStart = page.depth === 0;
    // A start page can redirect within its registrable domain; the target host then becomes the site.
    const hasMoved = isStart && !links.covers(address) && createScope(job.startUrl, true).covers(address);
    if (hasMoved) links.moveTo(address);
    const isOffSite = !links.covers(address);
    if (isOffSite && !isStart) return createFinishedPage(page, {});
    const depth = links.linkDepth(page.depth);
    const routes = links.recordRoutes(toReadPage(document, receipt.route, pageLinks, depth));
    const followsLinks = !isOffSite && command.follows?.sitemapOnly !== true;
    if (document.status === 'ok' && document.title) links.recordTitle(address, document.title);
    const judged = await judgeUse(document, pageLinks, page, routes);
    const { skipReason, variants = [], canonicals = [] } = judged;
    const followed = skipReason === 'duplicate' ? [] : linksToFollow(pageLinks, document.metadata);
    const selected = followsLinks
      ? await links.select(followed, depth + 1, {
          routes: routes.offered,
          relevance: links.relevanceOf({ url: address, title: document.title, text: textOf(document) }),
        })
      : { added: [], nearer: [], skipped: {} };
    const warnings = [
      ...(isOffSite ? [leftSiteWarning] : []),
      ...(routes.isDecided ? [hashRoutesWarning] : []),
    ];
    if (skipReason !== null) {
      const skipped = { ...selected.skipped, [skipReason]: (selected.skipped[skipReason] ?? 0) + 1 };
      return createFinishedPage(page, { found: selected.added, nearer: selected.nearer, skipped, warnings });
    }
    const content = fetched.content === null ? null : await ports.storeBody(fetched.content);
    await keepForCache(page, request, fetchedPage, receipt);
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
        document: await packDocument(maskPageAddresses(document), content),
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

  async function readPage(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage | null> {
    const read = await reader.read(page, signal);
    if (read.kind === 'returned') return null;
    if (read.kind === 'skipped') return createFinishedPage(page, { skipped: { [read.reason]: 1 } });
    const { fetched, request } = read;
    // Each line of a list has a result.
    return isDisallowedByRobots(fetched) && !(command.isList === true && command.isOfV1 === true)
      ? createFinishedPage(page, { outcome: 'robots' })
      : deliver(page, fetched, request);
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
      const pageRequest = reader.requestOf(page.url);
      const progress = newFetchProgress(pageRequest, job.accountId, clock.now());
      const error = { code: 'document' as const, message: reason };
      const result = await deliver(page, createFailedPage(progress, error, clock.now()), pageRequest);
      return { ...result, found: [] };
    },
    notes,
    onWritten(pages, isWhole) {
      if (!isWhole) links.reset();
      const entries = pages.flatMap(({ id }) => cached.get(id) ?? []);
      for (const { id } of pages) cached.delete(id);
      if (entries.length > 0) ports.storeCachedPages(job.accountId, entries);
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
    const isOfV1 = command.isList !== true && (command.isOfV1 === true || command.pages === undefined);
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
