import type { PageMetadata, StructuredData } from '../../domain/pages/page.ts';
import type { PageKind } from '../../page/main/forest/candidates.ts';
import type { MainPart } from '../../page/parsed-page.ts';
import type { DescribedItems } from '../../page/structured-data/structured-data.ts';
import type { Flow } from '../../page/tree/flow.ts';
import type { Tree } from '../../page/tree/tree.ts';
import type { UrlResolver } from '../../page/tree/url-resolver.ts';

/** A run of visible text without a block boundary: a line, a cell, a heading or a list entry. */
export interface TextLine {
  /** Text with collapsed white space; never empty. */
  text: string;
  /** Innermost element that contains the whole line. */
  element: number;
  /** First node of the line, and the node after the last one. */
  from: number;
  to: number;
}

/**
 * View of a page for extraction, in the content thread that parsed it. Expensive parts are computed on first
 * use and cached.
 */
export interface PageView {
  /** URL of the response. */
  url: string;
  tree: Tree;
  /** Visibility of the nodes. */
  flow: Flow;
  addresses: UrlResolver;
  /** What the head declares. */
  metadata: PageMetadata;
  /** Returns the kind of the page, or null if it is unknown. */
  kind(): PageKind | null;
  /** Returns the main content. */
  content(): MainPart;
  /** Language that the page declares (BCP 47), or null. */
  language: string | null;
  /** Returns the items that JSON-LD with resolved references, microdata and RDFa describe. */
  items(): DescribedItems;
  /** Returns JSON-LD with resolved references, microdata, RDFa, Open Graph and embedded state. */
  structured(): StructuredData;
  /** Returns the visible lines in document order, at most 20,000. */
  lines(): readonly TextLine[];
  /**
   * Returns the visible text under a node with collapsed white space, at most 5,000 characters; empty for
   * hidden nodes.
   */
  textOf(node: number): string;
  /** Returns the value of an attribute by its lower-case name, or null. */
  attributeOf(element: number, name: string): string | null;
  /** Returns all visible text, lines separated by line breaks, at most 200,000 characters. */
  visibleText(): string;
  /** Returns a readable CSS-like path of an element: `main > div.price > span:nth-of-type(2)`. */
  locatorOf(element: number): string;
}
