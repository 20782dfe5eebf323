import { z } from 'zod';
import { failureKinds } from '../domain/failure.ts';
import { contractVersion, type JsonObject, jsonSchema } from '../operations/json-schema.ts';
import type { Operation } from '../operations/operation.ts';
import type { Registry } from '../operations/registry.ts';

const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.enum(failureKinds),
  request_id: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .optional()
    .describe('one entry per fault: a JSON pointer into the body, or /query/NAME, /path/NAME'),
});

function parameters(
  schema: z.ZodObject | undefined,
  where: 'path' | 'query',
  examples: object | undefined,
): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...shape } = property;
    const example = (examples as JsonObject | undefined)?.[name];
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: shape,
      ...(example !== undefined && { example }),
    };
  });
}

function problemAnswer(description: string): JsonObject {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function successContent(operation: Operation): JsonObject {
  const schema = jsonSchema(operation.output, 'output');
  // A stream is described by the shape of one event.
  return operation.answers === 'events'
    ? { 'text/event-stream': { schema } }
    : { 'application/json': { schema } };
}

function answers(operation: Operation): JsonObject {
  const { scope, input } = operation;
  const keyed = scope !== null;
  const hasBody = input.body !== undefined;
  return {
    200: {
      description: 'Success',
      headers: {
        'X-Request-Id': { schema: { type: 'string' }, description: 'the `rid` of the history entry' },
      },
      content: successContent(operation),
    },
    ...(keyed && { 401: problemAnswer('No key, or one that is not in force') }),
    ...(keyed && !/^free\b/.test(operation.price) && { 402: problemAnswer('Not enough credits') }),
    ...(keyed && { 403: problemAnswer(`The key lacks the scope \`${scope}\``) }),
    ...(input.path && { 404: problemAnswer('There is no such thing in this account') }),
    ...(operation.method !== 'GET' && { 409: problemAnswer('It does not fit the present state') }),
    ...(hasBody && { 413: problemAnswer('The body is too large') }),
    ...(hasBody && { 415: problemAnswer('The body is not JSON') }),
    422: problemAnswer('The request is not valid: one entry in `errors` for each fault'),
    ...(keyed && { 429: problemAnswer('Too many requests: try again after `Retry-After` seconds') }),
    500: problemAnswer('Something went wrong here'),
    503: problemAnswer('Not available right now'),
  };
}

function operationObject(operation: Operation): JsonObject {
  const { input, example } = operation;
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\nPrice: ${operation.price}`,
    'x-price': operation.price,
    tags: [operation.path.split('/')[2]],
    ...(operation.scope === null && { security: [] }),
    parameters: [
      ...parameters(input.path, 'path', example.path),
      ...parameters(input.query, 'query', example.query),
    ],
    ...(input.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(input.body, 'input'), example: example.body } },
      },
    }),
    responses: answers(operation),
  };
}

/** The whole service as OpenAPI 3.1, made from the declarations alone. */
export function openApiDocument(registry: Registry, version: string): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const operation of registry) {
    const path = paths[operation.path] ?? {};
    path[operation.method.toLowerCase()] = operationObject(operation);
    paths[operation.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'webdata',
      version: contractVersion,
      summary: 'Web data for software agents, with a signed receipt for every page.',
      description: `Served by webdata ${version}. Every page result carries a receipt: route, verified exit country, credits.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(registry.map((operation) => operation.path.split('/')[2]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key' } },
      schemas: { Problem: jsonSchema(problemSchema, 'output') },
    },
  };
}
