import type { StructuredData } from '../../domain/pages/page.ts';
import { itemAt } from '../../domain/values/elements.ts';
import type { MetaTags } from '../metadata/meta-tags.ts';
import { attribute } from '../parse/attributes.ts';
import { tag } from '../parse/names/tags.ts';
import { parseLenientJson } from '../text/json.ts';
import { attributeOf, subtreeText, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';
import { readEmbeddedState } from './embedded-state.ts';
import { resolveJsonLd } from './json-references.ts';
import { readMicrodata } from './microdata.ts';
import { readRdfa } from './rdfa.ts';

/** Maximum number of JSON-LD blocks, and their maximum total size in UTF-16 code units. */
const maxBlocks = 200;
const maxJsonLength = 4_000_000;

/** Returns the items of a page's valid JSON-LD blocks in page order, with references resolved. */
export function readJsonLd(tree: Tree): unknown[] {
  const blocks: unknown[] = [];
  let size = 0;
  for (let node = 1; node < tree.count && blocks.length < maxBlocks; node++) {
    if (tree.tag[node] !== tag.script) continue;
    const type = attributeOf(tree, node, attribute.type);
    if (type === null || !/^\s*application\/(?:ld\+json|json\+ld)/i.test(type)) continue;
    const text = subtreeText(tree, node);
    size += text.length;
    if (size > maxJsonLength) break;
    const value = parseLenientJson(text);
    if (value !== undefined) blocks.push(value);
  }
  return resolveJsonLd(blocks);
}

function valuesWithPrefix(tags: MetaTags, prefix: string): Record<string, string | string[]> {
  const blocks: Record<string, string | string[]> = {};
  for (const [name, values] of tags.byName) {
    if (!name.startsWith(prefix)) continue;
    blocks[name.slice(prefix.length)] = values.length === 1 ? itemAt(values, 0) : values;
  }
  return blocks;
}

/** Items that a page describes: the part of its structured data that names their types and properties. */
export type DescribedItems = Pick<StructuredData, 'json_ld' | 'microdata' | 'rdfa'>;

/** Collects the items that a page describes, beside its JSON-LD. */
export function collectItems(tree: Tree, jsonLd: unknown[], urls: UrlResolver): DescribedItems {
  return { json_ld: jsonLd, microdata: readMicrodata(tree, urls), rdfa: readRdfa(tree, urls) };
}

/** Collects all structured data of a page. Scripts are parsed as JSON, never executed. */
export function collectStructuredData(tree: Tree, tags: MetaTags, items: DescribedItems): StructuredData {
  return {
    ...items,
    open_graph: valuesWithPrefix(tags, 'og:'),
    twitter: valuesWithPrefix(tags, 'twitter:'),
    embedded: readEmbeddedState(tree),
  };
}
