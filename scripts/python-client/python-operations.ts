import {
  answerOf,
  type Called,
  estimate,
  hasQuery,
  listOf,
  namedParameters,
  refName,
  type Schema,
  type Schemas,
} from '../described-operations.ts';
import { argumentName, docstring, literal, maxWidth, pascalCase } from './python-text.ts';
import type { TypeWriter } from './python-types.ts';

/** Query parameters that become methods of their own. */
const variants = ['dry_run', 'async', 'continue'];

/** Returns the fields of query and body of an operation as one object schema. */
function fieldsSchema({ operation }: Called, schemas: Schemas): Schema {
  const query = namedParameters(operation).filter(
    ({ in: place, name }) => place === 'query' && (!variants.includes(name) || name === 'continue'),
  );
  const bodySchema = operation.requestBody?.content['application/json'].schema ?? {};
  const body = bodySchema.$ref === undefined ? bodySchema : (schemas[refName(bodySchema)] ?? {});
  if (body.type !== undefined && body.type !== 'object') {
    throw new Error(`the body of ${operation.operationId} is not an object`);
  }
  const fromQuery = query.map(({ name, description, schema }): [string, Schema] => [
    name,
    { ...schema, ...(description !== undefined && { description }) },
  ]);
  const properties = Object.entries({ ...Object.fromEntries(fromQuery), ...body.properties });
  return {
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, schema]) => [argumentName(name), schema])),
    required: [
      ...query.filter(({ required }) => required).map(({ name }) => argumentName(name)),
      // With `continue`, the body can be absent.
      ...(hasQuery(operation, 'continue') ? [] : (body.required ?? []).map(argumentName)),
    ],
  };
}

/** Returns the type of the response without the estimate and the job, which have methods of their own. */
function declareAnswer(called: Called, schemas: Schemas, models: TypeWriter): string {
  const { schema: name } = answerOf(called);
  const schema = schemas[name] ?? {};
  const left = (schema.anyOf ?? [schema]).filter((option) => {
    const option_ = refName(option);
    return option_ !== estimate && !(option_ === 'Job' && hasQuery(called.operation, 'async'));
  });
  if (schema.anyOf === undefined || left.length === schema.anyOf.length) {
    return models.typeOf({ $ref: `#/components/schemas/${name}` }, name);
  }
  const [only] = left;
  if (left.length > 1 || only === undefined) throw new Error(`${name} has an unknown form`);
  if (only.$ref !== undefined) return models.typeOf(only, name);
  if (only.type === 'object') models.declareObject(name, only);
  else models.declareAlias(name, only);
  return name;
}

/** Prefixes each name of a model with its module. */
function qualified(type: string, models: TypeWriter): string {
  const names = models.names();
  return type.replaceAll(/\b[A-Z]\w*\b/g, (name) => (names.has(name) ? `models.${name}` : name));
}

/** What the methods of an operation have in common. */
interface Written extends Called {
  /** Names of the path parameters. */
  inPath: string[];
  /** Type of the other fields. */
  fields: string;
  /** Type of the response. */
  answer: string;
  schemas: Schemas;
  models: TypeWriter;
}

const indent = '        ';

/** Indents a statement; the arguments of a long call have a line of their own. */
function wrapCall(statement: string): string[] {
  const line = `${indent}${statement}`;
  if (line.length <= maxWidth) return [line];
  const open = line.indexOf('(') + 1;
  return [line.slice(0, open), `${indent}    ${line.slice(open, -1)}`, `${indent})`];
}

function method(
  { inPath, fields }: Written,
  name: string,
  { answer, about, call }: { answer: string; about: string[]; call: string },
): string {
  const args = ['self', ...inPath.map((one) => `${argumentName(one)}: str`), `**fields: Unpack[${fields}]`];
  const isAsync = call.includes('await ');
  return [
    `    ${isAsync ? 'async ' : ''}def ${name}(`,
    ...args.map((arg) => `${indent}${arg},`),
    `    ) -> ${answer}:`,
    ...about,
    ...call.split('\n').flatMap(wrapCall),
    '',
  ].join('\n');
}

function path({ inPath }: Written): string {
  return `{${inPath.map((one) => `${literal(one)}: ${argumentName(one)}`).join(', ')}}`;
}

/** Writes the call of an operation whose response is JSON. */
function jsonCall(written: Written, type: string, query = ''): string {
  const table = `TABLE["${written.operation.operationId}"]`;
  const call = `await self._json(${table}, ${path(written)}, fields, ${type}${query})`;
  return `answer: ${type} = ${call}\nreturn answer`;
}

