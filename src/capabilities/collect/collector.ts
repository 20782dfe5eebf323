import type { Warning } from '../../domain/pages/outcome.ts';
import type { FoundSource, MappedField } from '../../domain/pages/records.ts';
import { discoverSources, findDataPaging } from '../../listings/discovery/discover-sources.ts';
import type { DiscoveredSource, Discovery } from '../../listings/discovery/discovered-source.ts';
import { computeFillRates } from '../../listings/discovery/fill-rates.ts';
import { isWholeByTotal } from '../../listings/discovery/open-end.ts';
import { type ListingOptions, pageCommand, type RecordsPage } from '../../listings/discovery/records-page.ts';
import { type WalkPosition, walkPages } from '../../listings/discovery/walk-pages.ts';
import { timeOverCode } from '../../operations/declaration/continuation.ts';
import { chooseSource, findLikeliestSource } from './choose-source.ts';
import type { CollectCommand } from './collect-request.ts';
import { type Collected, createEmptyResult, type SavedSource, toCollected } from './collected.ts';
import type { CollectContext, CollectorPorts } from './collector-ports.ts';
import { matchWithModel } from './match-with-model.ts';

/** Reads records from listings. */
export interface Collector {
  /** Discovers the source of a listing and reads it page by page. */
  collect(command: CollectCommand, context: CollectContext): Promise<Collected>;
  /**
   * Reads a known source without discovery and without a model. `misfit` states why the source no longer matches;
   * null if it does.
   */
  replay(
    command: CollectCommand,
    savedSource: SavedSource,
    startAt: WalkPosition | null,
    context: CollectContext,
  ): Promise<Collected & { misfit: string | null }>;
}

function createListingRequest(command: CollectCommand, context: CollectContext, now: Date): ListingOptions {
  const exitOptions = {
    country: command.country,
    strictCountry: command.strictCountry,
    network: 'auto',
    maxCredits: null,
  } as const;
  const page = pageCommand(command.url, exitOptions);
  const maxMs = Math.max(1, context.until.getTime() - now.getTime());
  return {
    page: { ...page, timeoutMs: Math.min(page.timeoutMs, maxMs) },
    accountId: context.accountId,
    budget: context.budget,
    signal: context.signal,
  };
}

/** Share of the records with a value from which a field counts as answered by the page itself. */
const minFilled = 0.5;

/** Returns true if the sources on the page lack records or fields that its calls can have. */
function shouldTryCalls(
  sources: readonly FoundSource[],
  page: RecordsPage,
  command: CollectCommand,
): boolean {
  const best = sources.find(({ read }) => (read?.records.length ?? 0) > 0);
  if (best === undefined) return true;
  const fields = Object.values(best.fields ?? {});
  if (fields.length < command.fields.length) return true;
  if ((page.findings?.next ?? null) !== null || best.count >= command.limit) return false;
  return fields.some(({ filled }) => filled < minFilled) || !isWholeByTotal(page, best);
}

/** Returns the part of a source that a recipe stores. */
function toSavedSource(
  { found, template, paging, isRendered }: DiscoveredSource,
  fillRates: Record<string, number>,
): SavedSource {
  const rules = Object.fromEntries(
    Object.entries(found.fields ?? {}).map(([name, { rule }]) => [name, rule]),
  );
  return {
    source: {
      kind: found.kind,
      call: template,
      isRendered,
      recordPath: found.path,
      rules,
      filled: fillRates,
      layout: found.layout,
    },
    paging,
  };
}

/** Returns what all walks through the pages of a saved source share. */
function createWalkRequest(
  command: CollectCommand,
  context: CollectContext,
  savedSource: SavedSource,
  now: Date,
) {
  const { fields, limit, maxPages } = command;
  return {
    ...createListingRequest(command, context, now),
    ...savedSource,
    fields,
    limit,
    maxPages,
    until: context.until,
  };
}

function missingFieldWarnings(fields: readonly string[]): Warning[] {
  if (fields.length === 0) return [];
  const message = `No match was found for these fields: ${fields.join(', ')}.`;
  return [{ code: 'fields_not_found', message }];
}

/** Returns the warning about a page on which no source was found. */
function explainNoSource({ isOutOfTime }: Discovery): Warning {
  if (isOutOfTime)
    return {
      code: timeOverCode,
      message:
        "The calls of the page's scripts were not tested before the time limit, so that its records are unknown. Use `?async=true`, or increase `timeout_ms`.",
    };
  return {
    code: 'no_records',
    message:
      'The page has no list of records with any of these fields. Check the URL and the names of the fields.',
  };
}

