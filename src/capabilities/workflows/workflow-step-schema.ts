import { z } from 'zod';
import { type StepType, stepTypes, type WorkflowStep } from '../../domain/resources/workflow.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { validationMessage } from '../../operations/call-path/validation-message.ts';
import { atLeastOne, describeFieldRules } from '../../operations/declaration/field-rules.ts';
import {
  maskedAs,
  pressesCharacter,
  secretField,
  typesText,
} from '../../operations/declaration/secret-fields.ts';
import { describedAs, withSchemaName } from '../../operations/schema-names.ts';
import { extractionSchema } from '../extract/extract-request.ts';
import { fieldsOfType, limits, nestedStepFields, requiredFieldsOf } from './steps/step-types.ts';
import { conditionSchema, json, targetText } from './workflow-condition-schema.ts';

export const name = z.string().min(1).max(200);

/** Steps contain steps. Inner ones are checked recursively by the same rules. */
const innerStep = describedAs(
  maskedAs(
    z.looseObject({
      type: z.enum(stepTypes).describe('Type of the step; it decides which other fields apply.'),
    }),
    () => stepSchema,
  ),
  () => stepSchema,
);
const innerList = z.array(innerStep).min(1).max(limits.maxSteps);

const stepFields = z.strictObject({
  type: z.enum(stepTypes).describe('Type of the step; it decides which other fields apply.'),
  target: targetText
    .optional()
    .describe('The element: a selector (CSS, or XPath that starts with //), or the text that it shows.'),
  text: secretField(z.string().max(100_000), typesText)
    .optional()
    .describe(
      'type: the text to type. select: the option. wait_for: the text to wait for. evaluate: the script.',
    ),
  to: targetText.optional().describe('drag: the element at which it ends, named like `target`.'),
  x: z
    .number()
    .min(-100_000)
    .max(100_000)
    .optional()
    .describe(
      'click, hover: point in CSS pixels from the left edge of the target or, without one, of the window. drag: point in `to`, or else the distance to move.',
    ),
  y: z.number().min(-100_000).max(100_000).optional().describe('The same from the top edge.'),
  from_x: z
    .number()
    .min(-100_000)
    .max(100_000)
    .optional()
    .describe(
      'drag: point at which it starts, in CSS pixels from the left edge of the target or, without one, of the window; negative: from the right edge of the target. Default: the centre of the target.',
    ),
  from_y: z.number().min(-100_000).max(100_000).optional().describe('The same from the top or bottom edge.'),
  url: z.string().min(1).max(8_192).optional().describe('goto, download: the URL.'),
  key: secretField(z.string().min(1).max(50), pressesCharacter)
    .optional()
    .describe('press: the key, such as `Enter` or `Control+A`.'),
  form: secretField(
    z.record(
      z.string().min(1).max(2_000),
      z.union([z.string().max(100_000), z.boolean(), z.array(z.string().max(1_000)).max(100)]),
    ),
  )
    .optional()
    .describe(
      'fill: what each control is set to, by its name or selector: a text, `true` or `false` for a box, one or several options for a list.',
    ),
  values: z.array(z.string().max(1_000)).max(100).optional().describe('select: several options.'),
  ms: z.int().min(0).max(60_000).optional().describe('wait: time in milliseconds, up to 60000.'),
  direction: z.enum(['up', 'down', 'left', 'right']).optional().describe('scroll: the direction.'),
  amount: z.int().min(0).max(1_000_000).optional().describe('scroll: the distance in CSS pixels.'),
  tab: z.int().min(1).optional().describe('close_tab, switch_tab: the number of the tab.'),
  files: z
    .array(z.string().min(1).max(2_000))
    .min(1)
    .max(10)
    .optional()
    .describe('upload: ids or URLs of up to 10 stored files.'),
  submit: z.boolean().optional().describe('type, fill: press Enter in the last field. Default: `false`.'),
  secret: z
    .boolean()
    .optional()
    .describe('type: hide the text in log, errors and records. ask: hide the answer. Default: `false`.'),
  append: z
    .boolean()
    .optional()
    .describe('type: append to the field’s text instead of replacing it. Default: `false`.'),
  double: z.boolean().optional().describe('click: double-click. Default: `false`.'),
  dialog: z
    .strictObject({
      accept: z.boolean().describe('True: accept the dialog. False: dismiss it.'),
      text: secretField(z.string().max(10_000)).nullish().describe('Answer to a prompt.'),
    })
    .optional()
    .describe(
      'Response to dialogs that the step opens. Default: alerts are accepted, all others are dismissed.',
    ),
  full_page: z
    .boolean()
    .optional()
    .describe('screenshot: capture the full height of the page. Default: `false`.'),
  quality: z.int().min(1).max(100).optional().describe('screenshot: JPEG quality, 1 to 100. Default: a PNG.'),
  max_length: z
    .int()
    .min(100)
    .max(200_000)
    .optional()
    .describe('read: maximum length of the text in code points, 100 to 200000.'),
  schema: extractionSchema
    .optional()
    .describe('extract: JSON Schema of the values to return. ask: JSON Schema of the answer.'),
  prompt: z.string().min(1).max(5_000).optional().describe('extract: description of the values to return.'),
  record: z
    .boolean()
    .optional()
    .describe('extract, collect_rows: add the values to the records of the run. Default: `true`.'),
  fields: z
    .array(z.string().min(1).max(200))
    .min(1)
    .max(50)
    .optional()
    .describe('collect_rows: descriptions of the fields of a row, such as `price`.'),
  limit: z
    .int()
    .min(1)
    .max(limits.maxTurns)
    .optional()
    .describe(
      `Loops: maximum number of iterations, 1 to ${limits.maxTurns}. Default: ${limits.defaultTurns}. collect_rows: maximum number of rows.`,
    ),
  items: z
    .union([
      z.array(json).max(limits.maxTurns),
      z.string().min(1).max(200),
      z.strictObject({ target: targetText.describe('CSS selector.') }),
    ])
    .optional()
    .describe(
      'for_each: a list, a variable that holds one (`{{rows}}`), or `{target}`: the elements that a CSS selector matches, as `{text, url}`.',
    ),
  as: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe(
      'for_each: name of the variable of the current item. Default: `item`. The variable `index` counts from 0.',
    ),
  steps: innerList.optional().describe('for_each, repeat_until: the steps of one iteration.'),
  until: conditionSchema.optional(),
  condition: conditionSchema.optional(),
  then: innerList.optional().describe('if: steps when the condition is true.'),
  else: innerList.optional().describe('if: steps when the condition is false.'),
  name: name.optional().describe('set, ask: name of the variable. save_login: name of the login.'),
  value: json.optional().describe('set: the value; its texts may contain variables.'),
  question: z.string().min(1).max(2_000).optional().describe('ask: the question.'),
  wait_seconds: z
    .int()
    .min(0)
    .max(1_800)
    .optional()
    .describe('ask: seconds to keep the browser open for the answer, 0 to 1800. Default: 300.'),
  timeout_ms: z
    .int()
    .min(1)
    .max(60_000)
    .optional()
    .describe('Maximum duration of the step in milliseconds, up to 60000.'),
  optional: z
    .boolean()
    .optional()
    .describe('Continue with the next step if this one fails. Default: `false`.'),
  effect: z
    .enum(['none', 'outside'])
    .optional()
    .describe(
      '`outside`: the step has an effect that must not happen twice; if it was interrupted, the run asks before it repeats it. Default: `outside` for click, press, evaluate, and type and fill with submit; `none` for all others.',
    ),
  save_as: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Name of the variable that stores the value of the step.'),
});