/** Writes the methods that take the place of `dry_run`, `async` and `continue`. */
function variantMethods(written: Written): string[] {
  const { operation, answer } = written;
  const { operationId: id } = operation;
  const methods: string[] = [];
  if (hasQuery(operation, 'dry_run')) {
    const text = `Returns the possible cost of \`${id}\`. Nothing is fetched, charged or created.`;
    const type = `models.${estimate}`;
    const call = jsonCall(written, type, ', {"dry_run": True}');
    methods.push(method(written, `estimate_${id}`, { answer: type, about: docstring([text], indent), call }));
  }
  if (hasQuery(operation, 'async')) {
    const text = `Starts \`${id}\` as a job, whose single result is the response of \`${id}\`.`;
    const call = jsonCall(written, 'models.Job', ', {"async": True}');
    methods.push(
      method(written, `start_${id}`, { answer: 'models.Job', about: docstring([text], indent), call }),
    );
  }
  if (hasQuery(operation, 'continue')) {
    const text = `Yields the response of \`${id}\` and of the calls that continue it, until nothing is left.`;
    const call = `return self._parts(TABLE["${id}"], ${path(written)}, fields, ${answer})`;
    const about = docstring([text], indent);
    methods.push(method(written, `${id}_parts`, { answer: `AsyncIterator[${answer}]`, about, call }));
  }
  return methods;
}

/** Writes the method that iterates over a list: `iter_jobs` for `list_jobs`. */
function listMethod(written: Written): string[] {
  const { operation, answer, schemas, models } = written;
  const { operationId: id } = operation;
  const { schema } = answerOf(written);
  const list = listOf(written, schemas);
  const row = list === null ? undefined : schemas[schema]?.properties?.[list.rows]?.items;
  if (list === null || row === undefined) return [];
  const type = qualified(models.typeOf(row, `${schema}${pascalCase(list.rows)}`), models);
  const text = `Yields all rows of \`${id}\`, and reads its pages as they are needed.`;
  const args = `TABLE["${id}"], ${path(written)}, fields, ${answer}, "${list.rows}", "${list.next}"`;
  return [
    method(written, `iter_${id.replace(/^(?:list|get)_/, '')}`, {
      answer: `AsyncIterator[${type}]`,
      about: docstring([text], indent),
      call: `return self._iterate(${args})`,
    }),
  ];
}

/** Fields of a scrape that are not options of a page. The hand-written methods for pages take the others. */
const pageAddresses = ['url', 'urls', 'continue_'];

/** Declares the arguments of an operation. */
function declareFields(id: string, schema: Schema, inputs: TypeWriter): void {
  const name = `${pascalCase(id)}Fields`;
  if (id !== 'scrape') {
    inputs.declareObject(name, schema, 'CallOptions, total=False');
    return;
  }
  const properties = Object.entries(schema.properties ?? {});
  const part = (isAddress: boolean): Schema => ({
    type: 'object',
    properties: Object.fromEntries(
      properties.filter(([field]) => pageAddresses.includes(field) === isAddress),
    ),
  });
  inputs.declareObject('PageFields', part(false), 'CallOptions, total=False');
  inputs.declareObject(name, part(true), 'PageFields, total=False');
}

/** Writes the methods of one operation: the operation, and its variants. */
function methodsOf(called: Called, schemas: Schemas, models: TypeWriter, inputs: TypeWriter): string[] {
  const { operation } = called;
  const { operationId: id } = operation;
  const inPath = namedParameters(operation).flatMap(({ in: place, name }) =>
    place === 'path' ? [name] : [],
  );
  const schema = fieldsSchema(called, schemas);
  const hasFields = Object.keys(schema.properties ?? {}).length > 0;
  const fields = hasFields ? `inputs.${pascalCase(id)}Fields` : 'inputs.CallOptions';
  if (hasFields) declareFields(id, schema, inputs);
  const about = docstring([`${operation.summary}.`, operation.description], indent);
  const { kind, schema: answerSchema } = answerOf(called);
  const written: Written = { ...called, inPath, fields, answer: '', schemas, models };
  const args = `TABLE["${id}"], ${path(written)}, fields`;
  if (kind === 'bytes') {
    const call = `return await self._download(${args})`;
    return [method(written, id, { answer: 'AsyncDownload', about, call })];
  }
  if (kind === 'events') {
    const type = qualified(models.typeOf({ $ref: `#/${answerSchema}` }, answerSchema), models);
    const call = `return self._events(${args}, ${type})`;
    return [method(written, id, { answer: `AsyncIterator[${type}]`, about, call })];
  }
  const answer = qualified(declareAnswer(called, schemas, models), models);
  const complete = { ...written, answer };
  return [
    method(complete, id, { answer, about, call: jsonCall(complete, answer) }),
    ...variantMethods(complete),
    ...listMethod(complete),
  ];
}

function tableRow(called: Called): string {
  const { method, path, operation } = called;
  const parameters = namedParameters(operation);
  const query = parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  const hasBody = operation.requestBody !== undefined;
  const args = [
    literal(method.toUpperCase()),
    literal(path),
    `frozenset(${JSON.stringify(query)})`,
    literal(hasBody),
  ];
  return `    ${literal(operation.operationId)}: Operation(${args.join(', ')}),`;
}

/** Writes the rows of the table of operations, and a method for each operation. */
export function writeOperations(
  called: readonly Called[],
  schemas: Schemas,
  models: TypeWriter,
  inputs: TypeWriter,
): { table: string; methods: string } {
  models.typeOf({ $ref: `#/${estimate}` }, estimate);
  const methods = called.flatMap((one) => methodsOf(one, schemas, models, inputs));
  return { table: called.map(tableRow).join('\n'), methods: methods.join('\n') };
}
