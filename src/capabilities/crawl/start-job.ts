import type { Commit } from '../../account/requests/idempotency.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { Network } from '../../domain/resources/exit.ts';
import type { JobDocument } from '../../domain/resources/job.ts';
import { itemPrices, routePrices } from '../../domain/resources/rate-card.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { throwIfInvalid, type ValidationError } from '../../domain/system/failure.ts';
import { chooseLogin } from '../../fetching/browser/page-logins.ts';
import type { Target, TargetCheck } from '../../fetching/target-check.ts';
import { computeUrlDigest } from '../../jobs/frontier/finished-page.ts';
import type { NewJob, NewUrl } from '../../jobs/records/create-job.ts';
import { type CommandHandler, freeOutcome } from '../../operations/declaration/operation.ts';
import { canonicalUrl } from '../../site/links/url-normalization.ts';
import type { CrawlCommand } from './crawl-request.ts';
import { crawlPointers, type RequestPointers, validateJobRequest } from './validate-job-request.ts';

/** Dependencies of {@link createJobStarter}. */
export interface StartJobPorts {
  /** Creates the job, and runs `commit` in the same transaction. */
  createJob(job: NewJob, now: Date, commit: Commit): Promise<JobDocument>;
  /** Returns a validation error for each URL that the guard does not allow. */
  addressErrors(targets: readonly Target[]): Promise<ValidationError[]>;
  /** Returns the error of a login that the account lacks, or that belongs to another site. */
  loginErrors: TargetCheck['loginErrors'];
  /** Returns the id of the login that crawls of this site use without being asked to; null if there is none. */
  findLogin(accountId: string, url: URL): Promise<string | null>;
  clock: Clock;
  /** Networks for which exits exist. */
  networks: readonly Network[];
}

/** Request for a job over the pages of a site or of a list. */
export interface JobRequest {
  type: 'crawl' | 'batch_scrape' | 'extract';
  command: CrawlCommand;
  /** URLs of a list in the given order. Duplicates are read only once. */
  urls?: readonly string[];
  /** URLs of a long list with their lines, instead of `urls`. */
  lines?: readonly NewUrl[];
  /** Warnings that the job starts with. */
  warnings?: readonly Warning[];
  /** Parameters of the request, with secrets masked. */
  params: Record<string, unknown>;
  /** Format of webhook messages; default: the format of `/v1`. */
  hook?: NewJob['hook'];
  /** JSON Pointers of the fields; default: those of `POST /v1/crawl`. */
  pointers?: RequestPointers;
}

type FetchingRoute = (typeof routesByPrice)[number];
const routesByPrice = ['unblock', 'residential_browser', 'residential', 'http'] as const;
const networkOfRoute: Readonly<Record<FetchingRoute, Network>> = {
  unblock: 'unblock',
  residential_browser: 'residential',
  residential: 'residential',
  http: 'service',
};

/** Returns the start page and, with `useSitemap`, robots.txt, which names the sitemaps. */
function createSeeds(command: CrawlCommand): NewUrl[] {
  const page: NewUrl = {
    kind: 'page',
    url: command.url,
    digest: computeUrlDigest(canonicalUrl(command.url)),
    depth: 0,
  };
  if (!command.useSitemap || command.maxDepth === 0 || command.limit === 1) return [page];
  const url = new URL('/robots.txt', command.url).href;
  return [page, { kind: 'sitemap', url, digest: computeUrlDigest(`sitemap ${url}`), depth: 0 }];
}

function createListSeeds(urls: readonly string[]): NewUrl[] {
  return urls.map((url, at) => ({
    kind: 'page',
    url,
    digest: computeUrlDigest(`${at} ${url}`),
    depth: 0,
    line: at + 1,
  }));
}

/** Returns the most expensive route that a page of the job can use. */
export function mostExpensiveRoute(
  { pages, network, maxCredits }: CrawlCommand,
  networks: readonly Network[],
): FetchingRoute {
  if (pages?.network === 'residential') return 'residential_browser';
  if (network !== 'auto') return 'http';
  const maxPagePrice = maxCredits ?? Number.POSITIVE_INFINITY;
  const isPossible = (route: FetchingRoute) =>
    networks.includes(networkOfRoute[route]) && routePrices[route] <= maxPagePrice;
  return routesByPrice.find(isPossible) ?? 'http';
}

