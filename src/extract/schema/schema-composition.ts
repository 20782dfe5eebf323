import type { JsonSchema } from '../../domain/pages/extraction.ts';
import type { ValidationError } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { pointerToken } from '../../domain/values/json-pointer.ts';
import { resolveRef } from './schema-fields.ts';

/** Maximum number of schemas for one value. A chain of n doubled references applies 2^n schemas. */
const maxApplied = 2_000;
/** Maximum length of a chain of references and combinations at one value. */
const maxChain = 200;

const tooManyMessage = `More than ${maxApplied} schemas apply to one value. Use fewer of allOf, anyOf, oneOf and $ref.`;
const endlessMessage =
  'The schema refers to itself at the same value without end. Put a property or an item between a schema and its $ref.';

/**
 * Returns the schemas that apply to the same value as the enclosing schema (JSON Schema 2020-12 core, section
 * 10.2).
 */
function appliedSchemas(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const lists = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? (list as unknown[]) : [],
  );
  const maps = [schema.dependentSchemas, schema.dependencies].flatMap((map) =>
    isObject(map) ? Object.values(map) : [],
  );
  const target = typeof schema.$ref === 'string' ? resolveRef(root, schema.$ref) : null;
  return [...lists, ...maps, schema.not, schema.if, schema.then, schema.else, target].filter(isObject);
}

/**
 * Finds a schema that applies to the same value without end or applies too many schemas; returns an empty list
 * if there is none. `$ref` must be local and the nesting depth limited, which request validation ensures.
 */
export function checkComposition(root: JsonSchema): ValidationError[] {
  const counts = new Map<JsonSchema, number | 'open'>();

  /** Counts the schemas that apply to a value at `schema`; returns an error message if there are too many. */
  function count(schema: JsonSchema, chain: number): number | string {
    const cached = counts.get(schema);
    if (cached === 'open') return endlessMessage;
    if (cached !== undefined) return cached;
    if (chain > maxChain) return tooManyMessage;
    counts.set(schema, 'open');
    let sum = 1;
    for (const applied of appliedSchemas(schema, root)) {
      const inner = count(applied, chain + 1);
      if (typeof inner === 'string') return inner;
      sum += inner;
      if (sum > maxApplied) return tooManyMessage;
    }
    counts.set(schema, sum);
    return sum;
  }

  const pending: { value: unknown; pointer: string }[] = [{ value: root, pointer: '' }];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    const { value, pointer } = current;
    if (typeof value !== 'object' || value === null) continue;
    const result = isObject(value) ? count(value, 0) : 0;
    if (typeof result === 'string') return [{ pointer, detail: result }];
    for (const [key, inner] of Object.entries(value)) {
      pending.push({
        value: inner,
        pointer: `${pointer}/${pointerToken(key)}`,
      });
    }
  }
  return [];
}
