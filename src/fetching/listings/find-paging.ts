import type { CallTemplate, Paging, PagingWay } from '../../domain/listing.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { CapturedCall, FoundSource } from '../../domain/records.ts';
import { changedNumber, nextPage, type PageRequest, pagingCandidates } from '../../site/paging.ts';
import { createBudget } from '../budget.ts';
import {
  callCommand,
  fetchKept,
  type ListingOrder,
  type ListingPorts,
  pagedAnswer,
  type RecordsPage,
  recordsOn,
  requestOf,
} from './page-of-records.ts';

/** A page of records that has the less in common with the one before: it is the next one. */
const mostOverlap = 0.5;
const mostTrials = 4;

/** A listing's paging where nothing leads on. */
export function onePage(size: number): Paging {
  return { way: { kind: 'none' }, more: null, total: null, pages: null, size };
}

/** The paging of a source that stands in the page: by the link that the page shows. */
export function pagingOfPage(source: FoundSource, hasNext: boolean): Paging {
  return { ...onePage(source.count), way: hasNext ? { kind: 'link' } : { kind: 'none' } };
}

function isOfOneKind(one: CapturedCall, other: CapturedCall): boolean {
  return one.method === other.method && URL.parse(one.url)?.origin === URL.parse(other.url)?.origin;
}

/** What the page's own calls differ in, where it asked for more than one page of the list. */
export function observedWay(call: CapturedCall, calls: readonly CapturedCall[]): PagingWay | null {
  const first = requestOfCall(call);
  if (first === null) return null;
  for (const other of calls) {
    if (other === call || !isOfOneKind(call, other)) continue;
    const second = requestOfCall(other);
    const way = second === null ? null : changedNumber(first, second);
    if (way !== null) return way;
  }
  return null;
}

function requestOfCall({ method, url, body }: CapturedCall): PageRequest | null {
  return method === 'GET' || method === 'POST' ? { method, url, body } : null;
}

interface Tried {
  page: RecordsPage;
  source: FoundSource;
}

/** Finds out how one gets from the first page of a source to the next: likely ways are tried until one brings other records. */
export async function findPaging(
  ports: ListingPorts,
  order: ListingOrder,
  subject: {
    source: FoundSource;
    first: RecordsPage;
    template: CallTemplate;
    headers: Record<string, string>;
    observed: PagingWay | null;
  },
  attempts: Attempt[],
): Promise<{ paging: Paging; trials: number }> {
  const { source, first, template, headers, observed } = subject;
  const firstSource = first.findings?.sources[0];
  const signs = firstSource?.paging ?? source.paging;
  const none = onePage(source.count);
  if (signs === null) return { paging: none, trials: 0 };
  const told = {
    more: signs.more?.path ?? null,
    total: signs.total?.path ?? null,
    pages: signs.pages?.path ?? null,
  };
  const request = requestOf(template);
  const answer = pagedAnswer(first);
  let trials = 0;

  async function ask(asked: PageRequest): Promise<Tried | null> {
    if (trials >= mostTrials) return null;
    trials++;
    const budget = createBudget(Number.POSITIVE_INFINITY);
    const fetched = await fetchKept(ports, callCommand(asked, headers, order.page), order, budget);
    attempts.push(...fetched.observation.attempts);
    const reading = { kind: source.kind, path: source.path, rules: {} };
    const findings = await recordsOn(ports, fetched, { fields: [], reading }, order.signal);
    const [found] = findings?.sources ?? [];
    return found === undefined ? null : { page: { fetched, findings }, source: found };
  }

  for (const way of pagingCandidates(request, answer, signs, source.count, observed)) {
    const next = nextPage({ way }, request, answer, 1, request.url);
    if (next === null) continue;
    const tried = await ask(next);
    if (tried === null || !isOther(source.ids, tried.source.ids)) continue;
    return { paging: { way: await startOf(way, request, source, ask), ...told, size: source.count }, trials };
  }
  return { paging: { ...none, ...told }, trials };
}

/** New records, most of them. */
function isOther(before: readonly string[], after: readonly string[]): boolean {
  const known = new Set(before);
  const shared = after.filter((id) => known.has(id)).length;
  return after.length > 0 && shared < after.length * mostOverlap;
}

/** Where nobody named a page, the first may be 0: page 1 then brings other records too. */
async function startOf(
  way: PagingWay,
  request: PageRequest,
  source: FoundSource,
  ask: (asked: PageRequest) => Promise<Tried | null>,
): Promise<PagingWay> {
  if (way.kind !== 'number' || way.from !== 1 || way.step !== 1) return way;
  const isGiven =
    (way.place.in === 'query' && new URL(request.url).searchParams.has(way.place.name)) ||
    way.place.in !== 'query';
  if (isGiven) return way;
  const one = nextPage({ way }, request, { scalars: {}, headers: {}, nextLink: null }, 0, request.url);
  const tried = one === null ? null : await ask(one);
  return tried !== null && isOther(source.ids, tried.source.ids) ? { ...way, from: 0 } : way;
}

/** The paging from one page earlier, and the request for that page; null where there is no earlier one. */
export function oneEarlier(
  paging: Paging,
  template: CallTemplate,
): { paging: Paging; request: PageRequest } | null {
  const { way } = paging;
  if (way.kind !== 'number' || way.from < way.step) return null;
  const earlier: Paging = { ...paging, way: { ...way, from: way.from - way.step } };
  const nowhere = { scalars: {}, headers: {}, nextLink: null };
  const request = nextPage(earlier, requestOf(template), nowhere, 0, template.url);
  return request === null ? null : { paging: earlier, request };
}
