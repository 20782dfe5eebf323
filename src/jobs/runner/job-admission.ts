import { setTimeout as pause } from 'node:timers/promises';
import type { JobError } from '../../domain/resources/job.ts';
import type { Log } from '../../domain/system/log.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import type { ClaimedJob } from '../frontier/frontier-claim.ts';
import { findPermanentError } from './end-broken-job.ts';
import type { JobWork } from './job-work.ts';

/** Decides whether jobs can start, without delaying other jobs. */
export interface JobAdmission {
  /**
   * Returns the error that prevents the start, null if the job can start, or `unknown` while that is being checked.
   */
  checkStart(job: ClaimedJob, work: JobWork): JobError | null | 'unknown';
  /** Skips a job for a second after a transient error. */
  skipTemporarily(jobId: string): void;
  /** Returns the ids of jobs that must not be claimed now: undecided and skipped ones. */
  skippedJobs(): string[];
}

/** Dependencies of job admission. */
export interface JobAdmissionOptions {
  log: Log;
  /** Called when a job that was `unknown` is decided. */
  onDecided(): void;
  /** Aborts when the process stops. */
  stopping: AbortSignal;
}

/** Timeout of one check. */
const checkTimeoutMs = 60_000;
const retryPauseMs = 2_000;
/** Maximum time for a decision; after that the job is rejected. */
const maxDecisionMs = 10 * 60_000;
/** Time after which an unused decision is dropped, because its job may have been cancelled. */
const decisionTtlMs = 60_000;
const skipMs = 1_000;
const undecidableError: JobError = {
  code: 'unavailable',
  message: 'The service could not check whether the job can start. Start the job again later.',
};

/**
 * Creates the admission. A check that fails because something is unavailable is repeated; any other error rejects the
 * job.
 */
export function createJobAdmission(options: JobAdmissionOptions): JobAdmission {
  const { log, onDecided, stopping } = options;
  const report = createThrottledErrorLog(log);
  const decisions = new Map<string, JobError | null | 'unknown'>();
  /** Times until which jobs are skipped, on the clock of `performance`. */
  const skippedUntil = new Map<string, number>();

  /** Checks once. An immediate answer is not a promise, so that the claim needs no second attempt. */
  function check(job: ClaimedJob, work: JobWork): JobError | null | Promise<JobError | null> {
    try {
      return work.checkStart(job, AbortSignal.any([stopping, AbortSignal.timeout(checkTimeoutMs)]));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Checks until the job is decided. Rejects only when the process stops. */
  async function decide(job: ClaimedJob, work: JobWork, firstCheck: Promise<JobError | null>) {
    const deadlineAt = performance.now() + maxDecisionMs;
    for (let checkResult: ReturnType<typeof check> = firstCheck; ; checkResult = check(job, work)) {
      try {
        return await checkResult;
      } catch (error) {
        stopping.throwIfAborted();
        const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
        const broken = isTimeout ? null : findPermanentError(error);
        if (broken !== null) {
          log.error({ err: error, job: job.jobId }, 'a job cannot start');
          return broken;
        }
        if (performance.now() > deadlineAt) return undecidableError;
        report(error, 'a job could not be checked before its start');
        await pause(retryPauseMs, undefined, { ref: false, signal: stopping });
      }
    }
  }

  function storeDecision(jobId: string, decision: JobError | null): void {
    decisions.set(jobId, decision);
    setTimeout(() => {
      if (decisions.get(jobId) === decision) decisions.delete(jobId);
    }, decisionTtlMs).unref();
    onDecided();
  }

  return {
    checkStart(job, work) {
      const { jobId } = job;
      const decision = decisions.get(jobId);
      if (decision !== undefined) {
        if (decision !== 'unknown') decisions.delete(jobId);
        return decision;
      }
      const checkResult = check(job, work);
      if (!(checkResult instanceof Promise)) return checkResult;
      decisions.set(jobId, 'unknown');
      decide(job, work, checkResult).then(
        (decided) => storeDecision(jobId, decided),
        // The process is stopping; the next one decides.
        () => decisions.delete(jobId),
      );
      return 'unknown';
    },
    skipTemporarily(jobId) {
      skippedUntil.set(jobId, performance.now() + skipMs);
    },
    skippedJobs() {
      for (const [jobId, until] of skippedUntil) {
        if (until <= performance.now()) skippedUntil.delete(jobId);
      }
      const undecided = [...decisions].flatMap(([jobId, decision]) => (decision === 'unknown' ? jobId : []));
      return [...skippedUntil.keys(), ...undecided];
    },
  };
}
