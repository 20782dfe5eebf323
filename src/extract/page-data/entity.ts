import type { Evidence } from '../../domain/extraction.ts';
import type { PageView } from '../page-view.ts';

/** A thing that a page describes for machines, in schema.org's names. */
export interface Entity {
  /** Names of its types without their vocabulary: `Product`. */
  types: readonly string[];
  properties: Readonly<Record<string, unknown>>;
  source: Evidence['source'];
  /** Where it stands: `json_ld[0]`, `microdata[1]`. */
  path: string;
  /** How deep in another it stands. */
  depth: number;
}

const maxEntities = 300;
const maxDepth = 4;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Type names of an object of JSON-LD, RDFa or microdata, without their vocabulary. */
export function typesOf(value: Record<string, unknown>): string[] {
  return [value['@type'] ?? value.type ?? []]
    .flat()
    .filter((type) => typeof type === 'string')
    .map((type) =>
      type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#'), type.lastIndexOf(':')) + 1),
    );
}

/** A microdata or RDFa item as JSON-LD would write it: an object of its properties, its types in `@type`. */
export function asObject(item: unknown, depth = 0): unknown {
  if (!isObject(item) || !isObject(item.properties) || depth > 10) return item;
  const object: Record<string, unknown> = { '@type': typesOf(item) };
  for (const [name, values] of Object.entries(item.properties)) {
    const key = name
      .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#')) + 1)
      .replace(/^schema:/, '');
    const inner = [values].flat().map((value) => asObject(value, depth + 1));
    if (key !== '__proto__') object[key] = inner.length === 1 ? inner[0] : inner;
  }
  return object;
}

function gather(
  value: unknown,
  path: string,
  source: Entity['source'],
  depth: number,
  found: Entity[],
): void {
  if (found.length >= maxEntities || depth > maxDepth) return;
  if (Array.isArray(value)) {
    value.slice(0, 200).forEach((inner, index) => {
      gather(inner, `${path}[${index}]`, source, depth, found);
    });
    return;
  }
  if (!isObject(value)) return;
  const types = typesOf(value);
  if (types.length > 0) found.push({ types, properties: value, source, path, depth });
  // The pages of a trail are others than this one.
  if (types.includes('BreadcrumbList')) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && !name.startsWith('@context'))
      gather(inner, `${path}.${name}`, source, depth + 1, found);
  }
}

/** What meta tags and the head say, in the names that `concepts.json` knows them by. */
function headEntity(page: PageView): Entity {
  const { metadata } = page;
  const properties: Record<string, unknown> = {
    author: metadata.author,
    datePublished: metadata.published,
    dateModified: metadata.modified,
    description: metadata.description,
    inLanguage: metadata.language,
    image: metadata.image,
    url: metadata.canonical,
    keywords: metadata.keywords,
  };
  for (const [name, value] of Object.entries(metadata)) {
    if (/^(?:og|product|article|book|music|video)_/.test(name)) properties[name.replaceAll('_', ':')] = value;
  }
  for (const [from, to] of headNames) if (metadata[from] !== undefined) properties[to] = metadata[from];
  if (metadata.site_name !== undefined) properties['og:site_name'] = metadata.site_name;
  return { types: ['Head'], properties, source: 'attribute', path: 'meta', depth: 0 };
}

/** Names whose underscores are not all colons. */
const headNames: readonly [string, string][] = [
  ['og_site_name', 'og:site_name'],
  ['article_published_time', 'article:published_time'],
  ['article_modified_time', 'article:modified_time'],
  ['og_updated_time', 'og:updated_time'],
  ['product_retailer_item_id', 'product:retailer_item_id'],
];

/** Everything that the page describes, JSON-LD first, then microdata and RDFa, and what its head says last. */
export function entitiesOf(page: PageView): { described: Entity[]; head: Entity } {
  const { json_ld: jsonLd, microdata, rdfa } = page.structured();
  const described: Entity[] = [];
  const add = (items: readonly unknown[], path: string, source: Entity['source']) => {
    items.slice(0, 200).forEach((item, index) => {
      gather(source === 'json' ? item : asObject(item), `${path}[${index}]`, source, 0, described);
    });
  };
  add(jsonLd, 'json_ld', 'json');
  add(microdata, 'microdata', 'attribute');
  add(rdfa, 'rdfa', 'attribute');
  return { described, head: headEntity(page) };
}
