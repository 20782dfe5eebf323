import type { BrowserAction } from '../../../domain/pages/browser-action.ts';
import type { PageErrorCode, Warning } from '../../../domain/pages/outcome.ts';
import type { ExitReport } from '../../../domain/resources/exit.ts';
import type { Charge } from '../../../domain/resources/rate-card.ts';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import type { NetworkChoice } from '../../../domain/system/settings.ts';
import type { Budget } from '../../../fetching/budget.ts';
import type { SavedState } from '../../../web/browser/page/saved-state.ts';

/** A file of a run, stored for its account. */
export interface RunFile {
  /** Blob id. */
  blobId: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** Outcome of one action in the browser of a run. */
export interface ActionOutcome {
  error: { code: PageErrorCode; message: string } | null;
  /** Value of the action: the result of a script, the text that was read, or the extracted values. */
  result?: unknown;
  screenshot: RunFile | null;
  files: RunFile[];
  warnings: Warning[];
  /** URL of the browser after the action. */
  url: string;
  /** Charges besides the browser's time. */
  charges: Charge[];
}

/**
 * The browser of a run. Errors of pages are returned as values; every method rejects with Failure `unavailable` when
 * the browser is gone.
 */
export interface RunBrowser {
  runAction(action: BrowserAction): Promise<ActionOutcome>;
  /** Returns the error of a saved login that the site no longer accepts, by the page that is shown; else null. */
  findExpiredLogin(): Promise<ActionOutcome['error']>;
  /** Tells whether the page that is shown asks for a login. */
  asksForLogin(): Promise<boolean>;
  /** Waits for the renewal of the login with which the browser was opened; returns whether it succeeded. */
  renewLogin(stop: AbortSignal): Promise<boolean>;
  /** Returns the current document. */
  html(): Promise<{ html: string; url: string }>;
  /** Returns the cookies and storage of all sites. Secret. */
  state(): Promise<SavedState>;
  exit: ExitReport;
  warnings: Warning[];
  /** Returns the bytes received so far. */
  bytes(): number;
  close(): Promise<void>;
}

/** Options of a browser for a run. */
export interface RunBrowserOptions {
  accountId: string;
  /** Owner of the exit, which keeps its IP address for the run. */
  runId: string;
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  /** Id of a saved login, or null. */
  login: string | null;
  /** URL of the first page, which must belong to the login's site; null for none. */
  url: string | null;
  /** Cookies and storage to restore when a run resumes. */
  state: SavedState | null;
  budget: Budget;
  /** The secret values of the run, to which the browser adds those that it uses. */
  secrets: SecretFilter;
}

/** Opens a browser; waits for a free one until the signal aborts. Rejects with Failure `unavailable` or `invalid`. */
export type OpenRunBrowser = (options: RunBrowserOptions, signal: AbortSignal) => Promise<RunBrowser>;
