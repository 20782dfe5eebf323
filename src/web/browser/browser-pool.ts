import { availableParallelism } from 'node:os';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { Failure } from '../../domain/failure.ts';
import type { Log } from '../../domain/log.ts';
import type { Upstream } from '../exits/upstream.ts';
import type { Guard } from '../guard.ts';
import { type GuardProxy, openGuardProxy } from '../guard-proxy.ts';
import { type Admission, createAdmission, type Leave } from './admission.ts';
import type { BrowserFinder } from './browser-finder.ts';
import { endProcess, judgeMemory, type MemoryLimits, usualMemory } from './browser-memory.ts';
import { type BrowserProcess, within } from './browser-process.ts';
import type { BrowserSearch, FoundBrowser } from './find-browser.ts';

/** What a pool is made of. */
export interface BrowserPoolOptions {
  /** What browser there is; asked whenever a page needs one. */
  finder: Pick<BrowserFinder, 'search' | 'doubt'>;
  guard: Guard;
  log: Log;
  /** Milliseconds after which a browser without pages is ended; three minutes when left out. */
  idleMs?: number;
  /** Contexts after which a browser is replaced by a fresh one; 200 when left out. */
  contextsEach?: number;
  /** What browsers may hold; {@link usualMemory} when left out. */
  memory?: MemoryLimits;
}

/** A fresh context with the proxy that all its traffic goes through. */
export interface BrowserPlace {
  context: BrowserContext;
  proxy: GuardProxy;
}

/** A context that is held for long. It takes a page's place only while somebody works in it. */
export interface HeldPlace extends BrowserPlace {
  /** Runs `work` when there is a page's place for it. Rejects with the signal's reason. */
  work<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Closes the context; closing it again changes nothing. */
  close(): Promise<void>;
}

/** The browsers of this process: started when a page needs one, ended when none did for a while. */
export interface BrowserPool {
  /** What browser there is. */
  search(): Promise<BrowserSearch>;
  /**
   * Runs `work` in a context of its own, which is closed afterwards; its traffic leaves through `via`. Rejects with a `Failure` of kind `unavailable` when
   * there is no browser or it was lost, and with the signal's reason.
   */
  use<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    work: (place: BrowserPlace) => Promise<Result>,
    via?: Upstream | null,
  ): Promise<Result>;
  /**
   * Opens a context of its own that stays until it is closed. Rejects with a `Failure` of kind `unavailable` when there is
   * no browser, or when as many are held as may be and `mayWait` is false; and with the signal's reason.
   */
  hold(
    options: BrowserContextOptions,
    signal: AbortSignal,
    via: Upstream | null,
    mayWait: boolean,
  ): Promise<HeldPlace>;
  /** Contexts that are held now. */
  held(): number;
  /** Browser processes that are alive. */
  pids(): number[];
  /** Ends every browser. */
  close(): Promise<void>;
}

/** One browser and who is in it. */
interface Generation {
  started: Promise<BrowserProcess>;
  process: BrowserProcess | null;
  opened: number;
  active: number;
  isRetired: boolean;
}

const closeContextWithinMs = 5_000;
const lookAtMemoryEveryMs = 2_000;
/** Seconds after which another session may have ended. */
const holdAgainAfterSeconds = 15;

/** A pool that has started nothing yet. */
export function createBrowserPool(options: BrowserPoolOptions): BrowserPool {
  return new Pool(options);
}

