import type { CapturedAnswer, CapturedCall, FoundSource, PageFindings } from '../../domain/pages/records.ts';
import { routePrices } from '../../domain/resources/rate-card.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { createBudget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { DiscoveredSource } from './discovered-source.ts';
import { type Discovery, minShownShare } from './discovered-source.ts';
import { createLinkPaging, findObservedPaging, findPaging, getEarlierPaging } from './find-paging.ts';
import { callKind } from './read-only-calls.ts';
import {
  callCommand,
  fetchWithResponse,
  findRecordsOn,
  type ListingOptions,
  type ListingPorts,
  type RecordsPage,
} from './records-page.ts';
import { getCurrentHeaders, type Replay, replayCall } from './replay-call.ts';

/** Maximum number of replayed calls. */
const maxReplayedCalls = 3;

/** Returns the JSON responses of a page's calls. */
export function getJsonAnswers(calls: readonly CapturedCall[]): CapturedAnswer[] {
  return calls.flatMap((call, index) =>
    call.json === undefined || (call.status ?? 500) >= 400
      ? []
      : [{ call: index, kind: callKind(call), json: call.json }],
  );
}

/** Adds the page's calls that return records, best first, each replayed without the page. */
export async function addCalls(
  ports: ListingPorts,
  options: ListingOptions,
  rendered: RecordsPage,
  discovery: Discovery,
  fields: string[] | null,
): Promise<void> {
  const calls = rendered.fetched.response?.calls ?? [];
  const findings = rendered.findings as PageFindings;
  const callSources = findings.sources.filter(
    (source) => source.call !== null && (source.shown ?? 1) >= minShownShare,
  );
  const page = {
    text: Buffer.from(rendered.fetched.response?.bytes ?? []).toString('utf8'),
    scripts: findings.scripts,
  };
  const seenKinds = new Set<string>();
  let replayCount = 0;
  for (const source of callSources) {
    const call = itemAt(calls, source.call as number);
    const kind = `${source.kind} ${source.path} ${URL.parse(call.url)?.pathname}`;
    // Several calls for pages of one list count once.
    if (seenKinds.has(kind)) continue;
    seenKinds.add(kind);
    const first = findFirstCall(calls, findings.sources, source) ?? { source, call };
    const shouldTest = replayCount < maxReplayedCalls;
    const replay = shouldTest
      ? await replayCall(ports, options, first.call, first.source, page, discovery.attempts)
      : null;
    if (replay?.tested === true) replayCount++;
    discovery.sources.push(
      await createCallSource(
        ports,
        options,
        { ...first, replay, calls, rendered, fields },
        discovery.attempts,
      ),
    );
  }
}

/** Returns the first call for the same list, so that paging starts at the first page. */
function findFirstCall(
  calls: readonly CapturedCall[],
  sources: readonly FoundSource[],
  source: FoundSource,
): { source: FoundSource; call: CapturedCall } | null {
  const path = URL.parse(calls[source.call as number]?.url ?? '')?.pathname;
  const sameList = sources.filter(
    (other) =>
      other.call !== null &&
      other.path === source.path &&
      other.kind === source.kind &&
      URL.parse(calls[other.call]?.url ?? '')?.pathname === path,
  );
  const [first] = sameList.sort((one, other) => (one.call as number) - (other.call as number));
  const call = first === undefined ? undefined : calls[first.call as number];
  return first === undefined || call === undefined ? null : { source: first, call };
}

async function createCallSource(
  ports: ListingPorts,
  options: ListingOptions,
  subject: {
    source: FoundSource;
    call: CapturedCall;
    replay: Replay | null;
    calls: readonly CapturedCall[];
    rendered: RecordsPage;
    fields: string[] | null;
  },
  attempts: Attempt[],
): Promise<DiscoveredSource> {
  const { source, call, replay, calls, rendered } = subject;
  const template = replay?.template ?? null;
  const base: Omit<DiscoveredSource, 'paging' | 'isRendered' | 'credits'> = {
    found: source,
    replay,
    call,
    template,
    first: replay?.first ?? rendered,
    comparedPage: rendered,
  };
  if (template === null || replay?.first == null) {
    const paging = createLinkPaging(source, rendered.findings?.next != null);
    return {
      ...base,
      template: null,
      paging,
      isRendered: true,
      credits: routePrices.browser,
      first: rendered,
    };
  }
  const headers = (await getCurrentHeaders(ports, options, template, attempts)) ?? {};
  const pagingSubject = {
    source,
    first: replay.first,
    template,
    headers,
    observed: findObservedPaging(call, calls),
  };
  const { paging } = await findPaging(ports, options, pagingSubject, attempts);
  const discovered = { ...base, paging, isRendered: false, credits: routePrices.http };
  return (
    (await startOnePageEarlier(ports, options, discovered, headers, subject.fields, attempts)) ?? discovered
  );
}

/** Finds the page before a list's first call. Lists that load on scrolling often start one page earlier. */
async function startOnePageEarlier(
  ports: ListingPorts,
  options: ListingOptions,
  source: DiscoveredSource,
  headers: Record<string, string>,
  fields: string[] | null,
  attempts: Attempt[],
): Promise<DiscoveredSource | null> {
  const { template, found, comparedPage } = source;
  const earlier = template === null ? null : getEarlierPaging(source.paging, template);
  if (template === null || earlier === null) return null;
  const command = callCommand(earlier.request, headers, options.page);
  const fetched = await fetchWithResponse(ports, command, options, createBudget(Number.POSITIVE_INFINITY));
  attempts.push(...fetched.observation.attempts);
  const json = fetched.page.status === 'ok' ? parseJson(fetched) : undefined;
  if (json === undefined) return null;
  const kind = found.kind === 'graphql' ? 'graphql' : 'api';
  const answers = [{ call: 0, kind, json } as const];
  const comparison = await findRecordsOn(
    ports,
    comparedPage.fetched,
    { fields, reading: null, answers },
    options.signal,
  );
  const ownSource = comparison?.sources.find(({ call, path }) => call === 0 && path === found.path);
  const knownIds = new Set(found.ids);
  const shared = (ownSource?.ids ?? []).filter((id) => knownIds.has(id)).length;
  if (ownSource === undefined || (ownSource.shown ?? 0) < minShownShare || shared > 0) return null;
  const reading = { kind: found.kind, path: found.path, rules: {} };
  const findings = await findRecordsOn(ports, fetched, { fields: [], reading }, options.signal);
  return {
    ...source,
    found: { ...ownSource, call: found.call },
    paging: earlier.paging,
    template: { ...template, url: earlier.request.url, body: earlier.request.body },
    first: { fetched, findings },
  };
}

function parseJson({ response }: FetchedPage): unknown {
  try {
    return JSON.parse(Buffer.from(response?.bytes ?? []).toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}
