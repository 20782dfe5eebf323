import { setTimeout as pause } from 'node:timers/promises';
import type { JobType } from '../../domain/resources/job.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import { isConnectionFailure } from '../../store/database-failure.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import { claimManyPages, type ManyClaims } from '../frontier/claim-many.ts';
import { claimNewTasks } from '../frontier/claim-tasks.ts';
import {
  type Claim,
  type ClaimedJob,
  claimPages,
  findJobsToServe,
  type ServableJob,
  toClaimedJob,
} from '../frontier/frontier-claim.ts';
import { giveBackUnheld } from '../frontier/frontier-leases.ts';
import { createPageGroupWriter, type PageGroupWriter } from '../frontier/page-group-writer.ts';
import { renewReservations } from '../records/job-credits.ts';
import type { JobSignals } from '../records/job-signals.ts';
import { type OpenTaskOptions, openTask } from '../tasks/open-task.ts';
import type { TaskWork } from '../tasks/task-work.ts';
import { createEndBrokenJob, type EndBrokenJob } from './end-broken-job.ts';
import { createJobAdmission, type JobAdmission } from './job-admission.ts';
import type { JobWork, OpenJob } from './job-work.ts';
import { openJob } from './open-job.ts';
import { OpenJobs } from './open-jobs.ts';
import { type PageLimiter, type PageLoad, startPageLimiter } from './page-limiter.ts';
import { maxPagesPerClaim, planClaims } from './plan-claims.ts';
import { type LeaseTimes, WorkerLease } from './worker-lease.ts';

/** Dependencies and options of a job runner. */
export interface JobRunnerOptions extends Pick<OpenTaskOptions, 'storeBody' | 'toFailure'> {
  database: Database;
  signals: JobSignals;
  clock: Clock;
  log: Log;
  works: Partial<Record<JobType, JobWork | TaskWork>>;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
  lease: LeaseTimes;
  /** True if no other process can be running, so that all registered workers are dead. */
  isAlone: boolean;
  /** Returns the load that limits the pages in flight. */
  readLoad(): PageLoad;
  /** Called with the id under which this process claims rows, whenever it changes. */
  onWorker?(workerId: string): void;
}

/** Processes the jobs that this process has claimed. */
export interface JobRunner {
  /** Stops claiming, waits at most `graceMs` for running work, and returns the rest to the queue. */
  stop(graceMs: number): Promise<void>;
}

const maxJobsPerRound = 256;
/** Number of open jobs from which on claims are collected for a moment. */
const manyJobs = 4;
const minRoundMs = 50;
/**
 * A round lasts at least this many times as long as its statements took, at most `maxRoundMs`: with a thousand open jobs,
 * looking for work every 50 ms would cost the database more than storing the pages.
 */
const roundCostFactor = 5;
const maxRoundMs = 300;
/** Maximum number of tasks at the same time: one can need a browser, or minutes. */
const maxTasks = 64;

function formatNoWorkerError({ type }: ClaimedJob): string {
  return `No worker in this process handles ${type} jobs.`;
}

