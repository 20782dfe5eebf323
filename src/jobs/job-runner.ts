import { randomBytes } from 'node:crypto';
import { addMs, type Clock } from '../domain/clock.ts';
import type { JobError, JobType } from '../domain/job.ts';
import type { Log } from '../domain/log.ts';
import type { Database } from '../store/database.ts';
import { createTroubleReport } from '../store/database-trouble.ts';
import { type Claim, type ClaimedJob, claimPages, jobsToServe, openJobs } from './frontier-claim.ts';
import { enterWorker, leaveWorker, reclaimLost, renewLease } from './frontier-leases.ts';
import { renewReservations } from './job-credits.ts';
import type { JobSignals } from './job-signals.ts';
import type { JobWork } from './job-work.ts';
import { type OpenJob, openJob } from './open-job.ts';
import { type OpenTaskOptions, openTask } from './open-task.ts';
import type { TaskWork } from './task-work.ts';

/** How long a worker may be silent before its pages are taken from it; a test makes it shorter. */
export interface LeaseTimes {
  leaseMs: number;
  /** How often the lease is renewed and lost ones are looked for. */
  beatMs: number;
}

/** The usual times. */
export const usualLease: LeaseTimes = { leaseMs: 10_000, beatMs: 3_000 };

/** What the runner of a process is made of. */
export interface JobRunnerOptions extends Pick<OpenTaskOptions, 'storeBody' | 'toFailure'> {
  database: Database;
  signals: JobSignals;
  clock: Clock;
  log: Log;
  works: Partial<Record<JobType, JobWork | TaskWork>>;
  /** Milliseconds that an ended job is kept. */
  keepMs: number;
  lease: LeaseTimes;
  /** True where no other process can be at work: whoever is entered is dead. */
  isAlone: boolean;
}

