import { sql } from 'kysely';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import { addMs, type Clock } from '../../../domain/system/clock.ts';
import { type Signer, signObservation } from '../../../fetching/receipts.ts';
import type { FailedTask, TaskContext, TaskEnd } from '../../../jobs/tasks/task-work.ts';
import { emitEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { storableJson } from '../../../store/storable.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { RunBrowser } from './run-browser.ts';
import { emitRunEvent, type RunResult } from './run-event.ts';
import type { RunMinutes } from './run-minutes.ts';
import { createTaskForRun } from './start-run.ts';

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
  return signObservation(observation, { requestId, at }, signer, run.secrets);
}

/** Returns the end of a run's task, with the writes to the run in the same transaction. */
export function endRun(
  ports: { signer: Signer; clock: Clock; keepMs: number },
  run: ClaimedRun,
  context: TaskContext,
  unmaskedEnd: RunResult,
  browser: RunBrowser | null,
  minutes: RunMinutes | null,
): TaskEnd {
  const end = run.secrets.maskValue(unmaskedEnd);
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
      warnings: browser?.warnings ?? [],
      receipt,
    },
    async within(transaction, now) {
      const receiptColumns = {
        receipt: JSON.stringify(receipt),
        ...(browser !== null && { warnings: storableJson(browser.warnings) }),
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
      // A question that was asked while the process waited for the answer has its event already.
      const before = await transaction
        .selectFrom('workflow_runs')
        .select('status')
        .where('run_id', '=', run.runId)
        .where('attempt', '=', run.attempt)
        .forNoKeyUpdate()
        .executeTakeFirst();
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
      if (hasEnded || before?.status !== 'needs_input') await emitRunEvent(transaction, run, end, now);
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
