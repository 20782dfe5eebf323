import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypeScript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import {
  answerOf,
  type Called,
  calledOperations,
  type DescribedOperation,
  estimate,
  hasQuery,
  listOf,
  namedParameters,
  type OpenApiDocument,
  openApiDocument,
  refName,
  type Schema,
  type Schemas,
} from './described-operations.ts';

const folder = new URL('../clients/typescript/src/', import.meta.url);
const notice = `// Generated from the OpenAPI document of the service by scripts/write-client.ts. Do not edit.\n`;

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

/** Returns the type of a file: the client sends bytes as a form, and base64 as it is. */
function fileType(): ts.TypeNode {
  const types = ['Blob', 'Uint8Array', 'string'].map((name) => ts.factory.createTypeReferenceNode(name));
  return ts.factory.createUnionTypeNode(types);
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
  const nodes = await openapiTypeScript(JSON.stringify(reduced), {
    defaultNonNullable: false,
    silent: true,
    transform: (schema) => ((schema as Schema).contentEncoding === 'base64' ? fileType() : undefined),
  });
  const isUsed = (node: (typeof nodes)[number]): boolean =>
    ts.isInterfaceDeclaration(node) && ['components', 'operations'].includes(node.name.text);
  return notice + astToString(nodes.filter(isUsed));
}

function schemaTypes(schemas: Schemas): string {
  const types = Object.entries(schemas).map(
    ([name, { description }]) =>
      `${comment([description])}export type ${name} = components['schemas']['${name}'];`,
  );
  return [notice, "import type { components } from './openapi.ts';", ...types].join('\n');
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Returns path, query and body of a request as one type. */
function fieldsOf({ operation }: Called): { type: string; isOptional: boolean } {
  const { operationId, requestBody } = operation;
  const named = namedParameters(operation);
  const isEmpty = named.length === 0 && requestBody === undefined;
  return {
    type: isEmpty ? 'Record<string, never>' : `RequestFields<'${operationId}'>`,
    isOptional: requestBody === undefined && !named.some(({ required }) => required),
  };
}

function signatures(called: Called, schemas: Schemas): string {
  const { operation } = called;
  const { kind, schema } = answerOf(called);
  const answer = kind === 'bytes' ? 'Response' : schema;
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

/** Returns the types and the table of the paginated lists. */
function listTypes(called: Called[], schemas: Schemas): { types: string; table: string } {
  const lists = called.flatMap((one) => {
    const list = listOf(one, schemas);
    if (list === null) return [];
    return [{ name: camelCase(one.operation.operationId), schema: answerOf(one).schema, ...list }];
  });
  return {
    types: lists.map(({ name, schema, rows }) => `${name}: ${schema}['${rows}'][number];`).join('\n'),
    table: lists.map(({ name, rows, next }) => `${name}: ${JSON.stringify({ rows, next })},`).join('\n'),
  };
}

/** Returns the responses of the operations that a token can continue. */
function continuableTypes(called: Called[]): string {
  return called
    .filter(({ operation }) => hasQuery(operation, 'continue'))
    .map((one) => {
      const name = camelCase(one.operation.operationId);
      return `${name}: Exclude<${answerOf(one).schema}, ${estimate} | Job>;`;
    })
    .join('\n');
}

function operationTypes(called: Called[], schemas: Schemas): string {
  const methods = called.map((one) => signatures(one, schemas)).join('\n');
  const lists = listTypes(called, schemas);
  const continuable = continuableTypes(called);
  const code = [methods.replaceAll(/\/\*\*.*?\*\//gs, ''), lists.types, continuable].join('\n');
  const used = Object.keys(schemas).filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return `${notice}import type { ${used.join(', ')} } from './schemas.ts';
import type { CallOptions } from './call.ts';
import type { OperationEntry } from './request.ts';
import type { RequestFields } from './request-fields.ts';

/** A method for each operation of the service. Path, query and body are one object. */
export interface Operations {
${methods}
}

/** Row of each paginated list. */
export interface ListRows {
${lists.types}
}

/** Response of each operation that a \`continue\` token can continue. */
export interface ContinuableAnswers {
${continuable}
}

/** Pagination of each list. */
export const listTable: Readonly<Record<keyof ListRows, { rows: string; next: string }>> = {
${lists.table}
};

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
  const document = openApiDocument();
  const { schemas } = document.components;
  const called = calledOperations(document);
  const files = {
    'openapi.ts': await openApiTypes(document),
    'schemas.ts': schemaTypes(schemas),
    'operations.ts': operationTypes(called, schemas),
  };
  return new Map(Object.entries(files).map(([name, text]) => [new URL(name, folder), formatted(text, name)]));
}

if (import.meta.main) for (const [path, text] of await clientFiles()) await writeFile(path, text);
