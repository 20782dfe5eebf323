import { findAnchors, type PageAnchor } from '../../integrations/search/local/page-anchors.ts';
import {
  createSearchableText,
  type SearchableText,
} from '../../integrations/search/local/searchable-text.ts';
import { plainText } from './plain-text.ts';

/** Texts of a page. */
export interface PageTexts {
  url: string;
  title: string;
  description: string;
  markdown: string;
}

/** A page prepared for the search index. */
export interface SearchablePage {
  text: SearchableText;
  /** Links to other pages. */
  anchors: PageAnchor[];
}

/** Minimum length of text for the index. */
const minTextLength = 20;
const maxHeadings = 500;

/** Returns the headings of a Markdown text as plain text. */
function findHeadings(markdown: string): string[] {
  const lines = markdown.match(/^#{1,6} .*$/gm) ?? [];
  return lines.slice(0, maxHeadings).map(plainText);
}

/** Prepares a page for the search index; null if it has too little text. */
export function createSearchablePage({
  url,
  title,
  description,
  markdown,
}: PageTexts): SearchablePage | null {
  const text = plainText(markdown);
  if (text.length < minTextLength) return null;
  const parts = { url, title, headings: findHeadings(markdown), text: `${description}\n${text}` };
  return { text: createSearchableText(parts), anchors: findAnchors(markdown, url) };
}
