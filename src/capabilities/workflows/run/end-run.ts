import { sql } from 'kysely';
import type { Receipt } from '../../../domain/resources/receipt.ts';
import { addMs } from '../../../domain/system/clock.ts';
import type { Billing, ChargedWork } from '../../../fetching/charged-work.ts';
import type { FailedTask, TaskContext, TaskEnd } from '../../../jobs/tasks/task-work.ts';
import { emitEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import { storableJson } from '../../../store/storable.ts';
import { endRenewal, type RenewalRunEnd } from '../renewal/renewal-runs.ts';
import type { ClaimedRun } from './claimed-run.ts';
import type { RunBrowser } from './run-browser.ts';
import { emitRunEvent, type RunResult } from './run-event.ts';
import type { RunMinutes } from './run-minutes.ts';
import { createTaskForRun } from './start-run.ts';

/** A run whose task ends. */
export interface RunEnd {
  run: ClaimedRun;
  context: TaskContext;
  /** Not masked yet. */
  end: RunResult;
  /** Null if no browser was opened. */
  browser: RunBrowser | null;
  /** Null if the run did not start. */
  minutes: RunMinutes | null;
  /** Time in ms until an ended run is deleted. */
  keepMs: number;
  /** The state of the login that the run renews. */
  renewed?: RenewalRunEnd['renewed'];
}

/** Signs the receipt of a run, and states its charges: without a browser, a run is free. */
function billRun(
  charged: ChargedWork,
  { run, context, browser, minutes }: RunEnd,
  { error }: RunResult,
): Billing & { receipt: Receipt } {
  const isOwnNetwork = browser === null || browser.exit.network === 'service';
  const page = run.state.page?.url ?? null;
  const billing = charged.bill({
    facts: {
      url: page,
      final_url: page,
      status: error === null ? 'ok' : 'failed',
      route: browser === null ? 'none' : isOwnNetwork ? 'browser' : 'residential_browser',
      exit: browser?.exit ?? null,
      charges: browser === null ? [] : (minutes?.charges() ?? []),
      fetched_at: context.startedAt.toISOString(),
      bytes: browser?.bytes() ?? 0,
    },
    secrets: run.secrets,
    chargedPages: null,
    status: error === null ? 'ok' : error.code,
    error,
  });
  const [receipt] = billing.receipts;
  if (receipt === undefined) throw new Error('the receipt of a run is missing');
  return { ...billing, url: receipt.url, receipt };
}

/** Returns the end of a run's task, with the writes to the run in the same transaction. */
export function endRun(charged: ChargedWork, runEnd: RunEnd): TaskEnd {
  const { run, browser, keepMs, renewed = null } = runEnd;
  const end = run.secrets.maskValue(runEnd.end);
  const { receipt, ...billing } = billRun(charged, runEnd, end);
  const { status, question, error } = end;
  const renewal: RenewalRunEnd = { accountId: run.accountId, runId: run.runId, status, error, renewed };
  return {
    ...billing,
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
          expires_at: hasEnded ? addMs(now, keepMs) : null,
        })
        .where('status', 'in', ['running', 'needs_input'])
        .returning(['answer', 'key_id'])
        .executeTakeFirst();
      if (updated === undefined) return;
      await endRenewal(transaction, renewal, now);
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
  if (row === undefined) return;
  await endRenewal(transaction, { accountId, runId: row.run_id, status: 'failed', error }, now);
  if (row.webhook === null) return;
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
