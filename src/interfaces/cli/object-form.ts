import { isObject } from '../../domain/values/is-object.ts';
import type { JsonObject } from '../../operations/json-schema.ts';

/** Types of the values of an object, as JSON Schema names them. */
type Types = readonly string[];

/** An object that a flag takes as `NAME=VALUE`, besides JSON. */
export interface ObjectForm {
  /** Types of its known fields. */
  fields: Readonly<Record<string, Types>>;
  /** Types of its other fields; null if it has none. */
  others: Types | null;
}

function typesOf(schema: JsonObject): Types {
  const { type, anyOf, oneOf } = schema;
  const options = (anyOf ?? oneOf) as JsonObject[] | undefined;
  if (options !== undefined) return options.flatMap(typesOf);
  return [type].flat().filter((one): one is string => typeof one === 'string');
}

/** Fields whose value is a document of its own: pairs would seldom be one. */
const documents: ReadonlySet<string> = new Set(['schema', 'receipt', 'result', 'source', 'watch']);

/** Returns the object of a schema that stands beside null or a list; null if there is none, or a choice between several. */
function objectIn(schema: JsonObject): JsonObject | null {
  if (schema.type === 'object') return schema;
  const options = (schema.anyOf ?? []) as JsonObject[];
  const found = options.map(objectIn).filter((one) => one !== null);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Returns the form of the values of a field; null if they cannot be written as pairs. */
export function objectFormOf(field: string, schema: JsonObject): ObjectForm | null {
  const object = documents.has(field) ? null : objectIn(schema);
  if (object === null) return null;
  const properties = Object.entries((object.properties ?? {}) as Record<string, JsonObject>);
  const rest = object.additionalProperties;
  return {
    fields: Object.fromEntries(properties.map(([name, one]) => [name, typesOf(one)])),
    others: isObject(rest) ? typesOf(rest) : null,
  };
}

/** Returns a text as a value of one of the types: text where it is allowed, unless it is `true` or `false` for a flag. */
function readValue(text: string, types: Types): unknown {
  const isFlag = (text === 'true' || text === 'false') && types.includes('boolean');
  if (!isFlag && types.includes('string')) return text;
  if (!types.includes('string') && types.join() === 'array' && !text.startsWith('[')) return text.split(',');
  try {
    return JSON.parse(text);
  } catch {
    // Validation says what is wrong with it.
    return text;
  }
}

/**
 * Parses `NAME=VALUE`, or the name of a flag alone, and adds it to the previous value; null for a text of another form. Names can have
 * dashes in place of underscores.
 */
export function parsePair(form: ObjectForm, text: string, previous: unknown): Record<string, unknown> | null {
  const at = text.indexOf('=');
  const written = (at < 0 ? text : text.slice(0, at)).trim();
  const underscored = written.replaceAll('-', '_');
  const name = Object.hasOwn(form.fields, underscored) ? underscored : written;
  const types = form.fields[name] ?? form.others;
  if (name === '' || types === null || types === undefined) return null;
  if (at < 0 && form.fields[name]?.includes('boolean') !== true) return null;
  const value = at < 0 ? true : readValue(text.slice(at + 1), types);
  return { ...(isObject(previous) ? previous : {}), [name]: value };
}