/** Starts claiming and processing jobs; call it at most once per process. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const runner = new DatabaseJobRunner(options);
  await runner.start();
  return runner;
}

class DatabaseJobRunner implements JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #lease: WorkerLease;
  readonly #endBrokenJob: EndBrokenJob;
  readonly #admission: JobAdmission;
  readonly #groupWriter: PageGroupWriter;
  readonly #limiter: PageLimiter;
  readonly #report: ReturnType<typeof createThrottledErrorLog>;
  readonly #stopping = new AbortController();
  readonly #taskTypes: readonly string[];
  readonly #open = new OpenJobs();
  /** Job whose running page may have ended many workers. */
  #suspectJob: OpenJob | null = null;
  #isStopped = false;
  #isWoken = false;
  /** True if the last round found jobs that this process could not serve, so that the end of a task makes room for them. */
  #hasWaitingJobs = false;
  /** True if this worker may own rows that nothing here works on. */
  #mayHoldUnusedRows = false;
  #pumping: Promise<void> | null = null;
  #beating: Promise<void> | null = null;
  #beatTimer: NodeJS.Timeout | null = null;
  #unlisten: () => void = () => {};

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#lease = new WorkerLease(options);
    this.#taskTypes = Object.entries(options.works).flatMap(([type, work]) =>
      work.kind === 'task' ? [type] : [],
    );
    this.#report = createThrottledErrorLog(options.log);
    this.#endBrokenJob = createEndBrokenJob(options);
    this.#groupWriter = createPageGroupWriter({ ...options, countJobs: () => this.#open.size });
    this.#limiter = startPageLimiter({
      readLoad: options.readLoad,
      countInFlight: () => this.#open.countInFlight(),
      onGrown: () => this.#wake(),
    });
    this.#admission = createJobAdmission({
      log: options.log,
      onDecided: () => this.#wake(),
      stopping: this.#stopping.signal,
    });
  }

  async start(): Promise<void> {
    const { isAlone, lease, signals } = this.#options;
    await this.#lease.enter(isAlone);
    this.#startBeat();
    this.#beatTimer = setInterval(() => this.#startBeat(), lease.beatMs).unref();
    this.#unlisten = signals.listen((jobId, workerId) => {
      if (workerId === this.#lease.workerId) return;
      this.#open.noteChange(jobId);
      this.#wake();
    });
  }

  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    this.#stopping.abort();
    if (this.#beatTimer !== null) clearInterval(this.#beatTimer);
    this.#unlisten();
    this.#limiter.stop();
    await this.#beating;
    await this.#pumping;
    await this.#open.waitUntilIdle(graceMs);
    await this.#lease.leave().catch((error: unknown) => {
      this.#report(error, 'running pages could not be returned to the queue; their lease will expire');
    });
  }

  #wake(): void {
    this.#isWoken = true;
    if (this.#isStopped || this.#pumping !== null) return;
    this.#pumping = this.#pump()
      .catch((error: unknown) => this.#report(error, 'jobs could not be claimed'))
      .finally(() => {
        this.#pumping = null;
      });
  }

  async #pump(): Promise<void> {
    while (this.#isWoken && !this.#isStopped) {
      const startedAt = performance.now();
      this.#isWoken = false;
      await this.#open.dropEnded(this.#options.database);
      if (this.#mayHoldUnusedRows) await this.#returnUnusedRows();
      await this.#claimRound();
      const tookMs = performance.now() - startedAt;
      const roundMs = Math.min(Math.max(minRoundMs, roundCostFactor * tookMs), maxRoundMs);
      const restMs = roundMs - tookMs;
      if (this.#open.size >= manyJobs && restMs > 0) await pause(restMs, undefined, { ref: false });
    }
  }

  /** Claims rows for every job that has some and can take more, within the limit of pages in flight. */
  async #claimRound(): Promise<void> {
    const servesTasks = this.#open.countTasks() < maxTasks;
    const jobs = await findJobsToServe(this.#options.database, maxJobsPerRound, {
      jobs: [...this.#admission.skippedJobs(), ...this.#open.listFull()],
      types: servesTasks ? [] : this.#taskTypes,
    });
    const jobIds = jobs.map(({ jobId }) => jobId);
    if (jobs.length > 0 && !this.#isStopped) await this.#claimFor(jobs, servesTasks);
    this.#hasWaitingJobs = !servesTasks || jobIds.some((jobId) => !this.#isOpen(jobId));
    if (jobs.length === maxJobsPerRound) this.#isWoken = true;
  }

  async #claimFor(jobs: readonly ServableJob[], servesTasks: boolean): Promise<void> {
    const wants = this.#planClaims(jobs.map(({ jobId }) => jobId));
    const open = new Map([...wants].filter(([jobId]) => this.#isOpen(jobId)));
    // New jobs come before the next pages of open ones, so that a new job waits for one claim of a big one at most.
    const fresh = jobs.filter(({ jobId }) => !open.has(jobId) && (wants.get(jobId) ?? 0) > 0);
    const started = await this.#startNewTasks(fresh);
    const left = fresh.map(({ jobId }) => jobId).filter((jobId) => !started.has(jobId));
    await this.#serveEach(left, wants, servesTasks);
    await this.#serveEach(await this.#claimMany(open), wants, servesTasks);
  }

  #isOpen(jobId: string): boolean {
    return this.#open.get(jobId) !== undefined;
  }

  /** Starts tasks that nobody has worked on, all with one claim; returns the ids of those that were claimed. */
  async #startNewTasks(jobs: readonly ServableJob[]): Promise<ReadonlySet<string>> {
    const { database, clock } = this.#options;
    const { workerId } = this.#lease;
    const jobIds = jobs
      .filter(({ type, isNew }) => isNew && this.#taskTypes.includes(type))
      .map(({ jobId }) => jobId)
      .slice(0, Math.max(0, maxTasks - this.#open.countTasks()));
    const tasks = await claimNewTasks(database, jobIds, workerId, clock.now()).catch((error: unknown) => {
      this.#mayHoldUnusedRows = true;
      throw error;
    });
    // The lease was lost during the claim, and the claim with it.
    if (workerId !== this.#lease.workerId) return new Set();
    for (const { job: row, page } of tasks) {
      try {
        const job = toClaimedJob(database, row);
        this.#startPages({ job, pages: [page], isSuspect: false }, null);
      } catch (error) {
        await this.#failBroken(row.job_id, error);
      }
    }
    return new Set(tasks.map(({ job }) => job.job_id));
  }

  /** Serves jobs one by one, until no more tasks can be open. */
  async #serveEach(jobIds: readonly string[], wants: ReadonlyMap<string, number>, servesTasks: boolean) {
    for (const jobId of jobIds) {
      if (this.#isStopped) return;
      if (servesTasks && this.#open.countTasks() >= maxTasks) {
        // The next round leaves tasks out.
        this.#isWoken = true;
        return;
      }
      const want = wants.get(jobId) ?? 0;
      if (want > 0) await this.#serveOrFail(jobId, want);
    }
  }

  /** Returns how many rows to claim of each job. */
  #planClaims(jobIds: readonly string[]): Map<string, number> {
    const jobs = jobIds.map((jobId) => {
      const job = this.#open.get(jobId);
      return { jobId, inFlight: job?.countInFlight() ?? 0, capacity: job?.computeCapacity() ?? null };
    });
    return planClaims(jobs, { limit: this.#limiter.getLimit(), inFlight: this.#open.countInFlight() });
  }

  /** Claims rows for all open jobs together and returns the jobs that have to be claimed one by one. */
  async #claimMany(wants: ReadonlyMap<string, number>): Promise<readonly string[]> {
    const { database, clock } = this.#options;
    const { workerId } = this.#lease;
    const jobIds = [...wants.keys()];
    // A worker with a suspect page claims job by job, which keeps other suspects away from it.
    if (this.#suspectJob !== null && this.#suspectJob.countInFlight() > 0) return jobIds;
    const wanted = [...wants].flatMap(([jobId, want]) =>
      want > 0 && this.#isOpen(jobId) ? [{ jobId, want }] : [],
    );
    let many: ManyClaims;
    try {
      many = await claimManyPages(database, wanted, workerId, clock.now());
    } catch (error) {
      this.#mayHoldUnusedRows = true;
      throw error;
    }
    // The lease was lost during the claim, and the claim with it.
    if (workerId !== this.#lease.workerId) return [];
    for (const { jobId, pages } of many.claimed) {
      const job = this.#open.get(jobId);
      if (job === undefined) this.#mayHoldUnusedRows = true;
      else this.#open.start(job, pages);
      // There may be more of this job.
      if (wants.get(jobId) === maxPagesPerClaim && pages.length >= maxPagesPerClaim) this.#isWoken = true;
    }
    const undecided = new Set(many.undecided);
    return jobIds.filter((jobId) => undecided.has(jobId) || !this.#isOpen(jobId));
  }

  /** Serves a job. A job that cannot be processed fails without delaying others. Rejects if the database is unavailable. */
  async #serveOrFail(jobId: string, want: number): Promise<void> {
    try {
      await this.#serve(jobId, want);
    } catch (error) {
      await this.#failBroken(jobId, error);
    }
  }

  /** Fails a job that could not be served because of an error. Rejects if the database is unavailable. */
  async #failBroken(jobId: string, error: unknown): Promise<void> {
    this.#admission.skipTemporarily(jobId);
    this.#mayHoldUnusedRows = true;
    if (isConnectionFailure(error)) throw error;
    if (!(await this.#endBrokenJob(jobId, error))) this.#report(error, 'a job could not be processed');
  }

  /** Claims rows for one job; if the job may need more than one claim, other jobs are served first. */
  async #serve(jobId: string, want: number): Promise<void> {
    const { database, clock, keepMs } = this.#options;
    const { workerId } = this.#lease;
    const opened: { job?: OpenJob } = {};
    const claim = await claimPages(database, {
      jobId,
      workerId,
      want,
      now: clock.now(),
      keepMs,
      hasSuspect: this.#suspectJob !== null && this.#suspectJob.countInFlight() > 0,
      refuse: (job) => {
        const error = this.#checkStart(job);
        // Opened before the job counts as started, so that a job that cannot be opened ends without a `job.started` event.
        if (error === null) opened.job = this.#openJob(job);
        return error;
      },
    });
    if (claim === null || claim.pages.length === 0) return;
    // The lease was lost during the claim, and the claim with it.
    if (workerId !== this.#lease.workerId) return;
    this.#startPages(claim, opened.job ?? null);
    if (want === maxPagesPerClaim && claim.pages.length >= want) this.#isWoken = true;
  }

  #checkStart(job: ClaimedJob) {
    const work = this.#options.works[job.type];
    if (work === undefined) return { code: 'unavailable', message: formatNoWorkerError(job) };
    return work.kind === 'task' ? null : this.#admission.checkStart(job, work);
  }

  /** Opens a job in this process without starting its pages. Throws for a stored job that cannot be used. */
  #openJob(job: ClaimedJob): OpenJob {
    const { database, clock, log, keepMs, storeBody, toFailure } = this.#options;
    const work = this.#options.works[job.type];
    if (work === undefined) throw new Failure('unavailable', formatNoWorkerError(job));
    const parts = {
      ...{ database, clock, log, job, keepMs },
      workerId: this.#lease.workerId,
      endBrokenJob: this.#endBrokenJob,
      groupWriter: this.#groupWriter,
      onCapacity: () => this.#wake(),
      onAbandoned: () => {
        this.#mayHoldUnusedRows = true;
        this.#wake();
      },
    };
    if (work.kind === 'pages') return openJob({ ...parts, work: work.open(job) });
    return openTask({ ...parts, work, storeBody, toFailure, onCapacity: () => this.#onTaskOver(job.jobId) });
  }

  /** Forgets a task that is over. Nothing is looked for if no job waited for its place, which saves most of the cost of a small task. */
  #onTaskOver(jobId: string): void {
    this.#open.dropOver(jobId);
    if (this.#hasWaitingJobs || this.#pumping !== null) this.#wake();
  }

  /** Starts claimed pages; `opened` is the job if it was opened for this claim. */
  #startPages({ job, pages, isSuspect }: Claim, opened: OpenJob | null): void {
    const used = this.#open.get(job.jobId) ?? opened ?? this.#openJob(job);
    this.#open.add(used);
    this.#open.start(used, pages);
    if (isSuspect) this.#suspectJob = used;
  }

  /** Returns rows that this worker owns but nothing here works on to the queue. Runs between claims, never during one. */
  async #returnUnusedRows(): Promise<void> {
    this.#mayHoldUnusedRows = false;
    // Collected before the query: rows that end meanwhile are handled the next time.
    const held = this.#open.heldRows();
    try {
      await giveBackUnheld(this.#options.database, this.#lease.workerId, held);
    } catch (error) {
      this.#mayHoldUnusedRows = true;
      throw error;
    }
  }

  #startBeat(): void {
    // Only one heartbeat runs at a time, even if it waits for the database.
    this.#beating ??= this.#beatAndWake().finally(() => {
      this.#beating = null;
    });
  }

  async #beatAndWake(): Promise<void> {
    const mayClaim = await this.#beat().catch((error: unknown) => {
      if (!this.#isStopped) this.#report(error, 'the lease of this process could not be renewed');
      return true;
    });
    if (mayClaim) this.#wake();
  }

  /** Renews the lease; returns whether there may be something to claim, to return or to abandon. */
  async #beat(): Promise<boolean> {
    const { database, clock } = this.#options;
    const { mayClaim, ownsRows } = await this.#lease.renew(() => this.#open.abandonAll());
    this.#open.dropIdle();
    if (this.#open.size > 0) await renewReservations(database, this.#open.ids, clock.now());
    if (ownsRows) this.#mayHoldUnusedRows = true;
    return mayClaim || ownsRows || this.#open.size > 0;
  }
}
