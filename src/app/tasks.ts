import { addMs, type Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { JobType } from '../domain/job.ts';
import type { TaskContext, TaskWork } from '../jobs/task-work.ts';
import type { BackgroundCommand } from '../operations/background.ts';
import type { Operation, Outcome } from '../operations/operation.ts';
import type { Registry } from '../operations/registry.ts';

/** Time for the work of one operation in the background. */
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
    // Links are made when the result is read.
    baseUrl: '',
    clientAddress: null,
    accept: null,
    workUntil: addMs(clock.now(), workMs),
    commit: async () => {},
  });
}

/** Runs the operation that a task names. */
function operationTask(registry: Registry, clock: Clock): TaskWork {
  return {
    kind: 'task',
    async run(command, context) {
      const { operation: name, input } = command as BackgroundCommand;
      const operation = registry.find((one) => one.name === name);
      if (operation === undefined) throw new Failure('unavailable', `nothing here does ${name}`);
      const { answer, ...rest } = await performInTask(operation, input, context, clock);
      if (answer.kind !== 'json') throw new Error(`${name} gives no JSON to be kept`);
      return { ...rest, answer: answer.value as object };
    },
  };
}

/** How operations that may be done in the background are done there, by type of job. */
export function operationTasks(registry: Registry, clock: Clock): Partial<Record<JobType, TaskWork>> {
  const work = operationTask(registry, clock);
  const types = registry.flatMap(({ background }) => background ?? []);
  return Object.fromEntries(types.map((type) => [type, work]));
}
