import type { FailureKind } from '../../domain/system/failure.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { fileFieldName } from '../../operations/declaration/file-field.ts';
import type { Operation } from '../../operations/declaration/operation.ts';
import type { Registry } from '../../operations/declaration/registry.ts';
import { contractVersion, type JsonObject, toJsonSchema } from '../../operations/json-schema.ts';
import { createWebhooks } from './create-webhooks.ts';
import { findExampleResponse } from './example-response.ts';
import { createNamedSchemas, type NamedSchemas } from './named-schemas.ts';
import {
  problemReferences,
  problemResponses,
  problemSchema,
  rateHeaderReferences,
} from './problem-schema.ts';

/** Converts a name such as `act_on_job` to ActOnJob. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function createParameters({ input, example }: Operation, location: 'path' | 'query'): JsonObject[] {
  const schema = input[location];
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...shape } = property;
    const exampleValue = (example[location] as JsonObject | undefined)?.[name];
    return {
      name,
      in: location,
      required: location === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: shape,
      ...(exampleValue !== undefined && { example: exampleValue }),
    };
  });
}

function acceptsIdempotencyKey({ method, scope }: Operation): boolean {
  return method === 'POST' && scope !== null;
}

/** Returns the kinds of failure that an operation can return by its shape, and those that it declares. */
function failureKindsOf(operation: Operation): FailureKind[] {
  const { scope, input, method, errors = [] } = operation;
  const kinds: FailureKind[] = ['invalid', 'method_not_allowed', 'internal', 'unavailable', ...errors];
  if (scope !== null) kinds.push('unauthorized', 'forbidden', 'rate_limited');
  if (input.path !== undefined) kinds.push('not_found');
  if (acceptsIdempotencyKey(operation)) kinds.push('conflict', 'expired');
  if (input.body !== undefined || method === 'POST') kinds.push('too_large', 'unsupported_media_type');
  return kinds;
}

/**
 * Describes one event of a stream by its fields on the wire (HTML standard, section 9.2.6). `x-event` is the schema of the
 * event as clients return it, with its JSON parsed.
 */
function createEventContent(parsed: JsonObject, example: JsonObject | undefined): JsonObject {
  const properties = {
    id: { type: 'string', description: 'Identifier of the event, for `Last-Event-ID`.' },
    event: { type: 'string', description: 'Type of the event.' },
    data: {
      type: 'string',
      contentMediaType: 'application/json',
      description: 'Data of the event as JSON on one line.',
    },
  };
  return {
    schema: { type: 'object', properties, required: ['event', 'data'] },
    'x-event': parsed,
    ...(example !== undefined && {
      example: { id: example.id, event: example.type, data: JSON.stringify(example.data) },
    }),
  };
}

function createSuccessContent(operation: Operation, schemas: NamedSchemas): JsonObject {
  if (operation.responseStream === 'bytes') return { '*/*': { schema: {} } };
  const schema = schemas.referAs(`${pascalCase(operation.name)}Answer`, operation.output, 'output');
  const example = findExampleResponse(operation);
  if (operation.responseStream === 'events')
    return { 'text/event-stream': createEventContent(schema, isObject(example) ? example : undefined) };
  const files = (operation.alternativeMediaTypes ?? []).map((type) => [type, { schema: {} }]);
  return {
    'application/json': { schema, ...(example !== undefined && { example }) },
    ...Object.fromEntries(files),
  };
}

function createResponses(operation: Operation, schemas: NamedSchemas): JsonObject {
  return {
    200: {
      description: 'Success',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        ...(operation.scope !== null && rateHeaderReferences),
      },
      content: createSuccessContent(operation, schemas),
    },
    ...problemReferences(failureKindsOf(operation)),
  };
}

/** Describes the other forms of a request with a file: a form with all fields, and the bytes of the file alone. */
function createFileContent({ input }: Operation): JsonObject {
  if (input.body === undefined) return {};
  const schema = toJsonSchema(input.body, 'input');
  const properties = schema.properties as JsonObject;
  const { description } = properties[fileFieldName] as JsonObject;
  const bytes = { contentMediaType: 'application/octet-stream', description };
  return {
    'multipart/form-data': { schema: { ...schema, properties: { ...properties, [fileFieldName]: bytes } } },
    '*/*': { schema: {} },
  };
}

