import type { ExtractJob, PageExtraction } from '../domain/extraction.ts';
import type { PageMetadata, StructuredData } from '../domain/page.ts';
import { type Addresses, baseOf, createAddresses } from './addresses.ts';
import { bodyOf } from './main-content.ts';
import { parseHtml } from './parse/scan.ts';
import { whatIsShown } from './shown.ts';
import type { Tree } from './tree.ts';
import type { Flow } from './visible.ts';

/** A page as it was parsed, for whoever reads more out of it in the same thread. */
export interface ParsedPage {
  /** The address that answered. */
  url: string;
  tree: Tree;
  body: number;
  /** What of the tree is shown. */
  flow: Flow;
  addresses: Addresses;
  metadata: PageMetadata;
  /** Made when asked for. */
  structured(): StructuredData;
}

/** Finds values on a parsed page; pure. */
export type ExtractValues = (page: ParsedPage, job: ExtractJob) => PageExtraction;

/** A text that is not HTML as a page of one line each, with `data` as what it carries for machines. */
export function parsedText(text: string, url: string, metadata: PageMetadata, data: unknown): ParsedPage {
  const escaped = text.slice(0, 2_000_000).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const tree = parseHtml(escaped.replace(/^(.*\S.*)$/gm, '<p>$1</p>'));
  const body = bodyOf(tree);
  return {
    url,
    tree,
    body,
    flow: whatIsShown(tree, body).shown,
    addresses: createAddresses(baseOf(tree, url), url),
    metadata,
    structured: () => ({
      json_ld: [],
      microdata: [],
      rdfa: [],
      open_graph: {},
      twitter: {},
      embedded: data === undefined ? {} : { document: data },
    }),
  };
}
