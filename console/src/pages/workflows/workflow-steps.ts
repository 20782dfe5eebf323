import type {
  CreateWorkflowRequest,
  Workflow,
  WorkflowStep,
} from '../../../../clients/typescript/src/index.ts';

/** Returns the steps of a workflow. */
export function stepsOf({ steps }: Workflow): WorkflowStep[] {
  return Array.isArray(steps) ? (steps as WorkflowStep[]) : [];
}

/** Returns the settings of a workflow with other steps, as a request that replaces it. */
export function toRequest(workflow: Workflow, steps: readonly WorkflowStep[]): CreateWorkflowRequest {
  const { name, inputs, country, strict_country, network, login, webhook, schedule } = workflow;
  return { name, inputs, country, strict_country, network, login, webhook, schedule, steps: [...steps] };
}

/** Moves an entry of a list by one place; returns the same list at its ends. */
export function moveStep<Entry>(list: readonly Entry[], at: number, by: -1 | 1): readonly Entry[] {
  const entry = list[at];
  const other = list[at + by];
  if (entry === undefined || other === undefined) return list;
  const moved = [...list];
  moved[at] = other;
  moved[at + by] = entry;
  return moved;
}

/** Inputs that a run needs: names, and whether they are required. */
export function inputsOf({ inputs }: Workflow): { name: string; isRequired: boolean; hint: string }[] {
  const schema = inputs as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  } | null;
  return Object.entries(schema?.properties ?? {}).map(([name, { description }]) => ({
    name,
    isRequired: schema?.required?.includes(name) ?? false,
    hint: description ?? '',
  }));
}
