import type { Schema } from './api-operations.ts';
import type { Dice } from './dice.ts';
import { hostileText } from './hostile-text.ts';
import { hintFor, type Surroundings } from './value-hints.ts';

/** Generates values that are valid for a JSON Schema (2020-12). */
export type MakeValue = (schema: Schema, dice: Dice, surroundings: Surroundings, name?: string) => unknown;

/** Nesting depth from which optional fields are omitted. */
const maxDepth = 5;
/** Share of optional fields that are included. */
const optionalShare = 0.22;
const plainTexts = ['text', 'a', 'Desk lamp', 'ünïcödé ✓', 'two words', 'x'.repeat(200), '42', 'a-b_c'];
const patternTexts = [
  ...plainTexts,
  'DE',
  'en-GB',
  'auto',
  'wayback',
  '/path',
  '12',
  '2026-01-31',
  '2026-01-31T12:00:00Z',
  'someone@mail.invalid',
  'ds_00000000000000000000000000',
  '',
];

/** Supported keywords of a schema; the others are left to the hints and to chance. */
interface Shape {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

function textOf({ pattern, minLength = 0, maxLength = 100_000 }: Shape, dice: Dice): string {
  if (pattern !== undefined) {
    const expression = new RegExp(pattern, 'u');
    const fitting = patternTexts.filter((text) => text.length >= minLength && expression.test(text));
    return fitting.length === 0 ? 'a' : dice.pick(fitting);
  }
  if (dice.chance(0.06)) return 'x'.repeat(Math.min(maxLength, 10_000));
  if (dice.chance(0.05)) return hostileText(dice).slice(0, maxLength);
  const text = dice.pick(plainTexts).slice(0, maxLength);
  return text.length < minLength ? text.padEnd(minLength, 'x') : text;
}

function numberOf({ minimum, maximum, exclusiveMinimum }: Shape, isWhole: boolean, dice: Dice): number {
  const least = minimum ?? (exclusiveMinimum === undefined ? -1_000 : exclusiveMinimum + 1);
  const most = maximum ?? 1_000_000;
  const choice = dice.below(10);
  if (choice === 0) return least;
  if (choice === 1) return most;
  const value = least + dice.below(Math.min(most - least, 50) + 1);
  return isWhole || choice > 4 ? value : Math.min(most, value + 0.5);
}

/**
 * Creates the generator for schemas that refer to these components by `#/components/schemas/NAME` or `#/$defs/NAME`.
 */
export function createMakeValue(components: Schema): MakeValue {
  function resolved(schema: Schema, root: Schema): Schema {
    const { $ref } = schema as Shape;
    if ($ref === undefined) return schema;
    const tokens = $ref.slice(2).split('/');
    // biome-ignore lint/suspicious/noExplicitAny: a path through a document
    let part: any = $ref.startsWith('#/components/') ? { components } : root;
    for (const token of tokens) part = part?.[token];
    return part ?? {};
  }

  return (root, dice, surroundings, rootName = '') => {
    function objectOf(shape: Shape, depth: number): Record<string, unknown> {
      const { properties = {}, required = [], additionalProperties } = shape;
      const entries: [string, unknown][] = [];
      for (const [name, property] of Object.entries(properties)) {
        const isNeeded = required.includes(name);
        if (!isNeeded && (depth > maxDepth || !dice.chance(optionalShare))) continue;
        entries.push([name, makePart(property, depth + 1, name)]);
      }
      if (typeof additionalProperties === 'object' && dice.chance(0.4)) {
        const key = shape.propertyNames
          ? makePart(shape.propertyNames, depth + 1, '')
          : dice.pick(plainTexts);
        entries.push([String(key), makePart(additionalProperties, depth + 1, '')]);
      }
      return Object.fromEntries(entries);
    }

    function listOf({ items, prefixItems, minItems = 0, maxItems = 4 }: Shape, depth: number): unknown[] {
      if (prefixItems !== undefined) return prefixItems.map((item) => makePart(item, depth + 1, ''));
      const count = Math.max(minItems, Math.min(maxItems, dice.below(4)));
      return Array.from({ length: count }, () => makePart(items ?? {}, depth + 1, ''));
    }

    function makePart(schema: Schema, depth: number, name: string): unknown {
      const shape: Shape = resolved(schema, root);
      if (shape.const !== undefined) return shape.const;
      if (shape.enum !== undefined) return dice.pick(shape.enum);
      const branches = shape.anyOf ?? shape.oneOf;
      if (branches !== undefined) return makePart(dice.pick(branches), depth, name);
      if (shape.allOf !== undefined)
        return Object.assign({}, ...shape.allOf.map((part) => makePart(part, depth, name)));
      const type = Array.isArray(shape.type) ? dice.pick(shape.type) : shape.type;
      const hint = hintFor(name, type === 'string' ? 'text' : 'structure');
      const takesHint = type === undefined || type === 'string' || type === 'array' || type === 'object';
      if (hint !== null && takesHint && dice.chance(0.9)) return hint(dice, surroundings);
      const make = makers[type ?? ''];
      return make === undefined ? dice.pick<unknown>([null, 1, 'text', [], {}, true]) : make(shape, depth);
    }

    const makers: Readonly<Record<string, (shape: Shape, depth: number) => unknown>> = {
      string: (shape) => textOf(shape, dice),
      integer: (shape) => numberOf(shape, true, dice),
      number: (shape) => numberOf(shape, false, dice),
      boolean: () => dice.chance(0.5),
      null: () => null,
      array: listOf,
      object: objectOf,
    };

    return makePart(root, 0, rootName);
  };
}
