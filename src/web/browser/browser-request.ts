import type { Warning } from '../../domain/outcome.ts';
import type { NetworkCall } from '../../domain/page.ts';
import type { ScreenshotOptions, Step } from '../../domain/page-command.ts';
import type { CapturedCall } from '../../domain/records.ts';
import type { Upstream } from '../exits/upstream.ts';
import type { HttpFault, HttpResponse } from '../http-answer.ts';
import type { SavedState } from './saved-state.ts';

/** One page to be read in a browser. */
export interface BrowserRequest {
  url: URL;
  /** The caller's own headers; sent to the asked origin only. */
  headers: Record<string, string>;
  steps: Step[];
  /** Milliseconds to wait when everything else is done. */
  waitMs: number;
  /** Milliseconds that the network may take to settle; what is there by then is read. */
  settleWithinMs: number;
  mobile: boolean;
  /** Where the exit is, which language and clock follow; ISO 3166-1 alpha-2, or null when nobody knows. */
  country: string | null;
  screenshot: ScreenshotOptions | null;
  /** Whether the page's own calls are wanted. */
  network: boolean;
  /** Whether they are wanted with what it takes to send them again, after scrolling to the page's end. */
  captures?: boolean;
  /** The proxy that everything goes through; straight from this machine when null. */
  via: Upstream | null;
  /** Cookies and storage that the browser begins with; nothing when absent. */
  state?: SavedState | null;
}

/** A picture of a page. */
export interface Screenshot {
  bytes: Uint8Array;
  mediaType: 'image/png' | 'image/jpeg';
}

/** What steps gave, each kind in the order of its steps. */
export interface StepOutput {
  pictures: Screenshot[];
  reads: Array<{ url: string; html: string }>;
  returns: Array<{ type: string; value: unknown }>;
  prints: Uint8Array[];
}

/** A page as the browser made it: `body` is its document in UTF-8, serialised, or the file itself when it is no page. */
export interface BrowserResponse extends HttpResponse {
  screenshot: Screenshot | null;
  network: NetworkCall[] | null;
  /** Empty unless they were to be captured. */
  captured: CapturedCall[];
  /** What steps gave; null where none gives anything. */
  given: StepOutput | null;
  warnings: Warning[];
}

/** What came of a visit. */
export type BrowserAnswer = BrowserResponse | HttpFault;
