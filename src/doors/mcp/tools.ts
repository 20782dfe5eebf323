import type { Tool } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { Failure } from '../../domain/failure.ts';
import { inputSchema, type JsonObject, jsonSchema } from '../../operations/json-schema.ts';
import type { Operation, SharedTool } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { createNamedSchemas } from '../openapi/named-schemas.ts';
import { followedSchema } from './follow-events.ts';
import { sharedTools } from './shared-tools.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a call of a tool asks for. */
export interface Asked {
  operation: Operation;
  fields: Fields;
}

/** The operations that agents have as tools, with the list that they are shown. */
export interface Tools {
  list: Tool[];
  /** Null when there is no such tool. Throws Failure `invalid` when the tool has no such action. */
  find(name: string, fields: Fields): Asked | null;
}

const definitions = '#/$defs/';

/** A schema with less to read for a model: leaves out that a field may be null as well as absent. It is taken all the same. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { anyOf, ...rest } = value as JsonObject;
  const others = Array.isArray(anyOf) ? anyOf.filter(({ type }: JsonObject) => type !== 'null') : [];
  const only = others.length === 1 ? (others[0] as JsonObject) : null;
  const several = others.length > 1 ? { anyOf: others, ...rest } : (value as JsonObject);
  const merged = only === null ? several : { ...only, ...rest };
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

function shownInput(operation: Operation): { properties: Record<string, JsonObject>; required: string[] } {
  const { properties, required = [] } = inputSchema(operation) as {
    properties: Record<string, JsonObject>;
    required?: string[];
  };
  const { hidden = [], defaults = {} } = operation.agent ?? {};
  const shown = Object.entries(properties)
    .filter(([name]) => !hidden.includes(name))
    .map(([name, schema]) => [name, name in defaults ? { ...schema, default: defaults[name] } : schema]);
  return { properties: plain(unbounded(Object.fromEntries(shown))) as Record<string, JsonObject>, required };
}

/** Structured content is an object, also where it is one of several. Shapes that come several times stand there once. */
function shownOutput(operations: readonly Operation[]): JsonObject {
  const named = createNamedSchemas(definitions);
  const answers = operations.map(({ answers: kind, output }) =>
    kind === 'events' ? followedSchema(jsonSchema(output, 'output')) : named.refer(output, 'output'),
  );
  const shapes = named.all();
  const [{ $ref, ...unnamed } = {}] = answers;
  if (answers.length > 1) return { type: 'object', anyOf: answers, $defs: shapes };
  if (typeof $ref !== 'string') return { type: 'object', ...unnamed, $defs: shapes };
  const { [$ref.slice(definitions.length)]: whole, ...parts } = shapes;
  return { type: 'object', ...whole, $defs: parts };
}

/** What a model may expect of calling any of them. */
function hintsOf(operations: readonly Operation[], title: string): Tool['annotations'] {
  const kinds = operations.map(({ annotations }) => annotations);
  return {
    title,
    readOnlyHint: kinds.every(({ readOnly }) => readOnly),
    destructiveHint: kinds.some(({ destructive }) => destructive),
    idempotentHint: kinds.every(({ idempotent }) => idempotent),
    openWorldHint: kinds.some(({ openWorld }) => openWorld),
  };
}

function said({ description, price, agent }: Operation): string {
  return `${agent?.description ?? description} Price: ${price}.`;
}

function toolOf(operation: Operation): Tool {
  return {
    name: operation.name,
    title: operation.title,
    description: said(operation),
    inputSchema: {
      type: 'object',
      ...shownInput(operation),
      additionalProperties: false,
    } as Tool['inputSchema'],
    outputSchema: unbounded(shownOutput([operation])) as Tool['outputSchema'],
    annotations: hintsOf([operation], operation.title),
  };
}

/** The actions that an operation is in its tool. */
function actionsOf({ agent, input }: Operation): string[] {
  if (agent?.action !== undefined) return [agent.action];
  const own = Object.values(input).find((part) => part !== undefined && 'action' in part.shape);
  return (own?.shape.action as z.ZodEnum | undefined)?.options.map(String) ?? [];
}

/** One field of several operations: what they share of it, or each of its shapes. */
function sharedField(schemas: readonly JsonObject[]): JsonObject {
  const bare = schemas.map(({ description: _description, default: _default, ...rest }) =>
    JSON.stringify(rest),
  );
  const [first = {}] = schemas;
  if (schemas.length === 1) return first;
  const description = schemas.find((schema) => schema.description !== undefined)?.description;
  const told = description === undefined ? {} : { description };
  const kinds = [...new Set(bare)].map((text) => JSON.parse(text) as JsonObject);
  return kinds.length === 1 ? { ...kinds[0], ...told } : { anyOf: kinds, ...told };
}

function sharedTool(name: SharedTool, operations: readonly Operation[]): Tool {
  const { title, description } = sharedTools[name];
  const fields = new Map<string, JsonObject[]>();
  const lines = operations.map((operation) => {
    const { properties, required } = shownInput(operation);
    const names = Object.keys(properties).filter((field) => field !== 'action');
    for (const field of names) fields.set(field, [...(fields.get(field) ?? []), properties[field] ?? {}]);
    const listed = names.map((field) => (required.includes(field) ? field : `${field}?`)).join(', ');
    return `- ${actionsOf(operation).join(' | ')} (${listed}): ${said(operation)}`;
  });
  const action = { type: 'string', enum: operations.flatMap(actionsOf), description: 'what to do' };
  const shared = [...fields].map(([field, schemas]) => [field, sharedField(schemas)]);
  return {
    name,
    title,
    description: `${description} Actions, with the fields that each takes:\n${lines.join('\n')}`,
    inputSchema: {
      type: 'object',
      properties: { action, ...Object.fromEntries(shared) },
      required: ['action'],
      additionalProperties: false,
    },
    outputSchema: unbounded(shownOutput(operations)) as Tool['outputSchema'],
    annotations: hintsOf(operations, title),
  };
}

function actionOf(name: string, operations: readonly Operation[], fields: Fields): Asked {
  const { action, ...rest } = fields;
  const operation = operations.find((one) => actionsOf(one).includes(String(action)));
  if (operation === undefined) {
    const detail = `one of ${operations.flatMap(actionsOf).join(', ')}`;
    throw new Failure('invalid', `the tool ${name} has no such action`, {
      faults: [{ pointer: '/action', detail }],
    });
  }
  return { operation, fields: operation.agent?.action === undefined ? fields : rest };
}

/** Makes the tools from the declarations, once. */
export function createTools(registry: Registry): Tools {
  const offered = registry.filter((operation) => operation.agent !== undefined);
  const toolNames = [...new Set(offered.map((operation) => operation.agent?.tool ?? operation.name))];
  const parts = new Map(
    toolNames.map((name) => [
      name,
      offered.filter((operation) => (operation.agent?.tool ?? operation.name) === name),
    ]),
  );
  return {
    list: [...parts].map(([name, operations]) => {
      const [first] = operations as [Operation];
      return first.agent?.tool === undefined ? toolOf(first) : sharedTool(name as SharedTool, operations);
    }),
    find(name, fields) {
      const operations = parts.get(name);
      const first = operations?.[0];
      if (operations === undefined || first === undefined) return null;
      return first.agent?.tool === undefined
        ? { operation: first, fields }
        : actionOf(name, operations, fields);
    },
  };
}
