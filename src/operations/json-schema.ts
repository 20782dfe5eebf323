import { z } from 'zod';
import type { Operation } from './declaration/operation.ts';

/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** Version of the API contract in OpenAPI and catalog (docs/api/versioning.md). */
export const contractVersion = '2026-10-01';

/**
 * Converts a schema to JSON Schema 2020-12 of requests (`input`) or responses (`output`), without the dialect marker.
 */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    reused: 'inline',
  });
  return rest;
}

interface ObjectSchema {
  properties?: JsonObject;
  required?: string[];
}

/** Returns the schema of one flat object with the fields of path, query and body, as sent by tool calls. */
export function inputSchema({ input }: Operation): JsonObject {
  const parts: ObjectSchema[] = [input.path, input.query, input.body].flatMap((part) =>
    part === undefined ? [] : [toJsonSchema(part, 'input')],
  );
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as JsonObject,
    required: parts.flatMap((part) => part.required ?? []),
    additionalProperties: false,
  };
}
