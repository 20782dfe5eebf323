import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWireSchema } from './wire-schema.ts';

test('unsupported keywords are removed, and objects are closed with all members required', () => {
  const wire = createWireSchema({
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

test('a recursive schema is cut off', () => {
  let schema: Record<string, unknown> = { type: 'string' };
  for (let i = 0; i < 500; i++) schema = { type: 'array', items: schema };
  assert.ok(JSON.stringify(createWireSchema(schema)).length < 2_000);
});
