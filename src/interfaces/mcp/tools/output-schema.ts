import type { Tool } from '@modelcontextprotocol/server';
import type { Operation } from '../../../operations/declaration/operation.ts';
import { type JsonObject, toJsonSchema } from '../../../operations/json-schema.ts';
import { createNamedSchemas } from '../../openapi/named-schemas.ts';
import { eventBatchSchema } from '../follow-events.ts';

const definitions = '#/$defs/';

/** Removes bounds that are those of JSON numbers. */
function withoutNumberBounds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNumberBounds);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, bound]) => !/^m(ax|in)imum$/.test(name) || Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries.map(([name, part]) => [name, withoutNumberBounds(part)]));
}

/** Returns the schema of one object for all alternatives; repeated schemas are in `$defs`. */
function mergeOutputs(operations: readonly Operation[]): JsonObject {
  const named = createNamedSchemas(definitions);
  const answers = operations.map(({ responseStream, output }) =>
    responseStream === 'events'
      ? eventBatchSchema(toJsonSchema(output, 'output'))
      : named.refer(output, 'output'),
  );
  const shapes = named.all();
  const [{ $ref, ...unnamed } = {}] = answers;
  if (answers.length > 1) return { type: 'object', anyOf: answers, $defs: shapes };
  if (typeof $ref !== 'string') return { type: 'object', ...unnamed, $defs: shapes };
  const { [$ref.slice(definitions.length)]: whole, ...others } = shapes;
  return { type: 'object', ...whole, $defs: others };
}

/** Returns the schema of the structured content of a tool with one or more operations. */
export function createOutputSchema(operations: readonly Operation[]): NonNullable<Tool['outputSchema']> {
  return withoutNumberBounds(mergeOutputs(operations)) as NonNullable<Tool['outputSchema']>;
}
