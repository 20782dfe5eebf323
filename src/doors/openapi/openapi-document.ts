import type { FailureKind } from '../../domain/failure.ts';
import { contractVersion, type JsonObject, jsonSchema } from '../../operations/json-schema.ts';
import type { Operation } from '../../operations/operation.ts';
import type { Registry } from '../../operations/registry.ts';
import { exampleAnswerOf } from './example-answer-of.ts';
import { createNamedSchemas, type NamedSchemas } from './named-schemas.ts';
import {
  problemReferences,
  problemResponses,
  problemSchema,
  rateHeaderReferences,
} from './problem-schema.ts';
import { tagOf, tagsOf } from './tags.ts';

/** `act_on_job` as ActOnJob. */
function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function parameters({ input, example }: Operation, where: 'path' | 'query'): JsonObject[] {
  const schema = input[where];
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...shape } = property;
    const shown = (example[where] as JsonObject | undefined)?.[name];
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: shape,
      ...(shown !== undefined && { example: shown }),
    };
  });
}

function isKeptByKey({ method, scope }: Operation): boolean {
  return method === 'POST' && scope !== null;
}

/** The kinds of failure that an operation of this shape may be answered with, and those that it declares itself. */
function refusals(operation: Operation): FailureKind[] {
  const { scope, input, method, refuses = [] } = operation;
  const kinds: FailureKind[] = ['invalid', 'internal', 'unavailable', ...refuses];
  if (scope !== null) kinds.push('unauthorized', 'forbidden', 'rate_limited');
  if (input.path !== undefined) kinds.push('not_found');
  if (isKeptByKey(operation)) kinds.push('conflict', 'expired');
  if (input.body !== undefined || method === 'POST') kinds.push('too_large', 'unsupported_media_type');
  return kinds;
}

function successContent(operation: Operation, schemas: NamedSchemas): JsonObject {
  if (operation.answers === 'bytes') return { '*/*': { schema: {} } };
  const schema = schemas.referAs(`${pascalCase(operation.name)}Answer`, operation.output, 'output');
  const example = exampleAnswerOf(operation);
  // A stream is described by the shape of one event.
  const mediaType = operation.answers === 'events' ? 'text/event-stream' : 'application/json';
  const files = (operation.alsoAnswers ?? []).map((type) => [type, { schema: {} }]);
  return { [mediaType]: { schema, ...(example !== undefined && { example }) }, ...Object.fromEntries(files) };
}

function answers(operation: Operation, schemas: NamedSchemas): JsonObject {
  return {
    200: {
      description: 'Success',
      headers: {
        'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
        ...(operation.scope !== null && rateHeaderReferences),
      },
      content: successContent(operation, schemas),
    },
    ...problemReferences(refusals(operation)),
  };
}

function requestBody({ name, input, example }: Operation, schemas: NamedSchemas): JsonObject {
  if (input.body === undefined) return {};
  const schema = schemas.referAs(`${pascalCase(name)}Request`, input.body, 'input');
  const content = { 'application/json': { schema, example: example.body } };
  return { requestBody: { required: !input.body.safeParse({}).success, content } };
}

function operationObject(operation: Operation, schemas: NamedSchemas): JsonObject {
  const { name, title, description, price, scope } = operation;
  const who = scope === null ? 'Needs no key.' : `Needs a key of scope \`${scope}\`.`;
  return {
    operationId: name,
    summary: title,
    description: `${description}\n\n${who} Price: ${price}.`,
    'x-price': price,
    'x-scope': scope,
    tags: [tagOf(operation)],
    ...(scope === null && { security: [] }),
    parameters: [
      ...parameters(operation, 'path'),
      ...parameters(operation, 'query'),
      ...(isKeptByKey(operation) ? [{ $ref: '#/components/parameters/Idempotency-Key' }] : []),
    ],
    ...requestBody(operation, schemas),
    responses: answers(operation, schemas),
  };
}

const text = { type: 'string' };

const headers = {
  'X-Request-Id': {
    description: 'The `rid` of the history entry of this request',
    schema: text,
    example: 'req_06gztfydz1wgvaefc9zmsq0z9g',
  },
  RateLimit: {
    description:
      'How each bound on requests stands: `r` requests are left, `t` seconds until the window begins anew (IETF draft "RateLimit header fields for HTTP")',
    schema: text,
    example: '"account";r=5999;t=42',
  },
  'RateLimit-Policy': {
    description:
      'The bounds themselves: `q` requests in `w` seconds, of the account and, where it has one, the key',
    schema: text,
    example: '"account";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Whole seconds after which trying again makes sense',
    schema: { type: 'integer' },
    example: 42,
  },
  'WWW-Authenticate': { description: 'How to authenticate (RFC 9110)', schema: text, example: 'Bearer' },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A name of the caller’s own for this request. Sent again within 24 hours with the same body, the request takes effect once and is answered the same; with another body, or while the first still runs, it is 409. `X-Idempotency-Key` is the same.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: 'import-2026-10-05-17',
};

const about = `Every page result carries a receipt, signed: the route that was taken, the exit and whether its country is verified, the credits. What became of a page is its \`status\`, never an HTTP error.

Errors are \`application/problem+json\` (RFC 9457) with a \`code\` of a closed list. Times are ISO 8601 in UTC. A request body may have 2 MiB; fields that are unknown are refused.`;

/** The whole service as OpenAPI 3.1, made from the declarations alone. */
export function openApiDocument(registry: Registry, version: string): JsonObject {
  const schemas = createNamedSchemas();
  schemas.refer(problemSchema, 'output');
  const paths: Record<string, JsonObject> = {};
  for (const operation of registry) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation, schemas);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'webdata',
      version: contractVersion,
      summary: 'Web data for software agents, with a signed receipt for every page.',
      description: `Served by webdata ${version}.\n\n${about}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'the service that answered this document' }],
    security: [{ key: [] }],
    tags: tagsOf(registry),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key' } },
      parameters: { 'Idempotency-Key': idempotencyKey },
      headers,
      responses: problemResponses(),
      schemas: schemas.all(),
    },
  };
}
