import type { ExtractJob, PageExtraction } from '../domain/pages/extraction.ts';
import type { PageMetadata, StructuredData } from '../domain/pages/page.ts';
import type { PageKind } from './main/forest/candidates.ts';
import { findBody } from './main-content.ts';
import { findVisibleContent } from './outcome/visible-content.ts';
import { parseHtml } from './parse/parse-html.ts';
import type { DescribedItems } from './structured-data/structured-data.ts';
import type { Flow } from './tree/flow.ts';
import type { Tree } from './tree/tree.ts';
import { createUrlResolver, findBaseUrl, type UrlResolver } from './tree/url-resolver.ts';

/** A part of a page: the visible content below some of its elements. */
export interface MainPart {
  roots: readonly number[];
  flow: Flow;
}

/** Parsed page for further processing in the same thread. */
export interface ParsedPage {
  /** Final URL. */
  url: string;
  tree: Tree;
  body: number;
  /** Visible content of the tree. */
  flow: Flow;
  urls: UrlResolver;
  /** What the head declares. */
  metadata: PageMetadata;
  /** Returns the kind of the page, or null if the model does not select its main content. Computed on first use. */
  kind(): PageKind | null;
  /** Returns the main content, whatever part of the page was requested. Computed on first use. */
  content(): MainPart;
  /** Returns the items that the page describes, computed on first use. */
  items(): DescribedItems;
  /** Returns the structured data, computed on first use. */
  structuredData(): StructuredData;
}

/**
 * Returns the metadata of a parsed page: what its head declares, with the title of its text and, if they are asked for, the author and
 * the dates.
 */
export type DescribePage = (page: ParsedPage, isText: boolean) => PageMetadata;

/** Extracts values from a parsed page; a pure function. */
export type ExtractValues = (page: ParsedPage, job: ExtractJob) => PageExtraction;

/** A text that is not HTML, converted to it. */
export interface TextPage {
  html: string;
  url: string;
  metadata: PageMetadata;
  /** Its data if it is JSON. */
  data: unknown;
}

/** Parses a text that was converted to HTML; its data become the embedded data of the page. */
export function parseTextPage({ html, url, metadata, data }: TextPage): ParsedPage {
  const tree = parseHtml(html);
  const body = findBody(tree);
  const flow = findVisibleContent(tree, body).visible;
  return {
    url,
    tree,
    body,
    flow,
    urls: createUrlResolver(findBaseUrl(tree, url), url),
    metadata,
    kind: () => null,
    content: () => ({ roots: [body], flow }),
    items: () => ({ json_ld: [], microdata: [], rdfa: [] }),
    structuredData: () => ({
      json_ld: [],
      microdata: [],
      rdfa: [],
      open_graph: {},
      twitter: {},
      embedded: data === undefined ? {} : { document: data },
    }),
  };
}
