import type { PoolConfig } from 'pg';
import { fromKysely, type Job, type JobResult, PgBoss } from 'pg-boss';
import { messageOf } from '../domain/failure.ts';
import type { Log } from '../domain/log.ts';
import type { DatabaseTransaction } from '../store/database.ts';
import { createTroubleReport } from '../store/database-trouble.ts';

const schema = 'pgboss';
/** Connections of the queue's own pool; one more listens. */
const poolSize = 2;
/** How often a worker looks by itself. Notifications wake it long before, but not for a retry. */
const defaultPollSeconds = 2;

/** Settings of one queue; times in seconds. */
export interface QueueSettings {
  /** `exclusive`: at most one job waits or runs. */
  policy?: 'standard' | 'exclusive';
  /** How often a failed job is tried again. */
  retryLimit: number;
  /** Pause before the first retry, doubled with every further one. */
  retryDelay?: number;
  /** A job that runs longer is taken for lost and tried again. */
  expireInSeconds: number;
  /** How long finished jobs are kept. */
  deleteAfterSeconds?: number;
}

/** A queue and what its jobs carry. */
export interface QueueDefinition<Payload extends object> {
  readonly name: string;
  readonly settings: QueueSettings;
  /** Only a type; never present. */
  readonly payload?: Payload;
}

/** How one job is sent. */
export interface SendOptions {
  /** The transaction that the job is part of: it is there when that commits, and only then. */
  transaction?: DatabaseTransaction;
  /** Not before this instant, by the clock of the database. */
  startAfter?: Date;
  /** Of waiting jobs with the same key only one is kept, where the queue's policy says so. */
  singletonKey?: string;
}

/** Does the work of one job; throwing sends it to its retry. `signal` says that the time is up or the process stops. */
export type Work<Payload extends object> = (payload: Payload, signal: AbortSignal) => Promise<void>;

/** How one process works on a queue. */
export interface WorkOptions {
  /** Workers, each with its own questions to the database; 1 unless said. */
  concurrency?: number;
  /** Jobs that a worker takes with one question and runs at once, 1 unless said. It asks again when all have ended. */
  batch?: number;
  /** How often the worker looks for retries and for what a lost notification hid; 0.5 or more, 2 unless said. */
  pollSeconds?: number;
}

/** The job queue of this process, over PostgreSQL. */
export interface Queue {
  /** Installs or updates the queue's own tables, makes the defined queues, and begins to listen. */
  start(): Promise<void>;
  /** Lets running work finish for at most `graceMs`, then aborts it and closes every connection. */
  stop(graceMs?: number): Promise<void>;
  /** Sends a job; returns its id, or null when its queue's policy already holds one. */
  send<Payload extends object>(
    definition: QueueDefinition<Payload>,
    payload: Payload,
    options?: SendOptions,
  ): Promise<string | null>;
  /** Works on the queue's jobs. Only after `start`. */
  work<Payload extends object>(
    definition: QueueDefinition<Payload>,
    work: Work<Payload>,
    options?: WorkOptions,
  ): Promise<void>;
}

/** Declares a queue; its name is made of letters, digits and `-`. */
export function defineQueue<Payload extends object>(
  name: string,
  settings: QueueSettings,
): QueueDefinition<Payload> {
  return { name, settings };
}

function queueOptions(settings: QueueSettings) {
  const { retryDelay = 0, deleteAfterSeconds = 24 * 60 * 60 } = settings;
  return {
    retryLimit: settings.retryLimit,
    retryDelay,
    retryBackoff: retryDelay > 0,
    expireInSeconds: settings.expireInSeconds,
    deleteAfterSeconds,
    notify: true,
  };
}

function createBoss(connection: PoolConfig, log: Log): PgBoss {
  const boss = new PgBoss({
    ...(connection as object),
    application_name: 'webdata queue',
    max: poolSize,
    schema,
    useListenNotify: true,
    // What is due when stands in our own tables.
    schedule: false,
  });
  // The queue goes on by itself once the database is back.
  const report = createTroubleReport(log);
  boss.on('error', (error) => {
    // What it hands on may be a copy, which is no Error any more.
    const whole = error instanceof Error ? error : Object.assign(new Error(), error);
    report(whole, 'the job queue had trouble with the database');
  });
  boss.on('warning', (warning) => log.warn({ ...warning }, 'the job queue warns'));
  return boss;
}

/** Composes the queue over `connection`; every queue that is sent to or worked on is named in `definitions`. */
export function createQueue(options: {
  connection: PoolConfig;
  definitions: readonly QueueDefinition<object>[];
  log: Log;
}): Queue {
  const { connection, definitions, log } = options;
  const boss = createBoss(connection, log);
  const stopping = new AbortController();

  async function runJob<Payload extends object>(work: Work<Payload>, job: Job<Payload>): Promise<JobResult> {
    const { id, name } = job;
    try {
      await work(job.data, AbortSignal.any([job.signal, stopping.signal]));
      return { id, status: 'completed' };
    } catch (error) {
      log.warn({ err: error, queue: name, job: id, attempt: job.retryCount + 1 }, messageOf(error));
      return { id, status: 'failed', output: { message: messageOf(error) } };
    }
  }

  return {
    async start() {
      await boss.start();
      for (const { name, settings } of definitions) {
        await boss.createQueue(name, { policy: settings.policy ?? 'standard', ...queueOptions(settings) });
        await boss.updateQueue(name, queueOptions(settings));
      }
    },
    async stop(graceMs = 10_000) {
      const abort = setTimeout(() => stopping.abort(), graceMs).unref();
      await boss.stop({ graceful: true, timeout: graceMs + 1_000 });
      clearTimeout(abort);
      stopping.abort();
    },
    send: ({ name }, payload, { transaction, startAfter, singletonKey } = {}) =>
      boss.send(name, payload, {
        ...(transaction === undefined ? {} : { db: fromKysely(transaction) }),
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
      }),
    async work<Payload extends object>(
      definition: QueueDefinition<Payload>,
      work: Work<Payload>,
      { concurrency = 1, batch = 1, pollSeconds = defaultPollSeconds }: WorkOptions = {},
    ) {
      await boss.work<Payload>(
        definition.name,
        {
          localConcurrency: concurrency,
          pollingIntervalSeconds: pollSeconds,
          notifyPollingIntervalSeconds: pollSeconds,
          batchSize: batch,
          burstWhenBatchFull: true,
          perJobResults: true,
        },
        (jobs) => Promise.all(jobs.map((job) => runJob(work, job))),
      );
    },
  };
}
