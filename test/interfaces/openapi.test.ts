import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { webhookEventTypes } from '../../src/domain/resources/webhook.ts';
import { stepTypes } from '../../src/domain/resources/workflow.ts';
import { createLlmsText } from '../../src/interfaces/llms-text.ts';
import { createOpenApiDocument } from '../../src/interfaces/openapi/openapi-document.ts';
import type { RawInput } from '../../src/operations/call-path/validate.ts';
import { withSentFile } from '../../src/operations/declaration/file-field.ts';
import type { JsonObject } from '../../src/operations/json-schema.ts';
import { readExamples, undeclared } from './example-answers.ts';
import { findUndescribed, lintOpenApi } from './openapi-rules.ts';

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

test('the OpenAPI document is valid and describes each operation completely', async () => {
  const registry = declareOperations();
  const document = createOpenApiDocument(registry, '1.0.0');
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

test('an OpenAPI linter reports nothing', async () => {
  const document = createOpenApiDocument(declareOperations(), '1.0.0');
  // Clients use it through `x-event`, which the linter does not follow.
  const event = '#/components/schemas/FollowJobAnswer';
  const problems = await lintOpenApi(document);
  assert.deepEqual(
    problems.filter((problem) => !problem.startsWith(`no-unused-components at ${event}:`)),
    [],
  );
  assert.equal((await lintOpenApi({ ...document, servers: [] })).length, problems.length + 1, 'it looks');
});

interface Reference {
  $ref: string;
}

test('OpenAPI lists the documents, headers and error responses that apply', () => {
  const document = createOpenApiDocument(declareOperations(), '1.0.0');
  const { schemas, headers } = document.components as Record<string, Record<string, object>>;
  for (const name of ['Problem', 'Receipt', 'PageResult', 'Job', 'ScrapeRequest', 'MapAnswer'])
    assert.ok(schemas?.[name], name);
  for (const name of ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'])
    assert.ok(headers?.[name], name);
  const described = (path: string, method: string) => (document.paths as Paths)[path]?.[method];
  const statuses = (path: string, method: string) => Object.keys(described(path, method)?.responses ?? {});
  assert.deepEqual(
    statuses('/v1/crawl', 'post'),
    '200 401 402 403 405 409 410 413 415 422 429 500 503'.split(' '),
  );
  assert.deepEqual(statuses('/v1/read', 'get'), '200 401 403 404 405 410 422 429 500 503'.split(' '));
  assert.deepEqual(statuses('/v1/health', 'get'), '200 405 422 500 503'.split(' '));
  // A page that cannot be paid for is a page result with its own status.
  assert.ok(!statuses('/v1/scrape', 'post').includes('402'));
  for (const { name, method, path, scope } of declareOperations()) {
    const references = described(path, method.toLowerCase())?.parameters as unknown as Reference[];
    const takesKey = references.some(({ $ref }) => $ref === '#/components/parameters/Idempotency-Key');
    assert.equal(takesKey, method === 'POST' && scope !== null, name);
  }
});

test('every parameter and every property has a description', () => {
  assert.deepEqual(findUndescribed(createOpenApiDocument(declareOperations(), '1.0.0')), []);
  const schema = {
    type: 'object',
    properties: {
      tide: { anyOf: [{ $ref: '#/components/schemas/Tide' }, { type: 'null' }] },
      berth: { anyOf: [{ $ref: '#/components/schemas/Berth' }, { type: 'null' }] },
      quays: { description: 'Quays.', items: { properties: { length: { type: 'number' } } } },
    },
  };
  const parameters = [
    { name: 'pier', in: 'path' },
    { name: 'side', in: 'query', description: 'Side.' },
  ];
  const components = { schemas: { Tide: { description: 'Tide.' }, Berth: {}, Harbour: schema } };
  assert.deepEqual(findUndescribed({ paths: { '/piers': { get: { parameters } } }, components }), [
    '/paths//piers/get/parameters/pier',
    '/components/schemas/Harbour/properties/berth',
    '/components/schemas/Harbour/properties/quays/items/properties/length',
  ]);
});

test('the type of a step of a workflow decides its fields, also of steps in steps', () => {
  const step = '#/components/schemas/WorkflowStep';
  const { schemas } = createOpenApiDocument(declareOperations(), '1.0.0').components as {
    schemas: Record<string, JsonObject>;
  };
  const { oneOf, discriminator } = schemas.WorkflowStep as {
    oneOf: { $ref: string }[];
    discriminator: { propertyName: string; mapping: Record<string, string> };
  };
  assert.deepEqual(Object.keys(discriminator.mapping), [...stepTypes]);
  assert.deepEqual(
    oneOf.map(({ $ref }) => $ref),
    Object.values(discriminator.mapping),
  );
  assert.equal(discriminator.mapping.wait_for, `${step}WaitFor`);
  assert.deepEqual(schemas.WorkflowStepGoto?.required, ['type', 'url']);
  assert.partialDeepStrictEqual(schemas.WorkflowStepIf?.properties, { else: { items: { $ref: step } } });
});

test('every example is valid input of its operation', () => {
  for (const { name, input, example, takesFile } of declareOperations()) {
    const { path = {}, query = {}, body = {} } = example as Partial<RawInput>;
    const raw = withSentFile(takesFile === true, { path, query, body });
    for (const part of ['path', 'query', 'body'] as const) {
      const result = input[part]?.safeParse(raw[part]);
      if (result) assert.equal(result.success, true, `${name} ${part}: ${result.error?.message}`);
    }
  }
});

// If an example is missing or outdated: WRITE_EXAMPLES=1 node --test test/interfaces/contract.test.ts
test('every operation has an example response that matches its declaration', async () => {
  const examples = await readExamples();
  const operations = declareOperations().filter(({ responseStream }) => responseStream !== 'bytes');
  for (const operation of operations) {
    assert.ok(operation.name in examples, operation.name);
    assert.deepEqual(undeclared(operation, examples[operation.name]), [], operation.name);
  }
  assert.deepEqual(Object.keys(examples).sort(), operations.map(({ name }) => name).sort());
});

test('a response that is replayed without its secret matches the schema of the operation', async () => {
  const examples = (await readExamples()) as Record<string, object>;
  for (const { name, output, secretFields = [] } of declareOperations()) {
    const replayed = { ...examples[name], ...Object.fromEntries(secretFields.map((field) => [field, null])) };
    if (secretFields.length > 0) assert.equal(output.safeParse(replayed).error?.message, undefined, name);
  }
});

test('an event of a stream is described by its fields on the wire', () => {
  const { paths } = createOpenApiDocument(declareOperations(), '1.0.0');
  const content = (paths as Paths)['/v1/jobs/{jid}/events']?.get?.responses['200']?.content;
  const { schema, example } = (
    content as Record<string, { schema: object; example: Record<string, string> }>
  )['text/event-stream'] ?? { schema: {}, example: {} };
  assert.partialDeepStrictEqual(schema, {
    type: 'object',
    properties: {
      id: { type: 'string' },
      event: { type: 'string' },
      data: { type: 'string', contentMediaType: 'application/json' },
    },
    required: ['event', 'data'],
  });
  assert.deepEqual(Object.keys((schema as { properties: object }).properties), ['id', 'event', 'data']);
  assert.equal(typeof JSON.parse(example.data ?? '').jid, 'string');
});

test('OpenAPI describes the request of every webhook event', () => {
  const { webhooks, components } = createOpenApiDocument(declareOperations(), '1.0.0');
  assert.deepEqual(Object.keys(webhooks as object), [...webhookEventTypes]);
  const { post } = (webhooks as Paths)['workflow.needs_input'] as { post: DescribedOperation };
  assert.deepEqual(
    post.parameters.map(({ name, in: location, required }) => [name, location, required]),
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, 'header', true]),
  );
  const schema = { $ref: '#/components/schemas/WorkflowNeedsInputEvent' };
  assert.deepEqual(post.requestBody, { required: true, content: { 'application/json': { schema } } });
  const { schemas } = components as { schemas: Record<string, { required: string[] }> };
  assert.deepEqual(schemas.WorkflowNeedsInputEvent?.required, ['type', 'timestamp', 'data']);
});

test('llms.txt names every operation', () => {
  const registry = declareOperations();
  const text = createLlmsText(registry, 'https://data.example');
  for (const { method, path } of registry) assert.ok(text.includes(`\`${method} ${path}\``), path);
});
