import { useState } from 'preact/hooks';
import type {
  CreateWorkflowRequest,
  RunLogEntry,
  WorkflowRun,
} from '../../../../clients/typescript/src/index.ts';
import type { AnyStep } from '../../components/step-kinds.ts';
import { showError } from '../../components/toasts.tsx';
import { client } from '../../data/client.ts';
import { useQuery } from '../../data/query.ts';
import { type Recording, toWorkflow } from './step-draft.ts';

const refreshMs = 700;
const activeStates: ReadonlySet<string> = new Set(['queued', 'running', 'needs_input']);

/** A test of the steps, or its last result. */
export interface StepTest {
  /** The run of the test; null before the first test, and after the steps were changed. */
  run: WorkflowRun | null;
  isRunning: boolean;
  /** Number of the tested steps. Steps that were recorded since are not part of the test. */
  stepCount: number;
  start(recording: Recording, login: string | null, values: Readonly<Record<string, string>>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a run of the steps in a fresh browser, which ends with a picture of the page. The workflow is deleted at once: its
 * run does not need it.
 */
async function startRun(
  recording: Recording,
  login: string | null,
  values: Readonly<Record<string, string>>,
): Promise<string> {
  const { steps, inputs } = toWorkflow(recording);
  const request = {
    name: 'Test of recorded steps',
    inputs,
    login,
    steps: [...steps, { type: 'screenshot' }],
  };
  const { id } = await client.value.createWorkflow(request as CreateWorkflowRequest);
  try {
    const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
    return (await client.value.runWorkflow({ id, inputs: given })).run_id;
  } finally {
    await client.value.deleteWorkflow({ id });
  }
}

/** Tests steps from the start in a fresh session. */
export function useStepTest({ steps }: Recording): StepTest {
  const [tested, setTested] = useState<{ runId: string; steps: readonly AnyStep[] } | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [isEnded, setEnded] = useState(true);
  const runId = tested?.runId ?? null;
  const { data } = useQuery<WorkflowRun | null>(
    `run ${runId ?? 'of no test'}`,
    async (signal) => {
      const run = runId === null ? null : await client.value.getRun({ run_id: runId }, { signal });
      if (run !== null) setEnded(!activeStates.has(run.status));
      return run;
    },
    isEnded ? {} : { refreshMs },
  );
  const stepCount = tested?.steps.length ?? 0;
  // Steps that are recorded during the test come after the tested ones.
  const isSame =
    tested !== null && JSON.stringify(tested.steps) === JSON.stringify(steps.slice(0, stepCount));
  return {
    run: isSame ? data.value : null,
    stepCount,
    isRunning: isStarting || (isSame && !isEnded),
    async start(recording, login, values) {
      setStarting(true);
      try {
        const started = await startRun(recording, login, values);
        setEnded(false);
        setTested({ runId: started, steps: recording.steps });
      } catch (error) {
        showError(error);
      } finally {
        setStarting(false);
      }
    },
    async stop() {
      if (runId === null) return;
      await client.value.actOnRun({ run_id: runId, action: 'cancel' }).catch(showError);
    },
  };
}

/** Returns the last log entry of a step; undefined if the step has not ended. */
export function entryOf({ log }: WorkflowRun, at: number): RunLogEntry | undefined {
  return log.findLast(({ step }) => step === `/steps/${at}`);
}
