import type { Tool } from '@modelcontextprotocol/server';
import { inputSchema, type JsonObject, jsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { followedSchema } from './follow-events.ts';

/** The operations that agents have as tools, with the list that they are shown. */
export interface Tools {
  list: Tool[];
  find(name: string): Operation | null;
}

function shownInput(operation: Operation): JsonObject {
  const { properties, ...rest } = inputSchema(operation) as { properties: JsonObject };
  const hidden = new Set(operation.agent?.hidden ?? []);
  const shown = Object.entries(properties).filter(([name]) => !hidden.has(name));
  return { ...rest, properties: Object.fromEntries(shown) };
}

/** Structured content is an object, also where it is one of several. */
function shownOutput(operation: Operation): JsonObject {
  const schema = jsonSchema(operation.output, 'output');
  return operation.answers === 'events' ? followedSchema(schema) : { type: 'object', ...schema };
}

function toolOf(operation: Operation): Tool {
  const { name, title, description, price, annotations, agent } = operation;
  return {
    name,
    title,
    description: `${agent?.description ?? description} Price: ${price}.`,
    inputSchema: shownInput(operation) as Tool['inputSchema'],
    outputSchema: shownOutput(operation) as Tool['outputSchema'],
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
