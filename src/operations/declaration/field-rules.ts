import type { z } from 'zod';
import type { JsonObject } from '../json-schema.ts';

/** A validation error of a rule; `path` is the field, or null for the object as a whole. */
interface FieldError {
  path: string | null;
  message: string;
}

type Fields = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, JsonObject>>;

/**
 * A rule about several fields of an object, in its two forms: the validation, and JSON Schema 2020-12 for OpenAPI. A field that
 * is absent or null is not set.
 */
export interface FieldRule {
  /** Returns the errors of a validated object. */
  errorsOf(fields: Fields): FieldError[];
  /** Returns keywords that accept the same objects; `properties` are those of the object. */
  toKeywords(properties: Properties): JsonObject;
}

const rulesOf = new WeakMap<z.core.$ZodType, readonly FieldRule[]>();

function isSet(fields: Fields, name: string): boolean {
  return fields[name] != null;
}

function isNull(schema: unknown): boolean {
  return (schema as JsonObject).type === 'null';
}

/**
 * Returns the types of the values that set a field. Their limits stand in the property itself; the types are repeated for
 * generators of clients.
 */
function setTypeOf({ $ref, type, const: value, contentEncoding, anyOf }: JsonObject): JsonObject {
  if (Array.isArray(anyOf)) {
    const types = anyOf.filter((option) => !isNull(option)).map(setTypeOf);
    return types.length === 1 && types[0] !== undefined ? types[0] : { anyOf: types };
  }
  if (Array.isArray(type)) {
    const types = type.filter((name) => name !== 'null');
    return { type: types.length === 1 ? types[0] : types };
  }
  return {
    ...($ref !== undefined && { $ref }),
    ...(type !== undefined && { type }),
    ...(value !== undefined && { const: value }),
    ...(contentEncoding !== undefined && { contentEncoding }),
    ...(type === 'object' && { additionalProperties: true }),
  };
}

/** Returns a schema that requires all these fields to be set. */
function allSet(properties: Properties, names: readonly string[]): JsonObject {
  const parts = names.map((name) => [name, setTypeOf(properties[name] ?? {})] as const);
  return { type: 'object', properties: Object.fromEntries(parts), required: [...names] };
}

function anySet(properties: Properties, names: readonly string[]): JsonObject {
  if (names.length === 1) return allSet(properties, names);
  return { anyOf: names.map((name) => allSet(properties, [name])) };
}

/** Exactly one of the fields is set. The error is that of the field `path`, or of the whole object. */
export function exactlyOne(names: readonly string[], message: string, path: string | null = null): FieldRule {
  return {
    errorsOf: (fields) =>
      names.filter((name) => isSet(fields, name)).length === 1 ? [] : [{ path, message }],
    toKeywords: (properties) => ({ oneOf: names.map((name) => allSet(properties, [name])) }),
  };
}

/** At least one of the fields is set. */
export function atLeastOne(names: readonly string[], message: string, path: string | null = null): FieldRule {
  return {
    errorsOf: (fields) => (names.some((name) => isSet(fields, name)) ? [] : [{ path, message }]),
    // Generators of clients take `anyOf` beside properties for a choice between them.
    toKeywords: (properties) => ({ allOf: [anySet(properties, names)] }),
  };
}

/** At most one of the two fields is set. The error is that of `path`, by default the second one. */
export function notBoth(one: string, other: string, message: string, path = other): FieldRule {
  return {
    errorsOf: (fields) => (isSet(fields, one) && isSet(fields, other) ? [{ path, message }] : []),
    toKeywords: (properties) => ({ not: allSet(properties, [one, other]) }),
  };
}

