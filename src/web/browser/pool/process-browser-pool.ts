import { availableParallelism } from 'node:os';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Failure } from '../../../domain/system/failure.ts';
import type { Upstream } from '../../exits/upstream.ts';
import { type BrowserSearch, type FoundBrowser, noBrowserFailure } from '../find/find-browser.ts';
import { createSettlePace, type SettlePace } from '../page/network/settle-pace.ts';
import { type Admission, createAdmission, type ReleaseSlot } from './admission.ts';
import { checkMemory, defaultMemory, endProcess } from './browser-memory.ts';
import type { BrowserPool, BrowserPoolOptions, HeldContext, PageOptions, PagePlace } from './browser-pool.ts';
import { type BrowserProcess, settlesWithin } from './browser-process.ts';
import { canCleanTabs } from './can-clean-tabs.ts';
import { openCleanTab } from './clean-tab.ts';
import { browserFailure, type GuardedContext, openGuardedContext } from './open-guarded-context.ts';
import { createWaitingTabs, type ReusableTab } from './waiting-tabs.ts';

/** One browser and the number of its users. */
interface BrowserInstance {
  starting: Promise<BrowserProcess>;
  process: BrowserProcess | null;
  openedContexts: number;
  activeContexts: number;
  isRetired: boolean;
}

/** Maximum number of sites whose pace is known. */
const maxPaces = 500;
const closeContextTimeoutMs = 5_000;
/** Number of pages after which a tab is replaced. */
const maxPagesPerTab = 50;
const defaultOpenTimeoutMs = 15_000;
const memoryCheckIntervalMs = 2_000;

/** Retry time in seconds, after which a session may have ended. */
const sessionRetryAfterSeconds = 15;

/** Creates a pool, which starts browsers on demand. */
export function createProcessBrowserPool(options: BrowserPoolOptions): BrowserPool {
  return new ProcessBrowserPool(options);
}

