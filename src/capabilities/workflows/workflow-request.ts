import { z } from 'zod';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import type { Schedule } from '../../domain/resources/schedule.ts';
import type { WorkflowStep } from '../../domain/resources/workflow.ts';
import type { NetworkChoice } from '../../domain/system/settings.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import { checkSchema } from '../../extract/schema/schema-check.ts';
import { exitFields } from '../../operations/schemas/page-options.ts';
import { scheduleSchema } from '../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import { limits } from './steps/step-types.ts';
import { workflowErrors } from './steps/workflow-errors.ts';
import { type Issue, name, nestedIssues, stepSchema } from './workflow-step-schema.ts';

const inputsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'JSON Schema of the inputs of a run: an object with properties. In texts, `{{name}}` inserts an input.',
  );

/** Strict body of `POST /v1/workflows`. */
export const workflowBody = z
  .strictObject({
    name: name.describe('Name of the workflow.'),
    steps: z.array(stepSchema).min(1).max(limits.maxSteps).describe('Steps in the order in which they run.'),
    inputs: inputsSchema.nullish(),
    ...exitFields,
    network: z
      .enum(['auto', 'service', 'residential'])
      .default('auto')
      .describe(
        "Network of the exit. `auto` uses the service's own network if it has an exit in the country, otherwise a residential one.",
      ),
    login: z
      .string()
      .min(1)
      .max(100)
      .nullish()
      .describe('Id of a saved login to load. It must belong to the site of a step’s URL.'),
    schedule: scheduleSchema
      .nullish()
      .describe('Schedule of automatic runs, which use the defaults of `inputs`.'),
    webhook: webhookUrlSchema
      .nullish()
      .describe('URL that receives the events workflow.needs_input and workflow.completed.'),
  })
  .superRefine(({ steps, inputs }, context) => {
    const issue = ({ path, message }: Issue) => context.addIssue({ code: 'custom', path, message });
    const nestedStepIssues = steps.flatMap((step, index) => nestedIssues(step, ['steps', index], 1));
    const inputIssues = inputs == null ? [] : findInputIssues(inputs);
    for (const one of [...nestedStepIssues, ...inputIssues].slice(0, 50)) issue(one);
    if (nestedStepIssues.length > 0) return;
    for (const { pointer, detail } of workflowErrors(steps as WorkflowStep[], inputs ?? null)) {
      issue({
        path: pointerTokens(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token)),
        message: detail,
      });
    }
  });

/** Recordings without inputs have a schema without properties. */
function hasNoInputs({ properties }: JsonSchema): boolean {
  return Object.keys((properties as object | undefined) ?? {}).length === 0;
}

function findInputIssues(inputs: JsonSchema): Issue[] {
  const properties = inputs.properties;
  if (typeof properties !== 'object' || properties === null) {
    return [{ path: ['inputs'], message: 'must be a JSON Schema of an object with properties' }];
  }
  if (hasNoInputs(inputs)) return [];
  return checkSchema(inputs).map(({ pointer, detail }) => ({
    path: ['inputs', ...pointerTokens(pointer)],
    message: detail,
  }));
}

/** A validated workflow. */
export interface NewWorkflow {
  name: string;
  steps: WorkflowStep[];
  inputs: JsonSchema | null;
  country: string | null;
  strictCountry: boolean;
  network: NetworkChoice;
  login: string | null;
  schedule: Schedule | null;
  webhook: string | null;
}

/** Converts the validated body to the workflow. */
export function toNewWorkflow(body: z.output<typeof workflowBody>): NewWorkflow {
  return {
    name: body.name,
    steps: body.steps as WorkflowStep[],
    inputs: body.inputs == null || hasNoInputs(body.inputs) ? null : body.inputs,
    country: body.country ?? null,
    strictCountry: body.strict_country,
    network: body.network,
    login: body.login ?? null,
    schedule: body.schedule ?? null,
    webhook: body.webhook ?? null,
  };
}
