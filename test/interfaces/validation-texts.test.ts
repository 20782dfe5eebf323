import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { Failure, type ValidationError } from '../../src/domain/system/failure.ts';
import { type RawInput, validate } from '../../src/operations/call-path/validate.ts';
import type { InputSchemas } from '../../src/operations/declaration/operation.ts';

/** Texts of validators, of which none may reach a user. */
const rawText =
  /invalid (?:input|type|option|string|url|format|element|key|union|literal)|expected \w+, received|ZodError|\bzod\b|too (?:big|small):|unrecognized key|no matching discriminator|must be equal to|must match (?:pattern "|a schema)|must have required property|\[object |\bNaN\b|\bundefined\b/i;

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  '',
  'x',
  '\u00e9'.repeat(20_000),
  -1,
  1.5,
  1e300,
  Number.NaN,
  true,
  [],
  [null],
  [1, 'x', {}],
  {},
  { x: 1 },
  { type: 'x' },
  { type: 5 },
  { kind: 'x' },
  { every: 1 },
  { '': null },
];

/** Returns the errors of an input; none for a valid one. */
function errorsOf(schemas: InputSchemas, input: RawInput): ValidationError[] {
  try {
    validate(schemas, input);
    return [];
  } catch (error) {
    assert.ok(error instanceof Failure, String(error));
    return error.errors;
  }
}

/** Returns all values that differ from a document in one place, up to a depth. */
function* mutate(value: unknown, depth: number): Generator<unknown> {
  yield* wrongValues;
  if (depth === 0 || typeof value !== 'object' || value === null) return;
  for (const [name, one] of Object.entries(value)) {
    for (const changed of mutate(one, depth - 1)) {
      if (Array.isArray(value)) yield value.with(Number(name), changed);
      else yield { ...value, [name]: changed };
    }
  }
  if (!Array.isArray(value)) yield { ...value, unknown_field: 1 };
}

/** Returns documents with each field of a schema, so that optional fields are tried as well. */
function* mutateFields(
  schemas: InputSchemas,
  part: 'path' | 'query' | 'body',
  example: unknown,
): Generator<unknown> {
  yield* mutate(example, 3);
  for (const name of Object.keys(schemas[part]?.shape ?? {})) {
    for (const wrong of wrongValues) {
      yield { ...(example as object | undefined), [name]: wrong };
      yield { ...(example as object | undefined), [name]: [wrong] };
      yield { ...(example as object | undefined), [name]: { x: wrong, type: wrong } };
    }
  }
}

const operations = [
  ...declareOperations().map(({ name, input, example }) => ({ name, input, example })),
  ...declareV2Calls().map(({ name, input, example }) => ({ name: `v2 ${name}`, input, example })),
];

test('no message of a validator reaches a user, whatever is sent', () => {
  const texts = new Map<string, string>();
  let checked = 0;
  for (const { name, input, example } of operations) {
    for (const part of ['path', 'query', 'body'] as const) {
      if (input[part] === undefined) continue;
      const parts = { path: {}, query: {}, body: {}, ...example } as RawInput;
      for (const changed of mutateFields(input, part, parts[part])) {
        for (const { pointer, detail } of errorsOf(input, { ...parts, [part]: changed })) {
          checked += 1;
          const shortened = detail.slice(0, 2_000);
          if (rawText.test(shortened)) texts.set(`${name} ${pointer}`, shortened);
          assert.ok(detail.trim().length > 5, `${name} ${pointer}: "${detail}"`);
        }
      }
    }
  }
  assert.ok(checked > 10_000, `only ${checked} messages`);
  assert.deepEqual([...texts].slice(0, 20), []);
});
