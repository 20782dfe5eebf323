import type { Json } from '../domain/extraction.ts';

/** JSON types that a scalar field may have; a union of several is ordered as the schema names them. */
export type FieldType = 'string' | 'number' | 'integer' | 'boolean';

/**
 * What a field asks for, beside its JSON type, read from its format, name and description. It chooses the parser and what
 * counts as a likely place; `text` is everything else.
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
 * A field of a schema, flattened: nested objects become leaves with longer pointers, arrays one field with its entries'
 * fields inside. Plain data, made by `fieldsOf` in `schema-fields.ts`.
 */
export interface Field {
  /**
   * JSON pointer (RFC 6901) with `*` in the place of an array's entries; `/price`, and for the author of an entry of reviews
   * the three tokens `reviews`, `*`, `author`. Empty for a root that is a scalar or an array.
   */
  pointer: string;
  /** As the schema writes it; of a list's entries the list's own; empty at the root. */
  name: string;
  /** Lower-case words of the name: `datePublished` is `date published`. */
  words: readonly string[];
  /** The same of the objects around it, outermost first: for `/offer/price` it is `[['offer']]`. */
  context: readonly (readonly string[])[];
  /** `title` and `description` of the schema, or empty. */
  description: string;
  /** Scalar: one value. List: an array of scalars. Records: an array of objects, whose fields are `fields`. */
  structure: 'scalar' | 'list' | 'records';
  /** Of the value, or of the entries of a list; empty for records. */
  types: readonly FieldType[];
  kind: FieldKind;
  /** JSON Schema's `format`, or null. */
  format: string | null;
  /** Values that alone are allowed (`enum`, `const`), or null. */
  choices: readonly Json[] | null;
  /** A regular expression (RE2 syntax) that a string must match, or null. */
  pattern: string | null;
  isRequired: boolean;
  isNullable: boolean;
  /** Entries that a list may hold, or null. */
  maxItems: number | null;
  /** Leaves of an entry of records; their pointers start with this one's and `/*`. Empty otherwise. */
  fields: readonly Field[];
}
