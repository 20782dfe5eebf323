import { z } from 'zod';
import type { Operation } from './operation.ts';

/** A JSON document. */
export type JsonObject = Record<string, unknown>;

/** The version of the contract that OpenAPI and catalog carry (spec.md section 9). */
export const contractVersion = '2026-10-01';

/** JSON Schema 2020-12 of what a caller sends (`input`) or receives (`output`), without the dialect marker. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonObject {
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

/** One flat object with the fields of path, query and body: what an agent's tool call carries. */
export function inputSchema({ input }: Operation): JsonObject {
  const parts: ObjectSchema[] = [input.path, input.query, input.body].flatMap((part) =>
    part === undefined ? [] : [jsonSchema(part, 'input')],
  );
  return {
    type: 'object',
    properties: Object.assign({}, ...parts.map((part) => part.properties)) as JsonObject,
    required: parts.flatMap((part) => part.required ?? []),
    additionalProperties: false,
  };
}