/** The part of a process that works on jobs. */
export interface JobRunner {
  /** Claims no more, lets what is under way end within `graceMs`, and gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

/** Pages under way at once in this process, whatever their jobs. */
const mostInFlight = 64;
const jobsAtOnce = 16;
/** Pages of one claim: a job that comes now waits for so many pages of another at most. */
const pagesAtOnce = 16;
/** How long it may take to see whether a job can begin. */
const judgeWithinMs = 60_000;
/** Any lease is over by then. */
const longestLeaseMs = 24 * 60 * 60_000;

function newWorkerId(): string {
  return `${process.pid}-${randomBytes(8).toString('hex')}`;
}

/** Starts claiming and working; at most one a process. */
export async function startJobRunner(options: JobRunnerOptions): Promise<JobRunner> {
  const { database, signals, clock, log, works, keepMs, lease, isAlone } = options;
  const report = createTroubleReport(log);
  const open = new Map<string, OpenJob>();
  const verdicts = new Map<string, JobError | null | 'unknown'>();
  const stopping = new AbortController();
  let workerId = newWorkerId();
  let isStopped = false;
  let isWanted = false;
  let pumping: Promise<void> | null = null;

  const inFlight = () => [...open.values()].reduce((sum, job) => sum + job.inFlight(), 0);

  function begin(claim: Claim): void {
    const { job, pages } = claim;
    let current = open.get(job.jobId);
    if (current === undefined || current.isOver()) {
      const work = works[job.type] as JobWork | TaskWork;
      const parts = { database, clock, log, job, workerId, keepMs, onRoom: wake };
      current =
        'kind' in work
          ? openTask({ ...parts, work, storeBody: options.storeBody, toFailure: options.toFailure })
          : openJob({ ...parts, work: work.open(job) });
      open.set(job.jobId, current);
    }
    current.begin(pages);
  }

  /** Looks whether a job may begin; where that takes its time, other jobs go on meanwhile. */
  function refuse(job: ClaimedJob): JobError | null | 'unknown' {
    const { jobId } = job;
    const verdict = verdicts.get(jobId);
    if (verdict !== undefined) {
      if (verdict !== 'unknown') verdicts.delete(jobId);
      return verdict;
    }
    const work = works[job.type];
    if (work === undefined) return { code: 'unavailable', message: `nothing here does ${job.type} jobs` };
    if ('kind' in work) return null;
    const answer = work.refuse(job, AbortSignal.any([stopping.signal, AbortSignal.timeout(judgeWithinMs)]));
    if (!(answer instanceof Promise)) return answer;
    verdicts.set(jobId, 'unknown');
    answer.then(
      (found) => verdicts.set(jobId, found),
      () => verdicts.delete(jobId),
    );
    void answer.finally(wake).catch(() => {});
    return 'unknown';
  }

  /** Claims for one job; where it may want more than one claim brings, everybody else is looked after first. */
  async function serve(jobId: string, share: number): Promise<void> {
    const current = open.get(jobId);
    const want = Math.min(share, current?.isOver() === false ? current.appetite() : share);
    if (want <= 0) return;
    const claim = await claimPages(database, {
      jobId,
      workerId,
      want,
      now: clock.now(),
      keepMs,
      refuse,
    });
    if (claim === null || claim.pages.length === 0) return;
    begin(claim);
    if (want === pagesAtOnce && claim.pages.length >= want) isWanted = true;
  }

  /** Drops jobs that were ended elsewhere, by their owner for example. */
  async function dropEnded(): Promise<void> {
    for (const [jobId, job] of open) if (job.isOver() && job.isIdle()) open.delete(jobId);
    if (open.size === 0) return;
    const alive = await openJobs(database, [...open.keys()]);
    for (const [jobId, job] of open) {
      if (alive.has(jobId)) continue;
      job.abandon();
      open.delete(jobId);
    }
  }

  async function pump(): Promise<void> {
    await dropEnded();
    while (isWanted && !isStopped) {
      isWanted = false;
      const jobIds = await jobsToServe(database, jobsAtOnce);
      const fair = Math.max(2, Math.floor(mostInFlight / Math.max(1, jobIds.length)));
      for (const jobId of jobIds) {
        const room = mostInFlight - inFlight();
        if (room <= 0 || isStopped) break;
        await serve(jobId, Math.min(fair, room, pagesAtOnce));
      }
    }
  }

  function wake(): void {
    isWanted = true;
    if (isStopped || pumping !== null) return;
    pumping = pump()
      .catch((error: unknown) => report(error, 'jobs could not be claimed'))
      .finally(() => {
        pumping = null;
      });
  }

  async function beat(): Promise<void> {
    if (!(await renewLease(database, workerId, clock.now(), lease.leaseMs))) {
      log.warn({ worker: workerId }, 'this process was silent for too long: its pages were taken from it');
      for (const job of open.values()) job.abandon();
      open.clear();
      workerId = newWorkerId();
      await enterWorker(database, workerId, clock.now(), lease.leaseMs);
    }
    if ((await reclaimLost(database, clock.now())) > 0) isWanted = true;
    for (const [jobId, job] of open) if (job.isIdle()) open.delete(jobId);
    if (open.size > 0) await renewReservations(database, [...open.keys()], clock.now());
  }

  async function beatAndWake(): Promise<void> {
    await beat().catch((error: unknown) => {
      if (!isStopped) report(error, 'the lease of this process could not be renewed');
    });
    wake();
  }

  if (isAlone) await reclaimLost(database, addMs(clock.now(), longestLeaseMs));
  await enterWorker(database, workerId, clock.now(), lease.leaseMs);
  let beating = beatAndWake();
  const timer = setInterval(() => {
    beating = beating.then(() => (isStopped ? undefined : beatAndWake()));
  }, lease.beatMs).unref();
  const unlisten = signals.listen(wake);

  return {
    async stop(graceMs) {
      isStopped = true;
      stopping.abort();
      clearInterval(timer);
      unlisten();
      await beating;
      await pumping;
      const impatience = setTimeout(() => {
        for (const job of open.values()) job.abandon();
      }, graceMs);
      await Promise.all([...open.values()].map((job) => job.settled()));
      clearTimeout(impatience);
      await leaveWorker(database, workerId).catch((error: unknown) => {
        report(error, 'pages under way could not be given back; their lease will end');
      });
    },
  };
}
