import type { PageMetadata } from '../../domain/pages/page.ts';
import { collapseSpace } from '../../domain/values/collapse-space.ts';
import { tag } from '../parse/names/tags.ts';
import { parseIsoDate } from '../text/iso-date.ts';
import { subtreeText, type Tree } from '../tree/tree.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';
import type { MetaTags } from './meta-tags.ts';
import { findVisibleMetadata, normalizeAuthor } from './visible-metadata.ts';

/** Names that {@link PageMetadata} includes unchanged, with `_` for `:` and `.`. */
const passThroughNames =
  /^(?:og|twitter|article|book|product|dc|dcterms|citation|fb|profile|music|video)[:._]/;
/** Maximum number of such names. */
const maxPassThrough = 200;

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
  'published-date',
  'published_date',
  'publishdate',
  'publication-date',
  'article_date_original',
  'dc.date.created',
  'rnews:datepublished',
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

function firstValue(tags: MetaTags, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = tags.byName.get(name)?.[0];
    if (value !== undefined) return value;
  }
  return undefined;
}

function firstDate(tags: MetaTags, names: readonly string[]): string | undefined {
  for (const name of names) {
    for (const value of tags.byName.get(name) ?? []) {
      const date = parseIsoDate(value);
      if (date !== null) return date;
    }
  }
  return undefined;
}

/** Maximum number of authors, and length of their names together in UTF-16 code units. */
const maxAuthors = 40;
const maxAuthorsLength = 1_000;

/** Returns the authors that the first of the author tags names; several tags of one name state one author each. */
function declaredAuthors(tags: MetaTags): string | undefined {
  for (const name of authorNames) {
    const authors = (tags.byName.get(name) ?? [])
      .slice(0, maxAuthors)
      .map((text) => normalizeAuthor(text))
      .filter((text) => text !== null);
    const joined = [...new Set(authors)].join(', ');
    if (joined !== '' && joined.length <= maxAuthorsLength) return joined;
    if (authors[0] !== undefined) return authors[0];
  }
  return labelledAuthor(tags);
}

/** Returns the author in the labelled values for previews of links: `twitter:label1` and `twitter:data1`. */
function labelledAuthor(tags: MetaTags): string | undefined {
  for (const number of [1, 2]) {
    const label = tags.byName.get(`twitter:label${number}`)?.[0] ?? '';
    const name = tags.byName.get(`twitter:data${number}`)?.[0] ?? '';
    if (previewLabel.test(label)) return normalizeAuthor(name) ?? undefined;
  }
  return undefined;
}

/** Labels of authors in previews, in the languages of the programs that write them. */
const previewLabel =
  /^(?:written by|author|by|verfasst von|geschrieben von|autor(?:in)?|(?:é|e)crit par|auteur|escrito por|autora?|scritto da|autore|geschreven door|napisane przez|skriven av|skrevet a[vf]|написано автором|автор|kirjoittanut|yazan|著者|作者)$/iu;

/** Fallback values from JSON-LD. */
interface JsonLdMetadata {
  headline?: string;
  author?: string;
  /** Author that is an organization. */
  organization?: string;
  published?: string;
  modified?: string;
  description?: string;
  image?: string;
  publisher?: string;
}

const articleTypes = /article|posting|report|review|product|recipe|webpage|event|video|book|course|question/i;

function textIn(value: unknown): string | undefined {
  if (typeof value === 'string') return collapseSpace(value) || undefined;
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

const organizationType = /organization|corporation|business/i;

/** Returns the authors of one kind: persons, or organizations. */
function authorsIn(value: unknown, isOrganization: boolean): string | undefined {
  const authors = [value].flat().filter((one) => {
    const type = typeof one === 'object' && one !== null ? String(Reflect.get(one, '@type')) : '';
    return organizationType.test(type) === isOrganization;
  });
  return textIn(authors);
}

function urlIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return urlIn(value[0]);
  if (typeof value === 'object' && value !== null) return urlIn(Reflect.get(value, 'url'));
  return undefined;
}

/** Returns the objects of JSON-LD blocks, including those of lists and graphs. */
function jsonLdItems(jsonLd: readonly unknown[]): object[] {
  const items: object[] = [];
  for (const block of jsonLd.slice(0, 100)) {
    const graph = typeof block === 'object' && block !== null ? Reflect.get(block, '@graph') : undefined;
    const list = Array.isArray(block) ? block : Array.isArray(graph) ? graph : [block];
    for (const item of list.slice(0, 500)) if (typeof item === 'object' && item !== null) items.push(item);
  }
  return items;
}

