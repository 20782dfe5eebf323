import type { RunLogEntry, WorkflowRun } from '../../../../clients/typescript/src/index.ts';
import { Icon } from '../../components/icon.tsx';
import { CircleAlert, CircleCheck } from '../../components/icons.ts';
import { RunPicture } from '../../components/run-picture.tsx';
import { formatDuration } from '../../text/format.ts';
import { entryOf, type StepTest } from './use-step-test.ts';

/** Ends a message of the service with one full stop. */
function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}

function StepEnd({ entry, runId }: { entry: RunLogEntry; runId: string }) {
  const { status, ms, url, error, screenshot } = entry;
  if (status === 'ok')
    return (
      <p class="step-result step-passed">
        <Icon icon={CircleCheck} /> Done in {formatDuration(ms)}
      </p>
    );
  return (
    <div class="step-result step-failed" role="alert">
      <p>
        <Icon icon={CircleAlert} /> {sentence(error?.message ?? 'The step failed')}
      </p>
      {url !== null && <p class="muted">On the page {url}</p>}
      {screenshot !== null && (
        <RunPicture address={screenshot} runId={runId} alt="Page where the step failed" />
      )}
    </div>
  );
}

/** What the test says about one step; nothing before a test. */
export function StepResult({ test, at }: { test: StepTest; at: number }) {
  const { run, isRunning } = test;
  if (run === null || at >= test.stepCount) return null;
  const entry = entryOf(run, at);
  if (entry !== undefined) return <StepEnd entry={entry} runId={run.run_id} />;
  if (!isRunning) return <p class="step-result muted">Not reached</p>;
  const isNext = at === 0 || entryOf(run, at - 1) !== undefined;
  return isNext ? (
    <p class="step-result step-running">
      <span class="spinner" aria-hidden="true" /> Running…
    </p>
  ) : null;
}

function summaryOf({ status, error }: WorkflowRun, failedAt: number): string {
  if (status === 'completed') return 'All steps work in a fresh browser.';
  if (status === 'cancelled') return 'The test was stopped.';
  if (failedAt !== -1) return `Step ${failedAt + 1} failed. The steps before it work.`;
  return sentence(error?.message ?? 'The test failed');
}

/** The result of a test in one line, with the page to which the steps lead. */
export function TestSummary({ test, hasNewSteps }: { test: StepTest; hasNewSteps: boolean }) {
  const { run, isRunning, stepCount } = test;
  if (isRunning)
    return (
      <p class="test-summary" role="status">
        <span class="spinner" aria-hidden="true" /> Testing in a fresh browser…
      </p>
    );
  if (run === null) return null;
  const indexes = Array.from({ length: stepCount }, (_, at) => at);
  const failedAt = indexes.findIndex((at) => entryOf(run, at)?.status === 'failed');
  const last = entryOf(run, stepCount);
  return (
    <div class={`test-summary test-${run.status === 'completed' ? 'passed' : 'failed'}`} role="status">
      <p>
        <Icon icon={run.status === 'completed' ? CircleCheck : CircleAlert} /> {summaryOf(run, failedAt)}{' '}
        {hasNewSteps && 'Steps that were added since are not tested. '}
        <a href={`#/runs/${run.run_id}`}>Log of the test</a>
      </p>
      {last?.screenshot != null && (
        <figure>
          <figcaption class="muted">The page after the last step</figcaption>
          <RunPicture address={last.screenshot} runId={run.run_id} alt="Page after the last step" />
        </figure>
      )}
    </div>
  );
}
