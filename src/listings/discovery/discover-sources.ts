import type { CallTemplate } from '../../domain/pages/listing.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { FoundSource, PageFindings } from '../../domain/pages/records.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { createBudget } from '../../fetching/route/budget.ts';
import { addCalls, getJsonAnswers } from './call-sources.ts';
import type { DiscoveredSource, Discovery } from './discovered-source.ts';
import { createLinkPaging, findPaging } from './find-paging.ts';
import {
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
   * sources.
   */
  needsCalls(sources: readonly FoundSource[], findings: PageFindings): boolean;
}

/** Finds all sources of a page and the cheapest request for each. */
export async function discoverSources(
  ports: ListingPorts,
  options: ListingOptions,
  discoveryOptions: DiscoveryOptions,
): Promise<Discovery> {
  const attempts: Attempt[] = [];
  const warnings: Warning[] = [];
  const fetched = await fetchWithResponse(ports, { ...options.page, captures: true }, options);
  const calls = fetched.response?.calls ?? [];
  const isRendered = /browser/.test(fetched.observation.route ?? '');
  const { fields } = discoveryOptions;
  const findings = await findRecordsOn(
    ports,
    fetched,
    { fields, reading: null, answers: getJsonAnswers(calls) },
    options.signal,
  );
  const discovery: Discovery = {
    fetched,
    sources: [],
    findings,
    needsBrowser: isRendered,
    hasCheckedCalls: isRendered,
    attempts,
    warnings,
  };
  if (findings === null) return discovery;
  const plainPage = { fetched, findings };
  const pageSources = findings.sources.filter(({ call }) => call === null);
  discovery.sources.push(...pageSources.map((found) => createPageSource(found, plainPage, isRendered)));
  let rendered: RecordsPage = plainPage;
  if (!isRendered && !findings.isData && discoveryOptions.needsCalls(pageSources, findings)) {
    const renderedPage = await renderPage(ports, options, discoveryOptions, attempts, warnings);
    discovery.hasCheckedCalls = renderedPage !== null;
    if (renderedPage !== null) rendered = renderedPage;
  }
  await addCalls(ports, options, rendered, discovery, fields);
  if (rendered !== plainPage) addRendered(rendered, discovery);
  return discovery;
}

/** Renders the page in a browser to capture its calls. It is not charged, because the page was already read. */
async function renderPage(
  ports: ListingPorts,
  options: ListingOptions,
  { fields }: DiscoveryOptions,
  attempts: Attempt[],
  warnings: Warning[],
): Promise<RecordsPage | null> {
  const command = { ...options.page, render: 'always' as const, network: 'service' as const, captures: true };
  const fetched = await fetchWithResponse(ports, command, options, createBudget(routePrices.browser));
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

function createPageSource(found: FoundSource, first: RecordsPage, isRendered: boolean): DiscoveredSource {
  const hasNext = first.findings?.links.next !== null && first.findings?.links.next !== undefined;
  const isData = first.findings?.isData === true;
  const template: CallTemplate | null = isData
    ? { method: 'GET', url: first.fetched.response?.url ?? '', body: null, headers: {}, cookies: {} }
    : null;
  return {
    found,
    replay: null,
    call: null,
    template,
    paging: createLinkPaging(found, hasNext),
    isRendered,
    credits: isRendered ? routePrices.browser : routePrices.http,
    first,
    comparedPage: first,
  };
}

/** Adds sources that only the rendered page shows, or of which it shows more records. */
function addRendered(rendered: RecordsPage, discovery: Discovery): void {
  const knownKeys = new Set(
    discovery.sources.filter(({ call }) => call === null).map(({ found }) => `${found.kind} ${found.path}`),
  );
  const addedSources = (rendered.findings?.sources ?? []).filter(({ call, kind, path, count }) => {
    const plain = discovery.sources.find(({ found }) => found.kind === kind && found.path === path)?.found;
    return call === null && (!knownKeys.has(`${kind} ${path}`) || (plain?.count ?? 0) < count);
  });
  // The plain page holds only the beginning of a list that a button or scrolling extends.
  const isExtended = ({ call, found, paging }: DiscoveredSource) =>
    call === null &&
    paging.way.kind === 'none' &&
    addedSources.some(
      ({ kind, path, count }) => kind === found.kind && path === found.path && count > found.count,
    );
  discovery.sources = discovery.sources.filter((source) => !isExtended(source));
  discovery.sources.push(...addedSources.map((found) => createPageSource(found, rendered, true)));
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
