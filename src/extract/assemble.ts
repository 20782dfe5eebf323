import type { FoundValue, Json, JsonSchema } from '../domain/extraction.ts';
import type { Field } from './field.ts';
import { createDataCheck } from './schema-check.ts';
import { pointerTokens } from './schema-fields.ts';

/** The answer's data and what of it nothing was found for. */
export interface Assembled {
  data: Json;
  /** Pointers of scalars and lists without a value; of entries of records where others have one. */
  missing: string[];
  /** Values that stand in the data. */
  values: FoundValue[];
}

type Container = Json[] | { [name: string]: Json };

function isList(fields: readonly Field[]): boolean {
  return fields.length === 1 && fields[0]?.pointer === '' && fields[0].structure !== 'scalar';
}

/** Sets a place in the data, making what lies on the way; names are defined, never assigned, so that `__proto__` is a name. */
function put(root: Container, pointer: string, value: Json): void {
  const tokens = pointerTokens(pointer);
  let at: Container = root;
  tokens.forEach((token, index) => {
    const isLast = index === tokens.length - 1;
    const next: Json = isLast ? value : /^\d+$/.test(tokens[index + 1] as string) ? [] : {};
    if (Array.isArray(at)) {
      const place = Number(token);
      while (at.length <= place) at.push(null);
      if (isLast || at[place] === null) at[place] = next;
      at = at[place] as Container;
    } else {
      const known = Object.hasOwn(at, token) ? at[token] : null;
      if (isLast || known === null) {
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

function recordCount(field: Field, values: readonly FoundValue[]): number {
  const depth = pointerTokens(field.pointer).length;
  let count = 0;
  for (const { pointer } of values) {
    if (pointer.startsWith(`${field.pointer}/`))
      count = Math.max(count, Number(pointerTokens(pointer)[depth]) + 1);
  }
  return count;
}

function skeleton(
  fields: readonly Field[],
  values: readonly FoundValue[],
  root: Container,
  missing: string[],
): void {
  const known = new Set(values.map((value) => value.pointer));
  for (const field of fields) {
    if (field.structure === 'scalar') {
      if (!known.has(field.pointer)) missing.push(field.pointer);
      // A place for every field keeps the data in the schema's order.
      if (field.pointer !== '') put(root, field.pointer, null);
      continue;
    }
    const count = recordCount(field, values);
    if (count === 0) {
      missing.push(field.pointer);
      if (field.pointer !== '') put(root, field.pointer, null);
      continue;
    }
    if (field.pointer !== '') put(root, field.pointer, []);
    for (let index = 0; index < count && field.structure === 'records'; index++) {
      const inner = field.fields.map((leaf) => ({
        ...leaf,
        pointer: leaf.pointer.replace(`${field.pointer}/*`, `${field.pointer}/${index}`),
      }));
      skeleton(inner, values, root, missing);
    }
  }
}

function build(fields: readonly Field[], values: readonly FoundValue[]): Assembled {
  const scalar = fields.length === 1 && fields[0]?.pointer === '' && fields[0].structure === 'scalar';
  if (scalar) {
    const only = values.find((value) => value.pointer === '');
    return {
      data: only?.value ?? null,
      missing: only === undefined ? [''] : [],
      values: only === undefined ? [] : [only],
    };
  }
  const root: Container = isList(fields) ? [] : {};
  const missing: string[] = [];
  skeleton(fields, values, root, missing);
  for (const { pointer, value } of values) put(root, pointer, value);
  return { data: root, missing, values: [...values] };
}

/** Values in their places, null where there is none, unchecked. */
export function buildData(fields: readonly Field[], values: readonly FoundValue[]): Json {
  return build(fields, values).data;
}

/**
 * The data of an answer: values in their places, null where nothing was found. What does not fit the schema is taken out
 * again, so that what is not null validates; entries of lists that do not fit are closed up.
 */
export function assemble(
  fields: readonly Field[],
  values: readonly FoundValue[],
  schema: JsonSchema,
): Assembled {
  const check = createDataCheck(schema);
  let kept = [...values];
  let built = build(fields, kept);
  for (let round = 0; round < 4; round++) {
    const bad = new Set(check(built.data).map((fault) => fault.pointer));
    const fitting = kept.filter((value) => !bad.has(value.pointer));
    if (fitting.length === kept.length) break;
    kept = closedUp(fields, fitting);
    built = build(fields, kept);
  }
  return built;
}

/** Lists of scalars without the holes that entries left which were taken out. */
function closedUp(fields: readonly Field[], values: readonly FoundValue[]): FoundValue[] {
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
