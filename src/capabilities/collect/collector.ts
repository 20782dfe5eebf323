import type { Json } from '../../domain/extraction.ts';
import type { ListingSource, Paging } from '../../domain/listing.ts';
import type { ModelClient, ModelUse } from '../../domain/model.ts';
import type { PageError, PageStatus, Warning } from '../../domain/outcome.ts';
import type { Attempt } from '../../domain/receipt.ts';
import type { FoundSource, MappedField } from '../../domain/records.ts';
import { askForKeys } from '../../extract/listing/ask-for-keys.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import {
  answersOf,
  type Discovered,
  type Discovery,
  discoverSources,
  pageData,
} from '../../fetching/listings/discover-sources.ts';
import {
  type ListingOrder,
  type ListingPorts,
  pageCommand,
  recordsOn,
} from '../../fetching/listings/page-of-records.ts';
import { filledOf, type Position, type Walked, walkPages } from '../../fetching/listings/walk-pages.ts';
import { chooseSource, likeliestSource } from './choose-source.ts';
import type { CollectCommand } from './collect-request.ts';

/** What collecting needs of the other rooms. */
export interface CollectorPorts extends ListingPorts {
  /** Null when no model is set up. */
  model: ModelClient | null;
  now(): Date;
}

/** For whom records are collected, and until when. */
export interface Collecting {
  accountId: string;
  budget: Budget;
  signal: AbortSignal;
  /** No page is begun after this. */
  until: Date;
  /** Whether a model may be asked where fields are. */
  mayAsk: boolean;
}

/** A source that can be got again, and how one goes through it. */
export interface KnownSource {
  source: ListingSource;
  paging: Paging;
}

/** What was collected, before anybody was charged. */
export interface Collected {
  status: PageStatus;
  error: PageError | null;
  records: Record<string, Json>[];
  complete: boolean;
  unverified: string[];
  checked: number;
  /** By field, those that were found. */
  mapped: Record<string, MappedField>;
  /** Null when no records were found. */
  known: KnownSource | null;
  /** Pages that brought records; these alone are charged. */
  pages: FetchedPage[];
  /** Pages that did not: the one that was looked at, the one past the last. */
  others: FetchedPage[];
  /** Further requests: calls that were tried, scripts, tokens. */
  attempts: Attempt[];
  next: Position | null;
  modelUse: ModelUse | null;
  warnings: Warning[];
}

/** Collects records of listings. */
export interface Collector {
  /** Finds the source of a listing and follows it. */
  collect(command: CollectCommand, by: Collecting): Promise<Collected>;
  /** Follows a source that is known. It asks no model, and looks for nothing: what does not fit any more is `misfit`. */
  replay(
    command: CollectCommand,
    known: KnownSource,
    startAt: Position | null,
    by: Collecting,
  ): Promise<Collected & { misfit: string | null }>;
}

/** Fields below this are asked of a model, where there is one. */
const doubtful = 0.5;

function orderOf(command: CollectCommand, by: Collecting): ListingOrder {
  const wish = {
    country: command.country,
    strictCountry: command.strictCountry,
    network: 'auto',
    maxCredits: null,
  } as const;
  return {
    page: pageCommand(command.url, wish),
    accountId: by.accountId,
    budget: by.budget,
    signal: by.signal,
  };
}

function nothing(
  status: PageStatus,
  error: PageError | null,
  others: FetchedPage[],
  attempts: Attempt[],
): Collected {
  return {
    status,
    error,
    records: [],
    complete: false,
    unverified: [],
    checked: 0,
    mapped: {},
    known: null,
    pages: [],
    others,
    attempts,
    next: null,
    modelUse: null,
    warnings: [],
  };
}

/** Whether the page's own sources leave something to be wished for that its calls may have. */
function wantsCalls(sources: readonly FoundSource[], hasNext: boolean, command: CollectCommand): boolean {
  const best = sources.find(({ read }) => (read?.records.length ?? 0) > 0);
  if (best === undefined) return true;
  const fields = Object.values(best.fields ?? {});
  if (fields.length < command.fields.length) return true;
  return !hasNext && best.count < command.limit;
}

