import type { z } from 'zod';

const names = new WeakMap<z.core.$ZodType, string>();

/**
 * Sets the name of a schema in OpenAPI and generated clients (PascalCase, one shape for each name) and returns the
 * schema. Call it last: schemas derived from a named one have no name.
 */
export function withSchemaName<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  names.set(schema, name);
  return schema;
}

/** Returns the name of this schema, if any. */
export function getSchemaName(schema: z.core.$ZodType): string | undefined {
  return names.get(schema);
}
