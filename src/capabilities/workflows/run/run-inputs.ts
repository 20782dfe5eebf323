import type { Json, JsonSchema } from '../../../domain/pages/extraction.ts';
import { Failure, type ValidationError } from '../../../domain/system/failure.ts';
import { createDataCheck } from '../../../extract/schema/schema-check.ts';

type Values = Record<string, Json>;

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null
    ? Object.entries(properties as Record<string, JsonSchema>)
    : [];
}

/** Applies the schema's defaults to the inputs of a run and validates them; pointers are relative to the inputs. */
export function validateInputs(
  schema: JsonSchema | null,
  requestInputs: Values,
): { inputs: Values; errors: ValidationError[] } {
  if (schema === null) {
    const errors = Object.keys(requestInputs).map((name) => ({
      pointer: `/${name}`,
      detail: 'is unknown: the workflow has no inputs',
    }));
    return { inputs: {}, errors };
  }
  const defaults = propertiesOf(schema).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value as Json] as const],
  );
  const inputs = { ...Object.fromEntries(defaults), ...requestInputs };
  const check = createDataCheck({ type: 'object', additionalProperties: false, ...schema });
  const errors = check(inputs).map(({ pointer, message }) => ({ pointer, detail: message }));
  return { inputs, errors };
}

/** Like {@link validateInputs}, but throws Failure `invalid` with pointers below `pointer`. */
export function requireInputs(schema: JsonSchema | null, requestInputs: Values, pointer: string): Values {
  const { inputs, errors } = validateInputs(schema, requestInputs);
  if (errors.length === 0) return inputs;
  throw new Failure('invalid', 'The inputs do not match the JSON Schema of the workflow.', {
    errors: errors.map((error) => ({ ...error, pointer: `${pointer}${error.pointer}` })),
  });
}
