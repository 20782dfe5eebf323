import type { Evidence } from '../../domain/pages/extraction.ts';
import { isObject } from '../../domain/values/is-object.ts';
import type { PageView } from '../page-view/page-view.ts';
import { foldLetters } from '../words/words.ts';

/** An item that a page describes in structured data, with schema.org property names. */
export interface Entity {
  /** Names of the types without their vocabulary: `Product`. */
  types: readonly string[];
  properties: Readonly<Record<string, unknown>>;
  source: Evidence['source'];
  /** Path in the structured data: `json_ld[0]`, `microdata[1]`. */
  path: string;
  /** Nesting depth inside another entity. */
  depth: number;
}

const maxEntities = 300;
const maxDepth = 4;

/** Returns the type names of a JSON-LD, RDFa or microdata object without their vocabulary. */
export function typesOf(value: Record<string, unknown>): string[] {
  return [value['@type'] ?? value.type ?? []]
    .flat()
    .filter((type) => typeof type === 'string')
    .map((type) =>
      type.slice(Math.max(type.lastIndexOf('/'), type.lastIndexOf('#'), type.lastIndexOf(':')) + 1),
    );
}

/**
 * Converts a microdata or RDFa item to the form of JSON-LD: an object of its properties, with its types in
 * `@type`.
 */
export function toJsonLd(item: unknown, depth = 0): unknown {
  if (!isObject(item) || !isObject(item.properties) || depth > 10) return item;
  const object: Record<string, unknown> = { '@type': typesOf(item) };
  for (const [name, values] of Object.entries(item.properties)) {
    const key = name
      .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('#')) + 1)
      .replace(/^schema:/, '');
    const inner = [values].flat().map((value) => toJsonLd(value, depth + 1));
    if (key !== '__proto__') object[key] = inner.length === 1 ? inner[0] : inner;
  }
  return object;
}

function collectEntities(
  value: unknown,
  path: string,
  source: Entity['source'],
  depth: number,
  entities: Entity[],
): void {
  if (entities.length >= maxEntities || depth > maxDepth) return;
  if (Array.isArray(value)) {
    value.slice(0, 200).forEach((inner, index) => {
      collectEntities(inner, `${path}[${index}]`, source, depth, entities);
    });
    return;
  }
  if (!isObject(value)) return;
  const types = typesOf(value);
  if (types.length > 0) entities.push({ types, properties: value, source, path, depth });
  // The items of breadcrumbs are other pages.
  if (types.includes('BreadcrumbList')) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && !name.startsWith('@context'))
      collectEntities(inner, `${path}.${name}`, source, depth + 1, entities);
  }
}

/** Builds an entity from meta tags and the head, with the property names of `concepts.json`. */
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

/** Names in which not all underscores stand for colons. */
const headNames: readonly [string, string][] = [
  ['og_site_name', 'og:site_name'],
  ['article_published_time', 'article:published_time'],
  ['article_modified_time', 'article:modified_time'],
  ['og_updated_time', 'og:updated_time'],
  ['product_retailer_item_id', 'product:retailer_item_id'],
];

/** The items that a page describes, and the one of its head. */
export interface PageEntities {
  described: readonly Entity[];
  head: Entity;
}

/** Returns all entities of the page in the order JSON-LD, microdata, RDFa, and the entity of the head. */
export function findEntities(page: PageView): PageEntities {
  const { json_ld: jsonLd, microdata, rdfa } = page.items();
  const described: Entity[] = [];
  const add = (items: readonly unknown[], path: string, source: Entity['source']) => {
    items.slice(0, 200).forEach((item, index) => {
      collectEntities(source === 'json' ? item : toJsonLd(item), `${path}[${index}]`, source, 0, described);
    });
  };
  add(jsonLd, 'json_ld', 'json');
  add(microdata, 'microdata', 'attribute');
  add(rdfa, 'rdfa', 'attribute');
  return { described, head: headEntity(page) };
}

const organizationType = /Organization|Corporation|Business|WebSite|Brand/;

/** Returns the folded names of the organizations among entities: publisher, site, firm. */
export function findOrganizations({ described }: PageEntities): ReadonlySet<string> {
  return new Set(
    described
      .filter(({ types }) => types.some((type) => organizationType.test(type)))
      .flatMap(({ properties: { name, publisher } }) => [
        name,
        isObject(publisher) ? publisher.name : publisher,
      ])
      .filter((name) => typeof name === 'string')
      .map(foldLetters),
  );
}
