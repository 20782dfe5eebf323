import type { Json } from '../../domain/pages/extraction.ts';
import type { ListingSource, Paging } from '../../domain/pages/listing.ts';
import type { PageError, PageStatus, Warning } from '../../domain/pages/outcome.ts';
import type { MappedField } from '../../domain/pages/records.ts';
import type { ModelUse } from '../../domain/resources/model.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import { computeFillRates } from '../../listings/discovery/fill-rates.ts';
import type { WalkPosition, WalkResult } from '../../listings/discovery/walk-pages.ts';

/** A source that can be read again, and its pagination. */
export interface SavedSource {
  source: ListingSource;
  paging: Paging;
}

/** Result of a collect run, before charges. */
export interface Collected {
  status: PageStatus;
  error: PageError | null;
  records: Record<string, Json>[];
  complete: boolean;
  unverified: string[];
  checked: number;
  /** Matched fields by name. */
  mapped: Record<string, MappedField>;
  /** null if no records were found. */
  savedSource: SavedSource | null;
  /** Pages with records; only these are charged. */
  pages: FetchedPage[];
  /** Pages without records, such as the first page read for discovery and a page after the last one. */
  otherPages: FetchedPage[];
  /** Further requests: tested calls, scripts, tokens. */
  attempts: Attempt[];
  next: WalkPosition | null;
  modelUse: ModelUse | null;
  warnings: Warning[];
}

export function createEmptyResult(
  status: PageStatus,
  error: PageError | null,
  otherPages: FetchedPage[],
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
    savedSource: null,
    pages: [],
    otherPages,
    attempts,
    next: null,
    modelUse: null,
    warnings: [],
  };
}

const endMessages: Readonly<Partial<Record<WalkResult['end'], string>>> = {
  limit: 'The listing has more records than `limit`. Increase `limit`, or read on with `continue`.',
  max_pages: 'The listing has more pages than `max_pages`. Increase `max_pages`, or read on with `continue`.',
  time: 'The time limit of the request was reached. Use `?async=true`, or read on with `continue`.',
  not_followed:
    'The page shows that the listing has more records, but the way to them was not found. Pass the URL of its next page.',
  credits: 'The account has no credits for further pages. Add credits, then read on with `continue`.',
};

export function toCollected(
  walk: WalkResult,
  savedSource: SavedSource,
  mapped: Record<string, MappedField>,
  otherPages: FetchedPage[],
): Collected {
  const fillRates = computeFillRates(walk.records, Object.keys(mapped));
  const endMessage = endMessages[walk.end];
  const hasFailed = walk.end === 'failed' && walk.error !== null;
  const fields = Object.entries(mapped).map(([name, field]): [string, MappedField] => [
    name,
    {
      ...field,
      rule: walk.rules[name] ?? field.rule,
      filled: Math.round((fillRates[name] ?? 0) * 1000) / 1000,
    },
  ]);
  const warnings = [...walk.warnings];
  if (endMessage !== undefined)
    warnings.push({ code: walk.end === 'time' ? 'time_over' : 'incomplete', message: endMessage });
  if (hasFailed && walk.records.length > 0) {
    warnings.push({
      code: 'incomplete',
      message: `A later page could not be read: ${walk.error?.message}`,
    });
  }
  const isEmpty = walk.records.length === 0;
  return {
    status: isEmpty && hasFailed ? failedPageStatus(walk) : 'ok',
    error: isEmpty && hasFailed ? walk.error : null,
    records: walk.records,
    complete: walk.end === 'end' && walk.error === null,
    unverified: walk.unverified,
    checked: walk.checked,
    mapped: Object.fromEntries(fields),
    savedSource: { ...savedSource, source: { ...savedSource.source, rules: walk.rules } },
    pages: walk.pages.map(({ fetched }) => fetched),
    otherPages: [...otherPages, ...walk.empty],
    attempts: walk.attempts,
    next: walk.end === 'limit' ? null : walk.next,
    modelUse: null,
    warnings,
  };
}

function failedPageStatus({ empty }: WalkResult): PageStatus {
  return empty.at(-1)?.page.status ?? 'failed';
}
