import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promptSchema } from './prompt-schema.ts';

function fieldsOf(prompt: string): string[] {
  return Object.keys((promptSchema(prompt).schema?.properties ?? {}) as Record<string, unknown>);
}

test('a field keeps the words before its concept, so that nothing else of that kind answers it', () => {
  assert.deepEqual(fieldsOf('name, price, blood type'), ['name', 'price', 'blood_type']);
  assert.deepEqual(fieldsOf('the maiden name and the date of birth'), ['maiden_name', 'date_of_birth']);
});

test('words of a sentence around a concept are no part of a name', () => {
  assert.deepEqual(fieldsOf('Give me the price of each of these kettles'), ['price']);
  assert.deepEqual(fieldsOf('the job title, the company'), ['job_title', 'company']);
});

test('a field with a qualifier has the type of its concept', () => {
  const properties = (promptSchema('wholesale price, colour').schema?.properties ?? {}) as Record<
    string,
    unknown
  >;
  assert.deepEqual(properties, { wholesale_price: { type: 'number' }, colour: { type: 'string' } });
});
