import type { Clock } from '../../domain/clock.ts';
import type { JobError } from '../../domain/job.ts';
import type { Warning } from '../../domain/outcome.ts';
import type { PageLink } from '../../domain/page.ts';
import { type PageCommand, usualPageCommand } from '../../domain/page-command.ts';
import { createBudget } from '../../fetching/budget.ts';
import { newProgress } from '../../fetching/fetch-progress.ts';
import type { FetchResource } from '../../fetching/fetch-resource.ts';
import { type FetchedPage, pageNotArrived } from '../../fetching/fetched-page.ts';
import type { FetchPage } from '../../fetching/page-fetcher.ts';
import { type Signer, sealPage } from '../../fetching/receipts.ts';
import type { RobotsGate } from '../../fetching/robots-gate.ts';
import { addressDigest, type FinishedPage } from '../../jobs/finished-page.ts';
import type { ClaimedJob, ClaimedPage } from '../../jobs/frontier-claim.ts';
import type { JobWork, PageWork } from '../../jobs/job-work.ts';
import { createScope } from '../../site/scope.ts';
import type { TrapState } from '../../site/traps.ts';
import type { NewContent, StoredContent } from '../../store/contents.ts';
import { packDocument } from '../../store/packed-document.ts';
import type { ExitChoice, ExitWish } from '../../web/exits/exits.ts';
import type { CrawlCommand } from './crawl-request.ts';
import { followSitemap } from './crawl-sitemaps.ts';
import { createFoundLinks, type FoundLinks } from './found-links.ts';

/** What crawling needs of the other rooms. */
export interface CrawlWorkPorts {
  fetchPage: FetchPage;
  fetchResource: FetchResource;
  robots: RobotsGate;
  chooseExit(wish: ExitWish, signal: AbortSignal): Promise<ExitChoice>;
  storeBody(content: NewContent): Promise<StoredContent>;
  signer: Signer;
  clock: Clock;
  robotsPolicy: 'respect' | 'ignore';
}

/** For one page, once its site may be asked. */
const pageWithinMs = 120_000;
/** Addresses of sitemaps that are kept in line, beside ten for each page of the limit. */
const fewestSeeds = 1_000;
const seedsAPage = 10;

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
  return usualPageCommand(url, {
    formats: [...new Set([...command.formats, 'links' as const])],
    country: command.country,
    strictCountry: command.strictCountry,
    network: command.network ?? 'service',
    timeoutMs: pageWithinMs,
    maxCredits: command.maxCredits ?? null,
    robots,
  });
}

function isRobotsRule(fetched: FetchedPage): boolean {
  return fetched.page.error?.code === 'robots' && fetched.observation.robots?.verdict === 'disallowed';
}

/** The page as it was asked for, and its links, which are followed whether they were asked for or not. */
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

function* addressesOf(links: readonly PageLink[]): Generator<string> {
  for (const link of links) yield link.url;
}

const leftSite: Warning = {
  code: 'left_site',
  message: 'The start page leads to another site, whose pages are not read.',
};

