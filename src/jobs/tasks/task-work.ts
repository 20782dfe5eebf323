import type { FinishedRequest } from '../../account/requests/finished-request.ts';
import type { Origin, Principal } from '../../domain/resources/account.ts';
import type { JobError } from '../../domain/resources/job.ts';
import type { DatabaseTransaction } from '../../store/database.ts';

/** Input of a task, stored with its job as plain JSON. */
export interface TaskInput {
  /** Operation for history and ledger. */
  tool: string;
  /** Principal on whose behalf the task runs. */
  principal: Principal;
  origin: Extract<Origin, 'job' | 'schedule'>;
  /** Request parameters without secrets. */
  params: Record<string, unknown>;
  /** Input of the work, in a form that only its work knows. */
  command: unknown;
}

/**
 * Returns the input with which a job was stored. Throws TypeError if it is not complete, as another version of the
 * service may have stored it.
 */
export function parseTaskInput(command: unknown): TaskInput {
  const input = command as Partial<TaskInput> | null;
  const { accountId, keyId, scopes } = (input?.principal ?? {}) as Partial<Principal>;
  const texts = [input?.tool, input?.origin, accountId, keyId];
  const isValid = texts.every((text) => typeof text === 'string') && Array.isArray(scopes);
  if (!isValid || typeof input?.params !== 'object')
    throw new TypeError('The stored input of the task is not complete.');
  return input as TaskInput;
}

/** Context of a task run. An interrupted run is repeated with another request id. */
export interface TaskContext {
  jobId: string;
  requestId: string;
  principal: Principal;
  origin: Origin;
  /** Aborts when the job was cancelled, another process took it over, or the timeout of the task expired. */
  signal: AbortSignal;
  startedAt: Date;
  /** Time at which the timeout of the task expires. */
  workUntil: Date;
}

/** Result of a task, which is billed and stored in one transaction. */
export interface TaskEnd
  extends Pick<
    FinishedRequest,
    'status' | 'url' | 'country' | 'error' | 'receipts' | 'charges' | 'reservationId' | 'contents' | 'cached'
  > {
  /** Single result of the job, whose `receipt` is the last one of `receipts`; null if the job has no result. */
  answer: object | null;
  /** True for an interrupted run, which is charged only if its job was cancelled; otherwise nothing is written. */
  isCut?: boolean;
  /** Runs in the same transaction, once and only if this run ends the job. */
  within?(transaction: DatabaseTransaction, now: Date): Promise<void>;
}

/** Failed task. */
export interface FailedTask {
  jobId: string;
  accountId: string;
  error: JobError;
  now: Date;
}

/**
 * Work of one type of task: a single piece of work under a job id, charged and stored exactly once even if processes
 * are killed.
 */
export interface TaskWork {
  kind: 'task';
  /** Maximum milliseconds for which an ended job of this type is kept, if its result is also stored elsewhere. */
  keepMs?: number;
  /**
   * Throws Failure if the job fails, and the signal's reason unless its end is `isCut`. Its reservation is released
   * if it does not end here.
   */
  run(command: unknown, context: TaskContext): Promise<TaskEnd>;
  /**
   * Writes the effect of a failed job on its resource, in the transaction that fails the job. The stored input may be
   * the cause of the failure, so the resource is found by the job id.
   */
  failed?(transaction: DatabaseTransaction, task: FailedTask): Promise<void>;
}