const endings: Readonly<Partial<Record<Walked['end'], string>>> = {
  limit: 'There are more records than `limit`.',
  max_pages: 'There are more pages than `max_pages`.',
  time: 'The time for an answer was over; ask with `?async=true`, or go on with `continue`.',
  credits: 'The credits for further pages were not there.',
};

function collectedOf(
  walked: Walked,
  known: KnownSource,
  mapped: Record<string, MappedField>,
  others: FetchedPage[],
): Collected {
  const filled = filledOf(walked.records, Object.keys(mapped));
  const ending = endings[walked.end];
  const failed = walked.end === 'failed' && walked.error !== null;
  const fields = Object.entries(mapped).map(([name, field]): [string, MappedField] => [
    name,
    {
      ...field,
      rule: walked.rules[name] ?? field.rule,
      filled: Math.round((filled[name] ?? 0) * 1000) / 1000,
    },
  ]);
  const warnings = [...walked.warnings];
  if (ending !== undefined)
    warnings.push({ code: walked.end === 'time' ? 'time_over' : 'incomplete', message: ending });
  if (failed && walked.records.length > 0) {
    warnings.push({
      code: 'incomplete',
      message: `A later page could not be read: ${walked.error?.message}`,
    });
  }
  const hasNone = walked.records.length === 0;
  return {
    status: hasNone && failed ? statusOfEmpty(walked) : 'ok',
    error: hasNone && failed ? walked.error : null,
    records: walked.records,
    complete: walked.end === 'end' && walked.error === null,
    unverified: walked.unverified,
    checked: walked.checked,
    mapped: Object.fromEntries(fields),
    known: { ...known, source: { ...known.source, rules: walked.rules } },
    pages: walked.pages.map(({ fetched }) => fetched),
    others: [...others, ...walked.empty],
    attempts: walked.attempts,
    next: walked.end === 'limit' ? null : walked.next,
    modelUse: null,
    warnings,
  };
}

function statusOfEmpty({ empty }: Walked): PageStatus {
  return empty.at(-1)?.page.status ?? 'failed';
}

/** What a recipe keeps of a source. */
function knownOf(
  { found, template, paging, isRendered }: Discovered,
  filled: Record<string, number>,
): KnownSource {
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
      filled,
      layout: found.layout,
    },
    paging,
  };
}

interface Asked {
  source: Discovered;
  use: ModelUse | null;
  warnings: Warning[];
}

