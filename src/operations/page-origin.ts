import { z } from 'zod';

/** Origin of the values of a field: text that a page, or another server of the web, wrote. */
interface Origin {
  origin: 'page';
  /** Returns false for a value that consists of the words of the service only. */
  applies(value: unknown, parent: unknown): boolean;
}

const origins = z.registry<Origin>();

/**
 * Declares that a page wrote the values of this schema, or those values to which `applies`, which gets the object around the
 * value as well. Interfaces mark them for a
 * model as text from the web; every other field is the words of the service or of the caller. Schemas derived with
 * `describe`, `optional` and the like keep the origin.
 */
export function fromPage<Schema extends z.ZodType>(
  schema: Schema,
  applies: Origin['applies'] = () => true,
): Schema {
  origins.add(schema, { origin: 'page', applies });
  return schema;
}

/** Returns true if this schema itself declares that a page wrote the value, which is in `parent`. */
export function isFromPage(schema: z.core.$ZodType, value: unknown, parent: unknown): boolean {
  return origins.get(schema)?.applies(value, parent) ?? false;
}
