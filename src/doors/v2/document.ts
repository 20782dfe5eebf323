import { withLinks } from '../../domain/blob-link.ts';
import { uuidOf } from '../../domain/identifier.ts';
import type { PageMetadata, PageResult } from '../../domain/page.ts';

/** What a page says about itself, by our names and the third party's. */
const metadataNames: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  language: 'language',
  keywords: 'keywords',
  robots: 'robots',
  favicon: 'favicon',
  modified: 'modifiedTime',
  published: 'publishedTime',
  og_title: 'ogTitle',
  og_description: 'ogDescription',
  og_url: 'ogUrl',
  og_image: 'ogImage',
  og_audio: 'ogAudio',
  og_determiner: 'ogDeterminer',
  og_locale: 'ogLocale',
  og_locale_alternate: 'ogLocaleAlternate',
  og_site_name: 'ogSiteName',
  og_video: 'ogVideo',
  article_tag: 'articleTag',
  article_section: 'articleSection',
  dcterms_created: 'dcTermsCreated',
  dcterms_type: 'dcTermsType',
  dcterms_audience: 'dcTermsAudience',
  dcterms_subject: 'dcTermsSubject',
  dcterms_keywords: 'dcTermsKeywords',
  dc_date_created: 'dcDateCreated',
  dc_date: 'dcDate',
  dc_type: 'dcType',
  dc_subject: 'dcSubject',
  dc_description: 'dcDescription',
};

/** Names of the third party's whose values may be lists; of all others it is the first value. */
const mayBeLists: ReadonlySet<string> = new Set(['keywords', 'ogLocaleAlternate']);
/** Ours alone, or told in another way. */
const leftOut: ReadonlySet<string> = new Set([
  'content_type',
  'page_kind',
  'content_confidence',
  'num_pages',
]);

function isText(value: unknown): value is string | string[] {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

/** The page's own words: known names in the third party's spelling, the rest as they are. */
function declared(metadata: PageMetadata): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(metadata)) {
    if (leftOut.has(name) || !isText(value)) continue;
    const known = metadataNames[name];
    if (known === undefined) found[name] = value;
    else {
      const first = Array.isArray(value) && !mayBeLists.has(known) ? value[0] : value;
      if (first !== undefined) found[known] = first;
    }
  }
  const alternate = found.ogLocaleAlternate;
  if (typeof alternate === 'string') found.ogLocaleAlternate = [alternate];
  return found;
}

/** What the third party knows of ways: whether the page came through a proxy of its own kind. */
function proxyUsed({ route }: PageResult['receipt']): 'basic' | 'stealth' {
  return route === 'residential' || route === 'residential_browser' || route === 'unblock'
    ? 'stealth'
    : 'basic';
}

/** Names the page to its reader: the id of the receipt behind it, also when it is given again. */
export function scrapeIdOf({ receipt }: PageResult): string {
  return uuidOf(receipt.route === 'cache' ? (receipt.derived_from ?? receipt.id) : receipt.id);
}

function observed(page: PageResult): Record<string, unknown> {
  const { receipt, metadata, error, status_code: statusCode } = page;
  const { exit } = receipt;
  const pages = metadata.num_pages;
  return {
    url: page.final_url ?? page.url,
    sourceURL: page.url,
    statusCode,
    ...(error !== undefined && { error: error.message }),
    scrapeId: scrapeIdOf(page),
    ...(metadata.content_type !== undefined && { contentType: metadata.content_type }),
    ...(Number.isInteger(pages) && { numPages: pages, totalPages: pages }),
    proxyUsed: proxyUsed(receipt),
    cacheState: receipt.route === 'cache' ? 'hit' : 'miss',
    ...(receipt.route === 'cache' && { cachedAt: receipt.fetched_at }),
    creditsUsed: receipt.credits,
    egress:
      exit === null
        ? { country: null, city: null, network: null, verified: false }
        : { country: exit.country, city: exit.city, network: exit.network, verified: exit.verified },
    ...(page.json_unverified !== undefined &&
      page.json_unverified.length > 0 && { jsonUnverified: page.json_unverified }),
  };
}

function actionsOf({ actions }: PageResult): Record<string, unknown> {
  if (actions === undefined) return {};
  const { screenshots, scrapes, javascript_returns: javascriptReturns, pdfs } = actions;
  return { actions: { screenshots, scrapes, javascriptReturns, pdfs } };
}

/** What of a page's warnings is for its caller, and not already said by its metadata. */
function warningsOf({ warnings }: PageResult): string[] {
  return warnings.map(({ message }) => message);
}

/** A page as these clients know it: the formats that were asked for and metadata. The same page gives the same document. */
export function toDocument(page: PageResult, more: readonly string[] = []): Record<string, unknown> {
  const warnings = [...more, ...warningsOf(page)];
  const { markdown, html, raw_html: rawHtml, links, images, screenshot, json, attributes } = page;
  return {
    ...(markdown !== undefined && { markdown }),
    ...(html !== undefined && { html }),
    ...(rawHtml !== undefined && { rawHtml }),
    ...(links !== undefined && { links: links.map(({ url }) => url) }),
    ...(images !== undefined && { images: images.map(({ url }) => url) }),
    ...(screenshot !== undefined && { screenshot }),
    ...(json !== undefined && { json }),
    ...(attributes !== undefined && { attributes }),
    ...actionsOf(page),
    metadata: { ...declared(page.metadata), ...observed(page) },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}

/** The same for a page as it is stored, with links that start with `baseUrl`. */
export function storedDocument(page: PageResult, baseUrl: string): Record<string, unknown> {
  return toDocument(withLinks(page, baseUrl));
}
