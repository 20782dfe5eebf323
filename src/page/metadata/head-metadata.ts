import type { PageMetadata } from '../../domain/pages/page.ts';
import { parseIsoDate } from '../text/iso-date.ts';
import type { UrlResolver } from '../tree/url-resolver.ts';
import type { MetaTags } from './meta-tags.ts';
import { normalizeAuthor } from './normalize-author.ts';

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

function faviconUrl(tags: MetaTags): string | undefined {
  const icons =
    tags.links.get('icon') ?? tags.links.get('apple-touch-icon') ?? tags.links.get('mask-icon') ?? [];
  return icons[0]?.url;
}

/**
 * Collects what the head of a page declares: the values of its `title`, `meta` and `link` elements, without its language. Names are in
 * snake_case, absent values are omitted.
 */
export function readHeadMetadata(tags: MetaTags, urls: UrlResolver): PageMetadata {
  const toAbsolute = (url: string | undefined): string | undefined =>
    url === undefined ? undefined : (urls.resolveWeb(url) ?? undefined);
  const collected: PageMetadata = {
    title: tags.title ?? firstValue(tags, titleNames),
    description: firstValue(tags, descriptionNames),
    canonical: tags.links.get('canonical')?.[0]?.url ?? toAbsolute(firstValue(tags, ['og:url'])),
    author: declaredAuthors(tags),
    site_name: firstValue(tags, ['og:site_name', 'application-name', 'apple-mobile-web-app-title']),
    published: firstDate(tags, publishedNames),
    modified: firstDate(tags, modifiedNames),
    favicon: faviconUrl(tags),
    image: toAbsolute(firstValue(tags, imageNames)),
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
