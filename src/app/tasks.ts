import { addMs, type Clock } from '../domain/clock.ts';
import { Failure } from '../domain/failure.ts';
import type { JobType } from '../domain/job.ts';
import type { TaskWork } from '../jobs/task-work.ts';
import type { BackgroundCommand } from '../operations/background.ts';
import type { Registry } from '../operations/registry.ts';

/** Time for the work of one operation in the background. */
const workMs = 50 * 60_000;

/** Runs the operation that a task names, as its direct call would. */
function operationTask(registry: Registry, clock: Clock): TaskWork {
  return {
    kind: 'task',
    async run(command, context) {
      const { operation: name, input } = command as BackgroundCommand;
      const operation = registry.find((one) => one.name === name);
      if (operation === undefined) throw new Failure('unavailable', `nothing here does ${name}`);
      const { answer, ...rest } = await operation.perform(input, {
        ...context,
        // Links are made when the result is read.
        baseUrl: '',
        clientAddress: null,
        workUntil: addMs(clock.now(), workMs),
        commit: async () => {},
      });
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
