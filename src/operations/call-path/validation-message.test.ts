import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { Failure } from '../../domain/system/failure.ts';
import { validate } from './validate.ts';

function messageFor(schema: z.ZodType, value: unknown): string {
  try {
    validate({ body: z.strictObject({ field: schema }) }, { path: {}, query: {}, body: { field: value } });
  } catch (error) {
    assert.ok(error instanceof Failure);
    return error.message;
  }
  return assert.fail('should have failed');
}

test('validation messages state the expected type, value or limit', () => {
  const cases: [z.ZodType, unknown, string][] = [
    [z.string(), undefined, '/field: is required'],
    [z.enum(['a', 'b']), undefined, '/field: is required'],
    [z.union([z.string(), z.int()]), undefined, '/field: is required'],
    [z.string(), 5, '/field: must be a string, not a number'],
    [z.int(), 1.5, '/field: must be an integer, not a fraction'],
    [z.int(), '5', '/field: must be a number, not a string'],
    [z.boolean(), null, '/field: must be true or false, not null'],
    [z.array(z.string()), {}, '/field: must be an array, not an object'],
    [z.record(z.string(), z.string()), [], '/field: must be an object, not an array'],
    [z.array(z.string()), ['x', 5], '/field/1: must be a string, not a number'],
    [z.enum(['a', 'b']), 'c', '/field: must be one of "a", "b"'],
    [z.literal(true), false, '/field: must be true'],
    [z.int().max(9), 10, '/field: must be at most 9'],
    [z.number().positive(), 0, '/field: must be more than 0'],
    [z.string().min(1), '', '/field: must have at least 1 character'],
    [z.string().max(3), 'four', '/field: must have at most 3 characters'],
    [z.array(z.int()).length(2), [1], '/field: must have exactly 2 items'],
    [z.url(), 'x', '/field: must be a valid URL'],
    [z.string().regex(/^[a-z]+$/), 'A', '/field: must match the pattern /^[a-z]+$/'],
    [z.string().regex(/^[a-z]+$/, 'must be lower case'), 'A', '/field: must be lower case'],
    [z.string().refine(() => false), 'A', '/field: is not valid'],
    [z.union([z.string(), z.array(z.string())]), 5, '/field: must be a string or an array, not a number'],
    [z.union([z.string(), z.array(z.string())]), [5], '/field: 0 must be a string, not a number'],
    [
      z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.string() })]),
      {},
      '/field: matches none of the allowed forms: a is required, or b is required',
    ],
    [
      z.discriminatedUnion('type', [
        z.strictObject({ type: z.literal('click') }),
        z.strictObject({ type: z.literal('wait') }),
      ]),
      { type: 'klick' },
      '/field/type: must be one of "click", "wait"',
    ],
    [
      z.discriminatedUnion('type', [z.strictObject({ type: z.literal('click') })]),
      {},
      '/field/type: is required and must be "click"',
    ],
    [z.strictObject({ a: z.string().optional() }), { x: 1 }, '/field/x: unknown field'],
    [z.record(z.string().regex(/^x/, 'must start with x'), z.int()), { y: 1 }, '/field/y: must start with x'],
  ];
  for (const [schema, value, message] of cases) assert.equal(messageFor(schema, value), message);
});
