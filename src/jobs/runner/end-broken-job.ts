import type { JobError, JobType } from '../../domain/resources/job.ts';
import type { Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';
import {
  databaseFailure,
  isConnectionFailure,
  isSerializationConflict,
} from '../../store/database-failure.ts';
import { createThrottledErrorLog } from '../../store/throttled-error-log.ts';
import { type FailOptions, failJob } from '../records/job-end.ts';
import type { TaskWork } from '../tasks/task-work.ts';
import type { JobWork } from './job-work.ts';

/** Dependencies of ending broken jobs. */
export interface BrokenJobOptions {
  database: Database;
  clock: Clock;
  log: Log;
  works: Partial<Record<JobType, JobWork | TaskWork>>;
  /** Milliseconds for which an ended job is kept. */
  keepMs: number;
}

/**
 * Ends a job that cannot be processed because of an error, and returns true. Returns false if the error is transient,
 * or if the job could not be ended now, which is logged; the job then stays unchanged. Never rejects.
 */
export type EndBrokenJob = (jobId: string, error: unknown) => Promise<boolean>;

const internalError: JobError = {
  code: 'internal',
  message:
    'The job cannot be processed because of an internal error. Start it again with a new request; the operator finds the cause in the log of the service.',
};

/** Classes of SQLSTATE (PostgreSQL manual, appendix A) caused by the data: the same statement fails again. */
const dataErrorClasses: ReadonlySet<string> = new Set(['22', '23']);

/** Returns the error of a failed job for its owner. Details of internal errors are only logged. */
export function toJobError({ kind, message }: Failure): JobError {
  return kind === 'internal' ? internalError : { code: kind, message };
}

/** Returns the SQLSTATE of an error that PostgreSQL reported; null for any other error. */
function findSqlState(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !('severity' in error) || !('code' in error))
    return null;
  return typeof error.code === 'string' && error.code.length === 5 ? error.code : null;
}

/** Returns whether the error comes from the database and may be transient: it says nothing about the job. */
function isTransientDatabaseError(error: unknown): boolean {
  if (databaseFailure(error) !== null || isConnectionFailure(error) || isSerializationConflict(error))
    return true;
  const state = findSqlState(error);
  return state !== null && !dataErrorClasses.has(state.slice(0, 2));
}

/**
 * Returns the error with which a job ends. Returns null for a transient error, after which the job is tried again: a
 * failure of the database, or a Failure `unavailable`.
 */
export function findPermanentError(error: unknown): JobError | null {
  if (error instanceof Failure) {
    return error.kind === 'unavailable' || isTransientDatabaseError(error.cause) ? null : toJobError(error);
  }
  if (isTransientDatabaseError(error)) return null;
  return internalError;
}

/**
 * Creates the function that ends broken jobs: it sets status, reservation and related rows, and emits one
 * `job.failed` event.
 */
export function createEndBrokenJob(options: BrokenJobOptions): EndBrokenJob {
  const { database, clock, log, works, keepMs } = options;
  const report = createThrottledErrorLog(log);

  function createFailOptions(jobId: string, error: JobError): FailOptions {
    const now = clock.now();
    return {
      now,
      keepMs,
      async within(transaction, { accountId, type }) {
        const work = works[type as JobType];
        if (work?.kind === 'task') {
          await work.failed?.(transaction, { jobId, accountId, error, now });
        }
      },
    };
  }

  async function end(jobId: string, error: JobError): Promise<void> {
    try {
      await failJob(database, jobId, error, createFailOptions(jobId, error));
    } catch (cause) {
      if (isTransientDatabaseError(cause)) throw cause;
      // The webhook event may be the cause of the error, and must not keep the job open.
      log.error({ err: cause, job: jobId }, 'a broken job was ended without its webhook event');
      await failJob(database, jobId, error, { now: clock.now(), keepMs, isSilent: true });
    }
  }

  return async (jobId, cause) => {
    const error = findPermanentError(cause);
    if (error === null) return false;
    log.error({ err: cause, job: jobId }, 'a job that cannot be processed is being ended');
    try {
      await end(jobId, error);
      return true;
    } catch (failure) {
      report(failure, 'a broken job could not be ended');
      return false;
    }
  };
}
