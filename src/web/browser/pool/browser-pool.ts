import type { BrowserContextOptions } from 'playwright-core';
import type { Log } from '../../../domain/system/log.ts';
import type { Upstream } from '../../exits/upstream.ts';
import type { Guard } from '../../guard/ssrf-guard.ts';
import type { BrowserFinder } from '../find/browser-finder.ts';
import type { BrowserSearch } from '../find/find-browser.ts';
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
   * Runs `work` in its own context, which is closed afterwards; its traffic uses `via`. Rejects with a Failure of kind
   * `unavailable` if there is no browser or it was lost, and with the signal's reason.
   */
  use<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    work: (place: GuardedContext) => Promise<Result>,
    via?: Upstream | null,
  ): Promise<Result>;
  /**
   * Opens a context that stays open until it is closed. Rejects with a Failure of kind `unavailable` if there is no
   * browser, or if the limit is reached and `mayWait` is false; and with the signal's reason.
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
