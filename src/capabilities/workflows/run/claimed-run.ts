import type { Json } from '../../../domain/pages/extraction.ts';
import type { RunPlan, RunQuestion, RunStatus } from '../../../domain/resources/workflow.ts';
import type { SecretFilter } from '../../../domain/secrets/secret-filter.ts';
import type { RunState } from './steps/run-state.ts';

/** A run that a process has claimed. */
export interface ClaimedRun {
  runId: string;
  accountId: string;
  /** Job that runs it. */
  jobId: string;
  attempt: number;
  status: RunStatus;
  plan: RunPlan;
  state: RunState;
  /** JSON Pointer of the step with an outside effect that has started and has no known end. */
  pending: string | null;
  question: RunQuestion | null;
  /** Answer to the question; undefined without one. */
  answer: Json | undefined;
  webhook: string | null;
  /** The secret values of the run, which are masked in all that it writes. */
  secrets: SecretFilter;
  usedMs: number;
  workflowId: string;
  name: string;
  /** Number of log entries so far. It distinguishes a repeated write from a new one. */
  logEntries: number;
}
