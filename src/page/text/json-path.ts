import type { JSONPathEnvironment, JSONPathQuery, JSONValue } from 'json-p3';
import { RE2JS } from 're2js';
import type { Json } from '../../domain/pages/extraction.ts';
import { errorMessage } from '../../domain/system/failure.ts';
import { loadPackage } from '../assets/load-package.ts';
import { maxJsonDepth } from './json.ts';

const maxPathLength = 2_000;
/** Maximum size of the compiled form of an expression in a path. */
const maxProgramSize = 1_000;

/** Returns true if a selector is a JSONPath query (RFC 9535): it starts with `$`. */
export function isJsonPath(selector: string): boolean {
  return selector.startsWith('$');
}

/** The functions `match` and `search` of RFC 9535 (sections 2.4.6 and 2.4.7), in linear time. */
function createMatcher(isWhole: boolean) {
  const compiled = new Map<string, RE2JS | null>();
  const compile = (pattern: string): RE2JS | null => {
    try {
      const expression = RE2JS.compile(pattern);
      return expression.programSize() > maxProgramSize ? null : expression;
    } catch {
      // The functions are false for a pattern that is no regular expression.
      return null;
    }
  };
  return (text: unknown, pattern: unknown): boolean => {
    if (typeof text !== 'string' || typeof pattern !== 'string') return false;
    let expression = compiled.get(pattern);
    if (expression === undefined) {
      expression = pattern.length > maxPathLength ? null : compile(pattern);
      if (compiled.size < 100) compiled.set(pattern, expression);
    }
    if (expression === null) return false;
    return isWhole ? expression.matches(text) : expression.matcher(text).find();
  };
}

let environment: JSONPathEnvironment | null = null;

function getEnvironment(): JSONPathEnvironment {
  if (environment !== null) return environment;
  const { FunctionExpressionType, JSONPathEnvironment: Environment } = loadPackage('json-p3');
  const { ValueType, LogicalType } = FunctionExpressionType;
  environment = new Environment({ maxRecursionDepth: maxJsonDepth + 1 });
  for (const [name, isWhole] of [
    ['match', true],
    ['search', false],
  ] as const) {
    environment.functionRegister.set(name, {
      argTypes: [ValueType, ValueType],
      returnType: LogicalType,
      call: createMatcher(isWhole),
    });
  }
  return environment;
}

function compilePath(path: string): JSONPathQuery {
  if (path.length > maxPathLength) throw new Error(`must have at most ${maxPathLength} characters`);
  return getEnvironment().compile(path);
}

/** Returns the reason why a text is not a JSONPath query, with an example; null if it is one. */
export function jsonPathError(path: string): string | null {
  try {
    compilePath(path);
    return null;
  } catch (error) {
    const reason = errorMessage(error).slice(0, 200);
    return `${JSON.stringify(path.slice(0, 100))} is not a JSONPath query (${reason}). Use a query such as $.items[*].price.`;
  }
}

/** The longest beginning of a query that selects one value at most. */
function singularPart(query: JSONPathQuery): JSONPathQuery {
  const { JSONPathQuery: Query } = loadPackage('json-p3');
  const { environment, segments } = query;
  let length = segments.length;
  while (length > 0 && !new Query(environment, segments.slice(0, length)).singularQuery()) length -= 1;
  return new Query(environment, segments.slice(0, length));
}

/**
 * Returns what a JSONPath query selects: the value of a query for one place, else the list of all values, which may be empty.
 * Undefined if the document has no such place, or not the one in which the query looks for values.
 */
export function selectJson(data: Json, path: string): Json | undefined {
  const query = compilePath(path);
  const isSingular = query.singularQuery();
  if (singularPart(query).match(data as JSONValue) === undefined) return undefined;
  const values = query.query(data as JSONValue).values() as Json[];
  return isSingular ? values[0] : values;
}

type Container = Json[] | { [name: string]: Json };

/** Returns the value at a place, whose parts exist. */
function valueAt(data: Json, location: readonly (string | number)[]): Json {
  return location.reduce<Json>((value, part) => (value as { [name: string]: Json })[part] as Json, data);
}

/** Returns a document without the values that JSONPath queries select. */
export function removeJsonPaths(data: Json, paths: readonly string[]): Json {
  if (paths.length === 0) return data;
  const copy = structuredClone(data);
  const removed = new Map<Container, Set<string>>();
  for (const { location } of paths.flatMap((path) => compilePath(path).query(copy as JSONValue).nodes)) {
    if (location.length === 0) return null;
    const container = valueAt(copy, location.slice(0, -1)) as Container;
    const names = removed.get(container) ?? new Set();
    removed.set(container, names.add(String(location.at(-1))));
  }
  for (const [container, names] of removed) {
    if (Array.isArray(container)) {
      const kept = container.filter((_, index) => !names.has(String(index)));
      container.length = 0;
      for (const entry of kept) container.push(entry);
    } else for (const name of names) delete container[name];
  }
  return copy;
}
