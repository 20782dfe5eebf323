import type { z } from 'zod';
import { isObject } from '../../domain/values/is-object.ts';
import { isFromPage } from '../page-origin.ts';

/** Maximum depth of a value that is searched; the call path rejects deeper input. */
const maxDepth = 100;

/** Schemas of a union, and the schema of each field of an object. */
type Definition = z.core.$ZodTypes['_zod']['def'];

function definitionOf(schema: z.core.$ZodType): Definition {
  return (schema as z.core.$ZodTypes)._zod.def;
}

/**
 * Returns the values of a response that a page wrote, as its schema declares them: texts without those that are empty,
 * and numbers and flags as text.
 */
export function pageTexts(schema: z.core.$ZodType, value: unknown): string[] {
  const texts: string[] = [];
  collect(schema, value, { texts, parent: null, depth: 0 });
  return texts;
}

/** Adds the texts of a value from a page, with the names of its fields that are words. */
function collectAll(value: unknown, texts: string[], depth: number): void {
  if (depth > maxDepth || value === null || value === undefined || value === '') return;
  if (typeof value !== 'object') texts.push(String(value));
  else if (Array.isArray(value)) for (const one of value) collectAll(one, texts, depth + 1);
  else {
    for (const [name, one] of Object.entries(value)) {
      if (/\s/.test(name)) texts.push(name);
      collectAll(one, texts, depth + 1);
    }
  }
}

/** Where a search is: the texts so far, and the object or list around the value. */
interface Search {
  texts: string[];
  parent: unknown;
  depth: number;
}

function collect(schema: z.core.$ZodType, value: unknown, { texts, parent, depth }: Search): void {
  if (depth > maxDepth || value === null || value === undefined) return;
  if (isFromPage(schema, value, parent)) {
    collectAll(value, texts, depth);
    return;
  }
  for (const [inner, one] of partsOf(definitionOf(schema), value)) {
    // A schema around the same value, such as `optional`, is no part of it.
    const around = one === value ? parent : value;
    collect(inner, one, { texts, parent: around, depth: depth + 1 });
  }
}

/** Returns the parts of a value with their schemas. */
function partsOf(definition: Definition, value: unknown): (readonly [z.core.$ZodType, unknown])[] {
  switch (definition.type) {
    case 'object':
      return isObject(value) ? fieldsOf(definition, value) : [];
    case 'record':
      return isObject(value) ? Object.values(value).map((one) => [definition.valueType, one] as const) : [];
    case 'array':
      return Array.isArray(value) ? value.map((one: unknown) => [definition.element, one] as const) : [];
    case 'union':
      return [[matchingOption(definition.options, value), value]];
    case 'intersection':
      return [
        [definition.left, value],
        [definition.right, value],
      ];
    case 'pipe':
      return [
        [definition.in, value],
        [definition.out, value],
      ];
    case 'lazy':
      return [[definition.getter(), value]];
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'nonoptional':
      return [[definition.innerType, value]];
    default:
      return [];
  }
}

function fieldsOf(
  { shape, catchall }: Pick<z.core.$ZodObjectDef, 'shape' | 'catchall'>,
  value: Record<string, unknown>,
): (readonly [z.core.$ZodType, unknown])[] {
  return Object.entries(value).flatMap(([name, one]) => {
    const schema = shape[name] ?? catchall;
    return schema === undefined ? [] : [[schema, one] as const];
  });
}

/** Returns the option of a union that fits the fields of a value best; responses differ by them, or by a literal. */
function matchingOption(options: readonly z.core.$ZodType[], value: unknown): z.core.$ZodType {
  let best = options[0] as z.core.$ZodType;
  let bestCount = -1;
  for (const option of options) {
    const count = matchingFields(option, value);
    if (count > bestCount) [best, bestCount] = [option, count];
  }
  return best;
}

/** Returns the number of fields that an option declares; -1 if the value lacks one, or has another literal. */
function matchingFields(option: z.core.$ZodType, value: unknown): number {
  const definition = definitionOf(option);
  if (definition.type === 'union') {
    return Math.max(...definition.options.map((one) => matchingFields(one, value)));
  }
  if (definition.type !== 'object') return isObject(value) ? -1 : 0;
  if (!isObject(value)) return -1;
  const fields = Object.entries(definition.shape);
  const doesMatch = fields.every(([name, field]) => {
    const fieldDefinition = definitionOf(field);
    if (fieldDefinition.type === 'literal')
      return fieldDefinition.values.includes(value[name] as z.core.util.Literal);
    return name in value || fieldDefinition.type === 'optional';
  });
  return doesMatch ? fields.length : -1;
}
