import type { Tool } from '@modelcontextprotocol/server';
import { inputSchema, type JsonObject, jsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { createNamedSchemas } from '../openapi/named-schemas.ts';
import { followedSchema } from './follow-events.ts';

/** The operations that agents have as tools, with the list that they are shown. */
export interface Tools {
  list: Tool[];
  find(name: string): Operation | null;
}

const definitions = '#/$defs/';

/** A schema with less to read for a model: leaves out that a field may be null as well as absent. It is taken all the same. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as JsonObject;
  const others = Array.isArray(anyOf) ? anyOf.filter(({ type }: JsonObject) => type !== 'null') : [];
  const only = others.length === 1 ? (others[0] as JsonObject) : null;
  const merged = only === null ? (value as JsonObject) : { ...only, ...rest };
  return Object.fromEntries(Object.entries(merged).map(([name, part]) => [name, plain(part)]));
}

/** A schema without what no reader of an answer needs: bounds that are those of JSON's own numbers. */
function unbounded(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unbounded);
  if (typeof value !== 'object' || value === null) return value;
  const told = Object.entries(value).filter(
    ([name, bound]) => !/^m(ax|in)imum$/.test(name) || Math.abs(Number(bound)) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(told.map(([name, part]) => [name, unbounded(part)]));
}

function shownInput(operation: Operation): JsonObject {
  const { properties, ...rest } = inputSchema(operation) as { properties: Record<string, JsonObject> };
  const { hidden = [], defaults = {} } = operation.agent ?? {};
  const shown = Object.entries(properties)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, schema]) => [name, name in defaults ? { ...schema, default: defaults[name] } : schema]);
  return plain(unbounded({ ...rest, properties: Object.fromEntries(shown) })) as JsonObject;
}

/** Structured content is an object, also where it is one of several. Shapes that come several times stand there once. */
function shownOutput(operation: Operation): JsonObject {
  if (operation.answers === 'events') return followedSchema(jsonSchema(operation.output, 'output'));
  const named = createNamedSchemas(definitions);
  const { $ref, ...unnamed } = named.refer(operation.output, 'output');
  const shapes = named.all();
  if (typeof $ref !== 'string') return { type: 'object', ...unnamed, $defs: shapes };
  const { [$ref.slice(definitions.length)]: whole, ...parts } = shapes;
  return { type: 'object', ...whole, $defs: parts };
}

function toolOf(operation: Operation): Tool {
  const { name, title, description, price, annotations, agent } = operation;
  return {
    name,
    title,
    description: `${agent?.description ?? description} Price: ${price}.`,
    inputSchema: shownInput(operation) as Tool['inputSchema'],
    outputSchema: unbounded(shownOutput(operation)) as Tool['outputSchema'],
    annotations: {
      title,
      readOnlyHint: annotations.readOnly,
      destructiveHint: annotations.destructive,
      idempotentHint: annotations.idempotent,
      openWorldHint: annotations.openWorld,
    },
  };
}

/** Makes the tools from the declarations, once. */
export function createTools(registry: Registry): Tools {
  const offered = registry.filter((operation) => operation.agent !== undefined);
  const byName = new Map(offered.map((operation) => [operation.name, operation]));
  return { list: offered.map(toolOf), find: (name) => byName.get(name) ?? null };
}
