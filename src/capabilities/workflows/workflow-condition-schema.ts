import { z } from 'zod';
import type { Json } from '../../domain/pages/extraction.ts';
import type { Condition } from '../../domain/resources/workflow.ts';
import { maskedAs } from '../../operations/declaration/secret-fields.ts';
import { describedAs, withSchemaName } from '../../operations/schema-names.ts';
import { conditionForms, unaryOperators } from './steps/step-types.ts';

/** An element of a workflow: a selector, or the text that it shows. */
export const targetText = z.string().min(1).max(2_000);

/** Any JSON value. */
export const json = z.unknown().transform((value) => value as Json);

/** Conditions contain conditions. Inner ones are checked recursively by the same rules. */
const innerCondition = describedAs(
  maskedAs(z.looseObject({}), () => conditionSchema),
  () => conditionSchema,
);
const conditionFields = z.strictObject({
  exists: targetText
    .optional()
    .describe('True if this element exists: a selector, or the text that it shows.'),
  text: z.string().min(1).max(2_000).optional().describe('True if the page shows this text.'),
  url: z.string().min(1).max(2_000).optional().describe('True if the URL contains this text.'),
  var: z.string().min(1).max(200).optional().describe('Path of a variable, such as `item.price`.'),
  op: z
    .enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'contains', 'exists', 'empty'])
    .optional()
    .describe('Comparison of `var` with `value`.'),
  value: json.optional().describe('Value to compare the variable with.'),
  not: innerCondition.optional().describe('Condition that must not hold.'),
  all: z.array(innerCondition).min(1).max(20).optional().describe('Conditions that must all hold.'),
  any: z
    .array(innerCondition)
    .min(1)
    .max(20)
    .optional()
    .describe('Conditions of which at least one must hold.'),
});

const { op, value, ...fieldOfForm } = conditionFields.shape;
const forms = conditionForms.filter((form) => form !== 'var');
const operators = op.unwrap().options;
const unary = operators.filter((operator) => unaryOperators.has(operator));
const binary = operators.filter((operator) => !unaryOperators.has(operator));

/** Returns the schema of the comparisons of a variable by some operators. */
function comparisonSchema(names: readonly string[], comparedWith: z.ZodType) {
  const operator = z.enum(names).describe(op.description ?? '');
  return z.strictObject({ var: z.nonoptional(fieldOfForm.var), op: operator, value: comparedWith });
}

/** A condition with the fields of its form. They are validated by workflowErrors. */
export const conditionSchema: z.ZodType<Condition> = withSchemaName(
  'WorkflowCondition',
  describedAs(
    conditionFields.describe('Exactly one of exists, text, url, var (with op and value), not, all, any.'),
    () =>
      z.union([
        ...forms.map((form) => z.strictObject({ [form]: z.nonoptional(fieldOfForm[form] as z.ZodType) })),
        comparisonSchema(unary, value),
        comparisonSchema(binary, z.nonoptional(value)),
      ]),
  ),
);