class ProcessBrowserPool implements BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #admission: Admission;
  readonly #instances = new Set<BrowserInstance>();
  readonly #tabs = createWaitingTabs<BrowserInstance>((tab) => this.#closeContext(tab.owner, tab.place));
  /** Whether the tabs of a found browser can be cleaned. */
  readonly #cleanable = new WeakMap<FoundBrowser, Promise<boolean>>();
  /** By tab key, the latest last. */
  readonly #paces = new Map<string, SettlePace>();
  #current: BrowserInstance | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
    this.#admission = createAdmission({
      maxPages: availableParallelism() * 4,
      availableMemory: () => process.availableMemory(),
    });
  }

  search(): Promise<BrowserSearch> {
    return this.#options.finder.search();
  }

  pids(): number[] {
    return [...this.#instances].flatMap(({ process: running }) => running?.pid ?? []);
  }

  async use<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    work: (place: PagePlace) => Promise<Result>,
    { via = null, tabKey = null }: PageOptions = {},
  ): Promise<Result> {
    const search = await this.search();
    const { browser: found } = search;
    if (found === null) throw noBrowserFailure(search);
    const release = await this.#admission.acquirePage(signal);
    let instance: BrowserInstance | null = null;
    try {
      const waiting = tabKey === null ? null : this.#tabs.take(tabKey);
      // Its browser must not end while the tab is being cleaned.
      instance = this.#acquireInstance(found, waiting?.tab.owner);
      const { listener } = await instance.starting;
      const cleanPage = (await waiting?.ready) ?? null;
      if (waiting !== null && cleanPage === null)
        await this.#closeContext(waiting.tab.owner, waiting.tab.place);
      const tab = (cleanPage === null ? null : waiting?.tab) ?? {
        key: tabKey,
        owner: instance,
        place: await this.#openContext(instance, options, via),
        pages: 0,
      };
      // The flags that keep the pages of a context in one process are those of a local browser.
      const isReusable = tab.key !== null && listener === null;
      const clean = () => this.#cleanTab(found, tab);
      return await this.#runInTab(tab, cleanPage, isReusable ? clean : null, work);
    } finally {
      if (instance !== null) this.#releaseInstance(instance);
      release();
    }
  }

  /** Runs work in a tab; then cleans the tab for the next page, without waiting for it, or closes its context. */
  async #runInTab<Result>(
    tab: Omit<ReusableTab<BrowserInstance>, 'key'> & { key: string | null },
    cleanPage: Page | null,
    clean: (() => Promise<Page>) | null,
    work: (place: PagePlace) => Promise<Result>,
  ): Promise<Result> {
    const { key, owner, place } = tab;
    const { browser } = await owner.starting;
    const pages = tab.pages + 1;
    let canStay = clean !== null && pages < maxPagesPerTab;
    if (cleanPage !== null) place.proxy.resume();
    let isDone = false;
    try {
      const result = await work({
        ...place,
        pace: this.#paceOf(key),
        newPage: () => (cleanPage === null ? place.newPage() : Promise.resolve(cleanPage)),
        spoilTab: () => {
          canStay = false;
        },
      });
      isDone = true;
      return result;
    } catch (error) {
      if (browser.isConnected()) throw error;
      throw new Failure('unavailable', 'The browser ended unexpectedly. Try again.', { cause: error });
    } finally {
      if (isDone && canStay && clean !== null && key !== null && !owner.isRetired)
        this.#tabs.add({ key, owner, place, pages }, clean());
      else await this.#closeContext(owner, place);
    }
  }

  /** Returns the pace of the pages that follow each other; a new one for a page of its own. */
  #paceOf(key: string | null): SettlePace {
    if (key === null) return createSettlePace();
    const pace = this.#paces.get(key) ?? createSettlePace();
    this.#paces.delete(key);
    this.#paces.set(key, pace);
    const [oldest] = this.#paces.keys();
    if (this.#paces.size > maxPaces && oldest !== undefined) this.#paces.delete(oldest);
    return pace;
  }

  async #cleanTab(
    found: FoundBrowser,
    { owner, place }: Pick<ReusableTab<BrowserInstance>, 'owner' | 'place'>,
  ): Promise<Page> {
    const probing = this.#cleanable.get(found) ?? this.#probeCleaning(owner);
    this.#cleanable.set(found, probing);
    if (!(await probing)) throw new Error('the browser does not clear every storage');
    return openCleanTab(place);
  }

  async #probeCleaning(instance: BrowserInstance): Promise<boolean> {
    const place = await this.#openContext(instance, {}, null);
    try {
      return await canCleanTabs(place);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'the clean-up of browser tabs could not be tested');
      return false;
    } finally {
      await this.#closeContext(instance, place);
    }
  }

  async #openContext(
    instance: BrowserInstance,
    options: BrowserContextOptions,
    via: Upstream | null,
  ): Promise<GuardedContext> {
    const { browser, listener } = await instance.starting;
    const { guard, openTimeoutMs = defaultOpenTimeoutMs } = this.#options;
    const onBroken = (reason: string, atOnce: boolean) => this.#retire(instance, reason, atOnce);
    return openGuardedContext({
      browser,
      listener,
      guard,
      via,
      context: options,
      openTimeoutMs,
      onBroken,
    });
  }

  async #closeContext(instance: BrowserInstance, { context, proxy }: GuardedContext): Promise<void> {
    const isClosed = await settlesWithin(closeContextTimeoutMs, context.close());
    if (!isClosed) this.#retire(instance, 'a context cannot be closed', true);
    await proxy.close();
  }

  async hold(
    options: BrowserContextOptions,
    signal: AbortSignal,
    via: Upstream | null,
    canWait: boolean,
  ): Promise<HeldContext> {
    const search = await this.search();
    const { browser: found } = search;
    if (found === null) throw noBrowserFailure(search);
    const release = canWait
      ? await this.#admission.acquireContext(signal)
      : this.#admission.tryAcquireContext();
    if (release === null) {
      const message =
        'The memory of the server allows no further browser session. Close a session or try again later.';
      throw new Failure('unavailable', message, { retryAfter: sessionRetryAfterSeconds });
    }
    let instance: BrowserInstance | null = null;
    try {
      instance = this.#acquireInstance(found);
      return this.#createHeldContext(instance, await this.#openContext(instance, options, via), release);
    } catch (error) {
      if (instance !== null) this.#releaseInstance(instance);
      release();
      throw error;
    }
  }

  #createHeldContext(instance: BrowserInstance, place: GuardedContext, release: ReleaseSlot): HeldContext {
    let closing: Promise<void> | null = null;
    const close = async () => {
      try {
        await this.#closeContext(instance, place);
      } finally {
        this.#releaseInstance(instance);
        release();
      }
    };
    return {
      ...place,
      work: async (signal, work) => {
        const release = await this.#admission.acquireWork(signal);
        return work().finally(release);
      },
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  }

  heldCount(): number {
    return this.#admission.contextCount();
  }

  #acquireInstance(found: FoundBrowser, owner?: BrowserInstance): BrowserInstance {
    if (this.#isClosed) throw new Failure('unavailable', 'The service is stopping. Try again later.');
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    const instance = owner ?? this.#current ?? this.#start(found);
    instance.activeContexts += 1;
    instance.openedContexts += 1;
    if (instance.openedContexts >= (this.#options.maxContexts ?? 200))
      this.#retire(instance, 'maximum number of contexts');
    return instance;
  }

  #start(found: FoundBrowser): BrowserInstance {
    const starting = found.start().catch((cause: unknown): never => {
      throw cause instanceof Failure
        ? cause
        : browserFailure('The browser could not be started. Try again later.', cause);
    });
    const instance: BrowserInstance = {
      starting,
      process: null,
      openedContexts: 0,
      activeContexts: 0,
      isRetired: false,
    };
    this.#current = instance;
    this.#instances.add(instance);
    starting.then(
      (running) => {
        instance.process = running;
        running.browser.on('disconnected', () => this.#handleDisconnect(instance, running));
        this.#watchMemory(instance, running);
      },
      (error: unknown) => {
        this.#options.log.warn({ err: error }, 'the browser could not be started');
        this.#options.finder.invalidate();
        this.#retire(instance, 'failed start');
      },
    );
    return instance;
  }

  /** Replaces a browser above its memory limit, and ends single renderers above theirs. */
  #watchMemory(instance: BrowserInstance, running: BrowserProcess): void {
    const limits = this.#options.memory ?? defaultMemory;
    const timer = setInterval(async () => {
      if (!this.#instances.has(instance) || !running.browser.isConnected()) return clearInterval(timer);
      // Reading fails if the browser is ending. The next interval tries again.
      const processes = (await running.readMemory?.().catch(() => null)) ?? [];
      const { isOverLimit, pidsOverLimit } = checkMemory(
        processes,
        instance.activeContexts + this.#tabs.countOf(instance),
        limits,
      );
      for (const pid of pidsOverLimit) endProcess(pid);
      if (isOverLimit) this.#retire(instance, 'memory limit');
    }, memoryCheckIntervalMs).unref();
  }

  #handleDisconnect(instance: BrowserInstance, { listener }: BrowserProcess): void {
    // A local browser is started again without a search.
    if (!instance.isRetired && listener !== null) this.#options.finder.invalidate();
    this.#retire(instance, 'ended');
  }

  #releaseInstance(instance: BrowserInstance): void {
    instance.activeContexts -= 1;
    if (instance.activeContexts > 0) return;
    if (instance.isRetired) void this.#end(instance);
    else if (instance === this.#current && !this.#isClosed) this.#endWhenIdle(instance);
  }

  #endWhenIdle(instance: BrowserInstance): void {
    this.#idleTimer = setTimeout(
      () => this.#retire(instance, 'idle', true),
      this.#options.idleMs ?? 3 * 60_000,
    ).unref();
  }

  /** Stops assigning pages to a browser; it ends with its last page, or at once. */
  #retire(instance: BrowserInstance, reason: string, atOnce = false): void {
    if (!instance.isRetired) this.#options.log.debug({ reason }, 'a browser is replaced');
    instance.isRetired = true;
    if (this.#current === instance) this.#current = null;
    void this.#tabs.closeOf(instance);
    if (atOnce || instance.activeContexts === 0) void this.#end(instance);
  }

  async #end(instance: BrowserInstance): Promise<void> {
    if (!this.#instances.has(instance)) return;
    // A failed start has already been reported.
    const running = await instance.starting.catch(() => null);
    try {
      await running?.end();
    } catch (error) {
      this.#options.log.warn({ err: error }, 'a browser could not be shut down');
    }
    this.#instances.delete(instance);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    for (const instance of this.#instances) instance.isRetired = true;
    this.#current = null;
    await Promise.all([...this.#instances].map((instance) => this.#tabs.closeOf(instance)));
    await Promise.all([...this.#instances].map((instance) => this.#end(instance)));
  }
}
