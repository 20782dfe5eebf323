import type { ListingSource, Paging } from '../../domain/pages/listing.ts';
import type { FoundSource, ShownEnd } from '../../domain/pages/records.ts';
import { parseNextLink } from '../paging/pagination.ts';
import {
  getBaseName,
  getParameters,
  type PageRequest,
  parsePageNumber,
  sizeName,
} from '../paging/paging-parameters.ts';
import { createSinglePagePaging } from './find-paging.ts';
import { type RecordsPage, toPagedAnswer } from './records-page.ts';

/**
 * Sign that a listing goes on behind the last page that was read (docs/collect.md). `total`: it states more records;
 * `states_more`: the source says that more follow; `control`: the page has a button, form or choice for more;
 * `link_header`: the response links to a next page; `scrolling`: scrolling changed the list; `scripts`: scripts of the
 * page may add to the list, and no browser read it; `page_size`: the response is as long as the request allows;
 * `repeated`: the next page has the same records; `document`: only a part of a document was read.
 */
export const openEnds = [
  'total',
  'states_more',
  'control',
  'link_header',
  'scrolling',
  'scripts',
  'page_size',
  'repeated',
  'document',
] as const;

/** One of {@link openEnds}. */
export type OpenEnd = (typeof openEnds)[number];

/** The last page of a walk, behind which no further page is known. */
export interface LastPage {
  page: RecordsPage;
  paging: Paging;
  /** First request of the walk. */
  request: PageRequest;
  source: Pick<ListingSource, 'kind' | 'recordPath' | 'call'>;
  /** Records of this page, and of all pages since the first; NaN if the walk began at a later page. */
  count: number;
  seen: number;
  /** True if the source states that more pages follow, null if it states nothing. */
  more: boolean | null;
}

/** Returns why the end of a listing is not proven by its last page; null if it is. */
export function findOpenEnd(last: LastPage): OpenEnd | null {
  const { page, paging, more, source } = last;
  if (more === true || statesMore(last)) return 'states_more';
  const answer = toPagedAnswer(page);
  if (parseNextLink(answer.headers) !== null) return 'link_header';
  const next = paging.way.kind === 'address' ? answer.scalars[paging.way.path] : null;
  // The address is another host's, or that of the page itself.
  if (typeof next === 'string' && next !== '') return 'states_more';
  return source.call === null ? findOpenEndOfPage(last) : findOpenEndOfCall(last);
}

/**
 * Returns why a page without new records behind the last one does not prove the end of a listing; null if it does.
 * `records` is the number of its records, all of them known, and `done` the number of pages before it.
 */
export function findEndBehind(
  last: LastPage | null,
  records: number,
  { request, done }: { request: PageRequest; done: number },
): OpenEnd | null {
  if (last === null || isTotalReached(last) === true) return null;
  const isForm = last.source.call === null && request.body !== null;
  // A form whose answer has no records may lead elsewhere.
  if (records === 0) return isForm && done === 1 ? 'control' : null;
  // Sites repeat their last page if a number is too high. A way that the pages state leads in a circle.
  return done === 1 || last.paging.way.kind !== 'number' ? 'repeated' : null;
}

/** Returns true if the data of the source names a next page or more records, and no way to them was found. */
function statesMore({ page, paging, source, seen, more }: LastPage): boolean {
  const found = page.findings?.sources.find(
    ({ kind, path }) => kind === source.kind && path === source.recordPath,
  );
  const hints = found?.paging ?? null;
  if (hints === null || paging.way.kind !== 'none' || more === false) return false;
  if (hints.more !== null) return hints.more.value;
  if (hints.total !== null) return hints.total.value > seen;
  return hints.next !== null || hints.cursor !== null;
}

/** A response that states nothing about its end is whole if the request did not bound it. */
function findOpenEndOfCall({ paging, request, count, more }: LastPage): OpenEnd | null {
  if (paging.way.kind !== 'none' || more !== null) return null;
  const size = getParameters(request).find(({ name }) => sizeName.test(getBaseName(name)));
  const bound = size === undefined ? null : parsePageNumber(size.value);
  return bound !== null && bound > 0 && count >= bound ? 'page_size' : null;
}

const noEnd: Pick<ShownEnd, 'total' | 'range'> = { total: null, range: null };

/** Returns true if the page states a set of more entries than were read. */
function lacksEntries(set: ShownEnd['set'], { page, source, seen, count }: LastPage): boolean {
  if (set === null || (set.size !== null && set.size <= set.present)) return false;
  const states = page.fetched.response?.states.length ?? 0;
  const current = page.findings?.sources.find(
    ({ kind, path }) => kind === source.kind && path === source.recordPath,
  );
  // Without further states, all that was read is present.
  if (set.size === null || states === 0 || Number.isNaN(seen)) return true;
  const headings = Math.max(0, set.present - (current?.count ?? count));
  return seen + headings < set.size;
}

/** Returns true if the total is reached, false if it is not, and null if the page states none. */
function isTotalReached({ page, seen, count }: LastPage): boolean | null {
  const { total, range } = page.findings?.shownEnd ?? noEnd;
  if (total === null) return null;
  if (range !== null) return range.to >= total && count >= total - range.from + 1;
  return Number.isNaN(seen) ? null : seen >= total;
}

function findOpenEndOfPage(last: LastPage): OpenEnd | null {
  const { page, paging } = last;
  const shown = page.findings?.shownEnd;
  if (shown === undefined) return null;
  if (shown.isCut === true) return 'document';
  const isReached = isTotalReached(last);
  if (isReached === true) return null;
  if (paging.way.kind !== 'none') {
    // The links to the pages end here. A total alone may count what the pages repeat.
    return shown.range !== null && shown.total !== null && shown.range.to < shown.total ? 'total' : null;
  }
  if (isReached === false) return 'total';
  const scrolled = page.fetched.response?.scrolled ?? null;
  if (scrolled === 'growing' || scrolled === 'replaced') return 'scrolling';
  if (shown.hasMore || lacksEntries(shown.set, last)) return 'control';
  return shown.hasScripts && scrolled === null ? 'scripts' : null;
}

/** Returns true if a page states as many records as a source in it has, and nothing says that more follow. */
export function isWholeByTotal(page: RecordsPage, { kind, path, count }: FoundSource): boolean {
  const shown = page.findings?.shownEnd;
  const last: LastPage = {
    page,
    paging: createSinglePagePaging(count),
    request: { method: 'GET', url: page.fetched.response?.url ?? '', body: null },
    source: { kind, recordPath: path, call: null },
    count,
    seen: count,
    more: null,
  };
  return shown !== undefined && isTotalReached(last) === true && findOpenEnd(last) === null;
}
