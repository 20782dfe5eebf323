import type { FoundValue, Json, JsonSchema } from '../../domain/pages/extraction.ts';
import { itemAt } from '../../domain/values/elements.ts';
import { pointerTokens } from '../../domain/values/json-pointer.ts';
import type { Field } from '../schema/field.ts';
import { createDataCheck } from '../schema/schema-check.ts';
import { fieldsOfEntry } from '../schema/schema-fields.ts';

/** Data of an answer and the fields without a value. */
export interface Assembled {
  data: Json;
  /** Pointers of scalars and lists without a value, and of fields that only some entries of a list lack. */
  missing: string[];
  /** Values that are in the data. */
  values: FoundValue[];
}

type Container = Json[] | { [name: string]: Json };

function isList(fields: readonly Field[]): boolean {
  return fields.length === 1 && fields[0]?.pointer === '' && fields[0].structure !== 'scalar';
}

/**
 * Sets the value at a pointer and creates the containers on the way. Properties are defined, not assigned, so
 * that `__proto__` is an ordinary name.
 */
function setValue(root: Container, pointer: string, value: Json): void {
  const tokens = pointerTokens(pointer);
  let at: Container = root;
  tokens.forEach((token, index) => {
    const isLast = index === tokens.length - 1;
    const next: Json = isLast ? value : /^\d+$/.test(itemAt(tokens, index + 1)) ? [] : {};
    if (Array.isArray(at)) {
      const position = Number(token);
      while (at.length <= position) at.push(null);
      if (isLast || at[position] === null) at[position] = next;
      at = at[position] as Container;
    } else {
      const existing = Object.hasOwn(at, token) ? at[token] : null;
      if (isLast || existing === null) {
        Object.defineProperty(at, token, {
          value: next,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      at = Reflect.get(at, token) as Container;
    }
  });
}

/** Pointers that have a value, and the number of entries of each list by its pointer. */
interface FilledPointers {
  pointers: ReadonlySet<string>;
  counts: ReadonlyMap<string, number>;
}

function getFilledPointers(values: readonly FoundValue[]): FilledPointers {
  const counts = new Map<string, number>();
  for (const { pointer } of values) {
    let list = '';
    for (const token of pointer.split('/').slice(1)) {
      if (/^\d+$/.test(token)) counts.set(list, Math.max(counts.get(list) ?? 0, Number(token) + 1));
      list += `/${token}`;
    }
  }
  return { pointers: new Set(values.map(({ pointer }) => pointer)), counts };
}

function addSkeleton(
  fields: readonly Field[],
  filled: FilledPointers,
  root: Container,
  missing: string[],
): void {
  for (const field of fields) {
    if (field.structure === 'scalar') {
      if (!filled.pointers.has(field.pointer)) missing.push(field.pointer);
      // A place for every field keeps the order of the schema.
      if (field.pointer !== '') setValue(root, field.pointer, null);
      continue;
    }
    const count = filled.counts.get(field.pointer) ?? 0;
    if (count === 0) {
      missing.push(field.pointer);
      if (field.pointer !== '') setValue(root, field.pointer, null);
      continue;
    }
    if (field.pointer !== '') setValue(root, field.pointer, []);
    for (let index = 0; index < count && field.structure === 'records'; index++) {
      addSkeleton(fieldsOfEntry(field, index), filled, root, missing);
    }
  }
}

function build(fields: readonly Field[], values: readonly FoundValue[]): Assembled {
  const isScalar = fields.length === 1 && fields[0]?.pointer === '' && fields[0].structure === 'scalar';
  if (isScalar) {
    const only = values.find((value) => value.pointer === '');
    return {
      data: only?.value ?? null,
      missing: only === undefined ? [''] : [],
      values: only === undefined ? [] : [only],
    };
  }
  const root: Container = isList(fields) ? [] : {};
  const missing: string[] = [];
  addSkeleton(fields, getFilledPointers(values), root, missing);
  for (const { pointer, value } of values) setValue(root, pointer, value);
  return { data: root, missing, values: [...values] };
}

/** Builds the data from values, with null for fields without one. The data is not validated. */
export function buildData(fields: readonly Field[], values: readonly FoundValue[]): Json {
  return build(fields, values).data;
}

/**
 * Builds the data of an answer, with null for fields without a value. Values that do not fit the schema are
 * removed, so that every value that is not null validates; gaps in lists are closed.
 */
export function assemble(
  fields: readonly Field[],
  values: readonly FoundValue[],
  schema: JsonSchema,
): Assembled {
  const check = createDataCheck(schema);
  let accepted = [...values];
  let assembled = build(fields, accepted);
  for (let round = 0; round < 4; round++) {
    const invalid = new Set(check(assembled.data).map((error) => error.pointer));
    const valid = accepted.filter((value) => !invalid.has(value.pointer));
    if (valid.length === accepted.length) break;
    accepted = closeGaps(fields, valid);
    assembled = build(fields, accepted);
  }
  return assembled;
}

/** Renumbers the entries of lists of scalars after entries were removed. */
function closeGaps(fields: readonly Field[], values: readonly FoundValue[]): FoundValue[] {
  const lists = fields.filter((field) => field.structure === 'list');
  const next = new Map<string, number>();
  return values.map((value) => {
    const list = lists.find((field) => value.pointer.startsWith(`${field.pointer}/`));
    if (list === undefined) return value;
    const index = next.get(list.pointer) ?? 0;
    next.set(list.pointer, index + 1);
    return { ...value, pointer: `${list.pointer}/${index}` };
  });
}
