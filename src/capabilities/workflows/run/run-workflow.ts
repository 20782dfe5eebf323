import { runWithSecrets } from '../../../domain/secrets/known-secrets.ts';
import { Failure } from '../../../domain/system/failure.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../../jobs/tasks/task-work.ts';
import { endRun, failRun } from './end-run.ts';
import type { RunResult } from './run-event.ts';
import { type RunMinutes, startMinutes } from './run-minutes.ts';
import type { InterpreterResult } from './steps/interpreter-options.ts';
import { StepError } from './steps/step-error.ts';
import { type RunCommand, type RunPorts, WorkflowRun } from './workflow-run.ts';

function toRunResult(end: InterpreterResult): RunResult {
  if (end.kind === 'completed') return { status: 'completed', question: null, error: null };
  if (end.kind === 'failed') return { status: 'failed', question: null, error: end.error };
  return { status: 'needs_input', question: end.question, error: null };
}

/** Reserves a minute that started during the last step. If the account has no credit for it, the minute is free. */
async function reserveLastMinute(minutes: RunMinutes): Promise<void> {
  await minutes.reserveStarted().catch((error: unknown) => {
    if (!(error instanceof StepError)) throw error;
  });
}

/** The end of a cancelled run: the minutes of its browser are charged. */
const cancelled: RunResult = {
  status: 'cancelled',
  question: null,
  error: { code: 'cancelled', message: 'The run was cancelled.' },
};

/** Creates the work of jobs that run workflows. */
export function createRunWork(ports: RunPorts): TaskWork {
  const { store, clock, reservations } = ports;

  async function run(command: unknown, context: TaskContext): Promise<TaskEnd> {
    const { runId } = command as RunCommand;
    const claimed = await store.claim(runId, context.jobId, clock.now());
    if (claimed === null) throw new Failure('conflict', 'The run has ended.');
    if (claimed.status === 'needs_input') {
      // The browser that waited for the answer ended with its process.
      return endRun(
        ports,
        claimed,
        context,
        { status: 'needs_input', question: claimed.question, error: null },
        null,
        null,
      );
    }
    let minutes: RunMinutes;
    try {
      minutes = await startMinutes({
        reservations,
        clock,
        accountId: claimed.accountId,
        requestId: context.requestId,
        usedMs: claimed.usedMs,
      });
    } catch (error) {
      if (!(error instanceof StepError)) throw error;
      return endRun(
        ports,
        claimed,
        context,
        { status: 'failed', question: null, error: { code: error.code, message: error.message } },
        null,
        null,
      );
    }
    const work = new WorkflowRun(ports, claimed, context, minutes);
    try {
      const end = await runWithSecrets(
        () => claimed.secrets,
        () => work.work(),
      );
      context.signal.throwIfAborted();
      await reserveLastMinute(minutes);
      return endRun(ports, claimed, context, toRunResult(end), await work.browser(), minutes);
    } catch (error) {
      const browser = context.signal.aborted ? await work.browser() : null;
      if (browser !== null) return endRun(ports, claimed, context, cancelled, browser, minutes);
      await reservations.release(minutes.reservationId);
      throw error;
    } finally {
      // A failure to close the browser does not change the result of the run.
      await work.close().catch(() => {});
    }
  }

  return {
    kind: 'task',
    run,
    failed: (transaction, task) => failRun(transaction, task, ports.keepMs),
  };
}
