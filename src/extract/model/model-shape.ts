import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { lastOf } from '../../domain/values/elements.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import type { Field } from '../schema/field.ts';

/** Property of the answer for a root that is a scalar or an array. A model's answer is always an object. */
export const rootName = 'answer';

/**
 * Returns the tokens of a field's JSON Pointer (RFC 6901) relative to the enclosing field, or {@link rootName}
 * for the root.
 */
export function relativeTokens(field: Field, parent: Field | null): string[] {
  const pointer = parent === null ? field.pointer : field.pointer.slice(parent.pointer.length + '/*'.length);
  if (pointer === '') return [rootName];
  return pointerTokens(pointer);
}

// The instructions describe the members; a description here would be repeated for each field.
const block = { type: ['string', 'null'] };

/**
 * Builds the schema of the answer: the caller's structure, with a value and its block id in place of each leaf.
 */
export function answerSchema(fields: readonly Field[], parent: Field | null = null): JsonSchema {
  const root = emptyObject();
  for (const field of fields) {
    const tokens = relativeTokens(field, parent);
    let object = root;
    for (const token of tokens.slice(0, -1)) object = memberObject(object, token);
    addMember(object, lastOf(tokens), leafSchema(field));
  }
  return root as unknown as JsonSchema;
}

interface ObjectSchema {
  type: 'object';
  properties: Record<string, unknown>;
  required: string[];
}

function emptyObject(): ObjectSchema {
  return { type: 'object', properties: {}, required: [] };
}

function addMember(object: ObjectSchema, name: string, schema: unknown): void {
  // Assignment would change the prototype for the name `__proto__`.
  Object.defineProperty(object.properties, name, { value: schema, enumerable: true, configurable: true });
  object.required.push(name);
}

function memberObject(object: ObjectSchema, name: string): ObjectSchema {
  if (Object.hasOwn(object.properties, name)) return object.properties[name] as ObjectSchema;
  const inner = emptyObject();
  addMember(object, name, inner);
  return inner;
}

function leafSchema(field: Field): JsonSchema {
  if (field.structure === 'records') {
    return { type: 'array', items: answerSchema(field.fields, field) };
  }
  if (field.structure === 'list') {
    const value = { type: 'array', items: valueSchema(field, false) };
    return { type: 'object', properties: { value, block }, required: ['value', 'block'] };
  }
  const properties: Record<string, unknown> = { value: valueSchema(field, true), block };
  if (needsQuote(field)) properties.quote = { type: ['string', 'null'] };
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Returns true if a value is not text of the page, so that a quote must support it. */
export function needsQuote(field: Field): boolean {
  return field.kind === 'yes_no' || field.choices !== null || field.types.includes('boolean');
}

/**
 * Builds the schema of a value as the page writes it. Small models copy reliably, and copies can be checked.
 */
function valueSchema(field: Field, isNullable: boolean): JsonSchema {
  if (field.choices !== null) return { enum: isNullable ? [...field.choices, null] : [...field.choices] };
  const type = field.types.includes('boolean') ? 'boolean' : 'string';
  return { type: isNullable ? [type, 'null'] : type };
}
