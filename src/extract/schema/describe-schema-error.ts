import type { ErrorObject } from 'ajv';

/** Maximum allowed values that a message lists. */
const maxValues = 20;

/** Returns the names of keyword types, such as `a string or null`. */
function describeTypes(types: unknown): string {
  return [types].flat().join(' or ');
}

function describeValues(values: unknown): string {
  const listed = [values].flat().map((value) => JSON.stringify(value));
  return listed.slice(0, maxValues).join(', ') + (listed.length > maxValues ? ', …' : '');
}

type Describe = (params: Record<string, unknown>) => string;

const byKeyword: Readonly<Record<string, Describe>> = {
  type: ({ type }) => `must be of type ${describeTypes(type)}`,
  enum: ({ allowedValues }) => `must be one of ${describeValues(allowedValues)}`,
  const: ({ allowedValue }) => `must be ${describeValues([allowedValue])}`,
  required: ({ missingProperty }) => `lacks the field "${String(missingProperty)}"`,
  additionalProperties: ({ additionalProperty }) => `has the unknown field "${String(additionalProperty)}"`,
  pattern: ({ pattern }) => `does not match the pattern ${String(pattern)}`,
  format: ({ format }) => `has not the format ${String(format)}`,
  minItems: ({ limit }) => `needs at least ${String(limit)} items`,
  maxItems: ({ limit }) => `has more than ${String(limit)} items`,
  uniqueItems: () => 'has an item twice',
  minLength: ({ limit }) => `needs at least ${String(limit)} characters`,
  maxLength: ({ limit }) => `has more than ${String(limit)} characters`,
  minProperties: ({ limit }) => `needs at least ${String(limit)} fields`,
  maxProperties: ({ limit }) => `has more than ${String(limit)} fields`,
  minimum: ({ limit }) => `is less than ${String(limit)}`,
  maximum: ({ limit }) => `is more than ${String(limit)}`,
  exclusiveMinimum: ({ limit }) => `is not more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `is not less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `is not a multiple of ${String(multipleOf)}`,
};

/** Describes an error of a JSON Schema validation by its keyword, without the text of the validator. */
export function describeSchemaError({ keyword, params }: ErrorObject): string {
  return byKeyword[keyword]?.(params as Record<string, unknown>) ?? `does not satisfy "${keyword}"`;
}
