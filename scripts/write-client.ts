import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { declareOperations } from '../src/app/operations.ts';
import { openApiDocument } from '../src/doors/openapi/openapi-document.ts';

/** A JSON Schema as our OpenAPI document holds them. */
interface Shape {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  oneOf?: Shape[];
  allOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: Shape | boolean;
  description?: string;
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query';
  required: boolean;
  description?: string;
  schema: Shape;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Shape } } };
  responses: { 200: { content: Record<string, { schema: Shape }> } };
}

const folder = new URL('../clients/typescript/src/', import.meta.url);
const notice = `// Made from the service's OpenAPI document by scripts/write-client.ts; changes here are lost.\n`;

function comment(lines: ReadonlyArray<string | undefined>): string {
  const text = lines
    .filter((line) => line !== undefined && line !== '')
    .join('\n\n')
    .replaceAll('*/', '* /');
  if (text === '') return '';
  return `/**\n${text
    .split('\n')
    .map((line) => ` * ${line}`.trimEnd())
    .join('\n')}\n */\n`;
}

function fieldName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function objectType({ properties = {}, required = [], additionalProperties: rest }: Shape): string {
  const fields = Object.entries(properties).map(
    ([name, shape]) =>
      `${comment([shape.description])}${fieldName(name)}${required.includes(name) ? '' : '?'}: ${typeOf(shape)};`,
  );
  if (typeof rest === 'object' && fields.length === 0) return `Record<string, ${typeOf(rest)}>`;
  if (typeof rest === 'object') fields.push('[field: string]: unknown;');
  return fields.length === 0 ? 'Record<string, never>' : `{\n${fields.join('\n')}\n}`;
}

function scalarType(type: string, shape: Shape): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `Array<${typeOf(shape.items ?? {})}>`;
  return type === 'object' ? objectType(shape) : type;
}

/** The TypeScript type of a schema. */
function typeOf(shape: Shape): string {
  if (shape.$ref !== undefined) return shape.$ref.slice(shape.$ref.lastIndexOf('/') + 1);
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  const options = shape.anyOf ?? shape.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(' | ');
  if (shape.allOf !== undefined) return shape.allOf.map((part) => `(${typeOf(part)})`).join(' & ');
  if (shape.type === undefined) return 'unknown';
  return [shape.type]
    .flat()
    .map((type) => scalarType(type, shape))
    .join(' | ');
}

function schemaTypes(schemas: Record<string, Shape>): string {
  const types = Object.entries(schemas).map(
    ([name, shape]) => `${comment([shape.description])}export type ${name} = ${typeOf(shape)};`,
  );
  return [notice, ...types].join('\n');
}

const estimate = 'EstimateAnswer';

/** One operation as the client calls it. */
interface Called {
  method: string;
  path: string;
  operation: DescribedOperation;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function answerTypes({ operation }: Called): { kind: 'json' | 'events' | 'bytes'; types: string[] } {
  const [[mediaType, content]] = Object.entries(operation.responses[200].content) as [
    [string, { schema: Shape }],
  ];
  if (mediaType === 'text/event-stream') return { kind: 'events', types: [typeOf(content.schema)] };
  if (mediaType !== 'application/json') return { kind: 'bytes', types: ['Response'] };
  return { kind: 'json', types: typeOf(content.schema).split(' | ') };
}

/** Path, query and body of a request as one type. */
function fieldsType({ operation }: Called, without: string[]): { type: string; isOptional: boolean } {
  const named = operation.parameters.filter(
    ({ $ref, name }) => $ref === undefined && !without.includes(name),
  );
  const properties = Object.fromEntries(
    named.map(({ name, schema, description }) => [name, { ...schema, ...(description && { description }) }]),
  );
  const required = named.filter((parameter) => parameter.required).map(({ name }) => name);
  const body = operation.requestBody?.content['application/json'].schema;
  const parts = [
    ...(named.length > 0 ? [objectType({ properties, required })] : []),
    ...(body === undefined ? [] : [typeOf(body)]),
  ];
  return {
    type: parts.join(' & ') || 'Record<string, never>',
    isOptional: required.length === 0 && body === undefined,
  };
}

function signatures(called: Called, schemas: Record<string, Shape>): string {
  const { operation } = called;
  const { kind, types } = answerTypes(called);
  const name = camelCase(operation.operationId);
  const about = comment([`${operation.summary}.`, operation.description]);
  // The answer of an operation with a preview is a union; its members are told apart by what was asked.
  const members = types.flatMap((type) => {
    const shape = schemas[type];
    const hasEstimate = shape?.anyOf?.some(({ $ref }) => $ref?.endsWith(`/${estimate}`));
    return hasEstimate ? (shape?.anyOf ?? []).flatMap((option) => typeOf(option).split(' | ')) : [type];
  });
  const told = members.filter((type) => type !== estimate).join(' | ');
  const { type, isOptional } = fieldsType(called, ['dry_run']);
  const mark = isOptional ? '?' : '';
  if (kind === 'events')
    return `${about}${name}(fields: ${type}, options?: CallOptions): AsyncIterable<${told}>;`;
  if (!members.includes(estimate))
    return `${about}${name}(fields${mark}: ${type}, options?: CallOptions): Promise<${told}>;`;
  return `${about}${name}(fields: ${type} & { dry_run: true }, options?: CallOptions): Promise<${estimate}>;
${name}(fields: ${type} & { dry_run?: false }, options?: CallOptions): Promise<${told}>;`;
}

function tableRow(called: Called): string {
  const { method, path, operation } = called;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const row = {
    method: method.toUpperCase(),
    path,
    query,
    hasBody: operation.requestBody !== undefined,
    answers: answerTypes(called).kind,
  };
  return `${camelCase(operation.operationId)}: ${JSON.stringify(row)},`;
}

function operationTypes(called: Called[], schemas: Record<string, Shape>): string {
  const methods = called.map((one) => signatures(one, schemas)).join('\n');
  const code = methods.replaceAll(/\/\*\*.*?\*\//gs, '');
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `${notice}import type { ${used.join(', ')} } from './schemas.ts';
import type { CallOptions, OperationEntry } from './call.ts';

/** Every operation of the service as a method; path, query and body are given as one object. */
export interface Operations {
${methods}
}

/** How each method is sent. */
export const operationTable: Readonly<Record<keyof Operations, OperationEntry>> = {
${called.map(tableRow).join('\n')}
};
`;
}

function formatted(text: string, name: string): string {
  const { status, stdout, stderr } = spawnSync(
    fileURLToPath(new URL('../node_modules/.bin/biome', import.meta.url)),
    ['check', '--write', `--stdin-file-path=clients/typescript/src/${name}`],
    { input: text, encoding: 'utf8', cwd: fileURLToPath(new URL('..', import.meta.url)) },
  );
  if (status !== 0) throw new Error(`${name} cannot be formatted: ${stderr}`);
  return stdout;
}

/** The generated files of clients/typescript, by their address; a test compares them with what stands there. */
export function clientFiles(): Map<URL, string> {
  const document = openApiDocument(declareOperations(), '') as {
    paths: Record<string, Record<string, DescribedOperation>>;
    components: { schemas: Record<string, Shape> };
  };
  const { schemas } = document.components;
  const called = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const files = { 'schemas.ts': schemaTypes(schemas), 'operations.ts': operationTypes(called, schemas) };
  return new Map(Object.entries(files).map(([name, text]) => [new URL(name, folder), formatted(text, name)]));
}

if (import.meta.main) for (const [path, text] of clientFiles()) await writeFile(path, text);
