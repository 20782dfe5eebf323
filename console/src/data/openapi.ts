import { type Fields, responseKind } from './client.ts';
import type { Scope } from './session.ts';

/** JSON Schema of a value, as far as forms use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  description?: string;
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

/** One operation of the API. */
export interface OperationInfo {
  name: string;
  title: string;
  description: string;
  tag: string;
  /** Group of operations, such as `Pages and sites`. */
  topic: string;
  method: string;
  /** Path with `{name}` for path fields. */
  path: string;
  scope: Scope | null;
  price: string;
  /** MCP tool and action; null if it is no tool. */
  tool: { name: string; action: string | null } | null;
  pathFields: string[];
  queryFields: string[];
  hasBody: boolean;
  /** Schema of all fields as one object. */
  schema: Schema;
  /** Valid fields. */
  example: Fields;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  'x-topic': string;
  'x-price': string;
  'x-scope': Scope | null;
  'x-mcp-tool'?: string;
  'x-mcp-action'?: string;
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema; example?: Fields }> };
}

interface Document {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema> };
}

/** The operations, and the named schemas to which their fields refer. */
export interface ApiReference {
  operations: OperationInfo[];
  resolve(schema: Schema): Schema;
}

function createResolve(schemas: Record<string, Schema>): (schema: Schema) => Schema {
  return (schema) => {
    if (schema.$ref === undefined) return schema;
    const { $ref, ...rest } = schema;
    return { ...schemas[$ref.slice($ref.lastIndexOf('/') + 1)], ...rest };
  };
}

function toInfo(
  path: string,
  method: string,
  operation: OperationObject,
  resolve: (schema: Schema) => Schema,
): OperationInfo {
  const parameters = operation.parameters.filter(({ $ref }) => $ref === undefined);
  const content = operation.requestBody?.content['application/json'];
  const body = content === undefined ? {} : resolve(content.schema);
  const own = parameters.map(({ name, schema, description }): [string, Schema] => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const examples = parameters.flatMap(({ name, example }) =>
    example === undefined ? [] : [[name, example]],
  );
  const isIn = (place: string) => parameters.filter((one) => one.in === place).map(({ name }) => name);
  const [description = ''] = operation.description.split('\n\nNeeds ', 1);
  const tool = operation['x-mcp-tool'];
  return {
    name: operation.operationId,
    title: operation.summary,
    description,
    tag: operation.tags[0] ?? '',
    topic: operation['x-topic'],
    method: method.toUpperCase(),
    path,
    scope: operation['x-scope'],
    price: operation['x-price'],
    tool: tool === undefined ? null : { name: tool, action: operation['x-mcp-action'] ?? null },
    pathFields: isIn('path'),
    queryFields: isIn('query'),
    hasBody: content !== undefined,
    schema: {
      type: 'object',
      properties: { ...Object.fromEntries(own), ...body.properties },
      required: [
        ...parameters.filter(({ required }) => required === true).map(({ name }) => name),
        ...(body.required ?? []),
      ],
    },
    example: { ...Object.fromEntries(examples), ...content?.example },
  };
}

async function load(): Promise<ApiReference> {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`The API description could not be read (status ${response.status}).`);
  const document = (await response.json()) as Document;
  const resolve = createResolve(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => toInfo(path, method, operation, resolve)),
  );
  return { operations: operations.filter(({ name }) => responseKind(name) !== null), resolve };
}

let loaded: Promise<ApiReference> | undefined;

/** Returns the operations of the service, from its OpenAPI document, which is read once. */
export function loadApiReference(): Promise<ApiReference> {
  loaded ??= load().catch((error: unknown) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}
