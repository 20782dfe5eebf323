import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireSchema } from './wire-schema.ts';

test('what servers refuse is left out, and objects are closed with everything required', () => {
  const wire = wireSchema({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    title: 'Product',
    properties: {
      name: { type: 'string', minLength: 1, pattern: '^.', description: 'as shown' },
      size: { enum: ['S', 'M'] },
      kind: { const: 'product' },
      tags: { type: 'array', minItems: 1, items: { type: 'string', format: 'uri' } },
      price: { oneOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] },
    },
    required: ['name'],
  });
  assert.deepEqual(wire, {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'as shown' },
      size: { enum: ['S', 'M', null] },
      kind: { enum: ['product', null] },
      tags: { type: ['array', 'null'], items: { type: 'string' } },
      price: { anyOf: [{ type: 'number' }, { type: 'null' }, { type: 'null' }] },
    },
    required: ['name', 'size', 'kind', 'tags', 'price'],
    additionalProperties: false,
  });
});

test('a schema without bottom is cut', () => {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let i = 0; i < 500; i++) schema = { type: 'array', items: schema };
  assert.ok(JSON.stringify(wireSchema(schema)).length < 2_000);
});
