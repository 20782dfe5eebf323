import { defineProperty } from './microdata.ts';

/** Maximum number of values that are copied to resolve references; further references stay. */
const maxCopied = 100_000;
const maxDepth = 60;

interface ResolverState {
  /** Returns the key of the referenced object, or undefined if the value is not a reference. */
  referenceKey(value: object): string | undefined;
  byKey: ReadonlyMap<string, object>;
  /** Keys of the enclosing objects, as a guard against cycles. */
  ancestors: Set<string>;
  remaining: number;
}

/** Copies a JSON value and replaces references by their objects, within the limits. */
function resolveReferences(state: ResolverState, value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > maxDepth || state.remaining-- <= 0) return value;
  if (Array.isArray(value)) return value.map((item) => resolveReferences(state, item, depth + 1));
  const key = state.referenceKey(value);
  if (key === undefined) return copyResolved(state, value, depth);
  const target = state.byKey.get(key);
  if (target === undefined || target === value || state.ancestors.has(key)) return value;
  state.ancestors.add(key);
  const result = copyResolved(state, target, depth);
  state.ancestors.delete(key);
  return result;
}

function copyResolved(state: ResolverState, value: object, depth: number): object {
  const copy = {};
  for (const [name, child] of Object.entries(value))
    defineProperty(copy, name, resolveReferences(state, child, depth + 1));
  return copy;
}

function stringAt(value: object, name: string): string | undefined {
  const property: unknown = Reflect.get(value, name);
  return typeof property === 'string' ? property : undefined;
}

/** Maximum number of JSON-LD objects that are indexed by `@id`. */
const maxIds = 20_000;

/**
 * Returns the items of JSON-LD blocks (JSON-LD 1.1). Splits `@graph` into items with its context, and replaces `@id`
 * references by the item on the page.
 */
export function resolveJsonLd(blocks: readonly unknown[]): unknown[] {
  const byKey = new Map<string, object>();
  for (const block of blocks) collectIds(block, byKey, 0);
  const items = blocks.flatMap((block) => itemsOfGraph(block));
  if (byKey.size === 0) return items;
  const state: ResolverState = {
    referenceKey: referencedId,
    byKey,
    ancestors: new Set(),
    remaining: maxCopied,
  };
  return items.map((item) => {
    const ownId = typeof item === 'object' && item !== null ? stringAt(item, '@id') : undefined;
    if (ownId !== undefined) state.ancestors.add(ownId);
    const result = resolveReferences(state, item, 0);
    if (ownId !== undefined) state.ancestors.delete(ownId);
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

/** Returns the id of a reference: an object with only `@id` and optionally `@type`. */
function referencedId(value: object): string | undefined {
  for (const name in value) if (name !== '@id' && name !== '@type') return undefined;
  return stringAt(value, '@id');
}

function collectIds(value: unknown, byKey: Map<string, object>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > maxDepth || byKey.size >= maxIds) return;
  if (!Array.isArray(value) && referencedId(value) === undefined) {
    const id = stringAt(value, '@id');
    const existing = id === undefined ? undefined : byKey.get(id);
    if (
      id !== undefined &&
      (existing === undefined || Object.keys(existing).length < Object.keys(value).length)
    )
      byKey.set(id, value);
  }
  for (const child of Object.values(value)) collectIds(child, byKey, depth + 1);
}

/** Replaces `__ref` in the queries of an Apollo Client cache by the entity; other values are unchanged. */
export function resolveApolloCache(cache: unknown): unknown {
  if (typeof cache !== 'object' || cache === null || !('ROOT_QUERY' in cache)) return cache;
  const byKey = new Map<string, object>();
  for (const [name, value] of Object.entries(cache))
    if (typeof value === 'object' && value !== null) byKey.set(name, value);
  const referenceKey = (value: object) => stringAt(value, '__ref');
  const state: ResolverState = { referenceKey, byKey, ancestors: new Set(), remaining: maxCopied };
  return { ...cache, ROOT_QUERY: resolveReferences(state, cache.ROOT_QUERY, 0) };
}
