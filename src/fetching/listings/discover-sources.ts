import type { CallTemplate, Paging } from '../../domain/listing.ts';
import type { Warning } from '../../domain/outcome.ts';
import { routePrices } from '../../domain/rate-card.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { CapturedAnswer, CapturedCall, FoundSource, PageFindings } from '../../domain/records.ts';
import { createBudget } from '../budget.ts';
import type { FetchedPage } from '../fetched-page.ts';
import { findPaging, observedWay, oneEarlier, pagingOfPage } from './find-paging.ts';
import {
  callCommand,
  fetchKept,
  type ListingOrder,
  type ListingPorts,
  type RecordsPage,
  recordsOn,
} from './page-of-records.ts';
import { callKind } from './read-only.ts';
import { freshHeaders, type Replay, replayCall } from './replay-call.ts';

/** A source of a page, and how it is got again. */
export interface Discovered {
  found: FoundSource;
  /** What was tried with its call; null where the page itself holds the records. */
  replay: Replay | null;
  call: CapturedCall | null;
  /** How it is asked for without the page; null where the page has to be read. */
  template: CallTemplate | null;
  paging: Paging;
  /** Whether the page has to be read in a browser for it. */
  isRendered: boolean;
  /** Credits for one page of it by that way. */
  credits: number;
  /** The response that its first records stand on. */
  first: RecordsPage;
  /** The page beside which it was judged. */
  seenOn: RecordsPage;
}

/** What a page exposes. */
export interface Discovery {
  /** The page as it came by the cheapest way that says something. */
  fetched: FetchedPage;
  sources: Discovered[];
  findings: PageFindings | null;
  needsBrowser: boolean;
  /** Whether its calls were looked at. */
  hasLookedAtCalls: boolean;
  /** Requests beside the page's own. */
  attempts: Attempt[];
  warnings: Warning[];
}

/** How far is looked. */
export interface DiscoveryWish {
  /** What is wanted of each record, in words; null for what there is. */
  fields: string[] | null;
  /** Whether the page's calls are wanted though the page itself says something; asked when the page's own sources are known. */
  wantsCalls(sources: readonly FoundSource[], findings: PageFindings): boolean;
}

/** Calls that are sent again at most. */
const mostReplayed = 3;
/** A call's list that the page shows less of is not what the page is about. */
const trusted = 0.5;

/** The JSON that calls of a page brought. */
export function answersOf(calls: readonly CapturedCall[]): CapturedAnswer[] {
  return calls.flatMap((call, index) =>
    call.json === undefined || (call.status ?? 500) >= 400
      ? []
      : [{ call: index, kind: callKind(call), json: call.json }],
  );
}

/** Looks for everything that a page exposes and for the cheapest way to get it again. */
export async function discoverSources(
  ports: ListingPorts,
  order: ListingOrder,
  wish: DiscoveryWish,
): Promise<Discovery> {
  const attempts: Attempt[] = [];
  const warnings: Warning[] = [];
  const fetched = await fetchKept(ports, { ...order.page, captures: true }, order);
  const calls = fetched.response?.calls ?? [];
  const isRendered = /browser/.test(fetched.observation.route ?? '');
  const { fields } = wish;
  const findings = await recordsOn(
    ports,
    fetched,
    { fields, reading: null, answers: answersOf(calls) },
    order.signal,
  );
  const discovery: Discovery = {
    fetched,
    sources: [],
    findings,
    needsBrowser: isRendered,
    hasLookedAtCalls: isRendered,
    attempts,
    warnings,
  };
  if (findings === null) return discovery;
  const own = { fetched, findings };
  const pageSources = findings.sources.filter(({ call }) => call === null);
  discovery.sources.push(...pageSources.map((found) => ofPage(found, own, isRendered)));
  let rendered: RecordsPage = own;
  if (!isRendered && !findings.isData && wish.wantsCalls(pageSources, findings)) {
    const seen = await renderAgain(ports, order, wish, attempts, warnings);
    discovery.hasLookedAtCalls = seen !== null;
    if (seen !== null) rendered = seen;
  }
  await addCalls(ports, order, rendered, discovery, fields);
  if (rendered !== own) addRendered(rendered, discovery);
  return discovery;
}

