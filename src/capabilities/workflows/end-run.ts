import { sql } from 'kysely';
import { addMs, type Clock } from '../../domain/clock.ts';
import type { Receipt } from '../../domain/receipt.ts';
import type { RunQuestion, RunStatus } from '../../domain/workflow.ts';
import { type Signer, sealObservation } from '../../fetching/receipts.ts';
import type { TaskContext, TaskEnd } from '../../jobs/task-work.ts';
import { emitEvent } from '../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../store/database.ts';
import { beginTask } from './begin-run.ts';
import type { RunBrowser } from './run-browser.ts';
import type { RunMinutes } from './run-minutes.ts';
import type { TakenRun } from './run-store.ts';

/** How a run stands when its process lets go of it. */
export interface RunEnd {
  status: Extract<RunStatus, 'completed' | 'failed' | 'needs_input' | 'cancelled'>;
  question: RunQuestion | null;
  error: { code: string; message: string } | null;
}

function receiptOf(
  { signer, clock }: { signer: Signer; clock: Clock },
  run: TakenRun,
  { requestId, startedAt }: TaskContext,
  end: RunEnd,
  browser: RunBrowser | null,
  minutes: RunMinutes | null,
): Receipt {
  const at = clock.now();
  const charges = browser === null && minutes !== null ? [] : (minutes?.charges() ?? []);
  const isOwn = browser === null || browser.exit.network === 'service';
  const observation = {
    url: run.state.page?.url ?? null,
    final_url: run.state.page?.url ?? null,
    status: end.error === null ? ('ok' as const) : ('failed' as const),
    status_code: null,
    derived_from: null,
    route:
      browser === null ? ('none' as const) : isOwn ? ('browser' as const) : ('residential_browser' as const),
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
  return sealObservation(observation, { requestId, at }, signer);
}

async function tell(
  transaction: DatabaseTransaction,
  run: TakenRun,
  end: RunEnd,
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

/** What ends the task of a run, and what is written of the run in the same transaction. */
export function endRun(
  ports: { signer: Signer; clock: Clock; keepMs: number },
  run: TakenRun,
  context: TaskContext,
  end: RunEnd,
  browser: RunBrowser | null,
  minutes: RunMinutes | null,
): TaskEnd {
  const receipt = receiptOf(ports, run, context, end, browser, minutes);
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
      const charged = {
        receipt: JSON.stringify(receipt),
        credits: sql<number>`credits + ${receipt.credits}::bigint`,
      };
      const own = transaction
        .updateTable('workflow_runs')
        .where('run_id', '=', run.runId)
        .where('attempt', '=', run.attempt);
      if (status === 'cancelled') {
        await own
          .set({ ...charged, used_ms: 0 })
          .where('status', '=', 'cancelled')
          .execute();
        return;
      }
      const hasEnded = status !== 'needs_input';
      const changed = await own
        .set({
          status,
          question: question === null ? null : JSON.stringify(question),
          error: error === null ? null : JSON.stringify(error),
          ...charged,
          used_ms: 0,
          finished_at: hasEnded ? now : null,
          expires_at: hasEnded ? addMs(now, ports.keepMs) : null,
        })
        .where('status', 'in', ['running', 'needs_input'])
        .returning(['answer', 'key_id'])
        .executeTakeFirst();
      if (changed === undefined) return;
      await tell(transaction, run, end, context.jobId, now);
      // The answer came while nobody looked for it any more.
      if (!hasEnded && changed.answer !== null && question?.kind === 'ask')
        await beginTask(transaction, run.runId, now);
    },
  };
}

/** A run whose job failed for reasons of our own. */
export async function failRun(
  transaction: DatabaseTransaction,
  runId: string,
  jobId: string,
  error: { code: string; message: string },
  { now, keepMs }: { now: Date; keepMs: number },
): Promise<void> {
  const row = await transaction
    .updateTable('workflow_runs')
    .set({
      status: 'failed',
      error: JSON.stringify(error),
      finished_at: now,
      expires_at: addMs(now, keepMs),
    })
    .where('run_id', '=', runId)
    .where('job_id', '=', jobId)
    .where('status', 'in', ['queued', 'running', 'needs_input'])
    .returning(['account_id', 'workflow_id', 'name', 'webhook'])
    .executeTakeFirst();
  if (row === undefined || row.webhook === null) return;
  await emitEvent(transaction, {
    accountId: row.account_id,
    jobId,
    type: 'workflow.completed',
    url: row.webhook,
    data: { run_id: runId, workflow_id: row.workflow_id, name: row.name, status: 'failed', error },
    links: { run: `/v1/runs/${runId}` },
    at: now,
  });
}
