import type { z } from 'zod';

const names = new WeakMap<z.core.$ZodType, string>();

/**
 * Gives a schema the name that OpenAPI and generated clients know it by (PascalCase, one shape a name); returns the
 * schema itself. To be called last: what is made from a named schema has no name of its own.
 */
export function named<Schema extends z.ZodType>(name: string, schema: Schema): Schema {
  names.set(schema, name);
  return schema;
}

/** The name given to this very schema, if any. */
export function nameOf(schema: z.core.$ZodType): string | undefined {
  return names.get(schema);
}
