import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { z } from 'zod';
import type { JsonSchema } from '../../domain/pages/extraction.ts';
import { checkSchema } from './schema-check.ts';
import { fieldsOf } from './schema-fields.ts';

const product = z.object({
  name: z.string(),
  offer: z.object({ price: z.number(), currency: z.string().optional() }),
  tags: z.array(z.string()),
  stock: z.enum(['in', 'out']).nullable(),
  reviews: z.array(z.object({ author: z.string(), stars: z.number().int() })),
});

/** The same schema in the notation of other clients. */
const pydantic: JsonSchema = {
  $defs: {
    Offer: {
      properties: {
        price: { title: 'Price', type: 'number' },
        currency: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null, title: 'Currency' },
      },
      required: ['price'],
      title: 'Offer',
      type: 'object',
    },
    Review: {
      properties: { author: { type: 'string' }, stars: { type: 'integer' } },
      required: ['author', 'stars'],
      type: 'object',
    },
    Stock: { enum: ['in', 'out'], title: 'Stock', type: 'string' },
  },
  properties: {
    name: { title: 'Name', type: 'string' },
    offer: { $ref: '#/$defs/Offer' },
    tags: { items: { type: 'string' }, title: 'Tags', type: 'array' },
    stock: { anyOf: [{ $ref: '#/$defs/Stock' }, { type: 'null' }] },
    reviews: { items: { $ref: '#/$defs/Review' }, type: 'array' },
  },
  required: ['name', 'offer', 'tags', 'stock', 'reviews'],
  title: 'Product',
  type: 'object',
};

const zod3: JsonSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $ref: '#/definitions/Product',
  definitions: {
    Product: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        offer: {
          type: 'object',
          properties: { price: { type: 'number' }, currency: { type: 'string' } },
          required: ['price'],
          additionalProperties: false,
        },
        tags: { type: 'array', items: { type: 'string' } },
        stock: { type: ['string', 'null'], enum: ['in', 'out', null] },
        reviews: {
          type: 'array',
          items: { type: 'object', properties: { author: { type: 'string' }, stars: { type: 'integer' } } },
        },
      },
      required: ['name', 'offer', 'tags', 'reviews'],
      additionalProperties: false,
    },
  },
};

describe('schemas in the notation of common clients', () => {
  const schemas = { 'zod 4': z.toJSONSchema(product) as JsonSchema, 'zod 3': zod3, pydantic };
  for (const [name, schema] of Object.entries(schemas)) {
    test(`${name} has the same fields`, () => {
      assert.deepEqual(checkSchema(schema), []);
      const fields = fieldsOf(schema);
      assert.deepEqual(
        fields.map((field) => [field.pointer, field.structure]),
        [
          ['/name', 'scalar'],
          ['/offer/price', 'scalar'],
          ['/offer/currency', 'scalar'],
          ['/tags', 'list'],
          ['/stock', 'scalar'],
          ['/reviews', 'records'],
        ],
      );
      const [, price, , tags, stock, reviews] = fields;
      assert.deepEqual([price?.types, price?.kind, price?.context], [['number'], 'money', [['offer']]]);
      assert.deepEqual(tags?.types, ['string']);
      assert.deepEqual([stock?.choices, stock?.isNullable, stock?.kind], [['in', 'out'], true, 'choice']);
      assert.deepEqual(
        reviews?.fields.map((field) => [field.pointer, field.types[0]]),
        [
          ['/reviews/*/author', 'string'],
          ['/reviews/*/stars', 'integer'],
        ],
      );
    });
  }

  test('accepts arrays and scalars as roots', () => {
    const list = fieldsOf({
      type: 'array',
      items: { type: 'object', properties: { a: { type: 'string' } } },
    });
    assert.deepEqual(
      [list[0]?.pointer, list[0]?.structure, list[0]?.fields[0]?.pointer],
      ['', 'records', '/*/a'],
    );
    assert.deepEqual(fieldsOf({ type: 'string' })[0]?.pointer, '');
  });
});

describe('rejected schemas', () => {
  const branching = {
    type: 'object',
    properties: { l: { $ref: '#' }, m: { $ref: '#' }, r: { $ref: '#' }, v: { type: 'string' } },
  };
  const rows: [string, JsonSchema, string][] = [
    [
      'an external reference',
      { type: 'object', properties: { a: { $ref: 'https://x.example/s' } } },
      '/properties/a/$ref',
    ],
    [
      'a reference to a missing definition',
      { type: 'object', properties: { a: { $ref: '#/$defs/gone' } } },
      '/properties/a/$ref',
    ],
    ['an unknown type', { type: 'object', properties: { a: { type: 'text' } } }, '/properties/a/type'],
    [
      'a pattern with unsupported syntax',
      { type: 'object', properties: { a: { type: 'string', pattern: '(?<=a)b' } } },
      '/properties/a/pattern',
    ],
    [
      'a reference with broken percent-encoding',
      { type: 'object', properties: { a: { $ref: '#/%ff' } } },
      '/properties/a/$ref',
    ],
    [
      'a reference to itself at the same value',
      { type: 'object', properties: { a: { allOf: [{ $ref: '#/properties/a' }] }, b: { type: 'string' } } },
      '/properties/a',
    ],
    [
      'circular references at the same value',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/b' } },
        $defs: {
          b: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/c' }] },
          c: { not: { $ref: '#/$defs/b' } },
        },
      },
      '/$defs/c',
    ],
    [
      'a chain of doubled references',
      {
        type: 'object',
        properties: { a: { $ref: '#/$defs/d0' } },
        $defs: Object.fromEntries(
          Array.from({ length: 60 }, (_, at) => [
            `d${at}`,
            at === 59
              ? { type: 'string' }
              : { anyOf: [{ $ref: `#/$defs/d${at + 1}` }, { $ref: `#/$defs/d${at + 1}` }] },
          ]),
        ),
      },
      '/$defs/d50',
    ],
    [
      'a dynamic reference',
      { type: 'object', properties: { a: { $dynamicRef: '#x' } } },
      '/properties/a/$dynamicRef',
    ],
    ['no fields', { type: 'object' }, ''],
    ['an infinite schema', branching, ''],
    ['a long schema', { type: 'object', description: 'x'.repeat(100_001) }, ''],
  ];
  for (const [name, schema, pointer] of rows) {
    test(name, () => assert.equal(checkSchema(schema)[0]?.pointer, pointer));
  }
});
