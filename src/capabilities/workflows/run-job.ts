import type { OpenQuestion, StartedJob } from '../../operations/declaration/started-job.ts';
import type { RunDocument } from './read-runs.ts';

function findQuestion({ run_id: runId, status, question }: RunDocument): OpenQuestion | null {
  if (status !== 'needs_input' || question === null) return null;
  return {
    text: question.question,
    operation: 'act_on_run',
    fields: { run_id: runId, action: 'answer' },
    answerField: 'answer',
  };
}

/** Returns the job of a run, whose result is the run. */
export function createRunJob({ run_id: runId, jid }: RunDocument): StartedJob<RunDocument> {
  return {
    jid,
    result: {
      operation: 'get_run',
      fields: { run_id: runId },
      isOk: ({ status }) => status === 'completed',
      findQuestion,
    },
  };
}