/** Scores how likely an object describes the page and not the site. */
function scorePageRelevance(item: object, values: JsonLdMetadata): number {
  const type = String(Reflect.get(item, '@type'));
  const byType = articleTypes.test(type) ? (/webpage|website/i.test(type) ? 1 : 3) : 0;
  return byType + (values.published === undefined ? 0 : 1);
}

function mergeJsonLd(jsonLd: readonly unknown[]): JsonLdMetadata {
  let merged: JsonLdMetadata = {};
  let bestScore = -1;
  for (const item of jsonLdItems(jsonLd)) {
    const itemMetadata = readJsonLdItem(item);
    const score = scorePageRelevance(item, itemMetadata);
    merged = score > bestScore ? { ...merged, ...itemMetadata } : { ...itemMetadata, ...merged };
    bestScore = Math.max(score, bestScore);
  }
  return merged;
}

function readJsonLdItem(item: object): JsonLdMetadata {
  const values: [keyof JsonLdMetadata, string | undefined | null][] = [
    ['headline', textIn(Reflect.get(item, 'headline'))],
    ['author', authorsIn(Reflect.get(item, 'author'), false)],
    ['organization', authorsIn(Reflect.get(item, 'author'), true)],
    ['published', parseIsoDate(textIn(Reflect.get(item, 'datePublished')) ?? '')],
    ['modified', parseIsoDate(textIn(Reflect.get(item, 'dateModified')) ?? '')],
    ['description', textIn(Reflect.get(item, 'description'))],
    ['image', urlIn(Reflect.get(item, 'image'))],
    ['publisher', textIn(Reflect.get(item, 'publisher'))],
  ];
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && value !== null));
}

function firstHeading(tree: Tree): string | undefined {
  for (let node = 1; node < tree.count; node++) {
    if (tree.tag[node] !== tag.h1) continue;
    const text = collapseSpace(subtreeText(tree, node, 1000));
    if (text !== '') return text;
  }
  return undefined;
}

function faviconUrl(tags: MetaTags): string | undefined {
  const icons =
    tags.links.get('icon') ?? tags.links.get('apple-touch-icon') ?? tags.links.get('mask-icon') ?? [];
  return icons[0]?.url;
}

/** Collects the metadata of a page without its language; names are in snake_case, absent values are omitted. */
export function collectMetadata(
  tree: Tree,
  tags: MetaTags,
  jsonLd: readonly unknown[],
  urls: UrlResolver,
): PageMetadata {
  const jsonLdMetadata = mergeJsonLd(jsonLd);
  const visible = findVisibleMetadata(tree);
  const toAbsolute = (url: string | undefined): string | undefined =>
    url === undefined ? undefined : (urls.resolveWeb(url) ?? undefined);
  const author = declaredAuthors(tags);
  const collected: PageMetadata = {
    title: tags.title ?? firstValue(tags, titleNames) ?? jsonLdMetadata.headline ?? firstHeading(tree),
    description: firstValue(tags, descriptionNames) ?? jsonLdMetadata.description,
    canonical: tags.links.get('canonical')?.[0]?.url ?? toAbsolute(firstValue(tags, ['og:url'])),
    author:
      normalizeAuthor(jsonLdMetadata.author ?? '') ??
      author ??
      normalizeAuthor(jsonLdMetadata.organization ?? '') ??
      visible.author,
    site_name:
      firstValue(tags, ['og:site_name', 'application-name', 'apple-mobile-web-app-title']) ??
      jsonLdMetadata.publisher,
    published: firstDate(tags, publishedNames) ?? jsonLdMetadata.published ?? visible.published,
    modified: firstDate(tags, modifiedNames) ?? jsonLdMetadata.modified,
    favicon: faviconUrl(tags),
    image: toAbsolute(firstValue(tags, imageNames) ?? jsonLdMetadata.image),
    robots: firstValue(tags, ['robots', 'googlebot']),
    keywords: firstValue(tags, ['keywords', 'news_keywords']),
  };
  const metadata: PageMetadata = {};
  for (const [name, value] of Object.entries(collected)) if (value !== undefined) metadata[name] = value;
  addPassThrough(metadata, tags);
  return metadata;
}

function addPassThrough(metadata: PageMetadata, tags: MetaTags): void {
  let count = 0;
  for (const [name, values] of tags.byName) {
    if (!passThroughNames.test(name) || count++ >= maxPassThrough) continue;
    const key = name.replace(/[^a-z\d]+/g, '_');
    if (metadata[key] === undefined) metadata[key] = values.length === 1 ? values[0] : values;
  }
}
