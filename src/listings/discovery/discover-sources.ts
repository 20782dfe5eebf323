import type { PageCommand } from '../../domain/pages/page-command.ts';
import type { FoundSource, PageFindings } from '../../domain/pages/records.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { createBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { addCalls, getJsonAnswers } from './call-sources.ts';
import type { DiscoveredSource, Discovery } from './discovered-source.ts';
import { findPaging } from './find-paging.ts';
import { addRendered, createPageSource } from './page-sources.ts';
import {
  failIfUnread,
  fetchWithResponse,
  findRecordsOn,
  type ListingOptions,
  type ListingPorts,
  type RecordsPage,
} from './records-page.ts';

/** Options of {@link discoverSources}. */
export interface DiscoveryOptions {
  /** Names of the wanted fields, in words; null for any. */
  fields: string[] | null;
  /**
   * Decides if the page's calls are needed although the page itself has content. Called with the page's own
   * sources, and only if scripts of the page could call anything.
   */
  needsCalls(sources: readonly FoundSource[], page: RecordsPage): boolean;
  /** Aborts with a `TimeoutError` when no further request should be sent; absent for no limit. */
  timeLimit?: AbortSignal;
}

/** Finds all sources of a page and the cheapest request for each. */
export async function discoverSources(
  ports: ListingPorts,
  options: ListingOptions,
  discoveryOptions: DiscoveryOptions,
): Promise<Discovery> {
  const arrived = await fetchWithResponse(ports, { ...options.page, captures: true }, options);
  const calls = arrived.response?.calls ?? [];
  const isRendered = /browser/.test(arrived.observation.route ?? '');
  const { fields } = discoveryOptions;
  const findings = await findRecordsOn(
    ports,
    arrived,
    { fields, reading: null, answers: getJsonAnswers(calls) },
    options.signal,
  );
  const fetched = failIfUnread(arrived, findings);
  const discovery: Discovery = {
    fetched,
    sources: [],
    findings,
    needsBrowser: isRendered,
    hasCheckedCalls: isRendered || findings?.canChange === false,
    isOutOfTime: false,
    attempts: [],
    warnings: [],
  };
  if (findings === null) return discovery;
  const plainPage = { fetched, findings };
  const pageSources = findings.sources.filter(({ call }) => call === null);
  discovery.sources.push(...pageSources.map((found) => createPageSource(found, plainPage, isRendered)));
  if (discovery.hasCheckedCalls && !isRendered) return discovery;
  const shouldRender = !isRendered && discoveryOptions.needsCalls(pageSources, plainPage);
  await addCallsInTime(ports, options, discovery, shouldRender, discoveryOptions);
  return discovery;
}

/** A discovery that ended before the calls of the page's scripts were tested, as plain JSON. */
export interface KnownPage {
  page: Omit<FetchedPage['page'], 'raw_html'>;
  observation: FetchedPage['observation'];
  findings: PageFindings;
}

/** Returns what a discovery read, for {@link resumeDiscovery}; null if nothing could be resumed from it. */
export function toKnownPage({ fetched, findings, needsBrowser }: Discovery): KnownPage | null {
  // The calls were captured with a rendered page, which therefore has to be read again.
  if (findings === null || needsBrowser) return null;
  const { page, observation } = fetched;
  return { page, observation, findings };
}

/** Continues a discovery that ended before the calls of the page's scripts were tested. */
export async function resumeDiscovery(
  ports: ListingPorts,
  options: ListingOptions,
  { page, observation, findings }: KnownPage,
  discoveryOptions: DiscoveryOptions,
): Promise<Discovery> {
  const fetched: FetchedPage = { page, observation, content: null, validators: null };
  const plainPage = { fetched, findings };
  const pageSources = findings.sources.filter(({ call }) => call === null);
  const discovery: Discovery = {
    fetched,
    sources: pageSources.map((found) => createPageSource(found, plainPage, false)),
    findings,
    needsBrowser: false,
    hasCheckedCalls: false,
    isOutOfTime: false,
    attempts: [],
    warnings: [],
  };
  await addCallsInTime(ports, options, discovery, true, discoveryOptions);
  return discovery;
}

/** Tests the calls of the page's scripts, up to the time limit. */
async function addCallsInTime(
  ports: ListingPorts,
  options: ListingOptions,
  discovery: Discovery,
  shouldRender: boolean,
  discoveryOptions: DiscoveryOptions,
): Promise<void> {
  const { timeLimit } = discoveryOptions;
  const signal = timeLimit === undefined ? options.signal : AbortSignal.any([options.signal, timeLimit]);
  try {
    await addSourcesOfCalls(ports, { ...options, signal }, discovery, shouldRender, discoveryOptions);
  } catch (error) {
    if (timeLimit?.aborted !== true || options.signal.aborted) throw error;
  }
  // After the limit, requests end as timeouts, so that their results say nothing about the page.
  discovery.isOutOfTime = timeLimit?.aborted === true;
}

async function addSourcesOfCalls(
  ports: ListingPorts,
  options: ListingOptions,
  discovery: Discovery,
  shouldRender: boolean,
  { fields }: DiscoveryOptions,
): Promise<void> {
  const { fetched, findings } = discovery;
  const plainPage = { fetched, findings };
  let rendered: RecordsPage = plainPage;
  if (shouldRender) {
    const renderedPage = await renderPage(ports, options, fields, discovery);
    discovery.hasCheckedCalls = renderedPage !== null;
    if (renderedPage !== null) rendered = renderedPage;
  }
  await addCalls(ports, options, rendered, discovery, fields);
  if (rendered !== plainPage) addRendered(rendered, discovery, fields);
}

/** Returns the network of the exit through which a page was read. */
function networkOf({ observation }: FetchedPage): PageCommand['network'] {
  const network = observation.exit?.network;
  return network === 'service' || network === 'residential' ? network : 'auto';
}

/**
 * Renders the page in a browser to capture its calls, through the same network as the page. It is not charged, because
 * the page was already read.
 */
async function renderPage(
  ports: ListingPorts,
  options: ListingOptions,
  fields: string[] | null,
  { fetched: plain, attempts, warnings }: Discovery,
): Promise<RecordsPage | null> {
  const command = {
    ...options.page,
    render: 'always' as const,
    network: networkOf(plain),
    captures: true,
  };
  const budget = createBudget(routePrices.residential_browser);
  const fetched = await fetchWithResponse(ports, command, options, budget);
  attempts.push(...fetched.observation.attempts);
  const answers = getJsonAnswers(fetched.response?.calls ?? []);
  const findings = await findRecordsOn(ports, fetched, { fields, reading: null, answers }, options.signal);
  if (findings !== null) return { fetched, findings };
  const reason = fetched.page.error?.message ?? 'the page could not be rendered in a browser';
  warnings.push({
    code: 'calls_not_seen',
    message: `The calls of the page's scripts were not checked: ${reason}`,
  });
  return null;
}

/** Finds the paging of a data source that was requested directly. */
export async function findDataPaging(
  ports: ListingPorts,
  options: ListingOptions,
  source: DiscoveredSource,
  attempts: Attempt[],
): Promise<DiscoveredSource> {
  if (source.template === null) return source;
  const pagingSubject = {
    source: source.found,
    first: source.first,
    template: source.template,
    headers: {},
    observed: null,
  };
  const { paging } = await findPaging(ports, options, pagingSubject, attempts);
  return { ...source, paging };
}
