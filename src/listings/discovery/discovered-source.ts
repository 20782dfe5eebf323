import type { CallTemplate, Paging } from '../../domain/pages/listing.ts';
import type { Warning } from '../../domain/pages/outcome.ts';
import type { CapturedCall, FoundSource, PageFindings } from '../../domain/pages/records.ts';
import type { Attempt } from '../../domain/resources/receipt.ts';
import type { FetchedPage } from '../../fetching/fetched-page.ts';
import type { RecordsPage } from './records-page.ts';
import type { Replay } from './replay-call.ts';

/** Minimum share of a call's records that the page must show. */
export const minShownShare = 0.5;

/** A discovered source with the request that reads it again. */
export interface DiscoveredSource {
  found: FoundSource;
  /** Result of replaying its call; null if the page itself contains the records. */
  replay: Replay | null;
  call: CapturedCall | null;
  /** Request without the page; null if the page must be read. */
  template: CallTemplate | null;
  paging: Paging;
  /** True if the page must be rendered in a browser. */
  isRendered: boolean;
  /** Credits for one page of the source. */
  credits: number;
  /** Response with its first records. */
  first: RecordsPage;
  /** The page with which the source was compared. */
  comparedPage: RecordsPage;
}

/** Sources of a page. */
export interface Discovery {
  /** The page, fetched by the cheapest route that returned content. */
  fetched: FetchedPage;
  sources: DiscoveredSource[];
  findings: PageFindings | null;
  needsBrowser: boolean;
  /** True if the calls of the page's scripts were checked, or the page has no code that could call anything. */
  hasCheckedCalls: boolean;
  /** True if the time limit was reached before the calls of the page's scripts were tested. */
  isOutOfTime: boolean;
  /** Requests in addition to the page's own. */
  attempts: Attempt[];
  warnings: Warning[];
}
