import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { declareOperations } from '../src/app/operations/operations.ts';
import { createOpenApiDocument } from '../src/interfaces/openapi/openapi-document.ts';

/** Named schema, union of named schemas, or inline schema. */
interface Shape {
  $ref?: string;
  anyOf?: Shape[];
}

interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query';
  required: boolean;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json': { schema: Shape } } };
  responses: { 200: { headers?: object; content: Record<string, { schema: Shape }> } };
}

interface OpenApiDocument {
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Shape & { description?: string }> };
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

/** Removes examples, headers and errors; the client throws errors as WebdataError. */
function withoutDetails({ responses, requestBody, ...operation }: DescribedOperation): DescribedOperation {
  const content = Object.entries(responses[200].content).map(([type, { schema }]) => [type, { schema }]);
  const parameters = operation.parameters.filter(({ $ref }) => $ref === undefined);
  return {
    ...operation,
    parameters,
    ...(requestBody && {
      requestBody: {
        ...requestBody,
        content: { 'application/json': { schema: requestBody.content['application/json'].schema } },
      },
    }),
    responses: { 200: { ...responses[200], headers: {}, content: Object.fromEntries(content) } },
  };
}

/** Generates the types of all schemas and operations. */
async function openApiTypes(document: OpenApiDocument): Promise<string> {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [method, withoutDetails(operation)]),
    ),
  ]);
  const components = { schemas: document.components.schemas };
  const reduced = { ...document, paths: Object.fromEntries(paths), components };
  const nodes = await openapiTypeScript(JSON.stringify(reduced), { defaultNonNullable: false, silent: true });
  const isUsed = (node: (typeof nodes)[number]): boolean =>
    ts.isInterfaceDeclaration(node) && ['components', 'operations'].includes(node.name.text);
  return notice + astToString(nodes.filter(isUsed));
}

function schemaTypes(schemas: OpenApiDocument['components']['schemas']): string {
  const types = Object.entries(schemas).map(
    ([name, { description }]) =>
      `${comment([description])}export type ${name} = components['schemas']['${name}'];`,
  );
  return [notice, "import type { components } from './openapi.ts';", ...types].join('\n');
}

const estimate = 'EstimateAnswer';

/** Operation as the client calls it. */
interface Called {
  method: string;
  path: string;
  operation: DescribedOperation;
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function refName({ $ref = '' }: Shape): string {
  return $ref.slice($ref.lastIndexOf('/') + 1);
}

/** Returns the form of the response and its type: a named schema, except for bytes. */
function answerOf({ operation }: Called): { kind: 'json' | 'events' | 'bytes'; type: string } {
  const [[mediaType, content]] = Object.entries(operation.responses[200].content) as [
    [string, { schema: Shape }],
  ];
  if (mediaType === 'text/event-stream') return { kind: 'events', type: refName(content.schema) };
  if (mediaType !== 'application/json') return { kind: 'bytes', type: 'Response' };
  return { kind: 'json', type: refName(content.schema) };
}

/** Returns path, query and body of a request as one type. */
function fieldsOf({ operation }: Called): { type: string; isOptional: boolean } {
  const { operationId, parameters, requestBody } = operation;
  const named = parameters.filter(({ $ref }) => $ref === undefined);
  const isEmpty = named.length === 0 && requestBody === undefined;
  return {
    type: isEmpty ? 'Record<string, never>' : `RequestFields<'${operationId}'>`,
    isOptional: requestBody === undefined && !named.some(({ required }) => required),
  };
}

function signatures(called: Called, schemas: OpenApiDocument['components']['schemas']): string {
  const { operation } = called;
  const { kind, type: answer } = answerOf(called);
  const name = camelCase(operation.operationId);
  const about = comment([`${operation.summary}.`, operation.description]);
  const { type, isOptional } = fieldsOf(called);
  if (kind === 'events')
    return `${about}${name}(fields: ${type}, options?: CallOptions): AsyncIterable<${answer}>;`;
  // The response of an operation with an estimate is a union; the request determines its member.
  const hasEstimate = schemas[answer]?.anyOf?.some((option) => refName(option) === estimate) === true;
  if (!hasEstimate)
    return `${about}${name}(fields${isOptional ? '?' : ''}: ${type}, options?: CallOptions): Promise<${answer}>;`;
  return `${about}${name}(fields: ${type} & { dry_run: true }, options?: CallOptions): Promise<${estimate}>;
${name}(fields: ${type} & { dry_run?: false }, options?: CallOptions): Promise<Exclude<${answer}, ${estimate}>>;`;
}

function tableRow(called: Called): string {
  const { method, path, operation } = called;
  const query = operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const row = {
    method: method.toUpperCase(),
    path,
    query,
    hasBody: operation.requestBody !== undefined,
    answers: answerOf(called).kind,
  };
  return `${camelCase(operation.operationId)}: ${JSON.stringify(row)},`;
}

function operationTypes(called: Called[], schemas: OpenApiDocument['components']['schemas']): string {
  const methods = called.map((one) => signatures(one, schemas)).join('\n');
  const code = methods.replaceAll(/\/\*\*.*?\*\//gs, '');
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `${notice}import type { ${used.join(', ')} } from './schemas.ts';
import type { CallOptions, OperationEntry } from './call.ts';
import type { RequestFields } from './request-fields.ts';

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

/** Returns the generated files of clients/typescript by their URL; a test compares them with the committed ones. */
export async function clientFiles(): Promise<Map<URL, string>> {
  const document = createOpenApiDocument(declareOperations(), '') as unknown as OpenApiDocument;
  const { schemas } = document.components;
  const called = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );
  const files = {
    'openapi.ts': await openApiTypes(document),
    'schemas.ts': schemaTypes(schemas),
    'operations.ts': operationTypes(called, schemas),
  };
  return new Map(Object.entries(files).map(([name, text]) => [new URL(name, folder), formatted(text, name)]));
}

if (import.meta.main) for (const [path, text] of await clientFiles()) await writeFile(path, text);
