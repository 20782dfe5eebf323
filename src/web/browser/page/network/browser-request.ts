import type { Warning } from '../../../../domain/pages/outcome.ts';
import type { NetworkCall } from '../../../../domain/pages/page.ts';
import type { ResourceKind, ScreenshotOptions, Step } from '../../../../domain/pages/page-command.ts';
import type { CapturedCall, ScrolledLists } from '../../../../domain/pages/records.ts';
import type { Visitor } from '../../../../domain/pages/visitor.ts';
import type { Upstream } from '../../../exits/upstream.ts';
import type { HttpErrorResult, HttpResponse } from '../../../http/http-result.ts';
import type { SavedState } from '../saved-state.ts';

/** Request to read one page in a browser. */
export interface BrowserRequest {
  url: URL;
  /** Request headers of the caller; sent only to the origin of `url`. */
  headers: Record<string, string>;
  steps: Step[];
  /** Additional wait in milliseconds after everything else. */
  waitMs: number;
  /** Maximum time in milliseconds for the network to settle; after that the page is read as it is. */
  settleTimeoutMs: number;
  mobile: boolean;
  /** Country of the exit for locale and time zone; ISO 3166-1 alpha-2, or null if unknown. */
  country: string | null;
  screenshot: ScreenshotOptions | null;
  /** False to make requests for advertisements, too; true to make none in a picture either; absent: none if only text is read. */
  blocksAds?: boolean;
  /** Requests that are not made; absent: images, media and fonts if only text is read. */
  blocks?: readonly ResourceKind[];
  /** What is answered to a page that asks for consent to cookies, before the steps. */
  consent?: 'reject';
  visitor?: Visitor;
  /** True to return the network calls of the page. */
  network: boolean;
  /** True to return them with the data needed to replay them, after scrolling to the end. */
  captures?: boolean;
  /** Proxy for all traffic; null for a direct connection. */
  via: Upstream | null;
  /** Cookies and storage of the context at its start. */
  state?: SavedState | null;
  /** Account for which the page is read; null if its tab must not be used again. */
  accountId?: string | null;
}

/** An image of a page. */
export interface Screenshot {
  bytes: Uint8Array;
  mediaType: 'image/png' | 'image/jpeg';
}

/** Output of steps, each kind in step order. */
export interface StepOutput {
  screenshots: Screenshot[];
  reads: Array<{ url: string; html: string }>;
  returns: Array<{ type: string; value: unknown }>;
  prints: Uint8Array[];
}

/** Response of a page in a browser: `body` is the serialised document in UTF-8, or the file if it is not a page. */
export interface BrowserResponse extends HttpResponse {
  screenshot: Screenshot | null;
  network: NetworkCall[] | null;
  /** Captured calls; empty without `captures`. */
  captured: CapturedCall[];
  /** How the lists of the page ended while it was scrolled; null without `captures`. */
  scrolled: ScrolledLists | null;
  /** HTML of the page after entries of `body` left its lists, in order; empty if `body` holds all of them. */
  states: Uint8Array[];
  /** Output of steps; null if there is none. */
  stepOutput: StepOutput | null;
  warnings: Warning[];
}

/** Result of a visit. */
export type BrowserResult = BrowserResponse | HttpErrorResult;