/** Returns the schema of the steps of one type: the fields that it has. */
function schemaOfType(type: StepType) {
  const required = requiredFieldsOf(type);
  const needed = new Set(required.flatMap((names) => (names.length === 1 ? names : [])));
  const fields = [...fieldsOfType(type)].map((name): [string, z.ZodType] => {
    const field: z.ZodType = stepFields.shape[name];
    return [name, needed.has(name) ? z.nonoptional(field) : field];
  });
  const choices = required.filter(({ length }) => length > 1);
  const schema = z.strictObject({
    type: z.literal(type).describe('Type of the step.'),
    ...Object.fromEntries(fields),
  });
  const typeName = type.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return withSchemaName(
    `WorkflowStep${typeName}`,
    describeFieldRules(
      schema,
      choices.map((names) => atLeastOne(names, '')),
    ),
  );
}

const [firstType, ...otherTypes] = stepTypes;

/** A step with the fields of its type. They are validated by workflowErrors, also for steps in steps. */
export const stepSchema: z.ZodType<WorkflowStep> = withSchemaName(
  'WorkflowStep',
  describedAs(stepFields, () =>
    z.discriminatedUnion('type', [schemaOfType(firstType), ...otherTypes.map(schemaOfType)]),
  ),
);

export interface Issue {
  path: (string | number)[];
  message: string;
}

/** Returns the entries of a list in a field with their paths; none if it is something else. */
function entriesIn(holder: object, field: string, path: Issue['path']): [unknown, Issue['path']][] {
  const list: unknown = (holder as Record<string, unknown>)[field];
  return Array.isArray(list) ? list.map((one: unknown, index) => [one, [...path, field, index]]) : [];
}

/** Returns the validation errors of the steps and conditions in a step. */
export function nestedIssues(step: object, path: Issue['path'], depth: number): Issue[] {
  if (depth > limits.maxDepth + 1) return [];
  const inner = nestedStepFields.flatMap((field) => entriesIn(step, field, path));
  return [
    ...inner.flatMap(([one, here]) => [
      ...issuesOf(stepSchema, one, here),
      ...(isObject(one) ? nestedIssues(one, here, depth + 1) : []),
    ]),
    ...['until', 'condition'].flatMap((field) => {
      const condition: unknown = (step as Record<string, unknown>)[field];
      return isObject(condition) ? conditionIssues(condition, [...path, field], 0) : [];
    }),
  ];
}

function conditionIssues(condition: Record<string, unknown>, path: Issue['path'], depth: number): Issue[] {
  if (depth > 6) return [];
  const inner: [unknown, Issue['path']][] = [
    ...(condition.not === undefined
      ? []
      : [[condition.not, [...path, 'not']] satisfies [unknown, Issue['path']]]),
    ...['all', 'any'].flatMap((field) => entriesIn(condition, field, path)),
  ];
  return inner.flatMap(([one, here]) => [
    ...issuesOf(conditionSchema, one, here),
    ...(isObject(one) ? conditionIssues(one, here, depth + 1) : []),
  ]);
}

function issuesOf(schema: z.ZodType, value: unknown, path: (string | number)[]): Issue[] {
  const parsed = schema.safeParse(value, { error: validationMessage });
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
