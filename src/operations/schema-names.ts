import type { z } from 'zod';

const names = new WeakMap<z.core.$ZodType, string>();
const descriptions = new WeakMap<z.core.$ZodType, () => z.ZodType>();

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

/**
 * Describes a schema in OpenAPI by another one that accepts the same values, such as a union with the fields of each type. A
 * schema that has a name is referred to, so that a schema can contain itself. Call it before {@link withSchemaName}.
 */
export function describedAs<Schema extends z.ZodType>(schema: Schema, description: () => z.ZodType): Schema {
  descriptions.set(schema, description);
  return schema;
}

/** Returns the schema that describes this one, if it is another one. */
export function getDescription(schema: z.core.$ZodType): z.ZodType | undefined {
  return descriptions.get(schema)?.();
}