/** Returns the maximum credits per page. */
function maxPageCredits(command: CrawlCommand, networks: readonly Network[]): number {
  const { pages } = command;
  return (
    routePrices[mostExpensiveRoute(command, networks)] +
    (pages?.json === undefined ? 0 : itemPrices.ai_extraction)
  );
}

/** Concurrent pages of a crawl that reads the best links first: pages that run were chosen without what they tell. */
const maxBestRunning = 4;

/** Returns the maximum number of concurrent pages, if the caller or the order of the pages limits it. */
function maxRunningOf({ pace, search }: CrawlCommand): Pick<NewJob, 'maxRunning'> {
  if (pace !== undefined && pace.delayMs > 0) return { maxRunning: 1 };
  const limits = [pace?.maxConcurrency ?? null, search == null ? null : maxBestRunning];
  const known = limits.filter((limit) => limit !== null);
  return known.length === 0 ? {} : { maxRunning: Math.min(...known) };
}

/** Returns the URLs to check with the guard. URLs of a list are checked when each page is read. */
function guardTargets({ command, pointers = crawlPointers }: JobRequest): Target[] {
  const { url, webhook } = command;
  return [
    ...(command.isList === true ? [] : [{ pointer: pointers.url, url }]),
    ...(webhook === null ? [] : [{ pointer: pointers.webhook, url: webhook }]),
  ];
}

/** Returns the error of the login of a job; that of a list is checked with each page. */
async function loginErrors(
  { command, urls, lines, pointers = crawlPointers }: JobRequest,
  accountId: string,
  ports: Pick<StartJobPorts, 'loginErrors'>,
): Promise<ValidationError[]> {
  const loginId = command.pages?.login ?? null;
  if (loginId === null) return [];
  const ofLines =
    lines === undefined ? [command.url] : [...new Set(lines.map(({ url }) => new URL(url).origin))];
  return ports.loginErrors({ pointer: pointers.login, accountId, loginId, urls: urls ?? ofLines });
}

/** Returns the command with the login that the crawl uses: pages of a list get theirs when each is read. */
async function withChosenLogin(
  command: CrawlCommand,
  accountId: string,
  ports: Pick<StartJobPorts, 'findLogin'>,
): Promise<CrawlCommand> {
  const { pages, isList, isOfV1 } = command;
  if (pages === undefined || isList === true) return command;
  const chosen = await chooseLogin(
    { findFor: (account, _use, url) => ports.findLogin(account, url) },
    { ...pages, url: command.url, robots: 'ignore', ...(isOfV1 === true && { loginFor: 'crawl' }) },
    { accountId },
  );
  return { ...command, pages: { ...pages, login: chosen.login } };
}

/**
 * Creates the function that starts jobs over pages. It throws Failure `invalid` for expressions, selectors or URLs
 * that cannot be used.
 */
export function createJobStarter(ports: StartJobPorts): CommandHandler<JobRequest, JobDocument> {
  return async (request, { principal: { accountId, keyId }, requestId, commit }) => {
    const { type, urls, lines, params, hook, warnings, pointers = crawlPointers } = request;
    throwIfInvalid([
      ...validateJobRequest(request.command, pointers),
      ...(await ports.addressErrors(guardTargets(request))),
      ...(await loginErrors(request, accountId, ports)),
    ]);
    const command = await withChosenLogin(request.command, accountId, ports);
    const job: NewJob = {
      type,
      accountId,
      keyId,
      requestId,
      command,
      params,
      pageLimit: command.limit,
      pageCredits: maxPageCredits(command, ports.networks),
      ...maxRunningOf(command),
      webhook: command.webhook,
      startUrl: command.url,
      seeds: lines ?? (urls === undefined ? createSeeds(command) : createListSeeds(urls)),
      ...(warnings !== undefined && { warnings }),
      ...(hook !== undefined && { hook }),
    };
    const created = await ports.createJob(job, ports.clock.now(), commit);
    const answer = { ...freeOutcome<JobDocument>(created), url: command.url };
    return { ...answer, country: command.country };
  };
}