/** Creates a collector. */
export function createCollector(ports: CollectorPorts): Collector {
  async function follow(
    source: DiscoveredSource,
    discovery: Discovery,
    command: CollectCommand,
    context: CollectContext,
  ): Promise<Collected> {
    const initialRead = source.found.read ?? { records: [], ids: [], unverified: [], checked: 0 };
    const savedSource = toSavedSource(source, computeFillRates(initialRead.records, command.fields));
    const walk = await walkPages(ports, {
      ...createWalkRequest(command, context, savedSource, ports.now()),
      now: ports.now,
      first: { page: source.first, read: initialRead },
      startAt: null,
      mustMatchSource: false,
    });
    const isSamePage = source.first.fetched === discovery.fetched;
    const otherPages = isSamePage ? [] : [discovery.fetched];
    const collected = toCollected(walk, savedSource, source.found.fields ?? {}, otherPages);
    return { ...collected, attempts: [...discovery.attempts, ...collected.attempts] };
  }

  return {
    async collect(command, context) {
      const now = ports.now();
      const listingRequest = createListingRequest(command, context, now);
      const discovery = await discoverSources(ports, listingRequest, {
        fields: command.fields,
        needsCalls: (sources, page) => shouldTryCalls(sources, page, command),
        timeLimit: AbortSignal.timeout(Math.max(1, context.until.getTime() - now.getTime())),
      });
      const { fetched } = discovery;
      const { status, error } = fetched.page;
      if (status !== 'ok')
        return {
          ...createEmptyResult(status, error ?? null, [fetched], discovery.attempts),
          warnings: fetched.page.warnings,
        };
      const bestSource = chooseSource(discovery);
      const candidate =
        bestSource ?? (ports.findModel() !== null && context.mayAsk ? findLikeliestSource(discovery) : null);
      if (candidate === null) {
        const warnings = [...fetched.page.warnings, ...discovery.warnings, explainNoSource(discovery)];
        return { ...createEmptyResult('ok', null, [fetched], discovery.attempts), warnings };
      }
      const pagedCandidate =
        candidate.first.findings?.isData === true && candidate.call === null
          ? await findDataPaging(ports, listingRequest, candidate, discovery.attempts)
          : candidate;
      const { source, use, warnings } = await matchWithModel(ports, pagedCandidate, command, context);
      const collected = await follow(source, discovery, command, context);
      const unmatched = command.fields.filter((name) => !Object.hasOwn(collected.mapped, name));
      // The warning about unseen calls matters only if fields or records are missing, or scripts may add some.
      const hasScripts = (discovery.findings?.scripts.length ?? 0) > 0;
      const hasEverything = unmatched.length === 0 && collected.complete && !hasScripts;
      const discoveryWarnings = discovery.warnings.filter(
        ({ code }) => !hasEverything || code !== 'calls_not_seen',
      );
      return {
        ...collected,
        complete: collected.complete && collected.records.length > 0,
        modelUse: use,
        warnings: [
          ...fetched.page.warnings,
          ...discoveryWarnings,
          ...warnings,
          ...missingFieldWarnings(unmatched),
          ...collected.warnings,
        ],
      };
    },

    async replay(command, savedSource, startAt, context) {
      const walk = await walkPages(ports, {
        ...createWalkRequest(command, context, savedSource, ports.now()),
        now: ports.now,
        first: null,
        startAt,
        mustMatchSource: true,
      });
      const mapped = Object.fromEntries(
        Object.entries(savedSource.source.rules).map(([name, rule]): [string, MappedField] => [
          name,
          { rule, confidence: 1, filled: savedSource.source.filled[name] ?? 0, verified: null },
        ]),
      );
      const collected = toCollected(walk, savedSource, mapped, []);
      const first = walk.empty[0] ?? walk.pages[0]?.fetched;
      const page = first?.page.warnings ?? [];
      const misfit = walk.end === 'misfit' ? (walk.error?.message ?? 'the source no longer matches') : null;
      const hasNoRecords = walk.pages.length === 0 && walk.end === 'end' && startAt === null;
      return {
        ...collected,
        warnings: [...page, ...collected.warnings],
        misfit: misfit ?? (hasNoRecords ? 'the records are no longer at their place in the source' : null),
      };
    },
  };
}
