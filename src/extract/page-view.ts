import type { PageMetadata, StructuredData } from '../domain/page.ts';
import type { Addresses } from '../page/addresses.ts';
import type { Tree } from '../page/tree.ts';
import type { Flow } from '../page/visible.ts';

/** A run of visible text without a block boundary in it, as a person reads it: a line, a cell, a heading, a list entry. */
export interface TextLine {
  /** White space collapsed; never empty. */
  text: string;
  /** The innermost element that holds all of it. */
  element: number;
  /** First and one past the last node of the tree that it is made of. */
  from: number;
  to: number;
}

/**
 * What extraction sees of a page. Lives in the content thread that parsed it, over the same tree; everything that costs is
 * made when first asked for and kept.
 */
export interface PageView {
  /** The address that answered. */
  url: string;
  tree: Tree;
  /** What of the tree is shown. */
  flow: Flow;
  addresses: Addresses;
  metadata: PageMetadata;
  /** BCP 47 as the page declares it, or null. */
  language: string | null;
  /** JSON-LD with references resolved, microdata, RDFa, Open Graph, embedded state. */
  structured(): StructuredData;
  /** Visible lines in document order, at most 20,000. */
  lines(): readonly TextLine[];
  /** Visible text under a node, white space collapsed, at most 5,000 characters; empty for what is hidden. */
  textOf(node: number): string;
  /** Value of an element's attribute by its lower-case name, or null. */
  attributeOf(element: number, name: string): string | null;
  /** All visible text, lines joined by a line break, at most 200,000 characters. */
  visibleText(): string;
  /** A CSS-like path of an element for people: `main > div.price > span:nth-of-type(2)`. */
  locatorOf(element: number): string;
}
