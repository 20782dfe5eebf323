import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declareOperations } from '../../app/operations/operations.ts';
import { isObject } from '../../domain/values/is-object.ts';
import { toJsonSchema } from '../../operations/json-schema.ts';
import { findListColumns } from './list-columns.ts';
import { listFieldOf } from './render.ts';

/** Operations whose answer is a file of rows in JSON, or a text, rather than a list for people. */
const withoutColumns = ['export_monitors', 'import_monitors', 'list_functions'];

/** Returns true if a value of the schema can have the field of a dotted path; an open object can have each. */
function hasPath(schema: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (!isObject(schema)) return false;
  const alternatives = [schema.anyOf, schema.allOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  if (alternatives.some((one) => hasPath(one, [name, ...rest]))) return true;
  const { properties, additionalProperties } = schema;
  if (isObject(properties) && name in properties) return hasPath(properties[name], rest);
  return isObject(additionalProperties) && hasPath(additionalProperties, rest);
}

test('every list has columns, which are fields of its rows', () => {
  for (const operation of declareOperations()) {
    const field = listFieldOf(operation);
    if (field === null || withoutColumns.includes(operation.name)) continue;
    const columns = findListColumns(operation.name);
    assert.ok(columns !== null, `${operation.name} has no columns`);
    const { properties } = toJsonSchema(operation.output, 'output');
    const rows = (properties as Record<string, { items: unknown }>)[field];
    for (const path of columns.flatMap(({ paths }) => paths))
      assert.ok(hasPath(rows?.items, path.split('.')), `${operation.name}: ${path}`);
  }
});