class Pool implements BrowserPool {
  readonly #options: BrowserPoolOptions;
  readonly #admission: Admission;
  readonly #alive = new Set<Generation>();
  #current: Generation | null = null;
  #idleTimer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(options: BrowserPoolOptions) {
    this.#options = options;
    this.#admission = createAdmission({
      mostPages: availableParallelism() * 4,
      availableMemory: () => process.availableMemory(),
    });
  }

  search(): Promise<BrowserSearch> {
    return this.#options.finder.search();
  }

  pids(): number[] {
    return [...this.#alive].flatMap(({ process: running }) => running?.pid ?? []);
  }

  async use<Result>(
    options: BrowserContextOptions,
    signal: AbortSignal,
    work: (place: BrowserPlace) => Promise<Result>,
    via: Upstream | null = null,
  ): Promise<Result> {
    const { browser: found, detail } = await this.search();
    if (found === null) throw new Failure('unavailable', `there is no browser: ${detail}`);
    const leave = await this.#admission.enter(signal);
    let generation: Generation | null = null;
    try {
      generation = this.#enter(found);
      return await this.#inContext(generation, options, work, via);
    } finally {
      if (generation !== null) this.#leave(generation);
      leave();
    }
  }

  async #inContext<Result>(
    generation: Generation,
    options: BrowserContextOptions,
    work: (place: BrowserPlace) => Promise<Result>,
    via: Upstream | null,
  ): Promise<Result> {
    const { browser } = await generation.started;
    const place = await this.#open(generation, options, via);
    try {
      return await work(place);
    } catch (error) {
      if (browser.isConnected()) throw error;
      throw new Failure('unavailable', 'the browser was lost', { cause: error });
    } finally {
      await this.#close(generation, place);
    }
  }

  async #open(
    generation: Generation,
    options: BrowserContextOptions,
    via: Upstream | null,
  ): Promise<BrowserPlace> {
    const { browser, listener } = await generation.started;
    const proxy = await openGuardProxy(this.#options.guard, via, listener);
    try {
      const behind = { server: proxy.address, ...proxy.credentials, bypass: '<-loopback>' };
      return { context: await browser.newContext({ ...options, proxy: behind }), proxy };
    } catch (error) {
      await proxy.close();
      if (browser.isConnected()) throw error;
      throw new Failure('unavailable', 'the browser was lost', { cause: error });
    }
  }

  async #close(generation: Generation, { context, proxy }: BrowserPlace): Promise<void> {
    const isClosed = await within(closeContextWithinMs, context.close());
    if (!isClosed) this.#retire(generation, 'a page of it cannot be closed', true);
    await proxy.close();
  }

  async hold(
    options: BrowserContextOptions,
    signal: AbortSignal,
    via: Upstream | null,
    mayWait: boolean,
  ): Promise<HeldPlace> {
    const { browser: found, detail } = await this.search();
    if (found === null) throw new Failure('unavailable', `there is no browser: ${detail}`);
    const leave = mayWait ? await this.#admission.waitToHold(signal) : this.#admission.hold();
    if (leave === null) {
      const message = 'as many browser sessions are open as there is memory for';
      throw new Failure('unavailable', message, { retryAfter: holdAgainAfterSeconds });
    }
    let generation: Generation | null = null;
    try {
      generation = this.#enter(found);
      return this.#holding(generation, await this.#open(generation, options, via), leave);
    } catch (error) {
      if (generation !== null) this.#leave(generation);
      leave();
      throw error;
    }
  }

  #holding(generation: Generation, place: BrowserPlace, leave: Leave): HeldPlace {
    let closing: Promise<void> | null = null;
    const close = async () => {
      await this.#close(generation, place);
      this.#leave(generation);
      leave();
    };
    return {
      ...place,
      work: async (signal, work) => {
        const out = await this.#admission.work(signal);
        return work().finally(out);
      },
      close: () => {
        closing ??= close();
        return closing;
      },
    };
  }

  held(): number {
    return this.#admission.held();
  }

  #enter(found: FoundBrowser): Generation {
    if (this.#isClosed) throw new Failure('unavailable', 'the service is stopping');
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
    const generation = this.#current ?? this.#start(found);
    generation.active += 1;
    generation.opened += 1;
    if (generation.opened >= (this.#options.contextsEach ?? 200)) this.#retire(generation, 'it is old');
    return generation;
  }

  #start(found: FoundBrowser): Generation {
    const started = found.start();
    const generation: Generation = { started, process: null, opened: 0, active: 0, isRetired: false };
    this.#current = generation;
    this.#alive.add(generation);
    started.then(
      (running) => {
        generation.process = running;
        running.browser.on('disconnected', () => this.#lose(generation, running));
        this.#watchMemory(generation, running);
      },
      (error: unknown) => {
        this.#options.log.warn({ err: error }, 'the browser could not be started');
        this.#options.finder.doubt();
        this.#retire(generation, 'it could not be started');
      },
    );
    return generation;
  }

  /** Replaces a browser that has grown, and ends single pages that take more than any may. */
  #watchMemory(generation: Generation, running: BrowserProcess): void {
    const limits = this.#options.memory ?? usualMemory;
    const timer = setInterval(async () => {
      if (!this.#alive.has(generation) || !running.browser.isConnected()) return clearInterval(timer);
      const held = (await running.readMemory?.().catch(() => null)) ?? [];
      const { isGrown, tooBig } = judgeMemory(held, generation.active, limits);
      for (const pid of tooBig) endProcess(pid);
      if (isGrown) this.#retire(generation, 'it holds too much memory');
    }, lookAtMemoryEveryMs).unref();
  }

  #lose(generation: Generation, { listener }: BrowserProcess): void {
    // One that runs here is simply started again.
    if (!generation.isRetired && listener !== null) this.#options.finder.doubt();
    this.#retire(generation, 'it ended');
  }

  #leave(generation: Generation): void {
    generation.active -= 1;
    if (generation.active > 0) return;
    if (generation.isRetired) void this.#end(generation);
    else if (generation === this.#current && !this.#isClosed) this.#endWhenIdle(generation);
  }

  #endWhenIdle(generation: Generation): void {
    this.#idleTimer = setTimeout(
      () => this.#retire(generation, 'nobody needs it', true),
      this.#options.idleMs ?? 3 * 60_000,
    ).unref();
  }

  /** No further page enters it; it ends with its last page, or at once. */
  #retire(generation: Generation, reason: string, atOnce = false): void {
    if (!generation.isRetired) this.#options.log.debug({ reason }, 'a browser is replaced');
    generation.isRetired = true;
    if (this.#current === generation) this.#current = null;
    if (atOnce || generation.active === 0) void this.#end(generation);
  }

  async #end(generation: Generation): Promise<void> {
    if (!this.#alive.has(generation)) return;
    const running = await generation.started.catch(() => null);
    await running?.end();
    this.#alive.delete(generation);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    for (const generation of this.#alive) generation.isRetired = true;
    this.#current = null;
    await Promise.all([...this.#alive].map((generation) => this.#end(generation)));
  }
}
