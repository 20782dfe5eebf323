import type { PageMetadata } from '../domain/page.ts';
import type { Addresses } from './addresses.ts';
import { isoDate } from './iso-date.ts';
import type { MetaTags } from './meta-tags.ts';
import { tag } from './parse/tags.ts';
import { personName, shownOf } from './shown-metadata.ts';
import { subtreeText, type Tree } from './tree.ts';

/** Names whose values stand in {@link PageMetadata} under the same name with `_` for `:` and `.`. */
const passedOn = /^(?:og|twitter|article|book|product|dc|dcterms|citation|fb|profile|music|video)[:._]/;
/** Most of those. */
const maxPassedOn = 200;

const titleNames = ['og:title', 'twitter:title', 'dc.title', 'dcterms.title', 'citation_title', 'title'];
const descriptionNames = [
  'description',
  'og:description',
  'twitter:description',
  'dc.description',
  'dcterms.description',
];
const authorNames = [
  'author',
  'article:author',
  'dc.creator',
  'dcterms.creator',
  'parsely-author',
  'sailthru.author',
  'byl',
  'citation_author',
  'twitter:creator',
];
const publishedNames = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'parsely-pub-date',
  'sailthru.date',
  'dc.date.issued',
  'dcterms.issued',
  'dcterms.created',
  'dc.date',
  'dcterms.date',
  'citation_publication_date',
  'citation_date',
  'pubdate',
  'publish-date',
  'publish_date',
  'publication_date',
  'date',
];
const modifiedNames = [
  'article:modified_time',
  'og:updated_time',
  'datemodified',
  'dcterms.modified',
  'dc.date.modified',
  'last-modified',
  'lastmod',
  'revised',
];
const imageNames = [
  'og:image:secure_url',
  'og:image',
  'og:image:url',
  'twitter:image',
  'twitter:image:src',
  'image',
];

function firstOf(tags: MetaTags, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = tags.byName.get(name)?.[0];
    if (value !== undefined) return value;
  }
  return undefined;
}

function firstDate(tags: MetaTags, names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const value of tags.byName.get(name) ?? []) {
      const date = isoDate(value);
      if (date !== null) return date;
    }
  }
  return undefined;
}

/** Values of JSON-LD that metadata falls back on. */
interface Linked {
  headline?: string;
  author?: string;
  published?: string;
  modified?: string;
  description?: string;
  image?: string;
  publisher?: string;
}

const articleTypes = /article|posting|report|review|product|recipe|webpage|event|video|book|course|question/i;

function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value.replace(/\s+/g, ' ').trim() || undefined;
  if (Array.isArray(value)) {
    const texts = value
      .slice(0, 10)
      .map(textIn)
      .filter((text) => text !== undefined);
    return texts.length > 0 ? texts.join(', ') : undefined;
  }
  if (typeof value === 'object' && value !== null) return textIn(Reflect.get(value, 'name'));
  return undefined;
}

function addressIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return addressIn(value[0]);
  if (typeof value === 'object' && value !== null) return addressIn(Reflect.get(value, 'url'));
  return undefined;
}

/** The objects of JSON-LD blocks, those of lists and graphs each on their own. */
function itemsOf(jsonLd: readonly unknown[]): object[] {
  const items: object[] = [];
  for (const block of jsonLd.slice(0, 100)) {
    const graph = typeof block === 'object' && block !== null ? Reflect.get(block, '@graph') : undefined;
    const list = Array.isArray(block) ? block : Array.isArray(graph) ? graph : [block];
    for (const item of list.slice(0, 500)) if (typeof item === 'object' && item !== null) items.push(item);
  }
  return items;
}

/** How much an object is about the page rather than about its site. */
function scoreOf(item: object, found: Linked): number {
  const type = String(Reflect.get(item, '@type'));
  const byType = articleTypes.test(type) ? (/webpage|website/i.test(type) ? 1 : 3) : 0;
  return byType + (found.published === undefined ? 0 : 1);
}

