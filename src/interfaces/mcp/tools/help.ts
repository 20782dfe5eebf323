import { isObject } from '../../../domain/values/is-object.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import { inputSchema, type JsonObject } from '../../../operations/json-schema.ts';
import { listActions } from '../../../operations/tools/list-actions.ts';

/** Nesting that a help text shows. */
const maxDepth = 4;

/** Returns an example call of an operation as tool arguments. */
export function exampleArguments({ agent, example }: Operation): JsonObject {
  const { path, query, body } = example as Record<'path' | 'query' | 'body', JsonObject | undefined>;
  return { ...(agent?.action !== undefined && { action: agent.action }), ...path, ...query, ...body };
}

function alternativesOf(schema: JsonObject): JsonObject[] {
  return [schema.anyOf ?? schema.oneOf ?? schema]
    .flat()
    .filter(isObject)
    .filter(({ type }) => type !== 'null');
}

function typeText(schema: JsonObject): string {
  const texts = alternativesOf(schema).map(({ type, enum: values, const: value, items }) => {
    if (value !== undefined) return JSON.stringify(value);
    if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ');
    if (type === 'array') return isObject(items) ? `list of ${typeText(items)}` : 'list';
    return typeof type === 'string' ? type : 'any value';
  });
  return [...new Set(texts)].join(' or ');
}

function rangeText({ minimum, maximum, maxItems, maxLength }: JsonObject): string {
  const bounds = [minimum, maximum].map((bound) =>
    typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : null,
  );
  const [from, to] = bounds;
  if (from != null && to != null) return `${from} to ${to}`;
  if (from != null) return `at least ${from}`;
  if (to != null) return `at most ${to}`;
  if (typeof maxItems === 'number') return `at most ${maxItems} items`;
  return typeof maxLength === 'number' ? `at most ${maxLength} characters` : '';
}

function fieldLines(name: string, schema: JsonObject, isRequired: boolean, depth: number): string[] {
  const notes = [typeText(schema), ...alternativesOf(schema).map(rangeText), isRequired ? 'required' : ''];
  if (schema.default !== undefined) notes.push(`default ${JSON.stringify(schema.default)}`);
  const description = typeof schema.description === 'string' ? `: ${schema.description}` : '';
  const line = `${'  '.repeat(depth)}- \`${name}\` (${[...new Set(notes)].filter(Boolean).join(', ')})${description}`;
  return depth >= maxDepth ? [line] : [line, ...nestedLines(schema, depth + 1)];
}

/** Lists the fields of objects, of the objects in lists, and of each alternative. */
function nestedLines(schema: JsonObject, depth: number): string[] {
  return alternativesOf(schema).flatMap(({ properties, required, items }) => {
    if (isObject(properties)) return objectLines(properties, required, depth);
    return isObject(items) ? nestedLines(items, depth) : [];
  });
}

/** Lists the fields of an object as nested Markdown items: type, limits, default and description. */
export function objectLines(properties: JsonObject, required: unknown, depth: number): string[] {
  const names: unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, schema]) =>
    isObject(schema) ? fieldLines(name, schema, names.includes(name), depth) : [],
  );
}

function operationHelp(operation: Operation): string {
  const { properties, required } = inputSchema(operation);
  const actions = listActions(operation);
  return [
    actions.length === 0 ? '' : `## ${actions.join(', ')}`,
    operation.description,
    `Price: ${operation.price}.`,
    isObject(properties) ? objectLines(properties, required, 0).join('\n') : '',
    `Example: \`${JSON.stringify(exampleArguments(operation))}\``,
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns the complete description of a tool: every action, argument, default, limit and price. */
export function createToolHelp(name: string, operations: readonly Operation[]): string {
  return [`# ${name}`, ...operations.map(operationHelp)].join('\n\n');
}
