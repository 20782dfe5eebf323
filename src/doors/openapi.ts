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

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query'): JsonObject[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, JsonObject>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...shape } = property;
    return {
      name,
      in: where,
      required: where === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: shape,
    };
  });
}

function problemAnswer(description: string): JsonObject {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function answers(operation: Operation): JsonObject {
  const keyed = operation.scope !== null;
  return {
    200: {
      description: 'Success',
      headers: {
        'X-Request-Id': { schema: { type: 'string' }, description: 'the `rid` of the history entry' },
      },
      content: { 'application/json': { schema: jsonSchema(operation.output, 'output') } },
    },
    ...(keyed && { 401: problemAnswer('No key, or one that is not in force') }),
    ...(keyed && { 403: problemAnswer(`The key lacks the scope \`${operation.scope}\``) }),
    ...(operation.input.path && { 404: problemAnswer('There is no such thing in this account') }),
    422: problemAnswer('The request is not valid'),
    503: problemAnswer('Not available right now'),
  };
}

function operationObject(operation: Operation): JsonObject {
  const { input, example } = operation;
  return {
    operationId: operation.name,
    summary: operation.title,
    description: `${operation.description}\n\nPrice: ${operation.price}`,
    tags: [operation.path.split('/')[2]],
    ...(operation.scope === null && { security: [] }),
    parameters: [...parameters(input.path, 'path'), ...parameters(input.query, 'query')],
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
