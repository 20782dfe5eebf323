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
  limit: '`limit` was reached before the end of the listing. Increase `limit`, or read on with `continue`.',
  max_pages: 'The listing has more pages than `max_pages`. Increase `max_pages`, or read on with `continue`.',
  time: 'The time limit of the request was reached. Use `?async=true`, or read on with `continue`.',
  credits:
    'No credits are left for further pages. Add credits, or wait until the limit of the key starts again. Then read on with `continue`.',
  total:
    'The page states more records than were read, but the way to them was not found. Pass the URL of its next page.',
  states_more: 'The source states that more records follow, but the way to them was not found.',
  control:
    'The page has a button, a form or a choice for more records, which was not followed. Pass the URL of its next page, or use a workflow that presses it.',
  link_header:
    'The `Link` header of the page names a next page, which was not followed. Pass the URL of that page.',
  scrolling:
    'The list still changed when the reading stopped, or entries of it may have been passed over. Pass the URL of a page with fewer entries, or use a workflow.',
  scripts: 'Scripts of the page may add records, and no browser read the page, so that its end is not known.',
  page_size:
    'The source returned as many records as its request asks for, and does not state whether more follow.',
  document: 'The document is longer than what is read of one, so that its last records are missing.',
  repeated: 'The next page has the same records, so that the way to other records is not known.',
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
