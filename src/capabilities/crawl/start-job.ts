import type { Commit } from '../../account/idempotency.ts';
import type { Clock } from '../../domain/clock.ts';
import type { JobDocument } from '../../domain/job.ts';
import { itemPrices, routePrices } from '../../domain/rate-card.ts';
import { addressDigest } from '../../jobs/finished-page.ts';
import type { NewAddress, NewJob } from '../../jobs/job-creation.ts';
import { freeOutcome, type Work } from '../../operations/operation.ts';
import { canonicalUrl } from '../../site/url-rules.ts';
import type { CrawlCommand } from './crawl-request.ts';

/** What starting a job over pages needs of the other rooms. */
export interface StartJobPorts {
  /** The new job; `commit` is called with it in the transaction that makes it. */
  createJob(job: NewJob, now: Date, commit: Commit): Promise<JobDocument>;
  clock: Clock;
}

/** A job over pages: those of a site, or those of a list. */
export interface JobOrder {
  type: 'crawl' | 'batch_scrape' | 'extract';
  command: CrawlCommand;
  /** The addresses of a list, in the order asked; each is read once, also when it stands there twice. */
  urls?: readonly string[];
  /** What was asked, masked. */
  params: Record<string, unknown>;
  /** How the webhook is told; absent for our own way. */
  hook?: NewJob['hook'];
}

type FetchingRoute = (typeof dearestFirst)[number];
const dearestFirst = ['unblock', 'residential_browser', 'residential', 'http'] as const;

/** The start page and, when wanted, robots.txt, which names the sitemaps. */
function seedsOf(command: CrawlCommand): NewAddress[] {
  const page: NewAddress = {
    kind: 'page',
    url: command.url,
    digest: addressDigest(canonicalUrl(command.url)),
    depth: 0,
  };
  if (!command.useSitemap || command.maxDepth === 0 || command.limit === 1) return [page];
  const url = new URL('/robots.txt', command.url).href;
  return [page, { kind: 'sitemap', url, digest: addressDigest(`sitemap ${url}`), depth: 0 }];
}

function listed(urls: readonly string[]): NewAddress[] {
  return urls.map((url, at) => ({ kind: 'page', url, digest: addressDigest(`${at} ${url}`), depth: 0 }));
}

/** The dearest route that a page of the job may take. */
export function dearestOf({ pages, network, maxCredits }: CrawlCommand): FetchingRoute {
  if (pages?.network === 'residential') return 'residential_browser';
  if (network !== 'auto') return 'http';
  const most = maxCredits ?? Number.POSITIVE_INFINITY;
  return dearestFirst.find((route) => routePrices[route] <= most) ?? 'http';
}

/** What one page of the job may cost at most. */
function pageCreditsOf(command: CrawlCommand): number {
  const { pages } = command;
  return routePrices[dearestOf(command)] + (pages?.json === undefined ? 0 : itemPrices.ai_extraction);
}

/** Starting jobs over pages, which go on in the background. */
export function createJobStart(ports: StartJobPorts): Work<JobOrder, JobDocument> {
  return async ({ type, command, urls, params, hook }, { principal: { accountId }, requestId, commit }) => {
    const job: NewJob = {
      type,
      accountId,
      requestId,
      command,
      params,
      pageLimit: command.limit,
      pageCredits: pageCreditsOf(command),
      webhook: command.webhook,
      startUrl: command.url,
      seeds: urls === undefined ? seedsOf(command) : listed(urls),
      ...(hook !== undefined && { hook }),
    };
    const created = await ports.createJob(job, ports.clock.now(), commit);
    const answer = { ...freeOutcome<JobDocument>(created), url: command.url };
    return { ...answer, country: command.country };
  };
}
