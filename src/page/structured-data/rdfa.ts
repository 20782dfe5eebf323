import { itemAt } from '../../domain/values/elements.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { attributeOf, endOf, hasAttribute, type Tree, usesAttribute } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';
import { defineProperty, propertyValue } from './microdata.ts';

const maxItems = 5000;

/** RDFa Lite item with its types, resource and properties; each property is a list. */
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

/** Returns the items with `typeof` (RDFa Lite 1.1) in page order, with nested items as values of their `property`. */
export function readRdfa(tree: Tree, urls: UrlResolver): RdfaItem[] {
  const items: RdfaItem[] = [];
  if (!usesAttribute(tree, attribute.typeof)) return items;
  const openItems: OpenItem[] = [];
  const vocabularies: { value: string; end: number }[] = [];
  let remaining = maxItems;
  for (let node = 1; node < tree.count && remaining > 0; node++) {
    if (tree.tag[node] === tag.text || tree.to[node] === tree.from[node]) continue;
    while (openItems.length > 0 && itemAt(openItems, openItems.length - 1).end <= node) openItems.pop();
    while (vocabularies.length > 0 && (vocabularies.at(-1)?.end ?? 0) <= node) vocabularies.pop();
    const vocabulary = attributeOf(tree, node, attribute.vocab);
    if (vocabulary !== null) vocabularies.push({ value: vocabulary, end: endOf(tree, node) });
    const property = attributeOf(tree, node, attribute.property);
    const isItem = hasAttribute(tree, node, attribute.typeof);
    if (!isItem && (property === null || openItems.length === 0)) continue;
    remaining--;
    const item = isItem ? createItem(tree, node, urls, vocabularies.at(-1)?.value) : null;
    const parentItem = openItems.at(-1)?.item;
    if (property !== null && parentItem !== undefined) {
      addValues(parentItem, property, item ?? propertyValue(tree, node, urls));
    } else if (item !== null) items.push(item);
    if (item !== null) openItems.push({ item, end: endOf(tree, node) });
  }
  return items;
}

function createItem(tree: Tree, node: number, urls: UrlResolver, vocabulary: string | undefined): RdfaItem {
  const type = (attributeOf(tree, node, attribute.typeof) ?? '').trim().split(/\s+/, 20).filter(Boolean);
  const item: RdfaItem = { ...(vocabulary ? { vocab: vocabulary } : {}), type, properties: {} };
  const resource = attributeOf(tree, node, attribute.resource) ?? attributeOf(tree, node, attribute.about);
  if (resource !== null) item.resource = urls.resolve(resource) ?? resource;
  return item;
}

function addValues(item: RdfaItem, names: string, value: unknown): void {
  for (const name of names.trim().split(/\s+/, 20)) addValue(item, name, value);
}

function addValue(item: RdfaItem, name: string, value: unknown): void {
  if (name === '') return;
  const values = Object.hasOwn(item.properties, name) ? item.properties[name] : undefined;
  if (values === undefined) defineProperty(item.properties, name, [value]);
  else values.push(value);
}
