import type { Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import type { PeriodicTask } from '../../domain/system/periodic-task.ts';
import type { Database } from '../../store/database.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import {
  type ClaimedTask,
  claimTask,
  ensureTasks,
  limitDelays,
  releaseTask,
  renewTask,
} from './claim-task.ts';
import { startTicker } from './ticker.ts';

/** Options of {@link startPeriodicTasks}. */
export interface PeriodicTasksOptions {
  database: Database;
  tasks: readonly PeriodicTask[];
  clock: Clock;
  log: Log;
  /** Milliseconds between two searches for due tasks; 5,000 by default. */
  tickMs?: number;
  /** Milliseconds after which a task of a process that died is due again; two minutes by default. */
  leaseMs?: number;
}

/** The periodic tasks of this process. */
export interface PeriodicTasks {
  /** Starts no further task, lets those that run finish for `graceMs`, and then aborts them. */
  stop(graceMs: number): Promise<void>;
}

const defaultTickMs = 5_000;
const defaultLeaseMs = 2 * 60_000;
/** More than one, so that a long task does not delay the others. */
const maxConcurrent = 2;
/** Batches of one turn. The rest waits for the next turn. */
const maxBatches = 1_000;
/** A turn that takes longer is aborted. */
const maxTurnMs = 15 * 60_000;

class PeriodicTaskRunner implements PeriodicTasks {
  readonly #options: PeriodicTasksOptions;
  readonly #tasks: ReadonlyMap<string, PeriodicTask>;
  readonly #names: readonly string[];
  readonly #workers = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  readonly #leaseMs: number;
  readonly #logDatabaseError;
  readonly #ticker;
  #isStopping = false;

  constructor(options: PeriodicTasksOptions) {
    this.#options = options;
    this.#tasks = new Map(options.tasks.map((task) => [task.name, task]));
    this.#names = [...this.#tasks.keys()];
    this.#leaseMs = options.leaseMs ?? defaultLeaseMs;
    this.#logDatabaseError = createThrottledErrorLog(options.log);
    const { tickMs = defaultTickMs, log } = options;
    this.#ticker = startTicker({ everyMs: tickMs, tick: () => this.#startDueTasks(), log });
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(() => this.#stopping.abort(), graceMs).unref();
    await this.#ticker.stop();
    await Promise.all(this.#workers);
    clearTimeout(timer);
  }

  async #startDueTasks(): Promise<void> {
    const { database, clock } = this.#options;
    const next = await limitDelays(database, this.#names, clock);
    if (next === null || next > clock.now()) return;
    while (this.#workers.size < maxConcurrent) {
      const claimed = await this.#claim();
      if (claimed === null) return;
      const worker = this.#work(claimed).finally(() => this.#workers.delete(worker));
      this.#workers.add(worker);
    }
  }

  async #claim(): Promise<ClaimedTask | null> {
    const { database, clock } = this.#options;
    if (this.#isStopping) return null;
    return claimTask(database, this.#names, { now: clock.now(), leaseMs: this.#leaseMs });
  }

  /** Runs due tasks until there is none left. */
  async #work(first: ClaimedTask): Promise<void> {
    for (let claimed: ClaimedTask | null = first; claimed !== null; ) {
      await this.#runTurn(claimed);
      try {
        claimed = await this.#claim();
      } catch (error) {
        // The next tick claims it.
        this.#logDatabaseError(error, 'periodic tasks could not be claimed');
        return;
      }
    }
  }

  async #runTurn(claimed: ClaimedTask): Promise<void> {
    const { database, clock, log } = this.#options;
    const lost = new AbortController();
    const renewal = setInterval(() => void this.#renew(claimed, lost), this.#leaseMs / 4).unref();
    const signal = AbortSignal.any([lost.signal, this.#stopping.signal, AbortSignal.timeout(maxTurnMs)]);
    try {
      await this.#runBatches(claimed.name, signal);
    } catch (error) {
      // The next turn is the retry.
      if (!this.#stopping.signal.aborted)
        log.warn({ err: error, task: claimed.name }, 'a periodic task failed');
    } finally {
      clearInterval(renewal);
    }
    try {
      await releaseTask(database, claimed, { now: clock.now(), isDone: !this.#stopping.signal.aborted });
    } catch (error) {
      // The lease ends by itself, and the task is due again.
      this.#logDatabaseError(error, 'the end of a periodic task could not be stored');
    }
  }

  async #runBatches(name: string, signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    const task = this.#tasks.get(name);
    if (task === undefined) return;
    let total = 0;
    for (let batchSize = 0; batchSize < maxBatches && !signal.aborted; batchSize += 1) {
      const size = await task.run(clock.now(), signal);
      if (size === 0) break;
      total += size;
    }
    if (total > 0) log.debug({ task: name, count: total }, 'a periodic task is done');
  }

  async #renew(claimed: ClaimedTask, lost: AbortController): Promise<void> {
    try {
      if (!(await renewTask(this.#options.database, claimed, this.#leaseMs))) lost.abort();
    } catch (error) {
      // It is tried again before the lease ends.
      this.#logDatabaseError(error, 'the lease of a periodic task could not be renewed');
    }
  }
}

/** Runs the tasks whenever they are due, each in one process at a time, until `stop`. */
export async function startPeriodicTasks(options: PeriodicTasksOptions): Promise<PeriodicTasks> {
  await ensureTasks(options.database, options.tasks, options.clock.now());
  return new PeriodicTaskRunner(options);
}
