import type { FinishedRequest } from '../account/finished-request.ts';
import type { Origin, Principal } from '../domain/account.ts';
import type { Failure } from '../domain/failure.ts';
import type { DatabaseTransaction } from '../store/database.ts';
import type { ClaimedJob } from './frontier-claim.ts';

/** What a task is done from: kept with its job, as plain JSON. */
export interface TaskOrder {
  /** The operation in whose name it is done, for history and ledger. */
  tool: string;
  /** On whose behalf. */
  principal: Principal;
  origin: Extract<Origin, 'job' | 'schedule'>;
  /** What was asked, masked. */
  params: Record<string, unknown>;
  /** What the work is done from; only its work knows the shape. */
  command: unknown;
}

/** What a task knows of its run. A run that is cut off is begun again, with another request id. */
export interface TaskContext {
  jobId: string;
  requestId: string;
  principal: Principal;
  origin: Origin;
  /** Aborted when the job was cancelled, taken by another process, or the time of a task is up. */
  signal: AbortSignal;
  startedAt: Date;
}

/** What became of a task: its answer, and what is billed and stored with it, in one transaction. */
export interface TaskEnd
  extends Pick<
    FinishedRequest,
    'status' | 'url' | 'country' | 'error' | 'receipts' | 'charges' | 'reservationId' | 'contents' | 'cached'
  > {
  /** The job's single result, whose `receipt` is the last one of `receipts`; null when the job has no result. */
  answer: object | null;
  /** What a run that was cut off costs all the same, if that was because its job was cancelled; else nothing is written. */
  isCut?: boolean;
  /** More that is written in the same transaction, once and only when the job ends by this run. */
  within?(transaction: DatabaseTransaction, now: Date): Promise<void>;
}

/** How tasks of one type are done: one piece of work under a job id, charged and stored once whatever is killed when. */
export interface TaskWork {
  kind: 'task';
  /** Milliseconds that an ended job of this type is kept at most, where what it came to stands elsewhere too. */
  keepMs?: number;
  /**
   * Throws Failure when the job fails, and the signal's reason unless its end `isCut`. What it reserves is released when it
   * does not end here.
   */
  run(command: unknown, context: TaskContext): Promise<TaskEnd>;
  /** Called in the transaction that fails a job of this type. */
  failed?(
    transaction: DatabaseTransaction,
    task: { job: ClaimedJob; order: TaskOrder; failure: Failure; now: Date },
  ): Promise<void>;
}
