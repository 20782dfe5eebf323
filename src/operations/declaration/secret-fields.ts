import { z } from 'zod';
import { addressSecrets, mask, maskText, maskWebhook } from '../../domain/secrets/mask-address.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { SentFile } from '../../domain/values/sent-file.ts';

/** Decides by the object that holds the field, such as a step whose `type` says what `text` is. */
export type SecretWhen = (holder: Readonly<Record<string, unknown>>) => boolean;

/** What a schema says about secrets in its values. */
interface SecretMark {
  /** `true`: every text and number in the value is secret. `webhook`: an address that may hold a token. */
  secret: true | 'webhook' | SecretWhen;
}

/** What a loose schema does not say: the schema of the values, such as that of a step inside of a step. */
interface ShapeMark {
  shape: () => z.ZodType;
}

/** Steps that write their text into a field, or run it as a script: both can hold a secret. */
const textTypes: ReadonlySet<unknown> = new Set(['type', 'fill', 'evaluate', 'script']);

/** The text of a step that writes it or runs it. */
export const typesText: SecretWhen = ({ type }) => textTypes.has(type);

/** The key of a step that types one character; names of keys, such as `Enter`, are no secret. */
export const pressesCharacter: SecretWhen = ({ key }) => typeof key !== 'string' || [...key].length === 1;

const marks = new WeakMap<z.ZodType, SecretMark>();
const shapes = new WeakMap<z.ZodType, ShapeMark>();

/** Returns what is known of a schema, or of the schema that it was copied from (`describe`, `refine`). */
function lookUp<Mark>(known: WeakMap<z.ZodType, Mark>, schema: z.ZodType): Mark | undefined {
  let at: z.ZodType | undefined = schema;
  while (at !== undefined) {
    const mark = known.get(at);
    if (mark !== undefined) return mark;
    at = at._zod.parent as z.ZodType | undefined;
  }
  return undefined;
}

/**
 * Marks a field as secret: history, jobs and logs hold `***` instead of its texts and numbers. Names of headers and of
 * other records stay. With a function, the field is secret if the object that holds it says so.
 */
export function secretField<Schema extends z.ZodType>(
  schema: Schema,
  secret: SecretMark['secret'] = true,
): Schema {
  marks.set(schema, { secret });
  return schema;
}

/** Gives the masking of a loose schema the schema of its values. */
export function maskedAs<Schema extends z.ZodType>(schema: Schema, shape: () => z.ZodType): Schema {
  shapes.set(schema, { shape });
  return schema;
}

const maxDepth = 40;
const emptyHolder: Readonly<Record<string, unknown>> = {};

/** Schemas of one value; a union has several. A value is secret if one of them says so. */
interface Candidates {
  schemas: z.ZodType[];
  marks: SecretMark['secret'][];
}

/** Adds a schema without its wrappers, and the members of unions. */
function collect(schema: z.ZodType, to: Candidates, depth: number): void {
  const mark = lookUp(marks, schema);
  if (mark !== undefined) to.marks.push(mark.secret);
  const shape = lookUp(shapes, schema);
  if (shape !== undefined && depth < maxDepth) {
    collect(shape.shape(), to, depth + 1);
  } else if (schema instanceof z.ZodUnion) {
    for (const option of schema.options) collect(option as z.ZodType, to, depth + 1);
  } else if (schema instanceof z.ZodIntersection) {
    collect(schema.def.left as z.ZodType, to, depth + 1);
    collect(schema.def.right as z.ZodType, to, depth + 1);
  } else if (schema instanceof z.ZodPipe) {
    // The values of a preprocessed field are described by its result.
    const input = schema.def.in as z.ZodType;
    collect(input instanceof z.ZodTransform ? (schema.def.out as z.ZodType) : input, to, depth + 1);
  } else if (schema instanceof z.ZodLazy) {
    collect(schema.def.getter() as z.ZodType, to, depth + 1);
  } else if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodNonOptional ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodCatch
  ) {
    collect(schema.def.innerType as z.ZodType, to, depth + 1);
  } else to.schemas.push(schema);
}

function candidatesOf(schemas: readonly z.ZodType[]): Candidates {
  const candidates: Candidates = { schemas: [], marks: [] };
  for (const schema of schemas) collect(schema, candidates, 0);
  return candidates;
}

/** Masks every text and number of a value; names stay. */
function maskAll(value: unknown, depth: number): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (typeof value !== 'object' || depth >= maxDepth) return mask;
  if (Array.isArray(value)) return value.map((inner) => maskAll(inner, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskAll(inner, depth + 1)]));
}

/** Masks the addresses in the texts of a value that no schema describes, such as a JSON Schema. */
function maskFree(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= maxDepth) return mask;
  if (Array.isArray(value)) return value.map((inner) => maskFree(inner, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskFree(inner, depth + 1)]));
}

function isFree(schema: z.ZodType): boolean {
  return schema instanceof z.ZodUnknown || schema instanceof z.ZodAny || schema instanceof z.ZodCustom;
}

/** Returns the schemas of a field; none if no schema knows it. */
function schemasOfField(schemas: readonly z.ZodType[], name: string): z.ZodType[] {
  return schemas.flatMap((schema) => {
    if (schema instanceof z.ZodRecord) return [schema.def.valueType as z.ZodType];
    if (!(schema instanceof z.ZodObject)) return [];
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    return field === undefined ? [] : [field as z.ZodType];
  });
}

