import type { BrowserAction } from '../../domain/browser-action.ts';
import type { ExitReport } from '../../domain/exit.ts';
import type { PageErrorCode, Warning } from '../../domain/outcome.ts';
import type { Charge } from '../../domain/rate-card.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import type { Budget } from '../../fetching/budget.ts';
import type { SavedState } from '../../web/browser/saved-state.ts';

/** A file that a run brought, stored for its account. */
export interface RunFile {
  /** Id of its blob. */
  blobId: string;
  name: string;
  mediaType: string;
  bytes: number;
}

/** What came of one action in the browser of a run. */
export interface Acted {
  error: { code: PageErrorCode; message: string } | null;
  /** What the action gave by itself: what a script returned, what was read, values that were found. */
  result?: unknown;
  screenshot: RunFile | null;
  files: RunFile[];
  warnings: Warning[];
  /** Where the browser is after it. */
  url: string;
  /** What it cost beside the browser's time. */
  charges: Charge[];
}

/** The browser of a run. What pages do is a value; everything rejects with Failure `unavailable` when it is gone. */
export interface RunBrowser {
  act(action: BrowserAction): Promise<Acted>;
  /** The document as it stands. */
  html(): Promise<{ html: string; url: string }>;
  /** Cookies and storage of every site. A secret. */
  state(): Promise<SavedState>;
  exit: ExitReport;
  warnings: Warning[];
  /** Bytes that sites sent so far. */
  bytes(): number;
  close(): Promise<void>;
}

/** A browser that a run wants. */
export interface RunBrowserOrder {
  accountId: string;
  /** Names who keeps the exit. */
  runId: string;
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  /** Id of a saved login. */
  login: string | null;
  /** Where it is to begin, for the login's sake. */
  url: string | null;
  /** What it begins with, when the run goes on. */
  state: SavedState | null;
  budget: Budget;
}

/** Opens one; waits for a place until the signal says stop. Rejects with Failure `unavailable` or `invalid`. */
export type OpenRunBrowser = (order: RunBrowserOrder, signal: AbortSignal) => Promise<RunBrowser>;
