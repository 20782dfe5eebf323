import { isObject } from '../../../domain/values/is-object.ts';
import type { Operation } from '../../../operations/declaration/operation.ts';
import type { Registry } from '../../../operations/declaration/registry.ts';
import { type JsonObject, toJsonSchema } from '../../../operations/json-schema.ts';
import { createNamedSchemas, type NamedSchemas } from '../../openapi/named-schemas.ts';
import { v2Codes } from '../reply.ts';
import { fieldDescriptions } from './field-descriptions.ts';

type ObjectSchema = JsonObject & { properties?: Record<string, JsonObject>; required?: string[] };

/** Returns the name of an object: the value of its `type`, otherwise the name of the field that holds it. */
function nameOf({ properties }: ObjectSchema, field: string): string {
  const type = properties?.type?.const;
  return typeof type === 'string' ? type : field;
}

/** Returns a schema whose fields have descriptions; `field` is the name of the field that holds it. */
function describe(value: unknown, field: string): unknown {
  if (Array.isArray(value)) return value.map((part) => describe(part, field));
  if (!isObject(value)) return value;
  const { properties, ...rest } = value as ObjectSchema;
  const parts = Object.entries(rest).map(([key, part]) => [key, describe(part, field)] as const);
  if (properties === undefined) return Object.fromEntries(parts);
  const name = nameOf(value, field);
  const described = Object.entries(properties).map(([key, part]) => {
    const description = fieldDescriptions[`${name}.${key}`] ?? fieldDescriptions[key];
    return [
      key,
      { ...(describe(part, key) as JsonObject), ...(description !== undefined && { description }) },
    ];
  });
  return { ...Object.fromEntries(parts), properties: Object.fromEntries(described) };
}

/** Returns a name such as `getCrawlErrors` for `GET /v2/crawl/{id}/errors`. */
function operationIdOf({ method, path }: Operation): string {
  const words = path
    .slice('/v2/'.length)
    .split(/[/-]/)
    .filter((word) => !word.startsWith('{'));
  const isOne = path.endsWith('}');
  const parts = [...words, ...(isOne ? ['by', 'id'] : [])];
  return [method.toLowerCase(), ...parts.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
}

function createParameters({ input }: Operation, location: 'path' | 'query'): JsonObject[] {
  const schema = input[location];
  if (schema === undefined) return [];
  const { properties = {} } = describe(toJsonSchema(schema, 'input'), '') as ObjectSchema;
  return Object.entries(properties).map(([name, { description, ...shape }]) => ({
    name,
    in: location,
    required: location === 'path',
    description,
    schema: shape,
  }));
}

function createOperationObject(operation: Operation, schemas: NamedSchemas): JsonObject {
  const { title, description, scope, method, input } = operation;
  const errors = [
    ...[401, 403, 422, 429, 500, 503],
    ...(method === 'POST' ? [402, 413, 415] : []),
    ...(input.path === undefined ? [] : [404]),
  ];
  return {
    operationId: operationIdOf(operation),
    summary: title,
    description: `${description}\n\nNeeds a key of scope \`${scope}\`.`,
    parameters: [...createParameters(operation, 'path'), ...createParameters(operation, 'query')],
    ...(input.body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: describe(schemas.refer(input.body, 'input'), '') } },
      },
    }),
    responses: {
      200: { $ref: '#/components/responses/Success' },
      ...Object.fromEntries(errors.map((status) => [status, { $ref: '#/components/responses/Error' }])),
    },
  };
}

const errorSchema = {
  type: 'object',
  description: 'An error.',
  properties: {
    success: { const: false, description: 'Always `false`.' },
    code: { enum: v2Codes, description: 'Kind of the error.' },
    error: { type: 'string', description: 'What is wrong, and what to do.' },
    details: { description: 'Validation errors with `path` and `message`, or `retryAfter` in seconds.' },
  },
  required: ['success', 'code', 'error'],
};

const replySchema = {
  type: 'object',
  description: 'Reply of the third-party API. Its fields depend on the call.',
  properties: {
    success: { type: 'boolean', description: '`true`, in the replies that have it.' },
    warning: { type: 'string', description: 'Options without effect, and other remarks.' },
  },
  additionalProperties: true,
};

const introduction = `The third-party scraping API, version 2, as far as this service has it: requests as they are validated. Replies have the form that the official clients of this API read; the documentation at /docs lists the supported formats, and the options that are rejected or have no effect. Unknown fields are accepted and named in \`warning\`. /openapi.json describes the API of the service itself.`;

/** Creates the OpenAPI 3.1 document of the calls of `/v2` from what they validate their requests with. */
export function createV2Document(calls: Registry, version: string): JsonObject {
  const schemas = createNamedSchemas();
  const paths: Record<string, JsonObject> = {};
  for (const call of calls) {
    const path = paths[call.path] ?? {};
    path[call.method.toLowerCase()] = createOperationObject(call, schemas);
    paths[call.path] = path;
  }
  const json = (name: string, description: string) => ({
    description,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  return {
    openapi: '3.1.0',
    info: {
      title: 'webdata: third-party API',
      version: '2',
      summary: 'Calls of the third-party scraping API, version 2.',
      description: `Served by webdata ${version}.\n\n${introduction}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    security: [{ key: [] }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'API key' } },
      responses: { Success: json('Reply', 'Success'), Error: json('Error', 'An error') },
      schemas: { ...(describe(schemas.all(), '') as JsonObject), Reply: replySchema, Error: errorSchema },
    },
  };
}