function maskObject(schemas: readonly z.ZodType[], value: Record<string, unknown>, depth: number): unknown {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const fields = schemasOfField(schemas, name);
      return [
        name,
        fields.length === 0 ? maskAll(inner, depth + 1) : maskValue(fields, inner, value, depth + 1),
      ];
    }),
  );
}

function maskArray(
  schemas: readonly z.ZodType[],
  value: unknown[],
  holder: typeof emptyHolder,
  depth: number,
) {
  const elements = schemas.flatMap((schema) =>
    schema instanceof z.ZodArray
      ? [schema.def.element as z.ZodType]
      : schema instanceof z.ZodTuple
        ? (schema.def.items as z.ZodType[])
        : [],
  );
  // A single value is accepted where the request has a list of one.
  return value.map((inner) =>
    maskValue(elements.length === 0 ? schemas : elements, inner, holder, depth + 1),
  );
}

/** Returns true if one of the marks of a field says that it is secret. */
function isSecret(marks: Candidates['marks'], holder: Readonly<Record<string, unknown>>): boolean {
  return marks.some((secret) => secret === true || (typeof secret === 'function' && secret(holder)));
}

function maskValue(
  fields: readonly z.ZodType[],
  value: unknown,
  holder: Readonly<Record<string, unknown>>,
  depth: number,
): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value;
  if (depth >= maxDepth) return mask;
  const { schemas, marks: found } = candidatesOf(fields);
  if (isSecret(found, holder)) return maskAll(value, depth);
  if (typeof value === 'string') return found.includes('webhook') ? maskWebhook(value) : maskText(value);
  if (typeof value !== 'object') return value;
  if (value instanceof SentFile) return value.toJSON();
  if (Array.isArray(value)) return maskArray(schemas, value, holder, depth);
  const isDescribed = schemas.some(
    (schema) => schema instanceof z.ZodObject || schema instanceof z.ZodRecord,
  );
  if (!isDescribed && schemas.some(isFree)) return maskFree(value, depth);
  return isObject(value) ? maskObject(schemas, value, depth) : mask;
}

/**
 * Returns a value for history and jobs as its schema says: fields that are marked with {@link secretField} and fields
 * that the schema does not know become `***`, and addresses lose their secrets. The value may be invalid; it is not
 * changed.
 */
export function maskInput(schema: z.ZodType | undefined, value: unknown): Record<string, unknown> {
  if (!isObject(value)) return {};
  const masked = schema === undefined ? maskAll(value, 0) : maskValue([schema], value, emptyHolder, 0);
  return masked as Record<string, unknown>;
}

const minWordLength = 6;

/** Returns the words of an address, such as a token in its path, that its masked form no longer has. */
function wordsLeftOut(address: string, masked: string): string[] {
  return address
    .split(/[^\p{L}\p{N}._~%+-]+/u)
    .filter((word) => word.length >= minWordLength && !masked.includes(word));
}

/** Adds the texts that a masked value leaves out. */
function addLeftOut(value: unknown, masked: unknown, found: string[], depth: number): void {
  if (masked === mask) {
    if (typeof value === 'string' || typeof value === 'number') found.push(String(value));
  } else if (typeof value === 'string') {
    if (typeof masked === 'string' && value !== masked)
      found.push(...addressSecrets(value), ...wordsLeftOut(value, masked));
  } else if (typeof value === 'object' && value !== null && isIndexable(masked) && depth < maxDepth)
    for (const [name, inner] of Object.entries(value)) addLeftOut(inner, masked[name], found, depth + 1);
}

function isIndexable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Returns the secret values of an input: the texts and numbers that {@link maskInput} masks. */
export function secretsOfInput(schema: z.ZodType | undefined, value: unknown): string[] {
  const found: string[] = [];
  addLeftOut(value, maskInput(schema, value), found, 0);
  return found;
}

/** Masks the addresses of webhooks at any depth of a value. */
function maskWebhooks(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.includes('://') ? maskWebhook(value) : value;
  if (typeof value !== 'object' || value === null || depth >= maxDepth) return value;
  if (Array.isArray(value)) return value.map((inner) => maskWebhooks(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, maskWebhooks(inner, depth + 1)]),
  );
}

function maskMarked(
  fields: readonly z.ZodType[],
  value: unknown,
  holder: Readonly<Record<string, unknown>>,
  depth: number,
): unknown {
  if (value === null || value === undefined || depth >= maxDepth) return value;
  const { schemas, marks: found } = candidatesOf(fields);
  if (isSecret(found, holder)) return maskAll(value, depth);
  if (found.includes('webhook')) return maskWebhooks(value);
  if (Array.isArray(value)) {
    const elements = schemas.flatMap((schema) =>
      schema instanceof z.ZodArray ? [schema.def.element as z.ZodType] : [],
    );
    return elements.length === 0
      ? value
      : value.map((inner) => maskMarked(elements, inner, holder, depth + 1));
  }
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const known = schemasOfField(schemas, name);
      return [name, known.length === 0 ? inner : maskMarked(known, inner, value, depth + 1)];
    }),
  );
}

/**
 * Returns an answer for a key that may only read. As the schema of the answer marks them, addresses of webhooks lose their
 * tokens, with which anyone could post to the receiver, and secrets such as the headers of a request become `***`. Everything
 * else is unchanged.
 */
export function maskAnswer(schema: z.ZodType, value: unknown): unknown {
  return maskMarked([schema], value, emptyHolder, 0);
}
