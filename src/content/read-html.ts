import type { ContentJob } from '../domain/pages/content.ts';
import type { Warning } from '../domain/pages/outcome.ts';
import type { PageImage, PageLink, PageMetadata, StructuredData } from '../domain/pages/page.ts';
import { describePage } from '../extract/describe-page.ts';
import { readHtml as readPage } from '../page/read/read-html.ts';
import { cleanMetadata } from '../page/safety/clean-metadata.ts';

/** A form of the content besides Markdown. */
export type ContentFormat = 'html' | 'text' | 'links' | 'images' | 'structured_data';

/** Options of {@link readHtml}; all are optional. */
export interface ReadOptions {
  /** URL of the page, against which links are resolved. Without one, they are resolved against `https://page.invalid/` (RFC 2606). */
  url?: string;
  /** Forms of the content in addition to Markdown. */
  formats?: readonly ContentFormat[];
  /** False for the whole page instead of its main content. */
  onlyMainContent?: boolean;
  /** CSS selectors of the elements to read, instead of the main content. */
  includeSelectors?: readonly string[];
  /** CSS selectors of the elements to leave out. */
  excludeSelectors?: readonly string[];
  /** Response headers by lower-case name; `content-language` may declare the language. */
  headers?: Readonly<Record<string, string>>;
}

/** Content of a page. The names are those of a page result of the API. */
export interface Content {
  title: string | null;
  markdown: string;
  metadata: PageMetadata;
  /** Sanitized HTML of the content. */
  html?: string;
  text?: string;
  links?: PageLink[];
  images?: PageImage[];
  structured_data?: StructuredData;
  warnings: Warning[];
}

/** URL of a page whose URL is not known. It is reserved and never resolves (RFC 2606). */
const unknownUrl = 'https://page.invalid/';

/** Returns the job of a page whose text is at hand. Throws a `TypeError` if the URL is none. */
export function createJob(options: ReadOptions): ContentJob {
  const { url = unknownUrl } = options;
  if (!URL.canParse(url)) throw new TypeError(`The URL ${url} is not valid. Pass an absolute URL, or none.`);
  return {
    bytes: new Uint8Array(),
    url,
    statusCode: 200,
    headers: { ...options.headers },
    formats: ['markdown', ...(options.formats ?? [])],
    onlyMainContent: options.onlyMainContent ?? true,
    includeSelectors: [...(options.includeSelectors ?? [])],
    excludeSelectors: [...(options.excludeSelectors ?? [])],
    maxLength: Number.MAX_SAFE_INTEGER,
    maxTokens: null,
    focus: null,
  };
}

/** Reads an HTML page: its main content as Markdown and in the requested formats, and its metadata. */
export function readHtml(html: string, options: ReadOptions = {}): Content {
  const { markdown, formats, warnings, ...read } = readPage(html, createJob(options), {
    describe: describePage,
  });
  const metadata = cleanMetadata(read.metadata);
  const { structuredData, attributes: _, ...requested } = formats;
  return {
    title: metadata.title ?? null,
    markdown,
    metadata,
    ...requested,
    ...(structuredData !== undefined && { structured_data: structuredData }),
    warnings,
  };
}
