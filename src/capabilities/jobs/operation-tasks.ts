import { noCommit } from '../../account/requests/idempotency.ts';
import type { JobType } from '../../domain/resources/job.ts';
import { addMs, type Clock } from '../../domain/system/clock.ts';
import { Failure } from '../../domain/system/failure.ts';
import type { TaskContext, TaskWork } from '../../jobs/tasks/task-work.ts';
import type { BackgroundCommand } from '../../operations/declaration/background.ts';
import type { Operation, Outcome } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';

/** Time limit of one operation in the background. */
const workMs = 50 * 60_000;

/** Runs an operation as part of a task, as its direct call would. */
export function performInTask(
  operation: Operation,
  input: Record<string, unknown>,
  context: TaskContext,
  clock: Clock,
): Promise<Outcome> {
  return operation.perform(input, {
    ...context,
    // The links of a result are made when it is read.
    baseUrl: '',
    clientAddress: null,
    accept: null,
    workUntil: addMs(clock.now(), workMs),
    commit: noCommit,
  });
}

/** Runs the operation that a task names. */
function operationTask(registry: () => Registry, clock: Clock): TaskWork {
  return {
    kind: 'task',
    async run(command, context) {
      const { operation: name, input } = command as BackgroundCommand;
      const operation = registry().find((one) => one.name === name);
      if (operation === undefined) throw new Failure('unavailable', `this service has no operation ${name}`);
      const { answer, ...rest } = await performInTask(operation, input, context, clock);
      if (answer.kind !== 'json') throw new Error(`${name} returned no JSON to store`);
      return { ...rest, answer: answer.value as object };
    },
  };
}

/** The work of all operations that can run in the background, by job type. */
export function operationTasks(registry: () => Registry, clock: Clock): Partial<Record<JobType, TaskWork>> {
  const work = operationTask(registry, clock);
  const types = registry().flatMap(({ background }) => background ?? []);
  return Object.fromEntries(types.map((type) => [type, work]));
}
