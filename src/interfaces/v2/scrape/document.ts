import { withAbsoluteLinks } from '../../../domain/pages/blob-link.ts';
import type { PageMetadata, PageResult } from '../../../domain/pages/page.ts';
import { uuidOf } from '../../../domain/values/identifier.ts';

/** Names of page metadata and their third-party names. */
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

/** Third-party names whose values can be lists; all others use the first value. */
const listNames: ReadonlySet<string> = new Set(['keywords', 'ogLocaleAlternate']);
/** Metadata that the third-party format does not have or represents differently. */
const omittedNames: ReadonlySet<string> = new Set([
  'content_type',
  'language_source',
  'page_kind',
  'content_confidence',
  'num_pages',
  'pages',
]);

function isText(value: unknown): value is string | string[] {
  return typeof value === 'string' || (Array.isArray(value) && value.every((one) => typeof one === 'string'));
}

/** Converts metadata: known names get their third-party spelling, others are kept. */
function convertMetadata(metadata: PageMetadata): Record<string, string | string[]> {
  const result: Record<string, string | string[]> = {};
  // The third-party title is the one in the head as it is.
  const { html_title: htmlTitle, ...others } = metadata;
  const named = htmlTitle === undefined ? others : { ...others, title: htmlTitle };
  for (const [name, value] of Object.entries(named)) {
    if (omittedNames.has(name) || !isText(value)) continue;
    const thirdPartyName = metadataNames[name];
    if (thirdPartyName === undefined) result[name] = value;
    else {
      const first = Array.isArray(value) && !listNames.has(thirdPartyName) ? value[0] : value;
      if (first !== undefined) result[thirdPartyName] = first;
    }
  }
  const alternate = result.ogLocaleAlternate;
  if (typeof alternate === 'string') result.ogLocaleAlternate = [alternate];
  return result;
}

/** Returns the third-party name of the proxy type. */
function toProxyType({ route }: PageResult['receipt']): 'basic' | 'stealth' {
  return route === 'residential' || route === 'residential_browser' || route === 'unblock'
    ? 'stealth'
    : 'basic';
}

/** Returns the identifier of a page: the id of its receipt, or of the original receipt for a cached page. */
export function getScrapeId({ receipt }: PageResult): string {
  return uuidOf(receipt.route === 'cache' ? (receipt.derived_from ?? receipt.id) : receipt.id);
}

function createObservedMetadata(page: PageResult): Record<string, unknown> {
  const { receipt, metadata, error, status_code: statusCode } = page;
  const { exit } = receipt;
  const pages = metadata.num_pages;
  return {
    url: page.final_url ?? page.url,
    sourceURL: page.url,
    statusCode,
    ...(error !== undefined && { error: error.message }),
    scrapeId: getScrapeId(page),
    receiptId: receipt.id,
    ...(metadata.content_type !== undefined && { contentType: metadata.content_type }),
    ...(Number.isInteger(pages) && { numPages: pages, totalPages: pages }),
    proxyUsed: toProxyType(receipt),
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

function createActionResults({ actions }: PageResult): Record<string, unknown> {
  if (actions === undefined) return {};
  const { screenshots, scrapes, javascript_returns: javascriptReturns, pdfs } = actions;
  return { actions: { screenshots, scrapes, javascriptReturns, pdfs } };
}

function listWarnings({ warnings }: PageResult): string[] {
  return warnings.map(({ message }) => message);
}

/**
 * Converts a page to the third-party format with the requested formats and metadata. The result is deterministic.
 */
export function toDocument(page: PageResult, extraWarnings: readonly string[] = []): Record<string, unknown> {
  const warnings = [...extraWarnings, ...listWarnings(page)];
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
    ...createActionResults(page),
    metadata: { ...convertMetadata(page.metadata), ...createObservedMetadata(page) },
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
  };
}

/** Converts a stored page to the third-party format, with links that start with `baseUrl`. */
export function toStoredDocument(page: PageResult, baseUrl: string): Record<string, unknown> {
  return toDocument(withAbsoluteLinks(page, baseUrl));
}
