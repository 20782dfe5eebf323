import type { CallTemplate, Paging, PagingMethod } from '../../domain/pages/listing.ts';
import type { CapturedCall, FoundSource } from '../../domain/pages/records.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { createBudget } from '../../fetching/budget.ts';
import { findChangedNumber, nextPage, pagingCandidates } from '../paging/pagination.ts';
import type { PageRequest } from '../paging/paging-parameters.ts';
import {
  callCommand,
  fetchWithResponse,
  findRecordsOn,
  type ListingOptions,
  type ListingPorts,
  type RecordsPage,
  toPagedAnswer,
  toPageRequest,
} from './records-page.ts';

/** Maximum share of known records on the next page of a list. */
const maxOverlap = 0.5;
const maxTrials = 4;

/** Returns the paging of a listing with a single page. */
export function createSinglePagePaging(size: number): Paging {
  return { way: { kind: 'none' }, more: null, total: null, pages: null, size };
}

/** Returns the paging of a source in the page itself, by the page's next link. */
export function createLinkPaging(source: FoundSource, hasNext: boolean): Paging {
  return { ...createSinglePagePaging(source.count), way: hasNext ? { kind: 'link' } : { kind: 'none' } };
}

function hasSameEndpoint(one: CapturedCall, other: CapturedCall): boolean {
  return one.method === other.method && URL.parse(one.url)?.origin === URL.parse(other.url)?.origin;
}

/** Returns the paging that the page's own calls for several pages of the list show. */
export function findObservedPaging(call: CapturedCall, calls: readonly CapturedCall[]): PagingMethod | null {
  const first = requestFromCall(call);
  if (first === null) return null;
  for (const other of calls) {
    if (other === call || !hasSameEndpoint(call, other)) continue;
    const second = requestFromCall(other);
    const way = second === null ? null : findChangedNumber(first, second);
    if (way !== null) return way;
  }
  return null;
}

function requestFromCall({ method, url, body }: CapturedCall): PageRequest | null {
  return method === 'GET' || method === 'POST' ? { method, url, body } : null;
}

interface TrialPage {
  page: RecordsPage;
  source: FoundSource;
}

/** Finds the paging of a source: tries likely requests for the next page until one returns other records. */
export async function findPaging(
  ports: ListingPorts,
  options: ListingOptions,
  subject: {
    source: FoundSource;
    first: RecordsPage;
    template: CallTemplate;
    headers: Record<string, string>;
    observed: PagingMethod | null;
  },
  attempts: Attempt[],
): Promise<{ paging: Paging; trials: number }> {
  const { source, first, template, headers, observed } = subject;
  const firstSource = first.findings?.sources[0];
  const signs = firstSource?.paging ?? source.paging;
  const singlePage = createSinglePagePaging(source.count);
  if (signs === null) return { paging: singlePage, trials: 0 };
  const signPaths = {
    more: signs.more?.path ?? null,
    total: signs.total?.path ?? null,
    pages: signs.pages?.path ?? null,
  };
  const request = toPageRequest(template);
  const answer = toPagedAnswer(first);
  let trials = 0;

  async function tryRequest(pageRequest: PageRequest): Promise<TrialPage | null> {
    if (trials >= maxTrials) return null;
    trials++;
    const budget = createBudget(Number.POSITIVE_INFINITY);
    const fetched = await fetchWithResponse(
      ports,
      callCommand(pageRequest, headers, options.page),
      options,
      budget,
    );
    attempts.push(...fetched.observation.attempts);
    const reading = { kind: source.kind, path: source.path, rules: {} };
    const findings = await findRecordsOn(ports, fetched, { fields: [], reading }, options.signal);
    const [foundSource] = findings?.sources ?? [];
    return foundSource === undefined ? null : { page: { fetched, findings }, source: foundSource };
  }

  for (const way of pagingCandidates(request, answer, signs, source.count, observed)) {
    const next = nextPage({ way }, request, answer, 1, request.url);
    if (next === null) continue;
    const trial = await tryRequest(next);
    if (trial === null || !hasNewRecords(source.ids, trial.source.ids)) continue;
    return {
      paging: {
        way: await detectFirstPage(way, request, source, tryRequest),
        ...signPaths,
        size: source.count,
      },
      trials,
    };
  }
  return { paging: { ...singlePage, ...signPaths }, trials };
}

/** Returns true if most records are new. */
function hasNewRecords(before: readonly string[], after: readonly string[]): boolean {
  const knownIds = new Set(before);
  const sharedCount = after.filter((id) => knownIds.has(id)).length;
  return after.length > 0 && sharedCount < after.length * maxOverlap;
}

/** Checks if the numbering starts at 0: then page 1 returns other records than the first request. */
async function detectFirstPage(
  way: PagingMethod,
  request: PageRequest,
  source: FoundSource,
  tryRequest: (pageRequest: PageRequest) => Promise<TrialPage | null>,
): Promise<PagingMethod> {
  if (way.kind !== 'number' || way.from !== 1 || way.step !== 1) return way;
  const isExplicit =
    (way.place.in === 'query' && new URL(request.url).searchParams.has(way.place.name)) ||
    way.place.in !== 'query';
  if (isExplicit) return way;
  const firstPage = nextPage({ way }, request, { scalars: {}, headers: {}, next: null }, 0, request.url);
  const trial = firstPage === null ? null : await tryRequest(firstPage);
  return trial !== null && hasNewRecords(source.ids, trial.source.ids) ? { ...way, from: 0 } : way;
}

/** Returns the paging that starts one page earlier with the request for that page, or null. */
export function getEarlierPaging(
  paging: Paging,
  template: CallTemplate,
): { paging: Paging; request: PageRequest } | null {
  const { way } = paging;
  if (way.kind !== 'number' || way.from < way.step) return null;
  const earlier: Paging = { ...paging, way: { ...way, from: way.from - way.step } };
  const emptyAnswer = { scalars: {}, headers: {}, next: null };
  const request = nextPage(earlier, toPageRequest(template), emptyAnswer, 0, template.url);
  return request === null ? null : { paging: earlier, request };
}