/** The page once more in a browser, for its calls; not charged, since it was read already. */
async function renderAgain(
  ports: ListingPorts,
  order: ListingOrder,
  { fields }: DiscoveryWish,
  attempts: Attempt[],
  warnings: Warning[],
): Promise<RecordsPage | null> {
  const command = { ...order.page, render: 'always' as const, network: 'service' as const, captures: true };
  const fetched = await fetchKept(ports, command, order, createBudget(routePrices.browser));
  attempts.push(...fetched.observation.attempts);
  const answers = answersOf(fetched.response?.calls ?? []);
  const findings = await recordsOn(ports, fetched, { fields, reading: null, answers }, order.signal);
  if (findings !== null) return { fetched, findings };
  const why = fetched.page.error?.message ?? 'the page could not be read in one';
  warnings.push({
    code: 'calls_not_seen',
    message: `The calls of the page's scripts were not looked at: ${why}`,
  });
  return null;
}

function ofPage(found: FoundSource, first: RecordsPage, isRendered: boolean): Discovered {
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
    paging: pagingOfPage(found, hasNext),
    isRendered,
    credits: isRendered ? routePrices.browser : routePrices.http,
    first,
    seenOn: first,
  };
}

/** Sources that only the rendered page shows, where the plain one lacks them. */
function addRendered(rendered: RecordsPage, discovery: Discovery): void {
  const known = new Set(
    discovery.sources.filter(({ call }) => call === null).map(({ found }) => `${found.kind} ${found.path}`),
  );
  const more = (rendered.findings?.sources ?? []).filter(({ call, kind, path, count }) => {
    const plain = discovery.sources.find(({ found }) => found.kind === kind && found.path === path)?.found;
    return call === null && (!known.has(`${kind} ${path}`) || (plain?.count ?? 0) < count);
  });
  discovery.sources.push(...more.map((found) => ofPage(found, rendered, true)));
}

/** The page's calls that bring records, best first, each sent again without the page. */
async function addCalls(
  ports: ListingPorts,
  order: ListingOrder,
  rendered: RecordsPage,
  discovery: Discovery,
  fields: string[] | null,
): Promise<void> {
  const calls = rendered.fetched.response?.calls ?? [];
  const findings = rendered.findings as PageFindings;
  const found = findings.sources.filter((source) => source.call !== null && (source.shown ?? 1) >= trusted);
  const page = {
    text: Buffer.from(rendered.fetched.response?.bytes ?? []).toString('utf8'),
    scripts: findings.scripts,
  };
  const seen = new Set<string>();
  let replayed = 0;
  for (const source of found) {
    const call = calls[source.call as number] as CapturedCall;
    const kind = `${source.kind} ${source.path} ${URL.parse(call.url)?.pathname}`;
    // Of several calls for pages of one list the first stands for all.
    if (seen.has(kind)) continue;
    seen.add(kind);
    const first = firstOfKind(calls, findings.sources, source) ?? { source, call };
    const tests = replayed < mostReplayed;
    const replay = tests
      ? await replayCall(ports, order, first.call, first.source, page, discovery.attempts)
      : null;
    if (replay?.tested === true) replayed++;
    discovery.sources.push(
      await ofCall(ports, order, { ...first, replay, calls, rendered, fields }, discovery.attempts),
    );
  }
}

