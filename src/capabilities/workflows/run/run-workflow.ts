import { runWithSecrets } from '../../../domain/secrets/known-secrets.ts';
import { Failure } from '../../../domain/system/failure.ts';
import { type ChargedWork, runCharged } from '../../../fetching/charged-work.ts';
import type { TaskContext, TaskEnd, TaskWork } from '../../../jobs/tasks/task-work.ts';
import type { CapturedLogin } from '../renewal/capture-login.ts';
import type { ClaimedRun } from './claimed-run.ts';
import { endRun, failRun, type RunEnd } from './end-run.ts';
import type { RunBrowser } from './run-browser.ts';
import type { RunResult } from './run-event.ts';
import { priceOfStart, type RunMinutes, startMinutes } from './run-minutes.ts';
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
  const { store, clock } = ports;

  /** Captures the login that a completed run renews; null if it renews none. */
  async function captureLogin(
    { accountId, plan: { renews: loginId } }: ClaimedRun,
    browser: RunBrowser | null,
  ): Promise<CapturedLogin | null> {
    return loginId === undefined ? null : ports.captureLogin({ accountId, loginId }, browser);
  }

  async function runSteps(
    claimed: ClaimedRun,
    context: TaskContext,
    charged: ChargedWork,
    minutes: RunMinutes,
  ): Promise<TaskEnd> {
    const work = new WorkflowRun(ports, claimed, context, minutes);
    const run = { run: claimed, context, minutes, keepMs: ports.keepMs };
    const end = (result: RunResult, browser: RunBrowser | null, renewed: RunEnd['renewed'] = null) =>
      endRun(charged, { ...run, end: result, browser, renewed });
    try {
      const result = await runWithSecrets(
        () => claimed.secrets,
        () => work.work(),
      );
      context.signal.throwIfAborted();
      const browser = await work.browser();
      const renewed = result.kind === 'completed' ? await captureLogin(claimed, browser) : null;
      await reserveLastMinute(minutes);
      if (renewed !== null && 'error' in renewed)
        return end({ status: 'failed', question: null, error: renewed.error }, browser);
      return end(toRunResult(result), browser, renewed);
    } catch (error) {
      const browser = context.signal.aborted ? await work.browser() : null;
      if (browser === null) throw error;
      return end(cancelled, browser);
    } finally {
      // A failure to close the browser does not change the result of the run.
      await work.close().catch(() => {});
    }
  }

  async function run(command: unknown, context: TaskContext): Promise<TaskEnd> {
    const { runId } = command as RunCommand;
    const claimed = await store.claim(runId, context.jobId, clock.now());
    if (claimed === null) throw new Failure('conflict', 'The run has ended.');
    const isWaiting = claimed.status === 'needs_input';
    const price = { credits: isWaiting ? 0 : priceOfStart(claimed.usedMs), note: 'workflow run' };
    return runCharged(ports, context, price, async (charged) => {
      const endBeforeStart = (end: RunResult) =>
        endRun(charged, { run: claimed, context, end, browser: null, minutes: null, keepMs: ports.keepMs });
      // The browser that waited for the answer ended with its process.
      if (isWaiting)
        return endBeforeStart({ status: 'needs_input', question: claimed.question, error: null });
      let minutes: RunMinutes;
      try {
        minutes = startMinutes(charged, clock, claimed.usedMs);
      } catch (error) {
        if (!(error instanceof StepError)) throw error;
        const { code, message } = error;
        return endBeforeStart({ status: 'failed', question: null, error: { code, message } });
      }
      return runSteps(claimed, context, charged, minutes);
    });
  }

  return {
    kind: 'task',
    run,
    failed: (transaction, task) => failRun(transaction, task, ports.keepMs),
  };
}
