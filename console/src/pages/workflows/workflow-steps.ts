import type { CreateWorkflowRequest, Workflow } from '../../../../clients/typescript/src/index.ts';
import type { AnyStep } from '../../components/step-kinds.ts';

/** Returns the steps of a workflow. */
export function stepsOf({ steps }: Workflow): AnyStep[] {
  return Array.isArray(steps) ? (steps as AnyStep[]) : [];
}

/** Returns the settings of a workflow with other steps, as a request that replaces it. */
export function toRequest(workflow: Workflow, steps: readonly AnyStep[]): CreateWorkflowRequest {
  const { name, inputs, country, strict_country, network, login, webhook, schedule } = workflow;
  return {
    name,
    inputs,
    country,
    strict_country,
    network,
    login,
    webhook,
    schedule,
    steps: [...steps] as CreateWorkflowRequest['steps'],
  };
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
