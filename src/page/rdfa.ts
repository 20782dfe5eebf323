import type { Addresses } from './addresses.ts';
import { define, propertyValue } from './microdata.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, hasAttribute, type Tree } from './tree.ts';

const maxItems = 5000;

/** An RDFa Lite item: its types, resource and properties; each property is a list. */
export interface RdfaItem {
  vocab?: string;
  type: string[];
  resource?: string;
  properties: Record<string, unknown[]>;
}

interface OpenItem {
  item: RdfaItem;
  end: number;
}

/** The items that `typeof` opens (RDFa Lite 1.1), nested ones as values of their `property`; in page order. */
export function rdfaOf(tree: Tree, addresses: Addresses): RdfaItem[] {
  const items: RdfaItem[] = [];
  const open: OpenItem[] = [];
  const vocabularies: { value: string; end: number }[] = [];
  let left = maxItems;
  for (let node = 1; node < tree.count && left > 0; node++) {
    if (tree.tag[node] === tag.text || tree.to[node] === tree.from[node]) continue;
    while (open.length > 0 && (open[open.length - 1] as OpenItem).end <= node) open.pop();
    while (vocabularies.length > 0 && (vocabularies.at(-1)?.end ?? 0) <= node) vocabularies.pop();
    const vocabulary = attributeOf(tree, node, attribute.vocab);
    if (vocabulary !== null) vocabularies.push({ value: vocabulary, end: tree.end[node] as number });
    const property = attributeOf(tree, node, attribute.property);
    const isItem = hasAttribute(tree, node, attribute.typeof);
    if (!isItem && (property === null || open.length === 0)) continue;
    left--;
    const item = isItem ? newItem(tree, node, addresses, vocabularies.at(-1)?.value) : null;
    const owner = open.at(-1)?.item;
    if (property !== null && owner !== undefined) {
      addValues(owner, property, item ?? propertyValue(tree, node, addresses));
    } else if (item !== null) items.push(item);
    if (item !== null) open.push({ item, end: tree.end[node] as number });
  }
  return items;
}

function newItem(tree: Tree, node: number, addresses: Addresses, vocabulary: string | undefined): RdfaItem {
  const type = (attributeOf(tree, node, attribute.typeof) ?? '').trim().split(/\s+/, 20).filter(Boolean);
  const item: RdfaItem = { ...(vocabulary ? { vocab: vocabulary } : {}), type, properties: {} };
  const resource = attributeOf(tree, node, attribute.resource) ?? attributeOf(tree, node, attribute.about);
  if (resource !== null) item.resource = addresses.resolve(resource) ?? resource;
  return item;
}

function addValues(item: RdfaItem, names: string, value: unknown): void {
  for (const name of names.trim().split(/\s+/, 20)) addValue(item, name, value);
}

function addValue(item: RdfaItem, name: string, value: unknown): void {
  if (name === '') return;
  const values = Object.hasOwn(item.properties, name) ? item.properties[name] : undefined;
  if (values === undefined) define(item.properties, name, [value]);
  else values.push(value);
}
