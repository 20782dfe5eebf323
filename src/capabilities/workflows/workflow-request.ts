import { z } from 'zod';
import type { Json, JsonSchema } from '../../domain/extraction.ts';
import type { Schedule } from '../../domain/schedule.ts';
import type { NetworkChoice } from '../../domain/settings.ts';
import { type Condition, stepTypes, type WorkflowStep } from '../../domain/workflow.ts';
import { schemaFaults } from '../../extract/schema-check.ts';
import { pointerTokens } from '../../extract/schema-fields.ts';
import { named } from '../../operations/schema-names.ts';
import { countrySchema } from '../../operations/schemas/page-options.ts';
import { scheduleSchema } from '../../operations/schemas/schedule.ts';
import { webhookUrlSchema } from '../../operations/schemas/webhook-url.ts';
import { schemaSchema } from '../extract/extract-request.ts';
import { bounds, innerSteps } from './step-types.ts';
import { workflowFaults } from './workflow-faults.ts';

const targetText = z.string().min(1).max(2_000);
const json = z.unknown().transform((value) => value as Json);
const name = z.string().min(1).max(200);

/** Conditions hold conditions: what is inside is checked by the same rules, step by step. */
const innerCondition = z.looseObject({});
const conditionFields = {
  exists: targetText.optional().describe('an element that is there, by selector or words'),
  text: z.string().min(1).max(2_000).optional().describe('words that the page shows'),
  url: z.string().min(1).max(2_000).optional().describe('a part of the address'),
  var: z.string().min(1).max(200).optional().describe('a variable, as `item.price`'),
  op: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'exists', 'empty']).optional(),
  value: json.optional().describe('what the variable is compared with'),
  not: innerCondition.optional(),
  all: z.array(innerCondition).min(1).max(20).optional(),
  any: z.array(innerCondition).min(1).max(20).optional(),
};
const conditionSchema = named(
  'WorkflowCondition',
  z
    .strictObject(conditionFields)
    .describe('exactly one of exists, text, url, var (with op and value), not, all, any'),
);

/** Steps hold steps: those inside are checked by the same rules. */
const innerStep = z.looseObject({ type: z.enum(stepTypes) });
const innerList = z.array(innerStep).min(1).max(bounds.steps);

const stepSchema = named(
  'WorkflowStep',
  z.strictObject({
    type: z.enum(stepTypes),
    target: targetText
      .optional()
      .describe('the element: a selector (CSS, or XPath from //), or the words that it shows'),
    text: z
      .string()
      .max(100_000)
      .optional()
      .describe(
        'type: what is typed; select: the option; wait_for: words that must appear; evaluate: the script',
      ),
    url: z.string().min(1).max(8_192).optional().describe('for goto and download'),
    key: z.string().min(1).max(50).optional().describe('for press: Enter, Control+A'),
    values: z.array(z.string().max(1_000)).max(100).optional().describe('for select'),
    ms: z.int().min(0).max(60_000).optional().describe('milliseconds, for wait'),
    direction: z.enum(['up', 'down', 'left', 'right']).optional().describe('for scroll'),
    amount: z.int().min(0).max(1_000_000).optional().describe('CSS pixels, for scroll'),
    tab: z.int().min(1).optional().describe('for close_tab and switch_tab'),
    files: z
      .array(z.string().min(1).max(2_000))
      .min(1)
      .max(10)
      .optional()
      .describe('for upload: ids or links of stored files'),
    submit: z.boolean().optional().describe('type: press Enter at the end'),
    append: z.boolean().optional().describe('type: add to what the field holds'),
    double: z.boolean().optional().describe('click: a double click'),
    dialog: z
      .strictObject({ accept: z.boolean(), text: z.string().max(10_000).nullish() })
      .optional()
      .describe('how dialogs that the step opens are answered'),
    full_page: z.boolean().optional().describe('screenshot: the whole height'),
    quality: z.int().min(1).max(100).optional().describe('screenshot: of a JPEG'),
    max_length: z.int().min(100).max(200_000).optional().describe('read: code points at most'),
    schema: schemaSchema.optional().describe('extract: what is wanted; ask: what the answer must be'),
    prompt: z.string().min(1).max(5_000).optional().describe('extract: what is wanted, in words'),
    record: z
      .boolean()
      .optional()
      .describe(
        'extract, collect_rows: whether what is found joins the records of the run; true unless told',
      ),
    fields: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(50)
      .optional()
      .describe('collect_rows: what to take of every row, in words'),
    limit: z
      .int()
      .min(1)
      .max(bounds.turns)
      .optional()
      .describe(`loops: turns at most, ${bounds.usualTurns} unless told; collect_rows: rows at most`),
    items: z
      .union([
        z.array(json).max(bounds.turns),
        z.string().min(1).max(200),
        z.strictObject({ target: targetText }),
      ])
      .optional()
      .describe(
        'for_each: a list, a variable that holds one (`{{rows}}`), or `{target}`: the elements that a CSS selector matches, as {text, url}',
      ),
    as: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('for_each: what the entry is called, `item` unless told; `index` counts from 0'),
    steps: innerList.optional().describe('for_each, repeat_until: steps of one turn'),
    until: conditionSchema.optional(),
    condition: conditionSchema.optional(),
    then: innerList.optional().describe('for if'),
    else: innerList.optional().describe('for if'),
    name: name.optional().describe('set, ask: the variable; save_login: what the login is called'),
    value: json.optional().describe('for set; texts may hold variables'),
    question: z.string().min(1).max(2_000).optional().describe('ask: what is asked'),
    wait_seconds: z
      .int()
      .min(0)
      .max(1_800)
      .optional()
      .describe('ask: how long the browser is kept open for the answer, 300 unless told'),
    timeout_ms: z.int().min(1).max(60_000).optional().describe('milliseconds that the step may take'),
    optional: z.boolean().optional().describe('go on when the step fails'),
    effect: z
      .enum(['none', 'outside'])
      .optional()
      .describe(
        'whether it does something that is not to be done twice. click, press, evaluate, and type with submit do, unless told: when one was cut off, the run asks before it is done again',
      ),
    save_as: z.string().min(1).max(64).optional().describe('the variable that keeps what the step gives'),
  }),
);

