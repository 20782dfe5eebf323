import type { Operation } from '../../operations/declaration/operation.ts';
import { type JsonObject, toJsonSchema } from '../../operations/json-schema.ts';

interface Schema extends JsonObject {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** The fields of an object of a response: its path in the language of jq, such as `.jobs[]`, and their names. */
export interface ResponseFields {
  path: string;
  names: string[];
}

/** Depth of objects whose fields are listed: those of the response, of its rows, and of the objects in them. */
const maxDepth = 3;

function alternativesOf({ anyOf = [], oneOf = [] }: Schema): Schema[] {
  return [...anyOf, ...oneOf];
}

/** Returns the properties of an object, or of all its alternatives. */
function propertiesOf(schema: Schema): Record<string, Schema> {
  return Object.assign({}, ...alternativesOf(schema).map(propertiesOf), schema.properties ?? {}) as Record<
    string,
    Schema
  >;
}

/** Returns the schema of the items of a list; undefined for everything else. */
function itemsOf(schema: Schema): Schema | undefined {
  return schema.items ?? alternativesOf(schema).find(({ items }) => items !== undefined)?.items;
}

function listFields(schema: Schema, path: string, depth: number): ResponseFields[] {
  const items = itemsOf(schema);
  if (items !== undefined) return listFields(items, `${path}[]`, depth);
  const properties = Object.entries(propertiesOf(schema));
  if (properties.length === 0 || depth > maxDepth) return [];
  const names = properties.map(([name]) => name);
  return [
    { path: path === '' ? '.' : path, names },
    ...properties.flatMap(([name, one]) => listFields(one, `${path}.${name}`, depth + 1)),
  ];
}

/** Returns the fields of the response of an operation, for the expressions of `--jq`; empty for files and events. */
export function listResponseFields({ output, responseStream }: Operation): ResponseFields[] {
  if (responseStream !== undefined || output === null || output === undefined) return [];
  const all = listFields(toJsonSchema(output, 'output') as Schema, '', 1);
  // The rows of a list can have the same objects as the response, such as receipts.
  const isFirst = ({ names }: ResponseFields, at: number) =>
    all.findIndex((one) => one.names.join() === names.join()) === at;
  return all.filter(isFirst);
}