/** The first call for the same list, so that its paging begins at its beginning. */
function firstOfKind(
  calls: readonly CapturedCall[],
  sources: readonly FoundSource[],
  source: FoundSource,
): { source: FoundSource; call: CapturedCall } | null {
  const path = URL.parse(calls[source.call as number]?.url ?? '')?.pathname;
  const same = sources.filter(
    (other) =>
      other.call !== null &&
      other.path === source.path &&
      other.kind === source.kind &&
      URL.parse(calls[other.call]?.url ?? '')?.pathname === path,
  );
  const [first] = same.sort((one, other) => (one.call as number) - (other.call as number));
  const call = first === undefined ? undefined : calls[first.call as number];
  return first === undefined || call === undefined ? null : { source: first, call };
}

async function ofCall(
  ports: ListingPorts,
  order: ListingOrder,
  subject: {
    source: FoundSource;
    call: CapturedCall;
    replay: Replay | null;
    calls: readonly CapturedCall[];
    rendered: RecordsPage;
    fields: string[] | null;
  },
  attempts: Attempt[],
): Promise<Discovered> {
  const { source, call, replay, calls, rendered } = subject;
  const template = replay?.template ?? null;
  const base = { found: source, replay, call, template, first: replay?.first ?? rendered, seenOn: rendered };
  if (template === null || replay?.first == null) {
    const paging = pagingOfPage(source, rendered.findings?.links.next != null);
    return {
      ...base,
      template: null,
      paging,
      isRendered: true,
      credits: routePrices.browser,
      first: rendered,
    };
  }
  const headers = (await freshHeaders(ports, order, template, attempts)) ?? {};
  const wish = { source, first: replay.first, template, headers, observed: observedWay(call, calls) };
  const { paging } = await findPaging(ports, order, wish, attempts);
  const discovered = { ...base, paging, isRendered: false, credits: routePrices.http };
  return (await fromBeginning(ports, order, discovered, headers, subject.fields, attempts)) ?? discovered;
}

/** A list whose first call was made when the page was scrolled may begin one page earlier, with what the page came with. */
async function fromBeginning(
  ports: ListingPorts,
  order: ListingOrder,
  source: Discovered,
  headers: Record<string, string>,
  fields: string[] | null,
  attempts: Attempt[],
): Promise<Discovered | null> {
  const { template, found, seenOn } = source;
  const earlier = template === null ? null : oneEarlier(source.paging, template);
  if (template === null || earlier === null) return null;
  const command = callCommand(earlier.request, headers, order.page);
  const fetched = await fetchKept(ports, command, order, createBudget(Number.POSITIVE_INFINITY));
  attempts.push(...fetched.observation.attempts);
  const json = fetched.page.status === 'ok' ? jsonOf(fetched) : undefined;
  if (json === undefined) return null;
  const kind = found.kind === 'graphql' ? 'graphql' : 'api';
  const answers = [{ call: 0, kind, json } as const];
  const beside = await recordsOn(ports, seenOn.fetched, { fields, reading: null, answers }, order.signal);
  const own = beside?.sources.find(({ call, path }) => call === 0 && path === found.path);
  const known = new Set(found.ids);
  const shared = (own?.ids ?? []).filter((id) => known.has(id)).length;
  if (own === undefined || (own.shown ?? 0) < trusted || shared > 0) return null;
  const reading = { kind: found.kind, path: found.path, rules: {} };
  const findings = await recordsOn(ports, fetched, { fields: [], reading }, order.signal);
  return {
    ...source,
    found: { ...own, call: found.call },
    paging: earlier.paging,
    template: { ...template, url: earlier.request.url, body: earlier.request.body },
    first: { fetched, findings },
  };
}

function jsonOf({ response }: FetchedPage): unknown {
  try {
    return JSON.parse(Buffer.from(response?.bytes ?? []).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Finds how data that was asked for directly is paged. */
export async function pageData(
  ports: ListingPorts,
  order: ListingOrder,
  source: Discovered,
  attempts: Attempt[],
): Promise<Discovered> {
  if (source.template === null) return source;
  const wish = {
    source: source.found,
    first: source.first,
    template: source.template,
    headers: {},
    observed: null,
  };
  const { paging } = await findPaging(ports, order, wish, attempts);
  return { ...source, paging };
}
