import { define } from './microdata.ts';

/** Most values that resolving references may copy; what is over it stays a reference. */
const maxCopied = 100_000;
const maxDepth = 60;

interface Resolving {
  /** The object that a reference means, by its key; undefined when the value is no reference. */
  keyOf(value: object): string | undefined;
  byKey: ReadonlyMap<string, object>;
  /** Keys of the objects that stand around the value, which would else hold themselves. */
  open: Set<string>;
  left: number;
}

/** A copy of a JSON value with references replaced by what they mean, as often and as deep as is bearable. */
function resolved(state: Resolving, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth || state.left-- <= 0) return value;
  if (Array.isArray(value)) return value.map((item) => resolved(state, item, depth + 1));
  const key = state.keyOf(value);
  if (key === undefined) return copied(state, value, depth);
  const meant = state.byKey.get(key);
  if (meant === undefined || meant === value || state.open.has(key)) return value;
  state.open.add(key);
  const result = copied(state, meant, depth);
  state.open.delete(key);
  return result;
}

function copied(state: Resolving, value: object, depth: number): object {
  const copy = {};
  for (const [name, inner] of Object.entries(value)) define(copy, name, resolved(state, inner, depth + 1));
  return copy;
}

function stringAt(value: object, name: string): string | undefined {
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'string' ? found : undefined;
}

/** Most objects of JSON-LD whose `@id` is kept in mind. */
const maxIds = 20_000;

/**
 * The items of JSON-LD blocks (JSON-LD 1.1): those of a `@graph` each on their own, with its context, and references by `@id`
 * replaced by the item that they name anywhere on the page.
 */
export function resolvedJsonLd(blocks: readonly unknown[]): unknown[] {
  const byKey = new Map<string, object>();
  for (const block of blocks) collectIds(block, byKey, 0);
  const items = blocks.flatMap((block) => itemsOfGraph(block));
  if (byKey.size === 0) return items;
  const state: Resolving = { keyOf: linkedId, byKey, open: new Set(), left: maxCopied };
  return items.map((item) => {
    const own = typeof item === 'object' && item !== null ? stringAt(item, '@id') : undefined;
    if (own !== undefined) state.open.add(own);
    const result = resolved(state, item, 0);
    if (own !== undefined) state.open.delete(own);
    return result;
  });
}

function itemsOfGraph(block: unknown): unknown[] {
  if (typeof block !== 'object' || block === null) return [block];
  const graph: unknown = Reflect.get(block, '@graph');
  if (!Array.isArray(graph)) return [block];
  const context: unknown = Reflect.get(block, '@context');
  return graph.map((item) =>
    context !== undefined && typeof item === 'object' && item !== null && !('@context' in item)
      ? { '@context': context, ...item }
      : item,
  );
}

/** An object that says no more than an `@id`, and perhaps a type, is a reference. */
function linkedId(value: object): string | undefined {
  for (const name in value) if (name !== '@id' && name !== '@type') return undefined;
  return stringAt(value, '@id');
}

function collectIds(value: unknown, byKey: Map<string, object>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth || byKey.size >= maxIds) return;
  if (!Array.isArray(value) && linkedId(value) === undefined) {
    const id = stringAt(value, '@id');
    const known = id === undefined ? undefined : byKey.get(id);
    if (id !== undefined && (known === undefined || Object.keys(known).length < Object.keys(value).length))
      byKey.set(id, value);
  }
  for (const inner of Object.values(value)) collectIds(inner, byKey, depth + 1);
}

/** A cache of Apollo Client with `__ref` in its queries replaced by the entity; anything else as it is. */
export function resolvedApollo(cache: unknown): unknown {
  if (typeof cache !== 'object' || cache === null || !('ROOT_QUERY' in cache)) return cache;
  const byKey = new Map<string, object>();
  for (const [name, value] of Object.entries(cache))
    if (typeof value === 'object' && value !== null) byKey.set(name, value);
  const keyOf = (value: object) => stringAt(value, '__ref');
  const state: Resolving = { keyOf, byKey, open: new Set(), left: maxCopied };
  return { ...cache, ROOT_QUERY: resolved(state, cache.ROOT_QUERY, 0) };
}
