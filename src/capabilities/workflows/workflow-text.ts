import type { AnswerView } from '../../operations/declaration/answer-view.ts';
import { jsonRows } from '../../operations/views/json-rows.ts';
import { countOf } from '../../operations/views/page-text.ts';
import { minute } from '../../operations/views/terminal-text.ts';
import type { WorkflowDocument } from './workflow-table.ts';

/** Describes a workflow in one line: its steps, inputs, login, schedule and last run. */
function workflowLine(workflow: WorkflowDocument): string {
  const { id, name, steps, inputs, login, schedule, next_run_at: next, last_run: last } = workflow;
  const names = Object.keys((inputs?.properties as object | undefined) ?? {});
  const parts = [
    countOf(steps.length, 'step'),
    names.length > 0 && `inputs ${names.join(', ')}`,
    login !== null && `login ${login}`,
    schedule !== null && `schedule ${JSON.stringify(schedule)}`,
    next !== null && `next run ${minute(next)}`,
    last !== null && `last run ${last.run_id}: ${last.status}`,
  ];
  return `workflow ${id} ${JSON.stringify(name)}: ${parts.filter(Boolean).join('; ')}`;
}

/** Shows a workflow that was saved: the caller has its steps. */
export const savedWorkflowView: AnswerView<WorkflowDocument> = {
  agentText: (workflow) => ({ essence: workflowLine(workflow), untrusted: null }),
};

/** Shows a workflow with its steps and inputs. */
export const workflowView: AnswerView<WorkflowDocument> = {
  agentText: (workflow) => ({
    essence: workflowLine(workflow),
    untrusted: null,
    body: jsonRows({ steps: workflow.steps, inputs: workflow.inputs }),
  }),
};
