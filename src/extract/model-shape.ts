import type { JsonSchema } from '../domain/extraction.ts';
import type { Field } from './field.ts';

/** Where the answer for a root that is a scalar or an array stands: the answer of a model is always an object. */
export const rootName = 'answer';

/** The tokens of a field's pointer (RFC 6901) below the field that holds it; of the root itself, where its answer stands. */
export function tokensBelow(field: Field, holder: Field | null): string[] {
  const pointer = holder === null ? field.pointer : field.pointer.slice(holder.pointer.length + '/*'.length);
  if (pointer === '') return [rootName];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const block = { type: ['string', 'null'], description: 'id of the block that shows it' };

/** What is asked for: the caller's shape, with a value and the id of its block in the place of each leaf. */
export function answerSchema(fields: readonly Field[], holder: Field | null = null): JsonSchema {
  const root = emptyObject();
  for (const field of fields) {
    const tokens = tokensBelow(field, holder);
    let object = root;
    for (const token of tokens.slice(0, -1)) object = memberObject(object, token);
    addMember(object, tokens.at(-1) as string, leafSchema(field));
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
  // Not by assignment, which would take the name __proto__ for something else.
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
  if (needsPhrase(field))
    properties.quote = { type: ['string', 'null'], description: 'the words that say so' };
  return { type: 'object', properties, required: Object.keys(properties) };
}

/** Whether a value is no text of the page, so that only a phrase can show it. */
export function needsPhrase(field: Field): boolean {
  return field.kind === 'yes_no' || field.choices !== null || field.types.includes('boolean');
}

/** Values are asked for as the page writes them: copying is what small models do well, and what can be checked. */
function valueSchema(field: Field, isNullable: boolean): JsonSchema {
  if (field.choices !== null) return { enum: isNullable ? [...field.choices, null] : [...field.choices] };
  const type = field.types.includes('boolean') ? 'boolean' : 'string';
  return { type: isNullable ? [type, 'null'] : type };
}
