import type { Page } from 'playwright-core';
import { settlesWithin } from './browser-process.ts';
import type { GuardedContext } from './open-guarded-context.ts';

/** A context for pages that follow each other. */
export interface ReusableTab<Owner> {
  key: string;
  owner: Owner;
  place: GuardedContext;
  /** Number of pages that were opened in it. */
  pages: number;
}

/** A tab for the next page. */
export interface TakenTab<Owner> {
  tab: ReusableTab<Owner>;
  /** Resolves when the tab is clean; with null if the cleaning failed. */
  ready: Promise<Page | null>;
}

/** Clean tabs that wait for their next page. */
export interface WaitingTabs<Owner> {
  /** Adds a tab that is being cleaned. It is closed if no page follows in time, or if the cleaning fails or takes too long. */
  add(tab: ReusableTab<Owner>, cleaning: Promise<Page>): void;
  /** Removes a tab with this key, which the caller closes; null if there is none. */
  take(key: string): TakenTab<Owner> | null;
  /** Returns the number of tabs of an owner. */
  countOf(owner: Owner): number;
  /** Closes the tabs of an owner. */
  closeOf(owner: Owner): Promise<void>;
}

/** Time in milliseconds for which a clean tab waits; it holds about 90 MB. */
const waitMs = 5_000;
const maxTabs = 8;
/** Time in milliseconds that cleaning may take. */
const maxCleaningMs = 2_000;

interface WaitingTab<Owner> extends TakenTab<Owner> {
  timer: NodeJS.Timeout;
}

/** Creates an empty store. `close` closes a context and must not reject. */
export function createWaitingTabs<Owner>(
  close: (tab: ReusableTab<Owner>) => Promise<void>,
): WaitingTabs<Owner> {
  /** The latest last. */
  const waiting = new Set<WaitingTab<Owner>>();

  function remove(entry: WaitingTab<Owner>): boolean {
    clearTimeout(entry.timer);
    return waiting.delete(entry);
  }

  async function drop(entry: WaitingTab<Owner>): Promise<void> {
    if (remove(entry)) await close(entry.tab);
  }

  const listOf = (owner: Owner) => [...waiting].filter(({ tab }) => tab.owner === owner);

  return {
    add(tab, cleaning) {
      // The caller of `take` opens another tab if the cleaning fails.
      const ready = settlesWithin(maxCleaningMs, cleaning).then((isSettled) =>
        isSettled ? cleaning.catch(() => null) : null,
      );
      const entry = { tab, ready, timer: setTimeout(() => void drop(entry), waitMs).unref() };
      waiting.add(entry);
      const [oldest] = waiting;
      if (waiting.size > maxTabs && oldest !== undefined) void drop(oldest);
      void ready.then((page) => (page === null ? drop(entry) : undefined));
    },
    take(key) {
      const entry = [...waiting].findLast(({ tab }) => tab.key === key);
      return entry !== undefined && remove(entry) ? entry : null;
    },
    countOf: (owner) => listOf(owner).length,
    closeOf: async (owner) => void (await Promise.all(listOf(owner).map(drop))),
  };
}
