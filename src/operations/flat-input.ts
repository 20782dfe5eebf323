import type { InputSchemas, Operation } from './operation.ts';
import type { RawInput } from './validate.ts';

function fieldsOf(schema: InputSchemas[keyof InputSchemas]): ReadonlySet<string> {
  return new Set(Object.keys(schema?.shape ?? {}));
}

/**
 * The parts of a request from one flat object, as tool calls and command lines carry it (`inputSchema` describes it).
 * Fields that are unknown go where validation refuses them by name.
 */
export function splitInput({ input }: Operation, fields: Readonly<Record<string, unknown>>): RawInput {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const inPath = fieldsOf(input.path);
  const inQuery = fieldsOf(input.query);
  for (const [name, value] of Object.entries(fields)) {
    const part = inPath.has(name) ? path : inQuery.has(name) || input.body === undefined ? query : body;
    part[name] = value;
  }
  return { path, query, body: input.body === undefined ? undefined : body };
}