function linkedOf(jsonLd: readonly unknown[]): Linked {
  let best: Linked = {};
  let bestScore = -1;
  for (const item of itemsOf(jsonLd)) {
    const found = linkedItem(item);
    const score = scoreOf(item, found);
    best = score > bestScore ? { ...best, ...found } : { ...found, ...best };
    bestScore = Math.max(score, bestScore);
  }
  return best;
}

function linkedItem(item: object): Linked {
  const values: [keyof Linked, string | undefined | null][] = [
    ['headline', textIn(Reflect.get(item, 'headline'))],
    ['author', textIn(Reflect.get(item, 'author'))],
    ['published', isoDate(textIn(Reflect.get(item, 'datePublished')) ?? '')],
    ['modified', isoDate(textIn(Reflect.get(item, 'dateModified')) ?? '')],
    ['description', textIn(Reflect.get(item, 'description'))],
    ['image', addressIn(Reflect.get(item, 'image'))],
    ['publisher', textIn(Reflect.get(item, 'publisher'))],
  ];
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
}

function firstHeading(tree: Tree): string | undefined {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.h1) continue;
    const text = subtreeText(tree, node, 1000).replace(/\s+/g, ' ').trim();
    if (text !== '') return text;
  }
  return undefined;
}

function faviconOf(tags: MetaTags): string | undefined {
  const icons =
    tags.links.get('icon') ?? tags.links.get('apple-touch-icon') ?? tags.links.get('mask-icon') ?? [];
  return icons[0]?.url;
}

/** What a page says about itself, cheaply and always; names in snake_case, absent where the page says nothing. */
export function metadataOf(
  tree: Tree,
  tags: MetaTags,
  jsonLd: readonly unknown[],
  addresses: Addresses,
): PageMetadata {
  const linked = linkedOf(jsonLd);
  const shown = shownOf(tree);
  const absolute = (url: string | undefined): string | undefined =>
    url === undefined ? undefined : (addresses.resolveWeb(url) ?? undefined);
  const author = firstOf(
    tags,
    authorNames.filter((name) => personName(tags.byName.get(name)?.[0] ?? '') !== null),
  );
  const found: PageMetadata = {
    title: tags.title ?? firstOf(tags, titleNames) ?? linked.headline ?? firstHeading(tree),
    description: firstOf(tags, descriptionNames) ?? linked.description,
    language:
      tags.language ??
      firstOf(tags, ['content-language', 'language', 'dc.language', 'og:locale'])?.replace('_', '-'),
    canonical: tags.links.get('canonical')?.[0]?.url ?? absolute(firstOf(tags, ['og:url'])),
    author:
      personName(linked.author ?? '') ??
      (author === undefined ? shown.author : (personName(author) ?? undefined)),
    site_name:
      firstOf(tags, ['og:site_name', 'application-name', 'apple-mobile-web-app-title']) ?? linked.publisher,
    published: firstDate(tags, publishedNames) ?? linked.published ?? shown.published,
    modified: firstDate(tags, modifiedNames) ?? linked.modified,
    favicon: faviconOf(tags),
    image: absolute(firstOf(tags, imageNames) ?? linked.image),
    robots: firstOf(tags, ['robots', 'googlebot']),
    keywords: firstOf(tags, ['keywords', 'news_keywords']),
  };
  const metadata: PageMetadata = {};
  for (const [name, value] of Object.entries(found)) if (value !== undefined) metadata[name] = value;
  addDeclared(metadata, tags);
  return metadata;
}

function addDeclared(metadata: PageMetadata, tags: MetaTags): void {
  let count = 0;
  for (const [name, values] of tags.byName) {
    if (!passedOn.test(name) || count++ >= maxPassedOn) continue;
    const key = name.replace(/[^a-z\d]+/g, '_');
    if (metadata[key] === undefined) metadata[key] = values.length === 1 ? values[0] : values;
  }
}
