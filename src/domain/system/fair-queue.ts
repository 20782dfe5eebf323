import { currentActivity } from './activity.ts';

/** Work of one account: what waits, and how many places it holds. */
interface Line<Item> {
  /** In order of arrival. */
  waiting: Set<Item>;
  held: number;
  /** Number of the last start, so that accounts with equal shares take turns. */
  servedAt: number;
  seenAt: number;
}

/** Time for which a place is kept free for an account that has no work. */
const activeMs = 60_000;
const minLinesBeforeSweep = 64;

/** Account of work that belongs to none. */
const noAccount = '';

/**
 * A queue for limited places (slots of a site, threads, browser pages) that serves accounts in turn: first the account that
 * holds the fewest places, among those the one that was served longest ago, and within an account the oldest item. One
 * place is kept free for each other account that was active in the last minute, up to half of all places, so that long
 * work of one account does not occupy all of them. An account alone may use all places.
 */
export class FairQueue<Item> {
  readonly #now: () => number;
  readonly #lines = new Map<string, Line<Item>>();
  readonly #accounts = new Map<Item, string>();
  #starts = 0;
  #sweepAt = minLinesBeforeSweep;

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Number of waiting items. */
  get size(): number {
    return this.#accounts.size;
  }

  /** The waiting items. */
  items(): IterableIterator<Item> {
    return this.#accounts.keys();
  }

  /** Adds an item of an account. Default: the account of the current activity. */
  add(item: Item, account = currentActivity()?.accountId ?? noAccount): void {
    this.#accounts.set(item, account);
    this.#lineOf(account).waiting.add(item);
  }

  /** Removes an item that no longer waits; does nothing if it does not wait. */
  delete(item: Item): void {
    const account = this.#accounts.get(item);
    if (account === undefined) return;
    this.#accounts.delete(item);
    this.#lines.get(account)?.waiting.delete(item);
  }

  /** Returns the item that may start next if there are `places` in all, or null. `canStart` may exclude items. */
  next(places: number, canStart: (item: Item) => boolean = () => true): Item | null {
    const lines = this.#eligible(places);
    lines.sort((one, other) => one.held - other.held || one.servedAt - other.servedAt);
    for (const { waiting } of lines) {
      for (const item of waiting) if (canStart(item)) return item;
    }
    return null;
  }

  /** Returns how many of the waiting items could start if all `places` were free but those that their accounts hold. */
  countStartable(places: number): number {
    const limit = this.#limitOf(places);
    return this.#eligible(places).reduce(
      (sum, line) => sum + Math.min(line.waiting.size, limit(line) - line.held),
      0,
    );
  }

  /** Takes a waiting item out of the queue; its account holds a place until the returned function is called. */
  take(item: Item): () => void {
    const line = this.#lineOf(this.#accounts.get(item) ?? noAccount);
    this.delete(item);
    this.#starts += 1;
    line.servedAt = this.#starts;
    line.held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      line.held -= 1;
      line.seenAt = this.#now();
    };
  }

  #eligible(places: number): Line<Item>[] {
    const limit = this.#limitOf(places);
    return [...this.#lines.values()].filter((line) => line.waiting.size > 0 && line.held < limit(line));
  }

  /** Returns a function that returns the maximum number of places of an account. */
  #limitOf(places: number): (line: Line<Item>) => number {
    const isActive = (line: Line<Item>) =>
      line.waiting.size > 0 || line.held > 0 || this.#now() - line.seenAt < activeMs;
    const active = [...this.#lines.values()].filter(isActive).length;
    const limit = (others: number) => Math.max(1, Math.ceil(places / 2), places - others);
    return (line) => limit(active - Number(isActive(line)));
  }

  #lineOf(account: string): Line<Item> {
    const now = this.#now();
    let line = this.#lines.get(account);
    if (line === undefined) {
      if (this.#lines.size >= this.#sweepAt) this.#sweep(now);
      line = { waiting: new Set(), held: 0, servedAt: 0, seenAt: now };
      this.#lines.set(account, line);
    }
    line.seenAt = now;
    return line;
  }

  #sweep(now: number): void {
    for (const [account, { waiting, held, seenAt }] of this.#lines) {
      if (waiting.size === 0 && held === 0 && now - seenAt >= activeMs) this.#lines.delete(account);
    }
    this.#sweepAt = Math.max(minLinesBeforeSweep, this.#lines.size * 2);
  }
}
