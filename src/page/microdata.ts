import type { Addresses } from './addresses.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, hasAttribute, subtreeText, type Tree } from './tree.ts';

/** Most items and properties that are read. */
const maxItems = 5000;
const maxText = 20_000;

/** An item of microdata (WHATWG HTML 5): its type, id and properties; each property is a list. */
export interface MicrodataItem {
  type?: string[];
  id?: string;
  properties: Record<string, unknown[]>;
}

function words(value: string | null): string[] {
  return value === null ? [] : value.trim().split(/\s+/, 50).filter(Boolean);
}

/** The value of a property that is not an item. */
export function propertyValue(tree: Tree, node: number, addresses: Addresses): string {
  const resolved = (name: number): string => {
    const value = attributeOf(tree, node, name) ?? '';
    return addresses.resolve(value) ?? value;
  };
  switch (tree.tag[node]) {
    case tag.meta:
      return attributeOf(tree, node, attribute.content) ?? '';
    case tag.a:
    case tag.area:
    case tag.link:
      return resolved(attribute.href);
    case tag.img:
    case tag.audio:
    case tag.video:
    case tag.source:
    case tag.iframe:
    case tag.embed:
    case tag.track:
      return resolved(attribute.src);
    case tag.object:
      return resolved(attribute.data);
    case tag.data:
    case tag.meter:
      return attributeOf(tree, node, attribute.value) ?? text(tree, node);
    case tag.time:
      return attributeOf(tree, node, attribute.datetime) ?? text(tree, node);
    default:
      // Not in the standard, but what pages write and readers honour.
      return attributeOf(tree, node, attribute.content) ?? text(tree, node);
  }
}

function text(tree: Tree, node: number): string {
  return subtreeText(tree, node, maxText).replace(/\s+/g, ' ').trim();
}

interface Reading {
  tree: Tree;
  addresses: Addresses;
  byId: Map<string, number> | null;
  left: number;
}

/** The top-level microdata items of a page, nested ones within; in page order. */
export function microdataOf(tree: Tree, addresses: Addresses): MicrodataItem[] {
  const items: MicrodataItem[] = [];
  const reading: Reading = { tree, addresses, byId: null, left: maxItems };
  for (let node = 1; node < tree.count && reading.left > 0; node++) {
    if (tree.to[node] === tree.from[node] || tree.tag[node] === tag.text) continue;
    if (!hasAttribute(tree, node, attribute.itemscope) || hasAttribute(tree, node, attribute.itemprop))
      continue;
    items.push(itemOf(reading, node, 0));
  }
  return items;
}

function itemOf(reading: Reading, node: number, depth: number): MicrodataItem {
  const { tree } = reading;
  const item: MicrodataItem = { properties: {} };
  const type = words(attributeOf(tree, node, attribute.itemtype));
  if (type.length > 0) item.type = type;
  const id = attributeOf(tree, node, attribute.itemid);
  if (id !== null) item.id = reading.addresses.resolve(id) ?? id;
  addProperties(reading, item, node, depth);
  for (const reference of words(attributeOf(tree, node, attribute.itemref))) {
    const other = idsOf(reading).get(reference);
    if (other !== undefined && !(node >= other && node < (tree.end[other] as number))) {
      addProperty(reading, item, other, depth);
      if (!hasAttribute(tree, other, attribute.itemscope)) addProperties(reading, item, other, depth);
    }
  }
  return item;
}

function idsOf(reading: Reading): Map<string, number> {
  if (reading.byId !== null) return reading.byId;
  const byId = new Map<string, number>();
  const { tree } = reading;
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] === tag.text || tree.to[node] === tree.from[node]) continue;
    const id = attributeOf(tree, node, attribute.id);
    if (id !== null && !byId.has(id)) byId.set(id, node);
  }
  reading.byId = byId;
  return byId;
}

function addProperties(reading: Reading, item: MicrodataItem, root: number, depth: number): void {
  const { tree } = reading;
  const end = tree.end[root] as number;
  for (let node = root + 1; node < end && reading.left > 0; node++) {
    if (tree.tag[node] === tag.text || tree.to[node] === tree.from[node]) continue;
    addProperty(reading, item, node, depth);
    if (hasAttribute(tree, node, attribute.itemscope)) node = (tree.end[node] as number) - 1;
  }
}

function addProperty(reading: Reading, item: MicrodataItem, node: number, depth: number): void {
  const { tree } = reading;
  const names = words(attributeOf(tree, node, attribute.itemprop));
  if (names.length === 0 || reading.left-- <= 0) return;
  const isItem = hasAttribute(tree, node, attribute.itemscope) && depth < 20;
  const value = isItem ? itemOf(reading, node, depth + 1) : propertyValue(tree, node, reading.addresses);
  for (const name of names) {
    const values = Object.hasOwn(item.properties, name) ? item.properties[name] : undefined;
    if (values === undefined) define(item.properties, name, [value]);
    else values.push(value);
  }
}

/** Sets a property whatever its name is, `__proto__` too. */
export function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
}
