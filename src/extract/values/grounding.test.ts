import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldsOf } from '../schema/schema-fields.ts';
import type { Scalar } from './coerce.ts';
import { createGroundingCheck } from './grounding.ts';

function isGrounded(
  shown: string,
  name: string,
  value: Scalar,
  schema: object = { type: typeof value },
): boolean {
  const [field] = fieldsOf({ type: 'object', properties: { [name]: schema } });
  return field !== undefined && createGroundingCheck(shown).containsValue(field, value);
}

describe('grounding of values', () => {
  const groundedCases: [string, string, Scalar, object?][] = [
    ['Nur 1.299,00 €', 'price', 1299],
    ['1 299,50 kr', 'price', 1299.5],
    ['₹1,29,900', 'price', 129900],
    ['1 ½ cups', 'quantity', 1.5],
    ['Rated 4.9', 'rating', 4.87],
    ['5. März 2026', 'date_published', '2026-03-05', { type: 'string', format: 'date' }],
    ['03/05/2026', 'date_published', '2026-03-05', { type: 'string', format: 'date' }],
    ['2026年3月5日', 'date_published', '2026-03-05', { type: 'string', format: 'date' }],
    ['1 hr 30 min', 'total_time', 'PT1H30M', { type: 'string', format: 'duration' }],
    ['90 Minuten', 'total_time', 90],
    ['1 hour hr 10 minutes mins', 'total_time', 70],
    ['+49 (30) 123-4567', 'phone', '030 1234567'],
    ['only €5', 'currency', 'EUR'],
    ['Sofort lieferbar', 'availability', 'InStock'],
    ['Ausverkauft', 'availability', 'out_of_stock', { enum: ['in_stock', 'out_of_stock'] }],
    ['Café “Zum Kai”', 'name', "Cafe 'Zum Kai'"],
    ['Drama and Crime', 'genre', 'Crime, Drama'],
    ['东京都的灯', 'city', '东京'],
  ];
  for (const [text, name, value, schema] of groundedCases) {
    test(`${value} occurs in ${text}`, () => assert.ok(isGrounded(text, name, value, schema)));
  }

  const ungroundedCases: [string, string, Scalar, object?][] = [
    ['1.299,00 €', 'price', 129],
    ['12 items', 'price', 2],
    ['5 March 2026', 'date_published', '2026-03-06', { type: 'string', format: 'date' }],
    ['15 March 2026', 'date_published', '2026-03-05', { type: 'string', format: 'date' }],
    ['90 minutes', 'total_time', 95],
    ['only €5', 'currency', 'USD'],
    ['a lampshade', 'name', 'lamp'],
    ['anything', 'is_new', true],
  ];
  for (const [text, name, value, schema] of ungroundedCases) {
    test(`${value} does not occur in ${text}`, () => assert.ok(!isGrounded(text, name, value, schema)));
  }
});
