import { sql } from 'kysely';
import type { JobWait } from '../../domain/resources/job.ts';
import { currentActivity } from '../../domain/system/activity.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import type { Log } from '../../domain/system/log.ts';
import type { Database } from '../../store/database.ts';

/** Records that pages of the current job wait for a pause of `ms` milliseconds that an origin requested. */
export type RecordJobWait = (origin: string, ms: number) => void;

/** Pauses of the pages of one job that end within this time of each other are recorded once. */
const minDifferenceMs = 2_000;
const maxJobs = 1_000;

/** Creates the recorder, which finds the job in the current activity; work outside of jobs is not recorded. */
export function createJobWaitRecorder(ports: { database: Database; clock: Clock; log: Log }): RecordJobWait {
  const { database, clock, log } = ports;
  /** Latest recorded end by job. */
  const recorded = new Map<string, number>();

  return (origin, ms) => {
    const jobId = currentActivity()?.jobId ?? null;
    const until = addMs(clock.now(), ms);
    if (jobId === null || until.getTime() < (recorded.get(jobId) ?? 0) + minDifferenceMs) return;
    if (recorded.size >= maxJobs) recorded.clear();
    recorded.set(jobId, until.getTime());
    const wait: JobWait = {
      code: 'retry_after',
      origin,
      until: until.toISOString(),
      message: `${origin} asked for a pause (Retry-After). The job continues at ${until.toISOString()}.`,
    };
    sql`update jobs set waiting = ${JSON.stringify(wait)}::jsonb where job_id = ${jobId}`
      .execute(database)
      .catch((error: unknown) => {
        recorded.delete(jobId);
        log.warn({ err: error, job: jobId }, 'the wait of a job could not be recorded');
      });
  };
}