/** Composes collecting over pages and content threads. */
export function createCollector(ports: CollectorPorts): Collector {
  /** A model is asked, once, for the fields that nothing was found for; what it says must be a place of the source. */
  async function asked(source: Discovered, command: CollectCommand, by: Collecting): Promise<Asked> {
    const fields = source.found.fields ?? {};
    const open = command.fields.filter((name) => (fields[name]?.confidence ?? 0) < doubtful);
    if (ports.model === null || !by.mayAsk || open.length === 0) return { source, use: null, warnings: [] };
    const { pinned, use, fault } = await askForKeys(ports.model, open, source.found.keys, by.signal);
    if (fault !== null) {
      const message = `The fields were told by their names alone: ${fault}`;
      return { source, use, warnings: [{ code: 'model_failed', message }] };
    }
    if (Object.keys(pinned).length === 0) return { source, use, warnings: [] };
    const { fetched } = source.seenOn;
    const answers = answersOf(fetched.response?.calls ?? []);
    const wanted = { fields: command.fields, reading: null, answers, pinned };
    const findings = await recordsOn(ports, fetched, wanted, by.signal);
    const { kind, path, call } = source.found;
    const better = findings?.sources.find(
      (one) => one.kind === kind && one.path === path && one.call === call,
    );
    return { source: better?.read === undefined ? source : { ...source, found: better }, use, warnings: [] };
  }

  async function follow(
    source: Discovered,
    discovery: Discovery,
    command: CollectCommand,
    by: Collecting,
  ): Promise<Collected> {
    const read = source.found.read ?? { records: [], ids: [], unverified: [], checked: 0 };
    const known = knownOf(source, filledOf(read.records, command.fields));
    const walked = await walkPages(ports, {
      ...orderOf(command, by),
      ...known,
      fields: command.fields,
      limit: command.limit,
      maxPages: command.maxPages,
      until: by.until,
      now: ports.now,
      first: { page: source.first, read },
      startAt: null,
      isStrict: false,
    });
    const isFirst = source.first.fetched === discovery.fetched;
    const others = isFirst ? [] : [discovery.fetched];
    const collected = collectedOf(walked, known, source.found.fields ?? {}, others);
    return { ...collected, attempts: [...discovery.attempts, ...collected.attempts] };
  }

  return {
    async collect(command, by) {
      const order = orderOf(command, by);
      const discovery = await discoverSources(ports, order, {
        fields: command.fields,
        wantsCalls: (sources, { links }) => wantsCalls(sources, links.next !== null, command),
      });
      const { fetched } = discovery;
      const { status, error } = fetched.page;
      if (status !== 'ok')
        return {
          ...nothing(status, error ?? null, [fetched], discovery.attempts),
          warnings: fetched.page.warnings,
        };
      const told = chooseSource(discovery);
      const chosen = told ?? (ports.model !== null && by.mayAsk ? likeliestSource(discovery) : null);
      if (chosen === null) {
        const message = 'No list of records that holds any of these fields was found on the page.';
        const warnings = [...fetched.page.warnings, ...discovery.warnings, { code: 'no_records', message }];
        return { ...nothing('ok', null, [fetched], discovery.attempts), warnings };
      }
      const paged =
        chosen.first.findings?.isData === true && chosen.call === null
          ? await pageData(ports, order, chosen, discovery.attempts)
          : chosen;
      const { source, use, warnings } = await asked(paged, command, by);
      const collected = await follow(source, discovery, command, by);
      const open = command.fields.filter((name) => !Object.hasOwn(collected.mapped, name));
      const missing: Warning[] =
        open.length === 0
          ? []
          : [{ code: 'fields_not_found', message: `Nothing was found for: ${open.join(', ')}.` }];
      // Calls that were not looked at matter where something is still to be wished for.
      const isWhole = open.length === 0 && collected.complete;
      const looked = discovery.warnings.filter(({ code }) => !isWhole || code !== 'calls_not_seen');
      return {
        ...collected,
        complete: collected.complete && collected.records.length > 0,
        modelUse: use,
        warnings: [...fetched.page.warnings, ...looked, ...warnings, ...missing, ...collected.warnings],
      };
    },

    async replay(command, known, startAt, by) {
      const walked = await walkPages(ports, {
        ...orderOf(command, by),
        ...known,
        fields: command.fields,
        limit: command.limit,
        maxPages: command.maxPages,
        until: by.until,
        now: ports.now,
        first: null,
        startAt,
        isStrict: true,
      });
      const mapped = Object.fromEntries(
        Object.entries(known.source.rules).map(([name, rule]): [string, MappedField] => [
          name,
          { rule, confidence: 1, filled: known.source.filled[name] ?? 0, verified: null },
        ]),
      );
      const collected = collectedOf(walked, known, mapped, []);
      const first = walked.empty[0] ?? walked.pages[0]?.fetched;
      const page = first?.page.warnings ?? [];
      const misfit = walked.end === 'misfit' ? (walked.error?.message ?? 'it no longer fits') : null;
      const isGone = walked.pages.length === 0 && walked.end === 'end' && startAt === null;
      return {
        ...collected,
        warnings: [...page, ...collected.warnings],
        misfit: misfit ?? (isGone ? 'no records stand any more where they were' : null),
      };
    },
  };
}