/** The crawl of one job in this process. */
function openCrawl(ports: CrawlWorkPorts, job: ClaimedJob): PageWork {
  const { clock, signer } = ports;
  const command = job.command as CrawlCommand;
  const robotsPolicy = command.pages?.robots ?? ports.robotsPolicy;
  const links: FoundLinks = createFoundLinks(
    command,
    job.startUrl,
    clock.now(),
    job.notes as TrapState | null,
  );

  function finished(page: ClaimedPage, rest: Partial<FinishedPage>): FinishedPage {
    const { id, attempt, url, digest } = page;
    return {
      id,
      attempt,
      url,
      digest,
      outcome: 'skipped',
      delivered: null,
      found: [],
      nearer: [],
      warnings: [],
      startUrl: null,
      ...rest,
    };
  }

  async function deliver(page: ClaimedPage, whole: FetchedPage): Promise<FinishedPage> {
    const { fetched, links: pageLinks } = withoutExtraLinks(whole, command);
    const { receipt, ...document } = sealPage(fetched, { requestId: job.requestId, at: clock.now() }, signer);
    const address = document.final_url ?? page.url;
    const isStart = page.depth === 0;
    // A start page may redirect within its registrable domain: that host is then the site.
    const hasMoved = isStart && !links.covers(address) && createScope(job.startUrl, true).covers(address);
    if (hasMoved) links.moveTo(address);
    const hasLeft = !links.covers(address);
    if (hasLeft && !isStart) return finished(page, {});
    const [packed, content] = await Promise.all([
      packDocument(JSON.stringify(document)),
      fetched.content === null ? null : ports.storeBody(fetched.content),
    ]);
    return finished(page, {
      outcome: 'delivered',
      delivered: {
        // In a list each address stands for itself, wherever it leads.
        digest: command.isList ? page.digest : addressDigest(links.canonical(address)),
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
      ...(hasLeft || command.follows?.sitemapOnly === true
        ? {}
        : links.choose(addressesOf(pageLinks), page.depth + 1)),
      warnings: hasLeft ? [leftSite] : [],
      startUrl: hasMoved ? address : null,
    });
  }

  async function readPage(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage> {
    const order = { accountId: job.accountId, budget: createBudget(page.credits), signal, isPatient: true };
    const fetched = await ports.fetchPage(pageCommand(command, page.url, robotsPolicy), order);
    return isRobotsRule(fetched) ? finished(page, { outcome: 'robots' }) : deliver(page, fetched);
  }

  async function readSitemap(page: ClaimedPage, signal: AbortSignal): Promise<FinishedPage> {
    const mostPages = fewestSeeds + seedsAPage * command.limit;
    const { country, strictCountry } = command;
    const wish = { country, strictCountry, network: networksOf(command)[0] };
    const turn = { url: page.url, depth: page.depth, links, mostPages, wish, signal };
    return finished(page, { found: await followSitemap(turn, { ...ports, robotsPolicy }) });
  }

  return {
    run: (page, signal) => (page.kind === 'sitemap' ? readSitemap(page, signal) : readPage(page, signal)),
    async giveUp(page, reason) {
      if (page.kind === 'sitemap') return finished(page, {});
      const asked = pageCommand(command, page.url, robotsPolicy);
      const progress = newProgress(asked, job.accountId, clock.now());
      const refused = { code: 'document' as const, message: reason };
      const result = await deliver(page, pageNotArrived(progress, refused, clock.now()));
      return { ...result, found: [] };
    },
    notes: () => links.traps(),
    written(_pages, isWhole) {
      if (!isWhole) links.forget();
    },
  };
}

/** The networks that a job's pages may come through, first the one that other files do: our own unless another was asked for. */
function networksOf({ pages, network }: CrawlCommand): ['service' | 'residential', ...'residential'[]] {
  if (pages?.network === 'residential') return ['residential'];
  return network === 'auto' ? ['service', 'residential'] : ['service'];
}

/** Crawling as a job's work; a list of pages is read likewise, and nothing followed. */
export function createCrawlWork(ports: CrawlWorkPorts): JobWork {
  async function refuseCountry(
    country: string,
    networks: readonly ('service' | 'residential')[],
    signal: AbortSignal,
  ): Promise<JobError | null> {
    let refused: JobError | null = null;
    for (const network of networks) {
      const choice = await ports.chooseExit({ country, strictCountry: true, network }, signal);
      if (choice.exit !== null) return null;
      refused ??= { code: choice.code, message: choice.message };
    }
    return refused;
  }

  return {
    refuse(job, signal) {
      const command = job.command as CrawlCommand;
      const { country, strictCountry } = command;
      return country === null || !strictCountry ? null : refuseCountry(country, networksOf(command), signal);
    },
    open: (job) => openCrawl(ports, job),
  };
}
