import type { Addresses } from './addresses.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { attributeOf, subtreeText, type Tree } from './tree.ts';

/** Most `meta` and `link` elements that are read. */
const maxHeadElements = 2000;
/** Longest value that is kept, in UTF-16 units. */
const maxValue = 10_000;

/** What the head of a page declares. */
export interface MetaTags {
  /** Contents by name or property in lower case, in page order. */
  byName: ReadonlyMap<string, string[]>;
  /** Absolute addresses by link relation in lower case, in page order. */
  links: ReadonlyMap<string, { url: string; sizes: string; type: string }[]>;
  /** The text of the first `title`, or null. */
  title: string | null;
  /** `lang` of the document, or null. */
  language: string | null;
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else if (list.length < 200) list.push(value);
}

function squeeze(text: string): string {
  return text.slice(0, maxValue).replace(/\s+/g, ' ').trim();
}

type LinkTarget = { url: string; sizes: string; type: string };

function readMeta(tree: Tree, node: number, byName: Map<string, string[]>): void {
  const name =
    attributeOf(tree, node, attribute.property) ??
    attributeOf(tree, node, attribute.name) ??
    attributeOf(tree, node, attribute.itemprop) ??
    attributeOf(tree, node, attribute.httpEquiv);
  const content = attributeOf(tree, node, attribute.content);
  if (name === null || content === null) return;
  const value = squeeze(content);
  if (value !== '' && name.length < 200) add(byName, name.trim().toLowerCase(), value);
}

function readLink(tree: Tree, node: number, addresses: Addresses, links: Map<string, LinkTarget[]>): void {
  const url = addresses.resolveWeb(attributeOf(tree, node, attribute.href) ?? '');
  if (url === null) return;
  const sizes = attributeOf(tree, node, attribute.sizes) ?? '';
  const type = attributeOf(tree, node, attribute.type) ?? '';
  for (const relation of (attributeOf(tree, node, attribute.rel) ?? '').toLowerCase().split(/\s+/, 8)) {
    if (relation !== '') add(links, relation, { url, sizes, type });
  }
}

function languageOf(tree: Tree, node: number): string | null {
  const declared = attributeOf(tree, node, attribute.lang) ?? attributeOf(tree, node, attribute.xmlLang);
  return declared?.trim() || null;
}

/** Reads `meta`, `link`, `title` and `lang` in one pass, wherever in the page they stand. */
export function metaTagsOf(tree: Tree, addresses: Addresses): MetaTags {
  const byName = new Map<string, string[]>();
  const links = new Map<string, LinkTarget[]>();
  let title: string | null = null;
  let language: string | null = null;
  let read = 0;
  for (let node = 1; node < tree.count && read < maxHeadElements; node++) {
    switch (tree.tag[node]) {
      case tag.meta:
        read++;
        readMeta(tree, node, byName);
        break;
      case tag.link:
        read++;
        readLink(tree, node, addresses, links);
        break;
      case tag.title:
        title ??= squeeze(subtreeText(tree, node, maxValue)) || null;
        break;
      case tag.html:
        language ??= languageOf(tree, node);
        break;
    }
  }
  return { byName, links, title, language };
}
