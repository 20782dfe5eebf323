import { declareV2Calls } from '../../src/app/composition/v2.ts';
import { declareOperations } from '../../src/app/operations/operations.ts';
import { createOpenApiDocument } from '../../src/interfaces/openapi/openapi-document.ts';
import type { Operation } from '../../src/operations/declaration/operation.ts';
import { toJsonSchema } from '../../src/operations/json-schema.ts';

/** JSON Schema, or any object inside an OpenAPI document. */
export type Schema = Readonly<Record<string, unknown>>;

/** Path or query parameter. */
export interface Parameter {
  name: string;
  required: boolean;
  schema: Schema;
  example?: unknown;
}

/** Declared response for one status: schemas by media type. */
export type DeclaredAnswer = Readonly<Record<string, Schema>>;

/** Operation of the HTTP API as declared in its document. */
export interface ApiOperation {
  /** `POST /v1/scrape`. */
  name: string;
  surface: 'v1' | 'v2';
  method: string;
  /** Path with `{name}` for parameters. */
  path: string;
  scope: string | null;
  pathParameters: readonly Parameter[];
  queryParameters: readonly Parameter[];
  /** Schema of the request body; null if it has none. */
  body: Schema | null;
  exampleBody: unknown;
  /** Responses by status; `/v2` has no document, so that each status has the same loose schema. */
  answers: Readonly<Record<string, DeclaredAnswer>>;
  isEventStream: boolean;
}

/** Operations, and the schemas that they refer to by `#/components/schemas/NAME`. */
export interface Api {
  operations: readonly ApiOperation[];
  components: Schema;
}

// biome-ignore lint/suspicious/noExplicitAny: an OpenAPI document is read as a client would read it
type Json = any;

function resolve(document: Json, value: Json): Json {
  if (typeof value?.$ref !== 'string') return value;
  return value.$ref
    .slice(2)
    .split('/')
    .reduce((part: Json, token: string) => part[token], document);
}

function parametersOf(document: Json, operation: Json, where: string): Parameter[] {
  return (operation.parameters ?? [])
    .map((parameter: Json) => resolve(document, parameter))
    .filter((parameter: Json) => parameter.in === where);
}

function answersOf(document: Json, operation: Json): Record<string, DeclaredAnswer> {
  const entries = Object.entries(operation.responses).map(([status, response]) => {
    const content: Json = resolve(document, response).content ?? {};
    const schemas = Object.entries(content).map(([type, media]: [string, Json]) => [
      type,
      media.schema ?? {},
    ]);
    return [status, Object.fromEntries(schemas)];
  });
  return Object.fromEntries(entries);
}

/** Parses an OpenAPI 3.1 document, as returned by `GET /openapi.json`. */
export function readOpenApi(document: Json): Api {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods as Json).map(([method, operation]: [string, Json]): ApiOperation => {
      const media = resolve(document, operation.requestBody)?.content?.['application/json'];
      const answers = answersOf(document, operation);
      return {
        name: `${method.toUpperCase()} ${path}`,
        surface: 'v1',
        method: method.toUpperCase(),
        path,
        scope: operation['x-scope'],
        pathParameters: parametersOf(document, operation, 'path'),
        queryParameters: parametersOf(document, operation, 'query'),
        body: media?.schema ?? null,
        exampleBody: media?.example,
        answers,
        isEventStream: 'text/event-stream' in (answers['200'] ?? {}),
      };
    }),
  );
  return { operations, components: document.components };
}

function parametersOfShape(schema: Schema | null): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    required: required.includes(name),
    schema: shape,
  }));
}

/** Schema of every response of `/v2`: `success` (except for lists of errors), and for failures `error` and `code`. */
const v2Success = {
  type: 'object',
  properties: { success: { const: true } },
  anyOf: [{ required: ['success'] }, { required: ['errors', 'robotsBlocked'] }],
};
const v2Failure = {
  type: 'object',
  properties: { success: { const: false }, error: { type: 'string' }, code: { type: 'string' } },
  required: ['success', 'error', 'code'],
};
const v2Statuses = [400, 401, 402, 403, 404, 408, 409, 410, 413, 415, 422, 429, 501, 503];

function v2Answers(): Record<string, DeclaredAnswer> {
  const failures = v2Statuses.map((status) => [String(status), { 'application/json': v2Failure }]);
  // In `/v2`, a name that does not resolve is a failure with status 200.
  return {
    200: { 'application/json': { anyOf: [v2Success, v2Failure] } },
    ...Object.fromEntries(failures),
  };
}

function v2Operation(operation: Operation): ApiOperation {
  const { method, path, scope, input } = operation;
  const part = (schema: typeof input.body) => (schema === undefined ? null : toJsonSchema(schema, 'input'));
  return {
    name: `${method} ${path}`,
    surface: 'v2',
    method,
    path,
    scope,
    pathParameters: parametersOfShape(part(input.path)),
    queryParameters: parametersOfShape(part(input.query)),
    body: part(input.body),
    exampleBody: undefined,
    answers: v2Answers(),
    isEventStream: false,
  };
}

/** Derives the operations of `/v2`, which has no OpenAPI document, from their declarations. */
export function readV2Calls(): ApiOperation[] {
  return declareV2Calls().map(v2Operation);
}

/** Reads both APIs from the sources, without a running service. */
export function declaredApi(): Api {
  const { operations, components } = readOpenApi(createOpenApiDocument(declareOperations(), '0.0.0'));
  return { operations: [...operations, ...readV2Calls()], components };
}
