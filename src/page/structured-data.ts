import type { StructuredData } from '../domain/page.ts';
import type { Addresses } from './addresses.ts';
import { embeddedState } from './embedded-state.ts';
import { parseTolerant } from './json.ts';
import { resolvedJsonLd } from './json-references.ts';
import type { MetaTags } from './meta-tags.ts';
import { microdataOf } from './microdata.ts';
import { attribute } from './parse/attributes.ts';
import { tag } from './parse/tags.ts';
import { rdfaOf } from './rdfa.ts';
import { attributeOf, subtreeText, type Tree } from './tree.ts';

/** Most JSON-LD blocks, and their size together in UTF-16 units. */
const maxBlocks = 200;
const maxJson = 4_000_000;

/** The items of a page's JSON-LD blocks that can be read, in page order, references among them resolved. */
export function jsonLdOf(tree: Tree): unknown[] {
  const found: unknown[] = [];
  let size = 0;
  for (let node = 1; node < tree.count && found.length < maxBlocks; node++) {
    if (tree.tag[node] !== tag.script) continue;
    const type = attributeOf(tree, node, attribute.type);
    if (type === null || !/^\s*application\/(?:ld\+json|json\+ld)/i.test(type)) continue;
    const text = subtreeText(tree, node);
    size += text.length;
    if (size > maxJson) break;
    const value = parseTolerant(text);
    if (value !== undefined) found.push(value);
  }
  return resolvedJsonLd(found);
}

function namesWith(tags: MetaTags, prefix: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [name, values] of tags.byName) {
    if (!name.startsWith(prefix)) continue;
    found[name.slice(prefix.length)] = values.length === 1 ? (values[0] as string) : values;
  }
  return found;
}

/** All typed data that a page carries for machines. Scripts are read as JSON, never run. */
export function structuredDataOf(
  tree: Tree,
  tags: MetaTags,
  jsonLd: unknown[],
  addresses: Addresses,
): StructuredData {
  return {
    json_ld: jsonLd,
    microdata: microdataOf(tree, addresses),
    rdfa: rdfaOf(tree, addresses),
    open_graph: namesWith(tags, 'og:'),
    twitter: namesWith(tags, 'twitter:'),
    embedded: embeddedState(tree),
  };
}
