import type { PauseStore } from './pause-store.ts';
import { limitRetryAfter } from './politeness-rules.ts';

/** What a request accepts if the origin has asked for a pause. */
export interface PauseLimits {
  /** Returns the longest pause in milliseconds that the request waits for. Default: any. */
  maxPauseMs?(): number;
  /** Called when the request begins to wait for the end of a pause. */
  onPaused?(origin: string, ms: number): void;
}

/** Error of a request whose origin has asked for a longer pause than the request waits for. */
export class SitePausedError extends Error {
  override readonly name = 'SitePausedError';
  /** Milliseconds that remain of the pause. */
  readonly remainingMs: number;

  constructor(origin: string, remainingMs: number) {
    const seconds = Math.ceil(remainingMs / 1_000);
    super(
      `${origin} asked this service for a pause (Retry-After), of which ${seconds} seconds remain. Nothing was requested. Try again in ${seconds} seconds.`,
    );
    this.remainingMs = remainingMs;
  }
}

/** Interval of reading the pauses of other processes. */
const readIntervalMs = 500;
/** A pause may become visible this long after it was recorded, when its transaction commits. */
const readOverlapMs = 10_000;
const minPausesBeforeSweep = 256;

/** Returns the key of the origin of a URL and an exit. */
function pauseKey(url: URL, exitId: string): string {
  return `${exitId} ${url.origin}`;
}

/**
 * Pauses that origins requested with `Retry-After`, by origin and exit: another origin of the site, or another exit, was
 * not asked to pause. With a store, the pauses apply to all processes.
 */
export class SitePauses {
  readonly #now: () => number;
  readonly #store: PauseStore | null;
  /** Ends of the pauses, in milliseconds of the monotonic clock. */
  readonly #ends = new Map<string, number>();
  /** Requests that wait in the queue of their site; a pause takes them out of it. */
  readonly #queued = new Map<string, Set<AbortController>>();
  /** Pauses that the store does not have yet. */
  readonly #unsaved = new Set<string>();
  readonly #saving = new Set<Promise<void>>();
  #sweepAt = minPausesBeforeSweep;
  #readAt: number | null = null;
  #reading: Promise<void> | null = null;

  constructor(now: () => number, store: PauseStore | null) {
    this.#now = now;
    this.#store = store;
  }

  /** Calls `enter`, which waits in the queue of the site, while the origin has no pause; returns what was granted. */
  async admit<Granted extends { done(): void }>(
    url: URL,
    exitId: string,
    signal: AbortSignal,
    limits: PauseLimits,
    enter: (signal: AbortSignal) => Promise<Granted>,
  ): Promise<Granted> {
    const key = pauseKey(url, exitId);
    for (;;) {
      await this.#synchronize(signal);
      await this.#waitUntilOver(key, url.origin, signal, limits);
      const granted = await this.#enter(key, signal, enter);
      if (granted !== null) return granted;
    }
  }

  /** Starts a pause that an origin requested, up to ten minutes. */
  begin(url: URL, exitId: string, retryAfterMs: number | undefined): void {
    const ms = limitRetryAfter(retryAfterMs);
    if (ms === 0) return;
    const key = pauseKey(url, exitId);
    this.#extend(key, ms);
    if (this.#store === null) return;
    this.#unsaved.add(key);
    // The next request saves what could not be saved now.
    const saving = this.#save(this.#store)
      .catch(() => {})
      .finally(() => this.#saving.delete(saving));
    this.#saving.add(saving);
  }

  /** Waits for the statements that run. */
  async settle(): Promise<void> {
    await Promise.all([this.#reading, ...this.#saving]);
  }

  #remainingMs(key: string): number {
    return Math.max(0, (this.#ends.get(key) ?? 0) - this.#now());
  }

  #extend(key: string, ms: number): void {
    if (this.#ends.size >= this.#sweepAt) this.#sweep();
    if (ms <= this.#remainingMs(key)) return;
    this.#ends.set(key, this.#now() + ms);
    for (const queued of this.#queued.get(key) ?? []) queued.abort();
  }

  #sweep(): void {
    for (const key of this.#ends.keys()) if (this.#remainingMs(key) === 0) this.#ends.delete(key);
    this.#sweepAt = Math.max(minPausesBeforeSweep, this.#ends.size * 2);
  }

  async #waitUntilOver(
    key: string,
    origin: string,
    signal: AbortSignal,
    { maxPauseMs = () => Number.POSITIVE_INFINITY, onPaused }: PauseLimits,
  ): Promise<void> {
    for (let ms = this.#remainingMs(key); ms > 0; ms = this.#remainingMs(key)) {
      if (ms > maxPauseMs()) throw new SitePausedError(origin, ms);
      onPaused?.(origin, ms);
      await sleep(ms, signal);
    }
  }

  /** Returns null if a pause began while the request waited in the queue. */
  async #enter<Granted extends { done(): void }>(
    key: string,
    signal: AbortSignal,
    enter: (signal: AbortSignal) => Promise<Granted>,
  ): Promise<Granted | null> {
    const leaving = new AbortController();
    const queued = this.#queued.get(key) ?? new Set();
    this.#queued.set(key, queued.add(leaving));
    let granted: Granted;
    try {
      granted = await enter(AbortSignal.any([signal, leaving.signal]));
    } catch (error) {
      if (signal.aborted || !leaving.signal.aborted) throw error;
      return null;
    } finally {
      queued.delete(leaving);
      if (queued.size === 0) this.#queued.delete(key);
    }
    try {
      await this.#synchronize(signal);
    } catch (error) {
      granted.done();
      throw error;
    }
    if (this.#remainingMs(key) === 0) return granted;
    granted.done();
    return null;
  }

  /** Reads the pauses of other processes if the last reading is too old. */
  async #synchronize(signal: AbortSignal): Promise<void> {
    const store = this.#store;
    if (store === null) return;
    const age = this.#readAt === null ? null : this.#now() - this.#readAt;
    if (age !== null && age < readIntervalMs) return;
    this.#reading ??= this.#exchange(store, age).finally(() => {
      this.#reading = null;
    });
    await untilAborted(this.#reading, signal);
  }

  async #exchange(store: PauseStore, age: number | null): Promise<void> {
    const startedAt = this.#now();
    try {
      await this.#save(store);
      for (const { key, remainingMs } of await store.readRecent(age === null ? null : age + readOverlapMs)) {
        this.#extend(key, remainingMs);
      }
      this.#readAt = startedAt;
    } catch {
      // The queue of the site reports an unavailable database. A site that is not known to pause says so again.
    }
  }

  async #save(store: PauseStore): Promise<void> {
    for (const key of [...this.#unsaved]) {
      const ms = this.#remainingMs(key);
      if (ms > 0) await store.write(key, ms);
      this.#unsaved.delete(key);
    }
  }
}

/** Rejects with the signal's reason. */
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, Math.ceil(ms));
  return untilAborted(promise, signal).finally(() => clearTimeout(timer));
}

/** Resolves or rejects with `work`, or rejects with the signal's reason. */
function untilAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  work.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', onAbort));
}