interface Issue {
  path: (string | number)[];
  message: string;
}

/** What of steps inside steps, and conditions inside conditions, has not the right shape. */
function innerIssues(step: Record<string, unknown>, path: (string | number)[], depth: number): Issue[] {
  if (depth > bounds.depth + 1) return [];
  const found: Issue[] = [];
  for (const field of innerSteps) {
    const inner = step[field];
    if (!Array.isArray(inner)) continue;
    inner.forEach((one: unknown, at) => {
      const here = [...path, field, at];
      found.push(...issuesOf(stepSchema, one, here));
      if (typeof one === 'object' && one !== null)
        found.push(...innerIssues(one as Record<string, unknown>, here, depth + 1));
    });
  }
  for (const field of ['until', 'condition']) {
    if (typeof step[field] === 'object')
      found.push(...conditionIssues(step[field] as Condition, [...path, field], 0));
  }
  return found;
}

function conditionIssues(condition: Condition, path: (string | number)[], depth: number): Issue[] {
  if (depth > 6) return [];
  const inner: [Condition, (string | number)[]][] = [
    ...(condition.not == null ? [] : [[condition.not, [...path, 'not']] as [Condition, (string | number)[]]]),
    ...(['all', 'any'] as const).flatMap((field) =>
      (condition[field] ?? []).map((one, at): [Condition, (string | number)[]] => [
        one,
        [...path, field, at],
      ]),
    ),
  ];
  return inner.flatMap(([one, here]) => [
    ...issuesOf(conditionSchema, one, here),
    ...conditionIssues(one, here, depth + 1),
  ]);
}

function issuesOf(schema: z.ZodType, value: unknown, path: (string | number)[]): Issue[] {
  const parsed = schema.safeParse(value);
  if (parsed.success) return [];
  return parsed.error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...path, ...(issue.path as (string | number)[]), key],
          message: 'unknown field',
        }))
      : [{ path: [...path, ...(issue.path as (string | number)[])], message: issue.message }],
  );
}

const inputsSchema = z
  .record(z.string(), z.unknown())
  .describe(
    'JSON Schema of what a run must be given: an object with properties. In texts `{{name}}` stands for an input',
  );

/** The strict body of `POST /v1/workflows`. */
export const workflowBody = z
  .strictObject({
    name: name.describe('what it is called'),
    steps: z.array(stepSchema).min(1).max(bounds.steps),
    inputs: inputsSchema.nullish(),
    country: countrySchema.nullish().describe('two-letter code of the exit country'),
    strict_country: z.boolean().default(false).describe('fail rather than use another country'),
    network: z.enum(['auto', 'service', 'residential']).default('auto'),
    login: z.string().min(1).max(100).nullish().describe('id of a saved login that runs begin with'),
    schedule: scheduleSchema
      .nullish()
      .describe('when runs begin by themselves, with the defaults of `inputs`'),
    webhook: webhookUrlSchema.nullish().describe('told of workflow.needs_input and workflow.completed'),
  })
  .superRefine(({ steps, inputs }, context) => {
    const issue = ({ path, message }: Issue) => context.addIssue({ code: 'custom', path, message });
    const deeper = steps.flatMap((step, at) => innerIssues(step, ['steps', at], 1));
    const ofInputs = inputs == null ? [] : inputFaults(inputs);
    for (const one of [...deeper, ...ofInputs].slice(0, 50)) issue(one);
    if (deeper.length > 0) return;
    for (const { pointer, detail } of workflowFaults(steps as WorkflowStep[], inputs ?? null)) {
      issue({
        path: pointerTokens(pointer).map((token) => (/^\d+$/.test(token) ? Number(token) : token)),
        message: detail,
      });
    }
  });

/** Recordings that need nothing say so with a schema without properties. */
function takesNothing({ properties }: JsonSchema): boolean {
  return Object.keys((properties as object | undefined) ?? {}).length === 0;
}

function inputFaults(inputs: JsonSchema): Issue[] {
  const properties = inputs.properties;
  if (typeof properties !== 'object' || properties === null) {
    return [{ path: ['inputs'], message: 'must be the schema of an object with properties' }];
  }
  if (takesNothing(inputs)) return [];
  return schemaFaults(inputs).map(({ pointer, detail }) => ({
    path: ['inputs', ...pointerTokens(pointer)],
    message: detail,
  }));
}

/** What a workflow is made of, validated. */
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

/** From the validated body to the workflow. */
export function toNewWorkflow(body: z.output<typeof workflowBody>): NewWorkflow {
  return {
    name: body.name,
    steps: body.steps as WorkflowStep[],
    inputs: body.inputs == null || takesNothing(body.inputs) ? null : body.inputs,
    country: body.country ?? null,
    strictCountry: body.strict_country,
    network: body.network,
    login: body.login ?? null,
    schedule: body.schedule ?? null,
    webhook: body.webhook ?? null,
  };
}
