import { getHeapStatistics } from 'node:v8';

/** Time without work after which memory is given back, in milliseconds. */
const defaultIdleMs = 30_000;
/** Growth of the heap since the last collection from which another one is worth its pause. */
const minGrowthBytes = 12 * 2 ** 20;

/** Collects as at the end of memory: otherwise V8 keeps the freed pages of the heap. Absent without `--expose-gc`. */
const collectAll = globalThis.gc && (() => globalThis.gc?.({ flavor: 'last-resort' }));

/** Options of an {@link IdleCollector}. */
export interface IdleCollectorOptions {
  idleMs?: number;
  /** Collects all garbage; by default that of V8, if the process was started with `--expose-gc`. */
  collect?: (() => void) | undefined;
}

/**
 * Gives memory back when a thread has nothing to do. V8 collects garbage and shrinks the young generation only while
 * something allocates, so that an idle thread would keep what its last work has left.
 */
export class IdleCollector {
  readonly #collect: (() => void) | undefined;
  readonly #timer: NodeJS.Timeout;
  #running = 0;
  #isClosed = false;
  /** Size of the heap after the last collection, in bytes. */
  #collectedBytes = 0;

  constructor({ idleMs = defaultIdleMs, collect = collectAll }: IdleCollectorOptions = {}) {
    this.#collect = collect;
    this.#timer = setTimeout(() => this.#giveBack(), idleMs).unref();
  }

  /** Says that work begins. */
  begin(): void {
    this.#running++;
  }

  /** Says that work that began has ended. */
  end(): void {
    // Work that was running when the collector was created is not counted.
    if (this.#running > 0) this.#running--;
    if (this.#running === 0 && !this.#isClosed) this.#timer.refresh();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #giveBack(): void {
    if (this.#running > 0 || this.#collect === undefined) return;
    if (getHeapStatistics().total_heap_size - this.#collectedBytes < minGrowthBytes) return;
    this.#collect();
    this.#collectedBytes = getHeapStatistics().total_heap_size;
  }
}
