import type { Json, JsonSchema } from '../../domain/extraction.ts';
import { Failure, type Fault } from '../../domain/failure.ts';
import { createDataCheck } from '../../extract/schema-check.ts';

type Values = Record<string, Json>;

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties } = schema;
  return typeof properties === 'object' && properties !== null
    ? Object.entries(properties as Record<string, JsonSchema>)
    : [];
}

/** The inputs of a run with the defaults of their schema, and what is wrong with them; pointers begin at the inputs. */
export function judgeInputs(schema: JsonSchema | null, given: Values): { inputs: Values; faults: Fault[] } {
  if (schema === null) {
    const faults = Object.keys(given).map((name) => ({
      pointer: `/${name}`,
      detail: 'the workflow takes no inputs',
    }));
    return { inputs: {}, faults };
  }
  const defaults = propertiesOf(schema).flatMap(([name, { default: value }]) =>
    value === undefined ? [] : [[name, value as Json] as const],
  );
  const inputs = { ...Object.fromEntries(defaults), ...given };
  const check = createDataCheck({ type: 'object', additionalProperties: false, ...schema });
  const faults = check(inputs).map(({ pointer, message }) => ({ pointer, detail: message }));
  return { inputs, faults };
}

/** The same; throws Failure `invalid` with pointers below `pointer`. */
export function requireInputs(schema: JsonSchema | null, given: Values, pointer: string): Values {
  const { inputs, faults } = judgeInputs(schema, given);
  if (faults.length === 0) return inputs;
  throw new Failure('invalid', 'the inputs do not fit what the workflow asks for', {
    faults: faults.map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` })),
  });
}
