import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, endOf, hasAttribute, subtreeText, type Tree, usesAttribute } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';

/** Maximum numbers of items and properties, and maximum length of a text value. */
const maxItems = 5000;
const maxText = 20_000;

/** Microdata item (WHATWG HTML 5) with its type, id and properties; each property is a list. */
export interface MicrodataItem {
  type?: string[];
  id?: string;
  properties: Record<string, unknown[]>;
}

function splitTokens(value: string | null): string[] {
  return value === null ? [] : value.trim().split(/\s+/, 50).filter(Boolean);
}

/** Returns the value of a property that is not an item. */
export function propertyValue(tree: Tree, node: number, urls: UrlResolver): string {
  const resolveUrl = (name: number): string => {
    const value = attributeOf(tree, node, name) ?? '';
    return urls.resolve(value) ?? value;
  };
  switch (tree.tag[node]) {
    case tag.meta:
      return attributeOf(tree, node, attribute.content) ?? '';
    case tag.a:
    case tag.area:
    case tag.link:
      return resolveUrl(attribute.href);
    case tag.img:
    case tag.audio:
    case tag.video:
    case tag.source:
    case tag.iframe:
    case tag.embed:
    case tag.track:
      return resolveUrl(attribute.src);
    case tag.object:
      return resolveUrl(attribute.data);
    case tag.data:
    case tag.meter:
      return attributeOf(tree, node, attribute.value) ?? normalizedText(tree, node);
    case tag.time:
      return attributeOf(tree, node, attribute.datetime) ?? normalizedText(tree, node);
    default:
      // Not in the standard, but common on pages and supported by other parsers.
      return attributeOf(tree, node, attribute.content) ?? normalizedText(tree, node);
  }
}

function normalizedText(tree: Tree, node: number): string {
  return collapseSpace(subtreeText(tree, node, maxText));
}

interface ReaderState {
  tree: Tree;
  urls: UrlResolver;
  byId: Map<string, number> | null;
  remaining: number;
}

/** Returns the top-level microdata items of a page, in page order, with nested items as values. */
export function readMicrodata(tree: Tree, urls: UrlResolver): MicrodataItem[] {
  const items: MicrodataItem[] = [];
  if (!usesAttribute(tree, attribute.itemscope)) return items;
  const state: ReaderState = { tree, urls, byId: null, remaining: maxItems };
  for (let node = 1; node < tree.count && state.remaining > 0; node++) {
    if (tree.to[node] === tree.from[node] || tree.tag[node] === tag.text) continue;
    if (!hasAttribute(tree, node, attribute.itemscope) || hasAttribute(tree, node, attribute.itemprop))
      continue;
    items.push(readItem(state, node, 0));
  }
  return items;
}

function readItem(state: ReaderState, node: number, depth: number): MicrodataItem {
  const { tree } = state;
  const item: MicrodataItem = { properties: {} };
  const type = splitTokens(attributeOf(tree, node, attribute.itemtype));
  if (type.length > 0) item.type = type;
  const id = attributeOf(tree, node, attribute.itemid);
  if (id !== null) item.id = state.urls.resolve(id) ?? id;
  addProperties(state, item, node, depth);
  for (const reference of splitTokens(attributeOf(tree, node, attribute.itemref))) {
    const referenced = indexById(state).get(reference);
    if (referenced !== undefined && !(node >= referenced && node < endOf(tree, referenced))) {
      addProperty(state, item, referenced, depth);
      if (!hasAttribute(tree, referenced, attribute.itemscope)) addProperties(state, item, referenced, depth);
    }
  }
  return item;
}

function indexById(state: ReaderState): Map<string, number> {
  if (state.byId !== null) return state.byId;
  const byId = new Map<string, number>();
  const { tree } = state;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text || tree.to[node] === tree.from[node]) continue;
    const id = attributeOf(tree, node, attribute.id);
    if (id !== null && !byId.has(id)) byId.set(id, node);
  }
  state.byId = byId;
  return byId;
}

function addProperties(state: ReaderState, item: MicrodataItem, root: number, depth: number): void {
  const { tree } = state;
  const end = endOf(tree, root);
  for (let node = root + 1; node < end && state.remaining > 0; node++) {
    if (tree.tag[node] === tag.text || tree.to[node] === tree.from[node]) continue;
    addProperty(state, item, node, depth);
    if (hasAttribute(tree, node, attribute.itemscope)) node = endOf(tree, node) - 1;
  }
}

function addProperty(state: ReaderState, item: MicrodataItem, node: number, depth: number): void {
  const { tree } = state;
  const names = splitTokens(attributeOf(tree, node, attribute.itemprop));
  if (names.length === 0 || state.remaining-- <= 0) return;
  const isItem = hasAttribute(tree, node, attribute.itemscope) && depth < 20;
  const value = isItem ? readItem(state, node, depth + 1) : propertyValue(tree, node, state.urls);
  for (const name of names) {
    const values = Object.hasOwn(item.properties, name) ? item.properties[name] : undefined;
    if (values === undefined) defineProperty(item.properties, name, [value]);
    else values.push(value);
  }
}

/** Sets a property of any name, including `__proto__`. */
export function defineProperty(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
