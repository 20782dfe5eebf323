import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { declareOperations } from '../../src/app/operations.ts';
import { llmsText } from '../../src/doors/llms-text.ts';
import { openApiDocument } from '../../src/doors/openapi/openapi-document.ts';

interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  'x-price': string;
  parameters: Array<{ name: string; in: string; required: boolean; schema: object; example?: unknown }>;
  requestBody?: { content: { 'application/json': { example?: unknown } } };
  responses: Record<string, { description: string; content: object }>;
}

type Paths = Record<string, Record<string, DescribedOperation>>;

test('the OpenAPI document is valid, and says of each operation all there is to say', async () => {
  const registry = declareOperations();
  const document = openApiDocument(registry, '1.0.0');
  // The validator resolves references in place.
  const result = await new Validator().validate(structuredClone(document));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  const operations = Object.entries(document.paths as Paths).flatMap(([path, item]) =>
    Object.values(item).map((operation) => ({ path, operation })),
  );
  assert.equal(operations.length, registry.length);
  assert.equal(new Set(operations.map(({ operation }) => operation.operationId)).size, registry.length);
  for (const { path, operation } of operations) {
    const name = operation.operationId;
    assert.ok(operation.summary && operation.description.length > 20 && operation['x-price'], name);
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
    assert.deepEqual(
      inPath.map((parameter) => parameter.name).sort(),
      [...path.matchAll(/\{([a-z_]+)\}/g)].map(([, part]) => part).sort(),
      name,
    );
    assert.ok(
      inPath.every(({ required }) => required),
      name,
    );
    if (operation.requestBody) assert.ok(operation.requestBody.content['application/json'].example, name);
    for (const status of ['200', '422', '500', '503'])
      assert.ok(operation.responses[status], `${name} ${status}`);
  }
});

test('every example is what its operation takes', () => {
  for (const { name, input, example } of declareOperations()) {
    for (const part of ['path', 'query', 'body'] as const) {
      const result = input[part]?.safeParse(example[part] ?? {});
      if (result) assert.equal(result.success, true, `${name} ${part}: ${result.error?.message}`);
    }
  }
});

test('llms.txt names every operation', () => {
  const registry = declareOperations();
  const text = llmsText(registry, 'https://data.example');
  for (const { method, path } of registry) assert.ok(text.includes(`\`${method} ${path}\``), path);
});
