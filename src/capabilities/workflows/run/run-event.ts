import type { RunQuestion, RunStatus } from '../../../domain/resources/workflow.ts';
import { emitEvent } from '../../../jobs/webhooks/events.ts';
import type { DatabaseTransaction } from '../../../store/database.ts';
import type { ClaimedRun } from './claimed-run.ts';

/** The state of a run when its process releases it. */
export interface RunResult {
  status: Extract<RunStatus, 'completed' | 'failed' | 'needs_input' | 'cancelled'>;
  question: RunQuestion | null;
  error: { code: string; message: string } | null;
}

/** Sends `workflow.needs_input` or `workflow.completed` to the webhook of a run; does nothing without one. */
export async function emitRunEvent(
  transaction: DatabaseTransaction,
  run: ClaimedRun,
  { status, question, error }: RunResult,
  at: Date,
): Promise<void> {
  if (run.webhook === null) return;
  const { runId, accountId, workflowId, name, jobId } = run;
  const type = status === 'needs_input' ? ('workflow.needs_input' as const) : ('workflow.completed' as const);
  const data = {
    run_id: runId,
    workflow_id: workflowId,
    name,
    status,
    ...(question !== null && { step: question.step, question: question.question }),
    ...(error !== null && { error }),
  };
  const links = { run: `/v1/runs/${runId}`, records: `/v1/runs/${runId}/records` };
  await emitEvent(transaction, { accountId, jobId, type, url: run.webhook, data, links, at });
}