/** Returns true for a field that is set to more than an empty text or list. */
function isFilled(fields: Fields, name: string): boolean {
  const value = fields[name];
  return isSet(fields, name) && value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** Returns a schema that requires all these fields to be filled. */
function allFilled(properties: Properties, names: readonly string[]): JsonObject {
  const parts = names.map((name) => {
    const set = setTypeOf(properties[name] ?? {});
    const least = set.type === 'array' ? { minItems: 1 } : set.type === 'string' ? { minLength: 1 } : {};
    return [name, { ...set, ...least }] as const;
  });
  return { type: 'object', properties: Object.fromEntries(parts), required: [...names] };
}

/** At least one of the fields is set, and not to an empty text or list. */
export function atLeastOneFilled(names: readonly string[], message: string, path: string): FieldRule {
  return {
    errorsOf: (fields) => (names.some((name) => isFilled(fields, name)) ? [] : [{ path, message }]),
    toKeywords(properties) {
      const options = names.map((name) => allFilled(properties, [name]));
      return { allOf: options.length === 1 ? options : [{ anyOf: options }] };
    },
  };
}

/** At most one of the two fields is set to more than an empty text or list. The error is that of the second one. */
export function notBothFilled(one: string, other: string, message: string): FieldRule {
  return {
    errorsOf: (fields) =>
      isFilled(fields, one) && isFilled(fields, other) ? [{ path: other, message }] : [],
    toKeywords: (properties) => ({ not: allFilled(properties, [one, other]) }),
  };
}

/** If the first field is set, the second one is, too. Neither can be null. */
export function needsField(
  field: string,
  needed: string,
  message: string,
  path: string | null = null,
): FieldRule {
  return {
    errorsOf: (fields) => (isSet(fields, field) && !isSet(fields, needed) ? [{ path, message }] : []),
    toKeywords: () => ({ dependentRequired: { [field]: [needed] } }),
  };
}

/** For each type of an object, groups of fields: at least one of each group is set. */
export type RequiredByType = Readonly<Partial<Record<string, readonly (readonly string[])[]>>>;

/**
 * The field `type` decides which other fields must be set. `aliases` has other names of fields, which count as the fields
 * themselves.
 */
export function requiredByType(
  required: RequiredByType,
  aliases: Readonly<Record<string, string>> = {},
): FieldRule {
  const withAliases = (names: readonly string[]) =>
    names.flatMap((name) => [name, ...(aliases[name] === undefined ? [] : [aliases[name]])]);
  const groupsOf = (type: string) => required[type] ?? [];
  return {
    errorsOf: (fields) =>
      groupsOf(String(fields.type))
        .filter((names) => !withAliases(names).some((name) => isSet(fields, name)))
        .map((names) => ({
          path: names[0] ?? 'type',
          message: `is required: ${String(fields.type)} needs ${names.join(' or ')}`,
        })),
    toKeywords: (properties) => {
      const types = (properties.type?.enum ?? []) as string[];
      const free = types.filter((type) => groupsOf(type).length === 0);
      const branchOf = (type: string): JsonObject => {
        const groups = groupsOf(type).map(withAliases);
        const single = groups.flatMap((names) => (names.length === 1 ? names : []));
        const { properties: parts, required: names } = allSet(properties, single) as {
          properties: Properties;
          required: string[];
        };
        const choices = groups.filter(({ length }) => length > 1).map((group) => anySet(properties, group));
        return {
          type: 'object',
          properties: { type: { const: type }, ...parts },
          required: ['type', ...names],
          ...(choices.length > 0 && { allOf: choices }),
        };
      };
      const branches = types.filter((type) => groupsOf(type).length > 0).map(branchOf);
      if (free.length === 0) return { oneOf: branches };
      const others = { type: 'object', properties: { type: { enum: free } }, required: ['type'] };
      return { oneOf: [...branches, others] };
    },
  };
}

/** A field is another name of a second one: only one of them is set. */
export function aliasOf(alias: string, field: string): FieldRule {
  return notBoth(field, alias, `is an alias of ${field}; set only one of them`);
}

/**
 * States rules in OpenAPI that are validated elsewhere, from the same declaration, because the errors depend on more than the
 * object.
 */
export function describeFieldRules<Schema extends z.ZodObject>(
  schema: Schema,
  rules: readonly FieldRule[],
): Schema {
  rulesOf.set(schema, rules);
  return schema;
}

/**
 * Adds rules about several fields to the schema of an object: they are validated, and OpenAPI states them. Call it before
 * {@link withSchemaName}, and after everything else.
 */
export function withFieldRules<Schema extends z.ZodObject>(
  schema: Schema,
  rules: readonly FieldRule[],
): Schema {
  const checked = schema.superRefine((value, context) => {
    const errors = rules.flatMap((rule) => rule.errorsOf(value as Fields));
    // Two rules may have one message, such as those of a schedule.
    const distinct = new Map(errors.map((error) => [`${error.path}: ${error.message}`, error]));
    for (const { path, message } of distinct.values())
      context.addIssue({ code: 'custom', path: path === null ? [] : [path], message });
  });
  return describeFieldRules(checked, rules);
}

/** Returns the rules of a schema. */
export function getFieldRules(schema: z.core.$ZodType): readonly FieldRule[] {
  return rulesOf.get(schema) ?? [];
}

/** Returns the JSON Schema of an object with the keywords of rules. */
export function withRuleKeywords(rules: readonly FieldRule[], schema: JsonObject): JsonObject {
  const properties = (schema.properties ?? {}) as Properties;
  const result = { ...schema };
  for (const keywords of rules.map((rule) => rule.toKeywords(properties))) {
    const { allOf = [], ...own } = keywords as JsonObject & { allOf?: JsonObject[] };
    const isFree = Object.keys(own).every((keyword) => !(keyword in result));
    if (isFree) Object.assign(result, own);
    const added = isFree ? allOf : [...allOf, own];
    if (added.length > 0) result.allOf = [...((result.allOf as JsonObject[] | undefined) ?? []), ...added];
  }
  return result;
}
