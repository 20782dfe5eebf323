import { saveContinuation } from '../../account/requests/continuations.ts';
import { noCommit } from '../../account/requests/idempotency.ts';
import { deriveKey } from '../../domain/crypto/secret-keys.ts';
import type { JobType } from '../../domain/resources/job.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { TaskContext, TaskWork } from '../../jobs/tasks/task-work.ts';
import { createContinuationSave } from '../../operations/call-path/perform-call.ts';
import type { ContinuationPorts } from '../../operations/call-path/resume-call.ts';
import type { BackgroundCommand } from '../../operations/declaration/background.ts';
import { timeLimitOf } from '../../operations/declaration/continuation.ts';
import type { Operation, Outcome } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import type { BlobStore } from '../../store/blobs/blob-store.ts';
import type { Database } from '../../store/database.ts';
import { openJobFile } from './job-files.ts';

/** Time limit of one operation in the background. */
const workMs = 50 * 60_000;

/** Dependencies of operations in tasks. */
export interface OperationTaskPorts {
  database: Database;
  clock: Clock;
  /** The secret from which the key of the stored states is derived. */
  rootSecret: string;
}

/** Runs an operation as part of a task, as its direct call would. */
export function performInTask(
  operation: Operation,
  input: Record<string, unknown>,
  context: TaskContext,
  { database, clock, rootSecret }: OperationTaskPorts,
): Promise<Outcome> {
  const store = { database, continuationKey: deriveKey(rootSecret, 'continuation') };
  const save: ContinuationPorts['save'] = (call, state, now) => saveContinuation(store, call, state, now);
  const now = clock.now();
  return operation.perform(input, {
    ...context,
    // The links of a result are made when it is read.
    baseUrl: '',
    clientAddress: null,
    accept: null,
    workUntil: addMs(now, timeLimitOf(input) ?? workMs),
    saveContinuation: createContinuationSave(
      { save },
      { operation, principal: context.principal },
      input,
      now,
    ),
    commit: noCommit,
  });
}

/** Dependencies of the tasks of operations, whose callers can send files. */
export interface OperationsPorts extends OperationTaskPorts {
  blobs: BlobStore;
}

/** Runs the operation that a task names. */
function operationTask(registry: () => Registry, ports: OperationsPorts): TaskWork {
  return {
    kind: 'task',
    async run(command, context) {
      const { operation: name, input } = command as BackgroundCommand;
      const operation = registry().find((one) => one.name === name);
      if (operation === undefined) throw new Failure('unavailable', `this service has no operation ${name}`);
      const complete = await openJobFile(ports, input);
      const { answer, ...rest } = await performInTask(operation, complete, context, ports);
      if (answer.kind !== 'json') throw new Error(`${name} returned no JSON to store`);
      return { ...rest, answer: answer.value as object };
    },
  };
}

/** The work of all operations that can run in the background, by job type. */
export function operationTasks(
  registry: () => Registry,
  ports: OperationsPorts,
): Partial<Record<JobType, TaskWork>> {
  const work = operationTask(registry, ports);
  const types = registry().flatMap(({ background }) => background ?? []);
  return Object.fromEntries(types.map((type) => [type, work]));
}
