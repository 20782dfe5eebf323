import type { BrowserContextOptions, Page } from 'playwright-core';
import type { Log } from '../../../domain/system/log.ts';
import type { Upstream } from '../../exits/upstream.ts';
import type { Guard } from '../../guard/ssrf-guard.ts';
import type { BrowserFinder } from '../find/browser-finder.ts';
import type { BrowserSearch } from '../find/find-browser.ts';
import type { SettlePace } from '../page/network/settle-pace.ts';
import type { MemoryLimits } from './browser-memory.ts';
import type { GuardedContext } from './open-guarded-context.ts';

/** Options of a browser pool. */
export interface BrowserPoolOptions {
  /** Finds the browser; called for each page. */
  finder: Pick<BrowserFinder, 'search' | 'invalidate'>;
  guard: Guard;
  log: Log;
  /** Idle time in milliseconds after which a browser is ended. Default: three minutes. */
  idleMs?: number;
  /** Number of contexts after which a browser is replaced. Default: 200. */
  maxContexts?: number;
  /** Memory limits. Default: `defaultMemory`. */
  memory?: MemoryLimits;
  /** Maximum time in milliseconds to open a context or an empty page. Default: 15 s. */
  openTimeoutMs?: number;
}

/** Options of a page in its own context. */
export interface PageOptions {
  /** Proxy for all traffic; null for a direct connection. */
  via?: Upstream | null;
  /**
   * Pages with the same key may follow each other in one tab, cleaned between them; null for a context of its own. The key
   * states everything that such pages must have in common: account, site, exit, device and request headers.
   */
  tabKey?: string | null;
}

/** The place of one page. */
export interface PagePlace extends GuardedContext {
  /** Opens the page, or returns the clean one of a tab that is used again. */
  newPage(): Promise<Page>;
  /** Prevents that another page follows in this tab. */
  spoilTab(): void;
  /** What the pages with the same `tabKey` have shown. */
  pace: SettlePace;
}

/** A long-lived context. It takes a page slot only during `work`. */
export interface HeldContext extends GuardedContext {
  /** Runs `work` when a page slot is free. Rejects with the signal's reason. */
  work<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Closes the context; further calls have no effect. */
  close(): Promise<void>;
}

/** The browsers of this process, started on demand and ended when idle. */
export interface BrowserPool {
  /** Returns the available browser. */
  search(): Promise<BrowserSearch>;
  /**
   * Runs `work` in its own context, which is closed afterwards, or cleaned for the next page with the same `tabKey`. Rejects
   * with a Failure of kind `unavailable` if there is no browser or it was lost, and with the signal's reason.
   */
  use<Result>(
    device: BrowserContextOptions,
    signal: AbortSignal,
    work: (place: PagePlace) => Promise<Result>,
    options?: PageOptions,
  ): Promise<Result>;
  /**
   * Opens a context that stays open until it is closed. Rejects with a Failure of kind `unavailable` if there is no
   * browser, or if the limit is reached and `canWait` is false; and with the signal's reason.
   */
  hold(
    options: BrowserContextOptions,
    signal: AbortSignal,
    via: Upstream | null,
    canWait: boolean,
  ): Promise<HeldContext>;
  /** Returns the number of held contexts. */
  heldCount(): number;
  /** Returns the process ids of running browsers. */
  pids(): number[];
  /** Ends all browsers. */
  close(): Promise<void>;
}
