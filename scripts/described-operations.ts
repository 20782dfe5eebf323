import { declareOperations } from '../src/app/operations/operations.ts';
import { createOpenApiDocument } from '../src/interfaces/openapi/openapi-document.ts';

/** JSON Schema 2020-12, as far as the document of the service uses it. */
export interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  contentEncoding?: string;
  description?: string;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Schema;
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: { 'application/json': { schema: Schema } } };
  responses: { 200: { headers?: object; content: Record<string, { schema: Schema; 'x-event'?: Schema }> } };
}

export type Schemas = Record<string, Schema>;

export interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Schemas };
}

/** Operation with its route, as a client calls it. */
export interface Called {
  method: string;
  path: string;
  operation: DescribedOperation;
}

/** Name of the schema of an estimate, which `dry_run` returns. */
export const estimate = 'EstimateAnswer';

/** Creates the OpenAPI document of the service. */
export function openApiDocument(): OpenApiDocument {
  return createOpenApiDocument(declareOperations(), '') as unknown as OpenApiDocument;
}

/** Returns all operations in the order of the reference. */
export function calledOperations({ paths }: OpenApiDocument): Called[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
}

/** Returns the name of the schema that a reference points to. */
export function refName({ $ref = '' }: Schema): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Returns the parameters of path and query. */
export function namedParameters({ parameters }: DescribedOperation): Parameter[] {
  return parameters.filter(({ $ref }) => $ref === undefined);
}

/** Returns true if the operation has this query parameter. */
export function hasQuery(operation: DescribedOperation, name: string): boolean {
  return namedParameters(operation).some((parameter) => parameter.in === 'query' && parameter.name === name);
}

/** Returns the form of the response and the name of its schema, which is empty for bytes. */
export function answerOf({ operation }: Called): { kind: 'json' | 'events' | 'bytes'; schema: string } {
  const [[mediaType, content]] = Object.entries(operation.responses[200].content) as [
    [string, { schema: Schema; 'x-event'?: Schema }],
  ];
  if (mediaType === 'text/event-stream') return { kind: 'events', schema: refName(content['x-event'] ?? {}) };
  if (mediaType !== 'application/json') return { kind: 'bytes', schema: '' };
  return { kind: 'json', schema: refName(content.schema) };
}

/** A paginated list: the field with its rows, and the field with the position of the next page. */
export interface List {
  rows: string;
  next: 'next_offset' | 'next_before' | 'next_since';
}

const nextFields = ['next_offset', 'next_before', 'next_since'] as const;

/**
 * Returns the pagination of an operation (docs/api/conventions.md#pagination); null if it is not a list. Texts that are read in
 * parts have a `next_offset`, but no `total`.
 */
export function listOf(called: Called, schemas: Schemas): List | null {
  const { properties = {} } = schemas[answerOf(called).schema] ?? {};
  const next = nextFields.find((name) => name in properties && hasQuery(called.operation, name.slice(5)));
  if (next === undefined || (next === 'next_offset' && !('total' in properties))) return null;
  const lists = Object.entries(properties).filter(([, { type }]) => type === 'array');
  const [rows] = lists;
  if (rows === undefined || lists.length > 1) return null;
  return { rows: rows[0], next };
}
