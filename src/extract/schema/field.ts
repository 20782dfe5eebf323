import type { Json } from '../../domain/pages/extraction.ts';

/** JSON types of a scalar field; of a union, in the order of the schema. */
export type FieldType = 'string' | 'number' | 'integer' | 'boolean';

/**
 * Semantic kind of a field, derived from its format, name and description. It selects the parser and the places
 * to search; `text` is the default.
 */
export type FieldKind =
  | 'text'
  | 'title'
  | 'long_text'
  | 'person'
  | 'money'
  | 'currency'
  | 'number'
  | 'rating'
  | 'date'
  | 'duration'
  | 'phone'
  | 'email'
  | 'url'
  | 'image'
  | 'identifier'
  | 'choice'
  | 'yes_no';

/**
 * A flattened field of a schema: nested objects become leaves with longer pointers, and an array becomes one
 * field that contains the fields of its entries. Plain data, created by `fieldsOf` in `schema-fields.ts`.
 */
export interface Field {
  /**
   * JSON Pointer (RFC 6901) with `*` in place of an array's entries: `/price`, and for the author of an entry
   * of reviews the tokens `reviews`, `*`, `author`. Empty for a root that is a scalar or an array.
   */
  pointer: string;
  /** Name in the schema; for entries of a list the list's name; empty at the root. */
  name: string;
  /** Lower-case words of the name: `datePublished` becomes `date published`. */
  words: readonly string[];
  /** Words of the names of the enclosing objects, outermost first: `[['offer']]` for `/offer/price`. */
  context: readonly (readonly string[])[];
  /** `title` and `description` of the schema, or an empty string. */
  description: string;
  /** Scalar: one value. List: an array of scalars. Records: an array of objects with the fields in `fields`. */
  structure: 'scalar' | 'list' | 'records';
  /** Types of the value, or of the entries of a list; empty for records. */
  types: readonly FieldType[];
  kind: FieldKind;
  /** `examples` of the schema as texts, at most ten. */
  examples: readonly string[];
  /** `format` of the schema, or null. */
  format: string | null;
  /** Allowed values (`enum`, `const`), or null. */
  choices: readonly Json[] | null;
  /** Regular expression (RE2 syntax) that a string must match, or null. */
  pattern: string | null;
  isRequired: boolean;
  isNullable: boolean;
  /** Maximum number of entries of a list, or null. */
  maxItems: number | null;
  /**
   * Leaves of the entries of an array of objects; their pointers start with this field's pointer and `/*`.
   * Empty otherwise.
   */
  fields: readonly Field[];
}
