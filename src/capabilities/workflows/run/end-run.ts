import { sql } from 'kysely';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import type { RunQuestion, RunStatus } from '../../../domain/resources/workflow.ts';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import { type Signer, signObservation } from '../../../fetching/receipts.ts';
import type { FailedTask, TaskContext, TaskEnd } from '../../../jobs/tasks/task-work.ts';
import { emitEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import type { RunBrowser } from './run-browser.ts';
import type { RunMinutes } from './run-minutes.ts';
import type { ClaimedRun } from './run-store.ts';
import { createTaskForRun } from './start-run.ts';

/** The state of a run when its process releases it. */
export interface RunResult {
  status: Extract<RunStatus, 'completed' | 'failed' | 'needs_input' | 'cancelled'>;
  question: RunQuestion | null;
  error: { code: string; message: string } | null;
}

function createReceipt(
  { signer, clock }: { signer: Signer; clock: Clock },
  run: ClaimedRun,
  { requestId, startedAt }: TaskContext,
  end: RunResult,
  browser: RunBrowser | null,
  minutes: RunMinutes | null,
): Receipt {
  const at = clock.now();
  const charges = browser === null && minutes !== null ? [] : (minutes?.charges() ?? []);
  const isOwnNetwork = browser === null || browser.exit.network === 'service';
  const observation = {
    url: run.state.page?.url ?? null,
    final_url: run.state.page?.url ?? null,
    status: end.error === null ? ('ok' as const) : ('failed' as const),
    status_code: null,
    derived_from: null,
    route:
      browser === null
        ? ('none' as const)
        : isOwnNetwork
          ? ('browser' as const)
          : ('residential_browser' as const),
    exit: browser?.exit ?? null,
    credits: charges.reduce((sum, { credits }) => sum + credits, 0),
    charges,
    attempts: [],
    fetched_at: startedAt.toISOString(),
    ms: Math.max(0, at.getTime() - startedAt.getTime()),
    bytes: browser?.bytes() ?? 0,
    content_sha256: null,
    robots: null,
  };
  return signObservation(observation, { requestId, at }, signer);
}

async function notifyWebhook(
  transaction: DatabaseTransaction,
  run: ClaimedRun,
  end: RunResult,
  jobId: string,
  at: Date,
): Promise<void> {
  if (run.webhook === null) return;
  const { runId, accountId, workflowId, name } = run;
  const type =
    end.status === 'needs_input' ? ('workflow.needs_input' as const) : ('workflow.completed' as const);
  const data = {
    run_id: runId,
    workflow_id: workflowId,
    name,
    status: end.status,
    ...(end.question !== null && { step: end.question.step, question: end.question.question }),
    ...(end.error !== null && { error: end.error }),
  };
  const links = { run: `/v1/runs/${runId}`, records: `/v1/runs/${runId}/records` };
  await emitEvent(transaction, { accountId, jobId, type, url: run.webhook, data, links, at });
}

/** Returns the end of a run's task, with the writes to the run in the same transaction. */
export function endRun(
  ports: { signer: Signer; clock: Clock; keepMs: number },
  run: ClaimedRun,
  context: TaskContext,
  end: RunResult,
  browser: RunBrowser | null,
  minutes: RunMinutes | null,
): TaskEnd {
  const receipt = createReceipt(ports, run, context, end, browser, minutes);
  const { status, question, error } = end;
  return {
    status: error === null ? 'ok' : error.code,
    url: receipt.url,
    country: receipt.exit?.country ?? null,
    error,
    receipts: [receipt],
    charges: receipt.credits === 0 ? [] : [{ credits: receipt.credits, pages: null, note: 'workflow run' }],
    reservationId: minutes?.reservationId ?? null,
    contents: [],
    ...(status === 'cancelled' && { isCut: true }),
    answer: {
      run_id: run.runId,
      workflow_id: run.workflowId,
      status,
      ...(error !== null && { error }),
      receipt,
    },
    async within(transaction, now) {
      const receiptColumns = {
        receipt: JSON.stringify(receipt),
        credits: sql<number>`credits + ${receipt.credits}::bigint`,
      };
      const ownRun = transaction
        .updateTable('workflow_runs')
        .where('run_id', '=', run.runId)
        .where('attempt', '=', run.attempt);
      if (status === 'cancelled') {
        await ownRun
          .set({ ...receiptColumns, used_ms: 0 })
          .where('status', '=', 'cancelled')
          .execute();
        return;
      }
      const hasEnded = status !== 'needs_input';
      const updated = await ownRun
        .set({
          status,
          question: question === null ? null : JSON.stringify(question),
          error: error === null ? null : JSON.stringify(error),
          ...receiptColumns,
          used_ms: 0,
          finished_at: hasEnded ? now : null,
          expires_at: hasEnded ? addMs(now, ports.keepMs) : null,
        })
        .where('status', 'in', ['running', 'needs_input'])
        .returning(['answer', 'key_id'])
        .executeTakeFirst();
      if (updated === undefined) return;
      await notifyWebhook(transaction, run, end, context.jobId, now);
      // The answer arrived after the process stopped waiting for it.
      if (!hasEnded && updated.answer !== null && question?.kind === 'ask')
        await createTaskForRun(transaction, run.runId, now);
    },
  };
}

/** Fails the run whose job failed because of an internal error. */
export async function failRun(
  transaction: DatabaseTransaction,
  { jobId, accountId, error, now }: FailedTask,
  keepMs: number,
): Promise<void> {
  const row = await transaction
    .updateTable('workflow_runs')
    .set({
      status: 'failed',
      error: JSON.stringify(error),
      finished_at: now,
      expires_at: addMs(now, keepMs),
    })
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running', 'needs_input'])
    .returning(['run_id', 'workflow_id', 'name', 'webhook'])
    .executeTakeFirst();
  if (row === undefined || row.webhook === null) return;
  await emitEvent(transaction, {
    accountId,
    jobId,
    type: 'workflow.completed',
    url: row.webhook,
    data: { run_id: row.run_id, workflow_id: row.workflow_id, name: row.name, status: 'failed', error },
    links: { run: `/v1/runs/${row.run_id}` },
    at: now,
  });
}
