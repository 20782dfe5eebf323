import type { RawInput } from './call-path/validate.ts';
import type { InputSchemas, Operation } from './declaration/operation.ts';

function fieldNames(schema: InputSchemas[keyof InputSchemas]): ReadonlySet<string> {
  return new Set(Object.keys(schema?.shape ?? {}));
}

/**
 * Splits a flat object, as sent by tool calls and command lines (see `inputSchema`), into the parts of a request.
 * Unknown fields go to a part in which validation rejects them by name.
 */
export function splitInput({ input }: Operation, fields: Readonly<Record<string, unknown>>): RawInput {
  const path: Record<string, unknown> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  const pathFields = fieldNames(input.path);
  const queryFields = fieldNames(input.query);
  for (const [name, value] of Object.entries(fields)) {
    const part = pathFields.has(name)
      ? path
      : queryFields.has(name) || input.body === undefined
        ? query
        : body;
    // Not an assignment: `__proto__` must become a field, which is rejected as unknown.
    Object.defineProperty(part, name, { value, enumerable: true });
  }
  return { path, query, body: input.body === undefined ? undefined : body };
}