function createRequestBody(operation: Operation, schemas: NamedSchemas): JsonObject {
  const { name, input, requiresBody, example } = operation;
  if (input.body === undefined) return {};
  const schema = schemas.referAs(`${pascalCase(name)}Request`, input.body, 'input');
  const content = {
    'application/json': { schema, example: example.body },
    ...(operation.takesFile === true && createFileContent(operation)),
  };
  const required = requiresBody === true || !input.body.safeParse({}).success;
  return { requestBody: { required, content } };
}

function createOperationObject(operation: Operation, schemas: NamedSchemas): JsonObject {
  const { name, title, description, price, scope, agent } = operation;
  const scopeText = scope === null ? 'Needs no key.' : `Needs a key of scope \`${scope}\`.`;
  return {
    operationId: name,
    summary: title,
    description: `${description}\n\n${scopeText} Price: ${price}.`,
    ...(operation.tag !== undefined && { 'x-topic': operation.tag.topic }),
    'x-price': price,
    'x-scope': scope,
    ...(agent !== undefined && { 'x-mcp-tool': agent.tool ?? name }),
    ...(agent?.action !== undefined && { 'x-mcp-action': agent.action }),
    tags: operation.tag === undefined ? [] : [operation.tag.name],
    ...(scope === null && { security: [] }),
    parameters: [
      ...createParameters(operation, 'path'),
      ...createParameters(operation, 'query'),
      ...(acceptsIdempotencyKey(operation) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...createRequestBody(operation, schemas),
    responses: createResponses(operation, schemas),
  };
}

const text = { type: 'string' };

const headers = {
  'X-Request-Id': {
    description: 'Identifier of the request, the same as `rid` in the request history.',
    schema: text,
    example: 'req_06gztfydz1wgvaefc9zmsq0z9g',
  },
  RateLimit: {
    description:
      'State of each rate limit: `r` requests remain, `t` seconds until the window restarts (IETF draft "RateLimit header fields for HTTP").',
    schema: text,
    example: '"account";r=5999;t=42',
  },
  'RateLimit-Policy': {
    description:
      'Rate limits: `q` requests in `w` seconds, for the account and, if it has its own limit, the key.',
    schema: text,
    example: '"account";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer' },
    example: 42,
  },
  Allow: { description: 'Methods that the path accepts (RFC 9110).', schema: text, example: 'GET, HEAD' },
  'WWW-Authenticate': { description: 'Authentication scheme (RFC 9110).', schema: text, example: 'Bearer' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Unique value for this request, chosen by the client. A repetition within 24 hours with the same body has no further effect and returns the same response. With another body, or while the first request is running, the response is 409. `X-Idempotency-Key` is an alias.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'import-2026-10-05-17',
};

const introduction = `Every page result has a signed receipt, which states the route, the exit, the verification of its country, and the credits. The outcome of a page is its \`status\`, not an HTTP error.

Errors are \`application/problem+json\` (RFC 9457) with a \`code\` from a closed list. Times are ISO 8601 in UTC. A request body is UTF-8 JSON with at most 2 MiB and 100 levels of nesting, or a file of at most 20 MB where an operation takes one; unknown fields are rejected. The character U+0000 is rejected in every value. A lone surrogate is replaced by U+FFFD; a URL with a lone surrogate is an \`invalid\` page.`;

/** Returns the tags in the order of the reference. */
function tagsOf(registry: Registry): JsonObject[] {
  const tags = new Map(registry.flatMap(({ tag }) => (tag === undefined ? [] : [[tag.name, tag] as const])));
  return [...tags.values()].map(({ name, description }) => ({ name, description }));
}

/** Creates the OpenAPI 3.1 document of the service from the declarations of its operations. */
export function createOpenApiDocument(registry: Registry, version: string): JsonObject {
  const schemas = createNamedSchemas();
  schemas.refer(problemSchema, 'output');
  const paths: Record<string, JsonObject> = {};
  for (const operation of registry) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = createOperationObject(operation, schemas);
    paths[operation.path] = path;
  }
  const webhooks = createWebhooks(schemas);
  return {
    openapi: '3.1.0',
    info: {
      title: 'webdata',
      version: contractVersion,
      summary: 'Web data for software agents, with a signed receipt for every page.',
      description: `Served by webdata ${version}.\n\n${introduction}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ key: [] }],
    tags: tagsOf(registry),
    paths,
    webhooks,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'API key' } },
      parameters: { 'Idempotency-Key': idempotencyKey },
      headers,
      responses: problemResponses(),
      schemas: schemas.all(),
    },
  };
}
